// Scoring Five Crowns with real cards (FC-17): which points a hand of a round can have.
import { type Entry, numberOption, type PadRules, type Setup, type Wrong, wrongTogether } from "../shared/pad";

const NAME = "five_crowns";
const ROUNDS = 11;
const FIRST_DEAL = 3; // FC-03
const RANKS = Array.from({ length: 11 }, (_, rank) => rank + 3); // 3 to 10, J 11, Q 12, K 13
const LETTERS: Record<number, string> = { 11: "J", 12: "Q", 13: "K" };
const [COPIES, JOKERS] = [10, 6]; // of each rank and of jokers, in one set
const [WILD, JOKER] = [20, 50]; // FC-17
const ONE_SET = 7; // FC-02: players
const SMALLEST_MELD = 3; // FC-10, FC-11

const dealt = (round: number): number => FIRST_DEAL + round;
const setsOf = (players: number): number => (players <= ONE_SET ? 1 : 2);

/** The cards of a round but jokers, by what they cost, and how many there are of each. */
function worth(round: number, sets: number): { points: number; copies: number }[] {
  const wild = dealt(round); // FC-05
  return RANKS.map((rank) => ({ points: rank === wild ? WILD : rank, copies: COPIES * sets }));
}

const known = new Map<string, ReadonlyMap<number, number>>();

/**
 * Everything that a hand of this round can cost, and the fewest jokers with which it can. Nobody has to see the best
 * melds, so any cards may be left over, but whoever lays anything down lays down three cards or more.
 */
export function possible(round: number, sets: number): ReadonlyMap<number, number> {
  const key = `${round} ${sets}`;
  let found = known.get(key);
  if (!found) {
    const hand = dealt(round);
    let sums = Array.from({ length: hand + 1 }, (_, cards) => new Set(cards ? [] : [0])); // by the number of cards
    for (const { points, copies } of worth(round, sets))
      sums = sums.map((_, cards) => {
        const with_ = new Set<number>();
        for (let used = 0; used <= Math.min(copies, cards); used += 1)
          for (const sum of sums[cards - used]!) with_.add(sum + used * points);
        return with_;
      });
    const counts = sums.map((_, cards) => cards).filter((cards) => cards === hand || cards <= hand - SMALLEST_MELD);
    const fewest = new Map<number, number>();
    for (let jokers = 0; jokers <= JOKERS * sets; jokers += 1)
      for (const cards of counts)
        for (const sum of sums[cards - jokers] ?? []) {
          const points = sum + jokers * JOKER;
          if (!fewest.has(points)) fewest.set(points, jokers);
        }
    known.set(key, (found = fewest));
  }
  return found;
}

/** The most that these hands together can cost: somebody is out, and the others hold the dearest cards. */
export function mostTogether(round: number, hands: number, sets: number): number {
  let [cards, points] = [(hands - 1) * dealt(round), 0];
  const jokers = { points: JOKER, copies: JOKERS * sets };
  for (const kind of [...worth(round, sets), jokers].sort((a, b) => b.points - a.points)) {
    const used = Math.min(cards, kind.copies);
    points += used * kind.points;
    cards -= used;
  }
  return points;
}

function wrong(entries: readonly Entry[], round: number, { players }: Setup): Wrong | null {
  const sets = setsOf(players);
  const all = possible(round, sets);
  const most = Math.max(...all.keys());
  for (const [party, entry] of entries.entries()) {
    const points = entry["points"] ?? 0;
    const facts = { points, most, cards: dealt(round) };
    if (points > most) return { key: "pad-five_crowns-most", facts, party };
    if (!all.has(points)) return { key: "pad-five_crowns-sum", facts, party };
  }
  const together = wrongTogether(NAME, entries, mostTogether(round, entries.length, sets)); // a tie has fewer hands
  if (together) return together;
  const jokers = entries.reduce((sum, entry) => sum + (all.get(entry["points"] ?? 0) ?? 0), 0);
  const facts = { jokers, most: JOKERS * sets };
  return jokers > facts.most ? { key: "pad-five_crowns-jokers", facts, party: null } : null;
}

const MOST = 9999; // what cannot be has words of its own

export const pad: PadRules = {
  players: [2, 14], // FC-02
  lowestWins: true, // FC-21
  options: [numberOption("rounds", 1, ROUNDS, ROUNDS)], // FC-24
  boxes: [{ name: "points", kind: "number", most: MOST }],
  points: (entry) => entry["points"] ?? 0,
  wrong,
  isOver: (rounds, { options }) => rounds.length >= Number(options["rounds"]),
  playOff: { round: 3, most: 5 }, // FC-22: six cards, 6s wild, as in the fourth round
  roundFacts: (round) => ({ cards: dealt(round), wild: LETTERS[dealt(round)] ?? String(dealt(round)) }),
};
