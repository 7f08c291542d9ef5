// Who is scored: each seat, or in Wackee Six each side.
import type { LobbyView, View } from "../wire";

export function parties(view: View, lobby: LobbyView | null): string[] {
  const name = (seat: number): string => lobby?.seats[seat]?.name ?? `${seat + 1}`;
  if ("sides" in view.public) return view.public.sides.map((side) => side.seats.map(name).join(" + "));
  return view.public.totals.map((_, seat) => name(seat));
}

/** The party that the viewer belongs to. */
export function ownParty(view: View): number | null {
  if (view.seat === null) return null;
  return "sides" in view.public ? view.public.sides.findIndex((side) => side.seats.includes(view.seat!)) : view.seat;
}
