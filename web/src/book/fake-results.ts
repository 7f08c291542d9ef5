// Results for tests: matches as they might have been played, from a seed.
import type { BookPlayer, BookResult } from "./result";

/** Numbers from 0 to below 1, always the same ones for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const person = (name: string, more: Partial<BookPlayer> = {}): BookPlayer => ({
  ...{ name, avatar: "fox", member: null, bot: null },
  ...more,
});

/** A match of these people by the points of its rounds; the lowest total wins unless told otherwise. */
export function match(
  names: readonly string[],
  rounds: number[][],
  more: Partial<BookResult> = {},
  sign = 1,
): BookResult {
  const totals = names.map((_, party) => rounds.reduce((sum, points) => sum + points[party]!, 0));
  const ranks = totals.map((total) => 1 + totals.filter((other) => (other - total) * sign < 0).length);
  return {
    ...{ id: "m", at: 1_000_000, game: "any", options: {}, players: names.map((name) => person(name)) },
    ...{ parties: names.map((_, seat) => [seat]), rounds, round_ms: [], totals, ranks },
    ...{ record: null, kind: "table", note: "" },
    ...more,
  };
}

const NAMES = ["Ana", "Bo", "Comet", "Dee", "Eli", "Fay", "Gus", "Hal"];

/** Many matches of a circle of eight, in any order, with bots and partners among them. */
export function many(count: number, seed: number): BookResult[] {
  const random = seeded(seed);
  const below = (most: number): number => Math.floor(random() * most);
  return Array.from({ length: count }, (_, at) => {
    const people = [...NAMES].sort(() => random() - 0.5).slice(0, 2 + below(4));
    const pairs = people.length === 4 && random() < 0.3;
    const parties = pairs ? [[0, 2], [1, 3]] : people.map((_, seat) => [seat]); // prettier-ignore
    const rounds = Array.from({ length: 1 + below(11) }, () => parties.map(() => below(60)));
    const made = match(parties.map(String), rounds, {
      ...{ id: `m${at}`, at: 1_700_000_000 + below(40_000_000), game: `game${below(3)}`, parties },
      round_ms: random() < 0.5 ? rounds.map(() => 1000 + below(300_000)) : [],
    });
    made.players = people.map((name, seat) => person(name, seat && random() < 0.2 ? { bot: "casual" } : {}));
    return made;
  });
}
