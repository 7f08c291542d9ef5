// A desk made by hand, for tests and the story page: answers questions as a server would, keeps what was done.
import type { Answer, Ask } from "../../net/connection";
import type { Desk } from "../../net/desk";
import type { News } from "../../net/table.svelte";
import type { Action, FiveCrownsPublic, FiveCrownsView, Line, LobbyView } from "../../wire";
import { JOKER, RANKS, isWild } from "./cards";

const NAMES = [
  "Ana",
  "Bo",
  "Chiara",
  "Dev",
  "Elif",
  "Finn",
  "Grandma Jo",
  "Hugo",
  "Ines",
  "Jun",
  "Kofi",
  "Lena",
  "Maximilian",
  "Noor",
];
const FACES = [
  "fox",
  "owl",
  "whale",
  "cat",
  "bear",
  "frog",
  "hare",
  "crab",
  "bee",
  "goat",
  "crow",
  "mole",
  "seal",
  "newt",
];

export interface Scene {
  players?: number;
  seat?: number | null;
  hand?: string[];
  melds?: string[][]; // the best ones
  legal?: Action[];
  public?: Partial<FiveCrownsPublic>;
  lobby?: Partial<LobbyView>;
}

/** The discards of a hand, and with which of them one can go out. */
export function discardsOf(hand: string[], outs: string[] = []): Action[] {
  return [
    ...[...new Set(hand)].map((card): Action => ({ do: "discard", card })),
    ...outs.map((card): Action => ({ do: "discard", card, out: true })),
  ];
}
export const TAKES: Action[] = [
  { do: "take", from: "draw" },
  { do: "take", from: "discard" },
];

function points(card: string, wild: string): number {
  return card === JOKER ? 50 : isWild(card, wild) ? 20 : RANKS.indexOf(card.slice(0, 1)) + 3;
}
function isMeld(cards: string[], wild: string): boolean {
  const plain = cards.filter((card) => !isWild(card, wild));
  const ranks = plain.map((card) => RANKS.indexOf(card.slice(0, 1)));
  const alike = new Set(ranks).size <= 1;
  const suits = new Set(plain.map((card) => card.slice(1))).size;
  const run =
    suits === 1 && new Set(ranks).size === plain.length && Math.max(...ranks) - Math.min(...ranks) < cards.length;
  return cards.length > 2 && (alike || run);
}

export class FakeDesk implements Desk<FiveCrownsView> {
  view = $state.raw<FiveCrownsView | null>(null);
  legal = $state.raw<Action[]>([]);
  more = $state(false);
  seat = $state<number | null>(0);
  lobby = $state.raw<LobbyView | null>(null);
  pending = $state.raw<Action[]>([]);
  turnUntil = $state<number | null>(null);
  done: Action[] = [];
  asked: Ask[] = [];
  /** What the next move is answered with; null waits for ever. */
  answer: Answer | null = { type: "done", id: "", seq: 1 };
  private melds: string[][] = [];
  private readonly hearers = new Set<(news: News) => void>();

  constructor(scene: Scene = {}) {
    this.show(scene);
  }

  show(scene: Scene): void {
    const players = scene.players ?? 4;
    const hand = scene.hand ?? [];
    const dealt = scene.public?.dealt ?? Math.max(hand.length, 3);
    this.seat = scene.seat === undefined ? 0 : scene.seat;
    this.melds = scene.melds ?? [];
    this.legal = scene.legal ?? [];
    this.lobby = {
      code: "BCDFGHJK",
      game: "five_crowns",
      options: { rounds: 11 },
      settings: { hints: true },
      stage: "match",
      seats: NAMES.slice(0, players).map((name, at) => ({ name, avatar: FACES[at]!, person: at })),
      people: [],
      host: 0,
      paused: false,
      sides: null,
      turners: [],
      match: 1,
      scripted: false,
      stop: [],
      record: null,
      ...scene.lobby,
    };
    this.view = {
      seat: this.seat,
      public: {
        phase: "play",
        round: dealt - 2,
        tie_break: false,
        tied: NAMES.slice(0, players).map((_, at) => at),
        dealer: players - 1,
        dealt,
        wild: RANKS[dealt - 3]!,
        turn: 0,
        taken: false,
        turns: 3,
        hands: Array.from({ length: players }, (_, at) => (at === this.seat ? hand.length : dealt)),
        draw: 61,
        discard: "8c",
        discards: 4,
        out: null,
        laid: Array.from({ length: players }, () => null),
        totals: Array.from({ length: players }, () => 0),
        sheet: [],
        ...scene.public,
      },
      private: this.seat === null ? null : { hand },
    };
  }

  /** Something happens: the view first, then the news, as a table store does it. */
  happen(scene: Scene, lines: Line[]): void {
    const before = this.view;
    this.show(scene);
    for (const hear of this.hearers) hear({ kind: "lines", lines, at: 0, before });
  }

  async act(action: Action): Promise<Answer | null> {
    this.done.push(action);
    this.pending = [action];
    if (this.answer === null) return new Promise(() => undefined);
    await Promise.resolve();
    this.pending = [];
    return this.answer;
  }

  async ask(message: Ask): Promise<Answer | null> {
    this.asked.push(message);
    await Promise.resolve();
    return { type: "done", id: "", seq: 1, found: this.find(message) };
  }

  listen(hear: (news: News) => void): () => void {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  private find(message: Ask): unknown {
    const wild = this.view!.public.wild;
    const left = [...(this.view!.private?.hand ?? [])];
    const drop = (cards: readonly string[]): void => cards.forEach((card) => left.splice(left.indexOf(card), 1));
    const sum = (): number => left.reduce((all, card) => all + points(card, wild), 0);
    if (message.type === "melds") {
      this.melds.forEach(drop);
      return { points: sum(), melds: this.melds, left };
    }
    if (message.type !== "grouping") return null;
    if (message.discard) drop([message.discard]);
    const valid = message.melds.map((cards) => isMeld(cards, wild));
    message.melds.forEach((cards, at) => valid[at] && drop(cards));
    return { valid, left, points: sum() };
  }
}
