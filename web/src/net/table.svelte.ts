// The table as this person sees it: everything a page draws, kept up to date by what the server tells.
import type {
  Action,
  Countdown,
  Happened,
  IdleSeat,
  Line,
  LobbyView,
  Place,
  Refused,
  Said,
  ToClient,
  View,
} from "../wire";
import type { Advice } from "./desk";
import { Salts } from "./salts";
import { bareToken, isOwn } from "../offline/device.svelte";
import { Connection, type Answer, type Ask, onDevice, type Status, socketAddress } from "./connection";

/** Something that happened and is worth an animation, a sound or an announcement. */
export type News =
  | { kind: "lines"; lines: Line[]; at: number; before: View | null }
  | { kind: "refused"; refused: Refused; action: Action | null }
  | { kind: "said"; said: Said }
  | { kind: "countdown"; countdown: Countdown; until: number }
  | { kind: "welcome" };

/** How a match ended: kept until this person leaves the result, whatever the table does meanwhile. */
export interface Ended {
  lobby: LobbyView;
  view: View;
  seat: number | null;
}

type Hear = (news: News) => void;

/** Requests that one press makes for everybody who plays on this device. */
const FOR_ALL: ReadonlySet<Ask["type"]> = new Set<Ask["type"]>(["ready", "stop", "play_off", "leave"]);
const HINT_TRIES = 3; // a hint that others were faster than is asked for again
const MOST_BEHIND = 50; // moves that may wait for a frame; a browser that gives none is not waited for

export class TableStore {
  lobby = $state.raw<LobbyView | null>(null);
  view = $state.raw<View | null>(null);
  legal = $state.raw<Action[]>([]);
  more = $state(false);
  seat = $state<number | null>(null);
  you = $state(0);
  here = $state.raw<number[]>([]);
  /** Whose distance the server cannot measure well: races even out less of it. */
  unmeasured = $state.raw<number[]>([]);
  muted = $state.raw<number[]>([]);
  status = $state<Status>("connecting");
  closed = $state.raw<{ code: number; reason: string } | null>(null);
  rtt = $state<number | null>(null);
  countdown = $state.raw<{ why: Countdown["why"]; until: number } | null>(null);
  turnUntil = $state<number | null>(null);
  /** The seats that are ready for the next deal, or in a race for GO (T-03). */
  readySeats = $state.raw<readonly number[]>([]);
  /** The seats that could act and have done nothing for a while, and when a stand-in will play (T-07). */
  idle = $state.raw<{ seat: number; until: number | null }[]>([]);
  /** Moves that were made and are not answered yet; the card shows as pending. */
  pending = $state.raw<Action[]>([]);
  /** The match that is over, as long as its result is looked at. */
  ended = $state.raw<Ended | null>(null);
  /** The lines of the round so far, for those who look back. */
  lines = $state.raw<Line[]>([]);

  /** The last hint, and what kinds of things could be done then. */
  private given = $state.raw<{ advice: Advice; kinds: string } | null>(null);
  /** A hint as long as it holds: until a move is made, it cannot be done, or things of another kind can be. */
  readonly hint: Advice | null = $derived(this.given && this.holds(this.given) ? this.given.advice : null);

  /** What the table told and showed when this round was dealt, to compare it with what it tells at the end. */
  dealt: { lines: Line[]; held: { seat: number | null; own: string[] | null } } | null = null;

  /** The other players on this device, where it is handed round. */
  companions: readonly TableStore[] = [];
  private readonly connection: Connection;
  private readonly hearers = new Set<Hear>();
  /** What others did since the last frame: a page is drawn once for all of it. */
  private behind: Happened[] = [];
  private frame = 0;

  /** Is the table kept by this device itself? */
  readonly onDevice: boolean;

  constructor(
    token: string,
    connect: (store: TableStore) => Connection = (store) => store.dial(token),
    readonly salts = new Salts(),
  ) {
    this.onDevice = isOwn(token);
    this.connection = connect(this);
  }

