// Keeping score of a match that is played with real cards: what a game tells the score pad.
import type { Field } from "../../net/options";

/** What is written down for one party in a round, by the names of the game's boxes. */
export type Entry = Readonly<Record<string, number>>;

/** A box to fill in for every party: a number, or a mark that at most one party of the round has (1, the others 0). */
export interface Box {
  name: string;
  kind: "number" | "one";
  most: number;
}

/** Who plays, and by which options of the game. */
export interface Setup {
  players: number;
  /** The players that score together, by their places. */
  parties: readonly (readonly number[])[];
  options: Readonly<Record<string, unknown>>;
}

/** Why a round cannot have been like that: the key of the words, their blanks, and whose numbers they are about. */
export interface Wrong {
  key: string;
  facts: Record<string, string | number>;
  party: number | null;
}

export interface PadRules {
  players: readonly [least: number, most: number];
  lowestWins: boolean;
  /** The options that can be set for real cards. */
  options: readonly Field[];
  boxes: readonly Box[];
  /** Who scores together; without it everybody alone. */
  parties?(players: number, options: Setup["options"]): number[][];
  /** The next way to play together; null where there is no other. */
  nextParties?(parties: Setup["parties"]): number[][] | null;
  /** The points of an entry. */
  points(entry: Entry): number;
  /** Why this round cannot be; null if it can. Every box has a whole number of its range in it. Rounds count from 0. */
  wrong(entries: readonly Entry[], round: number, setup: Setup): Wrong | null;
  /** Is the match over? `rounds`: the points of the parties. */
  isOver(rounds: readonly (readonly number[])[], setup: Setup): boolean;
  /** How a tie for the win is played off: by those who tied, in a round like this one, so many times at most. */
  playOff?: { round: number; most: number };
  /** The blanks of the words pad-this-round-GAME, which say what is special in a round; without it there are none. */
  roundFacts?(round: number): Record<string, string | number>;
}

type Range = Pick<Field, "kind" | "least" | "most" | "default">;
const option = (name: string, range: Range): Field => ({
  ...{ of: "options", group: "usual", nullable: false, integer: true, choices: [], usual: () => 0 },
  ...{ name, ...range },
});

/** A number that can be set. */
export const numberOption = (name: string, least: number, most: number, usual: number): Field =>
  option(name, { kind: "number", least, most, default: usual });

/** Something to switch on. */
export const flagOption = (name: string): Field => option(name, { kind: "flag", least: 0, most: 1, default: false });

/** The totals of the parties. */
export function totalsOf(rounds: readonly (readonly number[])[], parties: number): number[] {
  return Array.from({ length: parties }, (_, party) => rounds.reduce((sum, points) => sum + (points[party] ?? 0), 0));
}

/** What is left in the hands: somebody has nothing, and all of it together is not more than there is. */
export function wrongTogether(game: string, entries: readonly Entry[], most: number): Wrong | null {
  const points = entries.map((entry) => entry["points"] ?? 0);
  if (!points.includes(0)) return { key: `pad-nobody-out-${game}`, facts: {}, party: null };
  const sum = points.reduce((a, b) => a + b, 0);
  return sum > most ? { key: `pad-together-${game}`, facts: { sum, most }, party: null } : null;
}
