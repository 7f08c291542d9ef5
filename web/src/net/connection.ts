// One seat's connection to its table: says hello, keeps numbers gapless, repeats unanswered requests, reconnects automatically.
import { DeviceSocket, NOT_HERE } from "../offline/socket";
import { CLOSE, type FromClient, type ToClient } from "../wire";

export const VERSION = 1;
/** Close codes after which coming back is of no use (docs/protocol.md). */
const FOREIGN_PAGE = 1008; // a code of the WebSocket protocol
export const FINAL: ReadonlySet<number> = new Set([
  FOREIGN_PAGE,
  CLOSE.hello,
  CLOSE.token,
  CLOSE.lapsed,
  CLOSE.newer,
  CLOSE.removed,
  CLOSE.left,
  CLOSE.table,
  NOT_HERE,
]);

export type Status = "connecting" | "open" | "lost" | "closed";
export type Answer = Extract<ToClient, { type: "welcome" | "lobby" | "happened" | "done" | "refused" }>;
type Asking = Extract<FromClient, { id: string }>;
/** A message without the id, which the connection chooses. */
export type Ask = Asking extends infer Each ? (Each extends Asking ? Omit<Each, "id"> : never) : never;

interface Listener {
  told(message: ToClient): void;
  status(status: Status, code?: number, reason?: string): void;
}

/** What a connection needs of the browser; tests hand in their own. */
export interface World {
  open(address: string): WebSocket;
  later(work: () => void, ms: number): number;
  never(timer: number): void;
  chance(): number;
  /** Milliseconds. */
  now(): number;
  /** An attempt that has not led to a welcome by then is given up. */
  readonly patienceMs?: number;
}

const browser: World = {
  open: (address) => new WebSocket(address),
  later: (work, ms) => window.setTimeout(work, ms),
  never: (timer) => window.clearTimeout(timer),
  chance: () => Math.random(),
  now: () => performance.now(),
};

/** The same for the table that this device keeps: Python has to be started first, and may have to be fetched. */
export const onDevice: World = {
  ...browser,
  open: () => new DeviceSocket() as unknown as WebSocket,
  patienceMs: 300_000,
};

const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 5000;
// Patience with an attempt: little at first, because the next one may reach another server
const FIRST_ATTEMPT_MS = 3000;
const ATTEMPT_MS = 8000;
// A server that stands still keeps its connections, and another one may have the table when its lease of 5 s has ended
const ANSWER_MS = 5000;
const SILENCE_MS = 45_000; // the server pings more often than this

export class Connection {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, { frame: string; answered: (answer: Answer) => void; sentAt: number }>();
  private attempts = 0;
  private opened = 0;
  private asked = 0;
  private seq = 0;
  private welcomed = false;
  private over = false;
  private timer: number | null = null;
  private watch: number | null = null;
  private patience: number | null = null;
  private hangUps = 0; // since the last answer
  private heardAt: number | null = null;
  private readonly name: string;

  constructor(
    private readonly address: string,
    private readonly token: string,
    private readonly listener: Listener,
    private readonly world: World = browser,
  ) {
    this.name = Math.floor(this.world.chance() * 36 ** 6).toString(36); // ids of another tab are others
    this.connect();
  }

  /** Asks the table; the answer comes once, also across a lost connection. */
  ask(message: Ask): Promise<Answer> {
    const id = `${this.name}-${++this.asked}`;
    const frame = JSON.stringify({ ...message, id });
    return new Promise((answered) => {
      this.waiting.set(id, { frame, answered, sentAt: this.world.now() });
      if (this.welcomed) {
        this.socket?.send(frame);
        this.expectAnswer();
      }
    });
  }

  /** Ends it from our side. */
  close(): void {
    this.over = true;
    this.stopTimers();
    this.socket?.close();
    this.listener.status("closed");
  }

  /** Tries at once: the page has come to the front again, or the network is back. */
  hurry(): void {
    if (!this.over && !this.welcomed && this.timer !== null) {
      this.world.never(this.timer);
      this.connect();
    }
  }

  /** The network is gone: the socket itself would find out only much later. */
  cut(): void {
    const socket = this.socket;
    if (this.over || !socket) return;
    this.lost(1006, "");
    socket.close();
  }

