// Who will play together, before the match has begun: the server says it, by rule WS-02 or as the host arranged it.
import type { Ask } from "../../net/connection";
import type { LobbyView } from "../../wire";
import type { WackeeDesk } from "./moves";

/** The sides as they will be, lowest seat first; while there are too few players, everybody alone. */
export function lobbySides(lobby: LobbyView): number[][] {
  const sides = lobby.parties ?? [];
  if (sides.length > 0) return sides.map((side) => [...side]);
  return lobby.seats.flatMap((place, seat) => (place ? [[seat]] : []));
}

/** The next way to pair the players: the first of them gets the next partner. Who plays alone stays so. */
export function otherPairs(sides: readonly (readonly number[])[]): number[][] | null {
  const first = sides.find((side) => side.length > 1);
  if (!first) return null;
  const lone = sides.filter((side) => side.length === 1).map((side) => [...side]);
  const others = sides
    .filter((side) => side.length > 1)
    .flat()
    .filter((seat) => seat !== first[0])
    .sort((a, b) => a - b);
  const next = others[(others.indexOf(first[1]!) + 1) % others.length]!;
  const rest = others.filter((seat) => seat !== next);
  const pairs = rest.flatMap((seat, at) => (at % 2 === 0 ? [[seat, rest[at + 1]!]] : []));
  return [[first[0]!, next], ...pairs, ...lone];
}

/** The same as a message of the lobby. */
export function nextPairs(lobby: LobbyView): Ask | null {
  const sides = otherPairs(lobbySides(lobby));
  return sides && { type: "arrange", sides };
}

const MOST_ALONE = 6; // WS-02: more players make pairs

/** With many players there are partners, whatever the option says. */
export function forcedOptions(lobby: LobbyView): Record<string, unknown> {
  return lobby.seats.filter((place) => place !== null).length > MOST_ALONE ? { partners: true } : {};
}

/** The viewer's pair, oneself first, and who of it turns the hand deck in the next round (WS-16); null without one. */
export function nextTurner({ lobby, view, seat }: WackeeDesk): { seats: number[]; turner: number } | null {
  if (!lobby || seat === null) return null;
  const now = lobby.stage === "lobby" ? null : view?.public.sides.find((side) => side.seats.includes(seat));
  const pair = now?.seats ?? lobbySides(lobby).find((side) => side.includes(seat)) ?? [];
  if (pair.length < 2) return null;
  const seats = [seat, ...pair.filter((one) => one !== seat)];
  const chosen = seats.find((one) => lobby.turners.includes(one));
  return { seats, turner: chosen ?? now?.main ?? Math.min(...seats) };
}