  private dial(token: string): Connection {
    const listener = {
      told: (message: ToClient) => this.told(message),
      status: (status: Status, code?: number, reason?: string) => this.changed(status, code, reason),
    };
    if (this.onDevice) return new Connection("", bareToken(token), listener, onDevice);
    return new Connection(socketAddress(location, token), token, listener);
  }

  /** Tells `hear` of everything from now on; gives the way to stop. */
  listen(hear: Hear): () => void {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  /** Asks the table for anything but a move. */
  ask(message: Ask): Promise<Answer> {
    if (FOR_ALL.has(message.type)) for (const other of this.companions) void other.askAlone(message);
    return this.askAlone(message);
  }

  /** The same for this person and nobody else on this device. */
  askAlone(message: Ask): Promise<Answer> {
    return this.connection.ask(message);
  }

  /** Makes a move: it shows as pending at once, and is confirmed or refused. */
  async act(action: Action): Promise<Answer> {
    this.pending = [...this.pending, action];
    this.given = null;
    const answer = await this.connection.ask({ type: "do", action });
    this.pending = this.pending.filter((one) => one !== action);
    if (answer.type === "refused") this.spread({ kind: "refused", refused: answer, action });
    return answer;
  }

  /** Asks what a good player would do; `hint` has it as long as it holds. */
  async askHint(): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const kinds = this.kinds();
      const answer = await this.connection.ask({ type: "hint" });
      if (answer.type !== "done" || !answer.found) return answer;
      const given = { advice: { action: answer.found as Action, why: answer.why ?? null }, kinds };
      if (!this.holds(given) && tries < HINT_TRIES) continue;
      this.given = given;
      return answer;
    }
  }

  private kinds(): string {
    return [...new Set(this.legal.map((action) => action.do))].sort().join();
  }

  private holds({ advice, kinds }: { advice: Advice; kinds: string }): boolean {
    if (kinds !== this.kinds()) return false;
    if (advice.action.do === "go" && this.countdown?.why === "go") return false; // somebody has just said it
    const wanted = JSON.stringify(advice.action);
    return this.more || this.legal.some((action) => JSON.stringify(action) === wanted);
  }

  close(): void {
    cancelAnimationFrame(this.frame);
    this.connection.close();
  }

  /** The network is gone; a table on this device needs none. */
  cut(): void {
    if (!this.onDevice) this.connection.cut();
  }

  hurry(): void {
    this.connection.hurry();
  }

  /** The result has been looked at. */
  leaveEnded(): void {
    for (const table of [this, ...this.companions]) table.ended = null;
  }

  /** Who sits on a seat. */
  place(seat: number | null): Place | null {
    return seat === null ? null : (this.lobby?.seats[seat] ?? null);
  }

  /** Is it this person who runs the table? */
  get isHost(): boolean {
    return this.lobby !== null && this.lobby.host === this.you;
  }

  changed(status: Status, code?: number, reason?: string): void {
    this.status = status;
    if (status === "closed" && code !== undefined) this.closed = { code, reason: reason ?? "" };
  }

  /** Moves of others wait for the next frame, answers to our own for nothing; the order stays. */
  told(message: ToClient): void {
    if (message.type === "happened" && message.id == null && document.visibilityState === "visible") {
      this.behind.push(message);
      if (this.behind.length < MOST_BEHIND) this.frame ||= requestAnimationFrame(() => this.catchUp());
      else this.catchUp();
    } else {
      this.catchUp();
      this.take(message);
    }
  }

  /** The server has lost what it had told us: what we remember of it never happened. */
  private fellBack(): void {
    this.lines = [];
    this.spread({ kind: "refused", refused: { type: "refused", id: null, reason: "server-behind" }, action: null });
  }

  private catchUp(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    for (const message of this.behind.splice(0)) this.happened(message);
  }

  private take(message: ToClient): void {
    switch (message.type) {
      case "welcome":
        this.lobby = message.lobby;
        this.you = message.you;
        this.seat = message.seat;
        this.here = message.here;
        this.muted = message.muted ?? [];
        this.view = message.view ?? null;
        this.legal = message.legal ?? [];
        this.more = message.more ?? false;
        this.turnUntil = until(message.turn_ms);
        this.readySeats = message.ready ?? [];
        this.idle = idleUntil(message.idle ?? []);
        this.countdown = message.standoff_ms == null ? null : { why: "standoff", until: until(message.standoff_ms)! };
        this.keepEnded();
        this.addSalt(message.lobby, true);
        this.spread({ kind: "welcome" });
        if (message.behind) this.fellBack();
        break;
      case "lobby":
        this.lobby = message.lobby;
        this.seat = message.seat ?? null;
        this.keepEnded();
        this.addSalt(message.lobby, false);
        if (message.lobby.stage === "lobby") {
          this.view = null;
          this.legal = [];
          this.lines = [];
          this.dealt = null;
        }
        break;
      case "happened":
        this.happened(message);
        break;
      case "legal":
        this.legal = message.legal;
        this.more = false;
        break;
      case "here":
        this.here = message.people;
        this.unmeasured = message.unmeasured ?? [];
        break;
      case "idle":
        this.idle = idleUntil(message.seats);
        break;
      case "said":
        this.spread({ kind: "said", said: message });
        break;
      case "countdown": {
        const end = performance.now() + (message.ms ?? 0);
        this.countdown = { why: message.why, until: end };
        this.spread({ kind: "countdown", countdown: message, until: end });
        break;
      }
      case "ping":
        this.rtt = message.rtt_ms ?? this.rtt;
        break;
      case "bye":
      case "done":
      case "refused":
        break;
    }
  }

  private happened(message: Happened): void {
    const before = this.view;
    if (message.lobby) {
      this.lobby = message.lobby;
      this.seat = this.lobby.seats.findIndex((place) => place?.person === this.you);
      if (this.seat < 0) this.seat = null;
    }
    this.view = message.view;
    this.legal = message.legal;
    this.more = message.more ?? false;
    this.turnUntil = until(message.turn_ms);
    this.keepEnded();
    const dealt = message.lines.some((line) => line.do === "deal");
    for (const line of message.lines) this.counts(line);
    this.lines = dealt ? message.lines : [...this.lines, ...message.lines];
    if (dealt) {
      const own = message.view.private === null ? null : textsIn(message.view.private);
      this.dealt = { lines: message.lines, held: { seat: this.seat, own } };
    }
    this.spread({ kind: "lines", lines: message.lines, at: message.at, before });
  }

  private keepEnded(): void {
    if (this.lobby?.stage === "over" && this.view) this.ended = { lobby: this.lobby, view: this.view, seat: this.seat };
  }

  /** What a line ends: a countdown to it, and that somebody was ready for it. */
  private counts(line: Line): void {
    if (line.do === "ready" && line.by !== null) this.readySeats = [...this.readySeats, line.by];
    if (line.do === "deal" || line.do === "score") this.readySeats = [];
    const moved = line.do !== "ready" && line.do !== "seat";
    if (line.do === "go" || line.do === "deal" || (moved && this.countdown?.why === "standoff")) this.countdown = null;
  }

  private addSalt(lobby: LobbyView, connected: boolean): void {
    const salt = this.salts.reply(lobby, connected);
    if (salt) void this.connection.ask(salt);
  }

  private spread(news: News): void {
    for (const hear of this.hearers) hear(news);
  }
}

function idleUntil(seats: readonly IdleSeat[]): { seat: number; until: number | null }[] {
  return seats.map(({ seat, ms }) => ({ seat, until: until(ms) }));
}

/** Every text in a part of a view, cards among them. */
function textsIn(part: unknown): string[] {
  if (typeof part === "string") return [part];
  return typeof part === "object" && part !== null ? Object.values(part).flatMap(textsIn) : [];
}

function until(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : performance.now() + ms;
}
