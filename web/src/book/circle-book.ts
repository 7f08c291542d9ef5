// The book of a circle as this device has it: kept here, so that only what is new is asked for, and that it opens offline.
import { bookAfter } from "../net/circles";
import type { KeptCircle } from "../net/kept-circles";
import type { BookPage, BookResult } from "../wire";
import { keepBook, keptBook } from "./history";
import { isResult } from "./result";

export interface Copy {
  circle: string;
  /** The number of the last change that is in it. */
  newest: number;
  lines: { number: number; id: string; result: BookResult }[];
}

/** The copy with what has changed: results come, are corrected and struck, and the book may have been cleared. */
export function updated(copy: Copy, page: BookPage): Copy {
  const lines = new Map(copy.lines.filter((line) => line.number >= page.cleared).map((line) => [line.id, line]));
  for (const { number, id, result } of page.lines)
    if (result && isResult(result)) lines.set(id, { number, id, result });
    else lines.delete(id);
  const last = page.lines.at(-1)?.number ?? copy.newest;
  return { ...copy, newest: page.more ? last : Math.max(page.newest, last), lines: [...lines.values()] };
}

/** The book as it is now; as it was kept where there is no network. `tell` hears the kept one at once. */
export async function bookOfCircle(circle: KeptCircle, tell: (results: BookResult[]) => void): Promise<void> {
  const kept = await keptBook(circle.id);
  let copy: Copy = kept ?? { circle: circle.id, newest: 0, lines: [] };
  if (kept) tell(copy.lines.map((line) => line.result));
  for (;;) {
    const page = await bookAfter(circle, copy.newest);
    copy = updated(copy, page);
    if (!page.more) break;
  }
  await keepBook(copy);
  tell(copy.lines.map((line) => line.result));
}
