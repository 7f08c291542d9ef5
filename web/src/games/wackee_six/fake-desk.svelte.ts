// Desks of Wackee Six made by hand.
import type { LobbyView, WackeeSixPublic, WackeeSixSideView, WackeeSixView } from "../../wire";
import { FakeDesk, fakeLobby } from "../shared/fake-desk.svelte";

const ANSWER_MS = 60;

export const lobby = (names: readonly string[]): LobbyView =>
  fakeLobby("wackee_six", names, { options: { target: 100 } });

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

/** A desk whose moves take a moment. */
export function wackeeSixDesk(shown: {
  view: WackeeSixView;
  lobby: LobbyView;
  seat: number | null;
}): FakeDesk<WackeeSixView> {
  const desk = new FakeDesk(shown);
  desk.answerMs = ANSWER_MS;
  return desk;
}
