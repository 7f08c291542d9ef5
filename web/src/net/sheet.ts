// The score sheet so that it adds up: the head start and the rounds that count make the totals; tie-breaks stand apart.
import type { View } from "../wire";

export interface Sheet {
  /** The points that the match began with; null where nobody had any. */
  start: number[] | null;
  /** The rounds that count. */
  rounds: number[][];
  totals: number[];
  /** Rounds that only decided a tie; null for those who did not play. */
  tieBreaks: (number | null)[][];
}

export function sheetOf({ public: all }: View): Sheet {
  const tieBreaks = "tie_breaks" in all ? (all.tie_breaks ?? []) : [];
  const rounds = all.sheet.slice(0, all.sheet.length - tieBreaks.length);
  const start = all.totals.map((total, party) => rounds.reduce((left, points) => left - (points[party] ?? 0), total));
  return { start: start.some((points) => points !== 0) ? start : null, rounds, totals: all.totals, tieBreaks };
}
