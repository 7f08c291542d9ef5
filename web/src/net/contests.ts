// What the lines of a round say about races for the same place: the winner's line carries the claims that it beat.
import type { Line } from "../wire";

export interface Lost {
  /** The seat that was first. */
  first: number;
  /** By how much, as each player's own screen showed it. */
  byMs: number;
  /** They were equally fast, and a draw decided. */
  tie: boolean;
}

export interface Contests {
  won: number;
  lost: Lost[];
}

/** The contests of one seat in these lines. */
export function contestsOf(lines: readonly Line[], seat: number | null): Contests {
  const contests: Contests = { won: 0, lost: [] };
  for (const line of lines) {
    if (line.by === null || seat === null || !line.over?.length || line.seen === undefined) continue;
    if (line.by === seat) contests.won += 1;
    const beaten = line.over.find((claim) => claim.by === seat);
    if (beaten) {
      const byMs = Math.max(0, Math.round((beaten.seen - line.seen) * 1000));
      contests.lost.push({ first: line.by, byMs, tie: line.tie ?? false });
    }
  }
  return contests;
}
