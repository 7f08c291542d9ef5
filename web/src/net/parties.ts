// Who is scored: each seat, or where players score together each party of them.
import type { LobbyView, View } from "../wire";

/** The seats of each column of the score sheet. */
export function partySeats(view: View, together?: (view: View) => number[][]): number[][] {
  return together?.(view) ?? view.public.totals.map((_, seat) => [seat]);
}

/** The same in names. */
export function partyNames(parties: readonly number[][], lobby: LobbyView | null): string[] {
  return parties.map((seats) => seats.map((seat) => lobby?.seats[seat]?.name ?? `${seat + 1}`).join(" + "));
}

/** The party that the viewer belongs to. */
export function ownParty(view: View, parties: readonly number[][]): number | null {
  const at = parties.findIndex((seats) => view.seat !== null && seats.includes(view.seat));
  return at < 0 ? null : at;
}
