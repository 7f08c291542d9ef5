// A table made by hand, for tests and for the story page: it plays nothing, and remembers what it was asked.
import type { Answer, Ask } from "../../net/connection";
import type { Desk } from "../../net/desk";
import type { News } from "../../net/table.svelte";
import type { Action, LobbyView, Refused, WackeeSixPublic, WackeeSixSideView, WackeeSixView } from "../../wire";

const FACES = ["fox", "owl", "whale", "cat", "bear", "frog", "hare", "crab", "bee", "goat", "crow", "mole"];

export function lobby(names: readonly string[]): LobbyView {
  return {
    code: "BCDFGHJK",
    game: "wackee_six",
    options: { target: 100 },
    settings: {},
    stage: "match",
    seats: names.map((name, at) => ({ name, avatar: FACES[at % FACES.length]!, person: at })),
    people: names.map((name, id) => ({ id, name, avatar: FACES[id % FACES.length]! })),
    host: 0,
    paused: false,
    sides: null,
    turners: [],
    match: 1,
    scripted: false,
    stop: [],
    record: null,
  };
}

export function side(more: Partial<WackeeSixSideView>): WackeeSixSideView {
  const seat = more.seats?.[0] ?? 0;
  return {
    seats: [seat],
    turner: seat,
    main: seat,
    up: [],
    down: 6,
    deck: 42,
    turned: 0,
    top: [],
    played: [],
    passes: 0,
    ...more,
  };
}

export function view(more: Partial<WackeeSixPublic>, seat: number | null): WackeeSixView {
  const all: WackeeSixPublic = {
    phase: "play",
    round: 1,
    starter: 0,
    sides: [],
    piles: [],
    caller: null,
    totals: [],
    sheet: [],
    ...more,
  };
  const own = seat === null ? -1 : all.sides.findIndex((one) => one.seats.includes(seat));
  const mine = all.sides[own];
  return {
    seat,
    public: all,
    private: mine ? { side: own, turns: mine.turner === seat, plays_main: mine.main === seat } : null,
  };
}

export class FakeDesk implements Desk<WackeeSixView> {
  view = $state.raw<WackeeSixView | null>(null);
  legal = $state.raw<Action[]>([]);
  lobby = $state.raw<LobbyView | null>(null);
  pending = $state.raw<Action[]>([]);
  readonly more = false;
  readonly turnUntil = null;
  readonly seat: number | null;
  /** What was done and asked. */
  readonly acted: Action[] = [];
  readonly asked: Ask[] = [];
  /** The answer to every move from now on. */
  refuse: Refused | null = null;
  private readonly hearers = new Set<(news: News) => void>();

  constructor(made: { view: WackeeSixView; lobby: LobbyView; seat: number | null }) {
    this.view = made.view;
    this.lobby = made.lobby;
    this.seat = made.seat;
  }

  async act(action: Action): Promise<Answer | null> {
    this.acted.push(action);
    this.pending = [...this.pending, action];
    await new Promise((later) => setTimeout(later, 60));
    this.pending = this.pending.filter((one) => one !== action);
    if (this.refuse) this.spread({ kind: "refused", refused: this.refuse, action });
    return this.refuse;
  }

  ask(message: Ask): Promise<Answer | null> {
    this.asked.push(message);
    return Promise.resolve(null);
  }

  listen(hear: (news: News) => void): () => void {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  spread(news: News): void {
    for (const hear of this.hearers) hear(news);
  }
}
