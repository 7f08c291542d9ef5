// FC-24: which of the eleven rounds a match has.
import type { FiveCrownsOptions } from "../../wire";

const ALL = 11;

export const roundsToPlay = ({ rounds = ALL, first_round = 1 }: Partial<FiveCrownsOptions>): number =>
  Math.min(rounds, ALL + 1 - first_round);

/** The most cards that a hand is dealt. */
export const mostCards = (options: Partial<FiveCrownsOptions>): number =>
  (options.first_round ?? 1) + 1 + roundsToPlay(options);
