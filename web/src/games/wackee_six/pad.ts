// Scoring Wackee Six with real cards (WS-19): cards played, main cards left, and who called first.
import { flagOption, numberOption, type PadRules, type Setup, totalsOf, type Wrong, type Entry } from "../shared/pad";
import { otherPairs } from "./sides";

const DECK = 54; // WS-01
const MAIN = 12; // WS-03
const [ONES, PILE] = [4, 13]; // WS-01, WS-07: a deck's 1s, and the most cards of a pile
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
  if (done >= 0 && !called) return { key: "pad-wackee_six-not-called", facts: {}, party: done }; // WS-17
  return wrongTogether(entries.map((entry) => part(entry, "played")));
}

/** Every card in the middle lies in a pile that began with a 1, and a wild is none (WS-06, WS-11). */
function wrongTogether(played: readonly number[]): Wrong | null {
  const sum = played.reduce((a, b) => a + b, 0);
  const ones = played.reduce((a, b) => a + Math.min(b, ONES), 0);
  const most = ones * PILE;
  return sum > most ? { key: "pad-together-wackee_six", facts: { sum, ones, most }, party: null } : null;
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
