// How a deal looks: a card flies to every seat in turn, lap after lap, and all is over within a second or so.
export const DEAL_MS = 260; // one card in the air
const WHOLE_MS = 1100; // from the first card to the last
const MOST = 12; // cards of others in the air; more would only be a blur

export interface Dealt {
  seat: number;
  delayMs: number;
}

/** When a card flies to which of the other seats, and how long one's own cards wait for each other. */
export function dealing(seats: readonly number[], cards: number): { flights: Dealt[]; everyMs: number } {
  const spreadMs = WHOLE_MS - DEAL_MS - 20;
  const laps = Math.max(1, Math.min(cards, Math.floor(MOST / Math.max(1, seats.length))));
  const flights = Array.from({ length: laps }, (_, lap) => seats.map((seat, at) => ({ seat, lap, at }))).flat();
  const apartMs = spreadMs / Math.max(flights.length - 1, 12);
  return {
    flights: flights.slice(0, MOST).map(({ seat }, number) => ({ seat, delayMs: Math.round(number * apartMs) })),
    everyMs: Math.round(Math.min(90, spreadMs / Math.max(cards - 1, 1))),
  };
}
