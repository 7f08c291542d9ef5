// What the coach says of a match, asked for page by page.
import { coachPage, type CoachSource } from "../net/api";
import type { CoachPage, Review } from "../wire";

export interface Coached {
  game: string;
  seats: string[];
  /** All seats, with open cards; else one's own. */
  open: boolean;
  reviews: Review[];
}

/** The pages of a source from `after` on, each with all that came before; `next` is where the next one begins. */
export async function* coached(
  source: CoachSource,
  before: Review[] = [],
  after: number | null = 0,
): AsyncGenerator<Coached & { next: number | null }> {
  let reviews = before;
  while (after !== null) {
    const page: CoachPage = await coachPage(source, after);
    reviews = [...reviews, ...page.reviews];
    after = page.next;
    yield { ...page, reviews };
  }
}

/**
 * By how much each seat's luck helped it, round by round; 0 in a round that it did not play. Up is always good. Where
 * all seats are known, by how much more than the table's: the slips of everybody are luck for the others. Whole points,
 * such that the sums are the rounded sums.
 */
export function luckOf({ reviews, seats, open }: Coached, lowestWins: boolean): number[][] {
  const rounds = [...new Set(reviews.map((review) => review.round))].sort((a, b) => a - b);
  const sums = seats.map(() => 0);
  return rounds.map((round) => {
    const played = reviews.filter((review) => review.round === round);
    const usual = open ? played.reduce((sum, review) => sum + review.luck, 0) / played.length : 0;
    return seats.map((_, seat) => {
      const luck = (played.find((review) => review.seat === seat)?.luck ?? usual) - usual;
      const before = sums[seat] ?? 0;
      const after = (sums[seat] = before + (lowestWins ? -luck : luck));
      return Math.round(after) - Math.round(before);
    });
  });
}
