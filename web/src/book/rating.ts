// How strong people are, by openskill (Weng and Lin's method with Plackett and Luce's model), bots on the same scale. Comes when
// somebody has switched ratings on.
import { ordinal, type Rating, rate, rating } from "openskill";

import type { Book } from "./book";
import { partyOf } from "./book";

export interface Rated {
  key: string;
  /** Everybody begins at 1000; careful at first, so that few matches do not make a champion. */
  value: number;
  played: number;
}

const [START, SCALE] = [1000, 40];

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Everybody's rating after all matches, the best first. What was played offline does not count: nobody can check it. */
export function ratings(book: Book): Rated[] {
  const now = new Map<string, Rating>();
  const played = new Map<string, number>();
  for (const { result, who } of book.played) {
    if (result.kind === "offline" || result.parties.length < 2) continue;
    const party = partyOf(result);
    const teams = result.parties.map((seats) => seats.map((seat) => now.get(who[seat]!) ?? rating()));
    const after = rate(teams, { rank: result.ranks });
    for (const key of new Set(who)) {
      // a level of bots may sit on several seats: it becomes what they become on average
      const mine = who.flatMap((other, seat) =>
        other === key ? [after[party[seat]!]![result.parties[party[seat]!]!.indexOf(seat)]!] : [],
      );
      now.set(key, { mu: mean(mine.map(({ mu }) => mu)), sigma: mean(mine.map(({ sigma }) => sigma)) });
      played.set(key, (played.get(key) ?? 0) + 1);
    }
  }
  return [...now]
    .map(([key, one]) => ({ key, value: Math.round(START + SCALE * ordinal(one)), played: played.get(key)! }))
    .sort((a, b) => b.value - a.value || (a.key < b.key ? -1 : 1));
}
