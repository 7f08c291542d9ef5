// A record as steps, and a desk that shows one of them.
import { AVATARS } from "../app/profile";
import type { Action, Line, LobbyView, RecordFair, View } from "../wire";
import type { Desk } from "./desk";
import type { News } from "./table.svelte";

interface Step {
  line: Line & { n: number; at: number };
  public: View["public"];
  private: View["private"][];
}

/** A whole record, ready to be shown. */
export interface Reel {
  game: string;
  lobby: LobbyView;
  steps: Step[];
}

interface Header {
  game: string;
  options: LobbyView["options"];
  seats: { name: string; bot: string | null; face?: string; program?: boolean }[];
  scripted?: boolean;
  fair?: RecordFair;
}

/** The face of a seat. Older records hold none: bots were given theirs by their seats, and so are people then. */
function faceOf(seat: number, { bot, face }: Header["seats"][number], known: readonly string[] | null): string {
  const place = bot === null ? seat : AVATARS.length - 1 - (seat % AVATARS.length);
  return (face && AVATARS.includes(face) ? face : known?.[seat]) || AVATARS[place % AVATARS.length]!;
}

/** The steps as the server sends them: a header, then one object a line. `faces` are those of the match, if known. */
export function read(text: string, faces: readonly string[] | null = null): Reel {
  const [first = "", ...rest] = text.trim().split("\n");
  const header = JSON.parse(first) as Header;
  const seats = header.seats.map((seat, at) => ({
    name: seat.name,
    avatar: faceOf(at, seat, faces),
    bot: seat.bot,
    person: seat.program ? at + 1 : null,
  }));
  const programs = seats.flatMap(({ name, avatar, person }) =>
    person === null ? [] : [{ id: person, name, avatar, program: true }],
  );
  const lobby: LobbyView = {
    code: "",
    game: header.game,
    options: header.options,
    settings: {},
    stage: "match",
    seats,
    people: programs,
    host: null,
    paused: false,
    sides: null,
    turners: [],
    match: 1,
    scripted: header.scripted ?? false,
    fair: header.fair ?? null,
    stop: [],
    record: null,
  };
  return { game: header.game, lobby, steps: rest.map((line) => JSON.parse(line) as Step) };
}

export class ReplayDesk implements Desk {
  step = $state(0);
  seat = $state<number | null>(null);
  readonly legal: Action[] = [];
  readonly more = false;
  readonly pending: Action[] = [];
  readonly here: number[] = [];
  readonly turnUntil = null;
  readonly lobby: LobbyView;
  private readonly hearers = new Set<(news: News) => void>();

  constructor(
    private readonly reel: Reel,
    step: number,
  ) {
    this.lobby = reel.lobby;
    this.step = Math.min(Math.max(0, step), this.last);
    this.seat = reel.lobby.seats.findIndex((place) => !place?.bot);
    if (this.seat < 0) this.seat = null;
  }

  get last(): number {
    return this.reel.steps.length - 1;
  }

  get view(): View | null {
    return this.viewAt(this.step);
  }

  private viewAt(at: number): View | null {
    const step = this.reel.steps[at];
    if (!step) return null;
    return {
      seat: this.seat,
      public: step.public,
      private: this.seat === null ? null : (step.private[this.seat] ?? null),
    } as View;
  }

  /** The step with which each round begins, and its number as `count` counts them: a tied round may be played again. */
  rounds(count: (view: View) => number): { round: number; step: number }[] {
    return this.reel.steps.flatMap(({ line, public: shown }, step) =>
      line.do === "deal" ? [{ round: count({ seat: null, public: shown, private: null } as View), step }] : [],
    );
  }

  /** Are all hands open: is the round over? */
  get isOpen(): boolean {
    const { phase = "", round = 0 } = this.view?.public ?? {};
    return (phase === "deal" || phase === "over") && round > 0;
  }

  /** The lines of this round so far, each with the view before it, the newest first. */
  *back(): Generator<{ line: Line; before: View | null }> {
    for (let at = this.step; at > 0 && this.reel.steps[at]?.line.do !== "deal"; at--)
      yield { line: this.reel.steps[at]!.line, before: this.viewAt(at - 1) };
  }

  /** Seconds until the next thing happened. */
  gap(): number {
    const [now, next] = [this.reel.steps[this.step], this.reel.steps[this.step + 1]];
    return now && next ? next.line.at - now.line.at : 0;
  }

  go(step: number): void {
    const before = this.view;
    const to = Math.min(Math.max(0, step), this.last);
    const forward = to === this.step + 1;
    this.step = to;
    const line = this.reel.steps[to]?.line;
    if (forward && line) for (const hear of this.hearers) hear({ kind: "lines", lines: [line], at: line.at, before });
  }

  /** See it from another seat; below 0 as a spectator. */
  sit(seat: number): void {
    this.seat = seat < 0 ? null : seat;
  }

  act(): Promise<null> {
    return Promise.resolve(null);
  }

  ask(): Promise<null> {
    return Promise.resolve(null);
  }

  listen(hear: (news: News) => void): () => void {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }
}
