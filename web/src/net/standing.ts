// Who leads: the parties of a score sheet by their totals. Who ties shares a rank, and the next one is left out.

export interface Standing {
  party: number;
  total: number;
  /** From 1. */
  rank: number;
}

/** The parties from the best to the last; those who have won the match come first, whatever their totals (a tie-break). */
export function standings(
  totals: readonly number[],
  lowestWins: boolean,
  winners: readonly number[] | null = null,
): Standing[] {
  const better = (a: number, b: number): number => {
    const won = Number(winners?.includes(b) ?? false) - Number(winners?.includes(a) ?? false);
    return won || (lowestWins ? 1 : -1) * (totals[a]! - totals[b]!);
  };
  const order = totals.map((_, party) => party).sort((a, b) => better(a, b) || a - b);
  return order.map((party) => ({
    party,
    total: totals[party]!,
    rank: 1 + order.filter((other) => better(other, party) < 0).length,
  }));
}
