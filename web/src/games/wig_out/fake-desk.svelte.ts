// Desks of Wig Out! made by hand: what a seat sees and what it may do.
import type { Action, Place, WigOutPublic, WigOutView } from "../../wire";
import { FakeDesk, fakeLobby, NAMES } from "../shared/fake-desk.svelte";

export interface Scene {
  players?: number;
  seat?: number | null;
  hand?: string[];
  legal?: Action[];
  pending?: Action[];
  places?: Partial<Record<number, Partial<Place>>>;
  public?: Partial<WigOutPublic>;
}

/** A desk in some state; its moves are never answered. */
export function wigOutDesk(scene: Scene = {}): FakeDesk<WigOutView> {
  const players = scene.players ?? 4;
  const seat = scene.seat === undefined ? 0 : scene.seat;
  const hand = scene.hand ?? [];
  const hands = Array.from({ length: players }, (_, at) => (at === seat ? hand.length : 7 - at));
  const lobby = fakeLobby("wig_out", NAMES.slice(0, players), { options: { rounds: 5 } });
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
      ...scene.public,
    },
    private: seat === null ? null : { hand },
  };
  const seats = lobby.seats.map((place, at) => ({ ...place!, ...scene.places?.[at] }));
  return new FakeDesk({
    view,
    lobby: { ...lobby, seats },
    seat,
    legal: scene.legal ?? [],
    pending: scene.pending ?? [],
  });
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
