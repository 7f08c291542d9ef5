// Who will play together, before the match has begun: rule WS-02 as the server arranges it, to show it in the lobby.
import type { Ask } from "../../net/connection";
import type { LobbyView, WackeeSixOptions } from "../../wire";

const MOST_SIDES = 6; // more players than this always play in pairs
const LEAST_PARTNERS = 4;

const takenSeats = (lobby: LobbyView): number[] => lobby.seats.flatMap((place, seat) => (place ? [seat] : []));

function inPairs(lobby: LobbyView, players: number): boolean {
  const { partners } = lobby.options as WackeeSixOptions;
  return players > MOST_SIDES || (partners === true && players >= LEAST_PARTNERS);
}

/** With an odd number of players one plays alone: by option, or else the host. `alone` counts the taken seats. */
function loneSeat(lobby: LobbyView, taken: readonly number[]): number | null {
  if (taken.length % 2 === 0) return null;
  const { alone } = lobby.options as WackeeSixOptions;
  const host = taken.find((seat) => lobby.host !== null && lobby.seats[seat]?.person === lobby.host);
  return taken[alone ?? -1] ?? host ?? taken[0] ?? null;
}

/** The sides as they will be, lowest seat first: as the table arranged them, or partners opposite each other. */
export function lobbySides(lobby: LobbyView): number[][] {
  const taken = takenSeats(lobby);
  if (lobby.sides) return [...lobby.sides].map((side) => [...side]).sort(bySeat);
  if (!inPairs(lobby, taken.length)) return taken.map((seat) => [seat]);
  const lone = loneSeat(lobby, taken);
  const rest = taken.filter((seat) => seat !== lone);
  const pairs = rest.length / 2;
  const sides = rest.slice(0, pairs).map((seat, at) => [seat, rest[at + pairs]!]);
  return (lone === null ? sides : [...sides, [lone]]).sort(bySeat);
}

const bySeat = (one: number[], other: number[]): number => one[0]! - other[0]!;

/** The next way to pair the players: the first of them gets the next partner. Who plays alone stays so. */
export function nextPairs(lobby: LobbyView): Ask | null {
  const sides = lobbySides(lobby);
  const first = sides.find((side) => side.length > 1);
  if (!first) return null;
  const lone = sides.filter((side) => side.length === 1);
  const others = sides
    .filter((side) => side.length > 1)
    .flat()
    .filter((seat) => seat !== first[0])
    .sort((a, b) => a - b);
  const next = others[(others.indexOf(first[1]!) + 1) % others.length]!;
  const rest = others.filter((seat) => seat !== next);
  const pairs = rest.flatMap((seat, at) => (at % 2 === 0 ? [[seat, rest[at + 1]!]] : []));
  return { type: "arrange", sides: [[first[0]!, next], ...pairs, ...lone] };
}
