// The matches of one evening: one after the other, until there was a long pause.
import type { Book, Played } from "./book";
import { type Tally, tallies } from "./people";

export interface Evening {
  /** When its first match and its last one ended, in seconds since 1970. */
  from: number;
  to: number;
  played: Played[];
  tally: Tally[];
}

const PAUSE_S = 5 * 3600; // a night is longer, dinner is not

/** All evenings, the newest first. */
export function evenings(book: Book): Evening[] {
  const groups: Played[][] = [];
  for (const one of book.played) {
    const last = groups.at(-1)?.at(-1);
    if (last && one.result.at - last.result.at <= PAUSE_S) groups.at(-1)!.push(one);
    else groups.push([one]);
  }
  return groups.reverse().map((played) => ({
    from: played[0]!.result.at,
    to: played.at(-1)!.result.at,
    played,
    tally: tallies({ played, people: book.people }),
  }));
}
