// What can be done, read from the legal actions. No rules: only what is listed.
import type { Action, FiveCrownsDiscard, FiveCrownsPublic, FiveCrownsTake } from "../../wire";

export type Pile = FiveCrownsTake["from"];

export function takeFrom(legal: readonly Action[], from: Pile): Action | undefined {
  return legal.find((action) => action.do === "take" && action.from === from);
}

export function discardsIn(legal: readonly Action[]): FiveCrownsDiscard[] {
  return legal.filter((action): action is FiveCrownsDiscard => action.do === "discard");
}

/** The way out with one of these cards, the first that there is; else any. */
export function outWith(cards: readonly string[], outs: readonly FiveCrownsDiscard[]): FiveCrownsDiscard | null {
  return cards.flatMap((card) => outs.filter((action) => action.card === card))[0] ?? outs[0] ?? null;
}

/** What is pending: a card taken from a pile, or nothing. */
export function takenFrom(pending: readonly Action[]): Pile | null {
  const take = pending.find((action): action is FiveCrownsTake => action.do === "take");
  return take?.from ?? null;
}

/** Is it this seat's turn? */
export function hasTurn(table: FiveCrownsPublic | null, seat: number | null): boolean {
  return table !== null && seat !== null && table.phase === "play" && table.turn === seat;
}

/** Has this seat's turn just begun? */
export function turnBegins(table: FiveCrownsPublic, before: FiveCrownsPublic | null, seat: number | null): boolean {
  // a discard that was taken back begins no new turn
  return hasTurn(table, seat) && !table.taken && !(hasTurn(before, seat) && before?.round === table.round);
}
