// Scoring Wackee Six with real cards (WS-19): cards played, main cards left, and who called first.
import { flagOption, numberOption, type PadRules, type Setup, totalsOf, type Wrong, type Entry } from "../shared/pad";
import { otherPairs } from "./sides";

const DECK = 54; // WS-01
const MAIN = 12; // WS-03
const [COST, BONUS] = [2, 10]; // WS-19
const MOST_ALONE = 6; // WS-02: more players make pairs
const LEAST_PARTNERS = 4;

/** WS-02: partners sit opposite each other; of an odd number the first plays alone. */
function sides(players: number, options: Setup["options"]): number[][] {
  const paired = players > MOST_ALONE || (options["partners"] === true && players >= LEAST_PARTNERS);
  if (!paired) return Array.from({ length: players }, (_, seat) => [seat]);
  const lone = players % 2 === 1 ? [[0]] : [];
  const rest = Array.from({ length: players - lone.length }, (_, at) => at + lone.length);
  const pairs = rest.length / 2;
  return [...lone, ...rest.slice(0, pairs).map((seat, at) => [seat, rest[at + pairs]!])];
}

const part = (entry: Entry | undefined, name: string): number => entry?.[name] ?? 0;

function wrong(entries: readonly Entry[]): Wrong | null {
  for (const [party, entry] of entries.entries()) {
    const [played, left] = [part(entry, "played"), part(entry, "left")];
    const facts = { played, left, main: MAIN - left, most: DECK - left };
    if (played < MAIN - left) return { key: "pad-wackee_six-few", facts, party };
    if (played > DECK - left) return { key: "pad-wackee_six-many", facts, party };
    if (left && part(entry, "called")) return { key: "pad-wackee_six-called", facts, party };
  }
  const done = entries.findIndex((entry) => !part(entry, "left"));
  const called = entries.some((entry) => part(entry, "called"));
  return done >= 0 && !called ? { key: "pad-wackee_six-not-called", facts: {}, party: done } : null; // WS-17
}

export const pad: PadRules = {
  players: [2, 12], // WS-02
  lowestWins: false,
  options: [numberOption("target", 1, 1000, 100), flagOption("partners")], // WS-20, WS-02
  boxes: [
    { name: "played", kind: "number", most: 99 },
    { name: "left", kind: "number", most: MAIN },
    { name: "called", kind: "one", most: 1 },
  ],
  parties: sides,
  nextParties: otherPairs,
  points: (entry) => part(entry, "played") - COST * part(entry, "left") + BONUS * part(entry, "called"),
  wrong,
  isOver: (rounds, { parties, options }) =>
    rounds.length > 0 && Math.max(...totalsOf(rounds, parties.length)) >= Number(options["target"]),
};
