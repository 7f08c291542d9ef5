// Desks made by hand, for tests and stories: what a seat sees, what it may do, and what it did.
import type { Desk } from "../../net/desk";
import type { News } from "../../net/table.svelte";
import type { Action, LobbyView, Place, WigOutPublic, WigOutView } from "../../wire";

export const NAMES = ["Ana", "Bo", "Carmen", "Dario", "Eli", "Federica-Alexandra"];
const FACES = ["fox", "owl", "whale", "cat", "bear", "frog"];

export interface Made {
  players?: number;
  seat?: number | null;
  hand?: string[];
  legal?: Action[];
  pending?: Action[];
  places?: Partial<Record<number, Partial<Place>>>;
  public?: Partial<WigOutPublic>;
}

export type HandMade = Desk<WigOutView> & { done: Action[]; tell(news: News): void };

export function lobby(players: number, places: Made["places"] = {}): LobbyView {
  const seats = Array.from({ length: players }, (_, at) => ({
    name: NAMES[at] ?? `${at}`,
    avatar: FACES[at] ?? "fox",
    person: at + 1,
    ...places[at],
  }));
  return {
    code: "BCDFGHJK",
    game: "wig_out",
    options: { rounds: 5 },
    settings: {},
    stage: "match",
    seats,
    people: [],
    host: 1,
    paused: false,
    sides: null,
    turners: [],
    match: 1,
    scripted: false,
    stop: [],
    record: null,
  };
}

/** A desk in some state; what is done at it is kept in `done`. */
export function handMade(made: Made = {}): HandMade {
  const players = made.players ?? 4;
  const seat = made.seat === undefined ? 0 : made.seat;
  const hand = made.hand ?? [];
  const hands = Array.from({ length: players }, (_, at) => (at === seat ? hand.length : 7 - at));
  const view: WigOutView = {
    seat,
    public: {
      phase: "play",
      round: 1,
      counted: 0,
      ties: 0,
      dealer: 0,
      hands,
      deck: 28,
      piles: {},
      totals: hands.map(() => 0),
      sheet: [],
      ...made.public,
    },
    private: seat === null ? null : { hand },
  };
  const hearers = new Set<(news: News) => void>();
  const done: Action[] = [];
  return {
    view,
    legal: made.legal ?? [],
    more: false,
    seat,
    lobby: lobby(players, made.places),
    pending: made.pending ?? [],
    turnUntil: null,
    done,
    act: (action) => (done.push(action), Promise.resolve(null)),
    ask: () => Promise.resolve(null),
    listen: (hear) => (hearers.add(hear), () => hearers.delete(hear)),
    tell: (news) => hearers.forEach((hear) => hear(news)),
  };
}

/** The actions of a hand over some piles, as the server would list them for these made-up states. */
export function plays(hand: string[], piles: Record<string, number>): Action[] {
  const kinds = [...new Set(hand)];
  const starts = kinds.flatMap((card) => {
    const held = hand.filter((one) => one === card);
    return held.slice(1).map((_, at): Action => ({ do: "start", cards: held.slice(0, at + 2) }));
  });
  const lays = kinds.filter((card) => piles[card]).map((card): Action => ({ do: "lay", card }));
  return [...lays, ...starts];
}