  private connect(): void {
    this.stopTimers();
    this.welcomed = false;
    const nth = ++this.opened; // a hello that comes late must not end a later connection
    const socket = this.world.open(this.address);
    this.socket = socket;
    this.listener.status(this.attempts === 0 ? "connecting" : "lost");
    const patience = this.world.patienceMs ?? Math.min(FIRST_ATTEMPT_MS * 2 ** this.attempts, ATTEMPT_MS);
    this.watch = this.world.later(() => this.cut(), patience);
    socket.onopen = () => {
      const seen = this.seq || null; // what the server told us before; if it has lost that, it says so
      const page = { page: this.name, nth };
      socket.send(JSON.stringify({ type: "hello", version: VERSION, token: this.token, seen, merges: true, ...page }));
    };
    socket.onmessage = (event: MessageEvent) => {
      if (socket === this.socket) this.hear(JSON.parse(String(event.data)) as ToClient);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.socket) this.lost(event.code, event.reason);
    };
  }

  private lost(code: number, reason: string): void {
    this.stopTimers();
    this.socket = null;
    this.welcomed = false;
    if (this.over) return;
    if (FINAL.has(code)) {
      this.over = true;
      this.listener.status("closed", code, reason);
      return;
    }
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.attempts++, LONGEST_WAIT_MS);
    this.listener.status("lost", code, reason);
    this.timer = this.world.later(() => this.connect(), wait * (0.5 + this.world.chance()));
  }

  private hear(message: ToClient): void {
    this.expectMore();
    if (message.type === "ping") {
      this.socket?.send(JSON.stringify({ type: "pong", n: message.n }));
    } else if (message.type === "welcome") {
      this.seq = message.seq;
      if (!this.welcomed) this.resume();
    } else if (message.type === "lobby" || message.type === "happened") {
      const first = message.type === "lobby" ? (message.first ?? message.seq) : message.seq; // one for several changes
      if (first !== this.seq + 1) {
        void this.ask({ type: "resync" });
        return;
      }
      this.seq = message.seq;
    }
    this.listener.told(message);
    if ("id" in message && message.id != null) this.settle(message.id, message as Answer);
  }

  private resume(): void {
    this.welcomed = true;
    this.attempts = 0;
    this.listener.status("open");
    for (const ask of this.waiting.values()) {
      ask.sentAt = this.world.now();
      this.socket?.send(ask.frame);
    }
    this.expectAnswer();
  }

  private settle(id: string, answer: Answer): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    this.hangUps = 0;
    waiting?.answered(answer);
  }

  /** Gives the connection up if an answer is missing and nothing at all is heard; the next time only after twice as long. */
  private expectAnswer(): void {
    if (this.patience !== null || this.waiting.size === 0) return;
    const most = Math.max(ANSWER_MS * 2 ** this.hangUps, this.world.patienceMs ?? 0);
    this.patience = this.world.later(() => {
      this.patience = null;
      const oldest = this.waiting.values().next().value;
      if (oldest === undefined) return;
      if (this.world.now() - Math.max(oldest.sentAt, this.heardAt ?? 0) >= most) {
        this.hangUps++;
        this.cut();
      } else {
        this.expectAnswer();
      }
    }, most);
  }

  /** One timer at a time, which looks how long it has been silent: a race is told too much to set one for each message. */
  private expectMore(): void {
    if (this.heardAt === null) {
      if (this.watch !== null) this.world.never(this.watch); // that of the attempt
      this.lookLater(SILENCE_MS);
    }
    this.heardAt = this.world.now();
  }

  private lookLater(ms: number): void {
    this.watch = this.world.later(() => {
      const left = (this.heardAt ?? 0) + SILENCE_MS - this.world.now();
      if (left > 0) this.lookLater(left);
      else this.socket?.close();
    }, ms);
  }

  private stopTimers(): void {
    for (const timer of [this.timer, this.watch, this.patience]) if (timer !== null) this.world.never(timer);
    this.timer = this.watch = this.patience = null;
    this.heardAt = null;
  }
}

/** Where the socket of a token's table is, seen from this page. The table's id is no secret; the token stays out. */
export function socketAddress(page: Location, token: string): string {
  const table = encodeURIComponent(token.split(".", 1)[0] ?? "");
  return `${page.protocol === "https:" ? "wss" : "ws"}://${page.host}/ws?t=${table}`;
}
