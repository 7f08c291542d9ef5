// The registry: every game the client has a table for, in the order of the home page. A game that only the server knows
// gets the generic table.
import { offers } from "../net/offers.svelte";
import { fiveCrowns } from "./five_crowns";
import { genericGame } from "./generic";
import type { Manifest } from "./manifest";
import { wackeeSix } from "./wackee_six";
import { wigOut } from "./wig_out";

export const GAMES: readonly Manifest[] = [wigOut, wackeeSix, fiveCrowns];

const known = new Map(GAMES.map((game) => [game.name, game]));

/** All games that can be played here: ours, then those that only the server knows. */
export function offeredGames(): Manifest[] {
  const others = Object.keys(offers.all?.games ?? {}).filter((name) => !known.has(name));
  return [...GAMES, ...others.map(genericGame)];
}

export function gameOf(name: string): Manifest {
  return known.get(name) ?? genericGame(name);
}
