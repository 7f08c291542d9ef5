// Scoring Wig Out! with real cards (WO-17): how many cards a hand can have when somebody shouts.
import {
  flagOption,
  numberOption,
  type PadRules,
  type Setup,
  type Wrong,
  type Entry,
  wrongTogether,
} from "../shared/pad";

const CARDS = 60; // WO-01
const TURNED = 2; // WO-05
const CHARACTERS = 12;
const dealt = (players: number): number => (players <= 4 ? 7 : 5); // WO-04

/**
 * Whoever holds something to play may not draw (WO-11, WO-12). So who draws holds different characters without a pile, and one
 * has a pile: eleven at most, and the card drawn. Where drawing is free, the deck is the limit.
 */
export function mostInHand({ players, options }: Setup): number {
  return options["free_draw"] ? mostTogether(players) : CHARACTERS;
}

/** All cards but those turned up, and those that the one who shouts has played. */
export const mostTogether = (players: number): number => CARDS - TURNED - dealt(players);

function wrong(entries: readonly Entry[], _: number, setup: Setup): Wrong | null {
  const most = mostInHand(setup);
  const party = entries.findIndex((entry) => (entry["points"] ?? 0) > most);
  const free = setup.options["free_draw"] ? "yes" : "no";
  if (party >= 0)
    return { key: "pad-wig_out-most", facts: { points: entries[party]!["points"] ?? 0, most, free }, party };
  return wrongTogether("wig_out", entries, mostTogether(setup.players));
}

export const pad: PadRules = {
  players: [2, 6], // WO-02
  lowestWins: true, // WO-20
  options: [numberOption("rounds", 1, 50, 5), flagOption("free_draw")], // WO-19, WO-12
  boxes: [{ name: "points", kind: "number", most: 999 }],
  points: (entry) => entry["points"] ?? 0,
  wrong,
  isOver: (rounds, { options }) => rounds.length >= Number(options["rounds"]),
};
