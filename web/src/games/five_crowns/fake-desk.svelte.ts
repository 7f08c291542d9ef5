// Desks of Five Crowns made by hand; they answer the questions about melds as a server would.
import type { Ask } from "../../net/connection";
import type { Action, FiveCrownsPublic, FiveCrownsView, Line, LobbyView } from "../../wire";
import { FakeDesk, fakeLobby, NAMES } from "../shared/fake-desk.svelte";
import { RANKS, cost, isWild } from "./cards";

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

function isMeld(cards: string[], wild: string): boolean {
  const plain = cards.filter((card) => !isWild(card, wild));
  const ranks = plain.map((card) => RANKS.indexOf(card.slice(0, 1)));
  const alike = new Set(ranks).size <= 1;
  const suits = new Set(plain.map((card) => card.slice(1))).size;
  const run =
    suits === 1 && new Set(ranks).size === plain.length && Math.max(...ranks) - Math.min(...ranks) < cards.length;
  return cards.length > 2 && (alike || run);
}

export class FiveCrownsDesk extends FakeDesk<FiveCrownsView> {
  private melds: string[][] = [];

  constructor(scene: Scene = {}) {
    super();
    this.show(scene);
  }

  show(scene: Scene): void {
    const players = scene.players ?? 4;
    const seat = scene.seat === undefined ? 0 : scene.seat;
    const hand = scene.hand ?? [];
    const dealt = scene.public?.dealt ?? Math.max(hand.length, 3);
    const seats = Array.from({ length: players }, (_, at) => at);
    this.melds = scene.melds ?? [];
    const options = { options: { rounds: 11 }, settings: { hints: true }, people: [] };
    this.set({
      seat,
      legal: scene.legal ?? [],
      lobby: fakeLobby("five_crowns", NAMES.slice(0, players), { ...options, ...scene.lobby }),
      view: {
        seat,
        public: {
          phase: "play",
          round: dealt - 2,
          tie_break: false,
          tied: seats,
          dealer: players - 1,
          dealt,
          wild: RANKS[dealt - 3]!,
          turn: 0,
          taken: false,
          turns: 3,
          hands: seats.map((at) => (at === seat ? hand.length : dealt)),
          draw: 61,
          discard: "8c",
          discards: 4,
          out: null,
          laid: seats.map(() => null),
          totals: seats.map(() => 0),
          sheet: [],
          ...scene.public,
        },
        private: seat === null ? null : { hand },
      },
    });
  }

  /** The table shows another scene, and these lines led to it. */
  become(scene: Scene, lines: Line[]): void {
    const before = this.view;
    this.show(scene);
    this.tell({ kind: "lines", lines, at: 0, before });
  }

  protected override find(message: Ask): unknown {
    const wild = this.view!.public.wild;
    const left = [...(this.view!.private?.hand ?? [])];
    const drop = (cards: readonly string[]): void => cards.forEach((card) => left.splice(left.indexOf(card), 1));
    const sum = (): number => left.reduce((all, card) => all + cost(card, wild), 0);
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
