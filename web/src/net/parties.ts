// Who is scored: each seat, or where players score together each party of them.
import type { Manifest } from "../games/manifest";
import type { LobbyView, View } from "../wire";
import { offers } from "./offers.svelte";
import { type Standing, standings } from "./standing";

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

/** One party of the score sheet, with its rank. */
export interface Row extends Standing {
  seats: number[];
  name: string;
  own: boolean;
}

/** The score sheet by ranks, best first. */
export interface Ranking {
  rows: Row[];
  own: Row | null;
  lowestWins: boolean;
}

export function standingOf(view: View, lobby: LobbyView, game: Pick<Manifest, "parties">): Ranking {
  const parties = partySeats(view, game.parties);
  const names = partyNames(parties, lobby);
  const mine = ownParty(view, parties);
  const lowestWins = offers.game(lobby.game)?.lowest_wins ?? false;
  const rows = standings(view.public.totals, lowestWins, view.public.result?.winners).map((standing): Row => ({
    ...standing,
    seats: parties[standing.party] ?? [],
    name: names[standing.party] ?? "",
    own: standing.party === mine,
  }));
  return { rows, own: rows.find((row) => row.own) ?? null, lowestWins };
}
