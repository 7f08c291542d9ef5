// The score pad of every game against numbers and whole matches that the Python rules computed (tests/rules/score_pad.py).
import { describe, expect, it } from "vitest";

import { standings } from "../net/standing";
import { mostTogether as crownsTogether, possible } from "./five_crowns/pad";
import { GAMES, gameOf } from "./index";
import { type Entry, type PadRules, type Setup, totalsOf } from "./shared/pad";
import { mostInHand, mostTogether as wigTogether } from "./wig_out/pad";

interface Match extends Setup {
  game: string;
  parties: number[][];
  entries: Entry[][];
  totals: number[];
  winners: number[];
}
interface Vectors {
  limits: Record<
    string,
    { players: [number, number]; lowest_wins: boolean; numbers: Record<string, [number, number, number]> }
  >;
  five_crowns: { hands: [number, number][][][]; together: Record<string, number[]> };
  wig_out: { hand: number; together: Record<string, number> };
  matches: Match[];
}
const files = import.meta.glob<Vectors>("../../../tests/golden/vectors/score_pad.json", {
  eager: true,
  import: "default",
});
const vectors = Object.values(files)[0]!;
const rulesOf = async (game: string): Promise<PadRules> => (await gameOf(game).pad!()).pad;
const usual = (rules: PadRules, options: Setup["options"] = {}): Setup["options"] => ({
  ...Object.fromEntries(rules.options.map((field) => [field.name, field.default])),
  ...options,
});
const setup = (rules: PadRules, players: number, options: Setup["options"] = {}): Setup => ({
  players,
  options: usual(rules, options),
  parties: rules.parties?.(players, usual(rules, options)) ?? Array.from({ length: players }, (_, seat) => [seat]),
});
const points = (...all: number[]): Entry[] => all.map((one) => ({ points: one }));

describe("the score pad and the rules", () => {
  it("have the same players, options and winners", async () => {
    for (const { name } of GAMES) {
      const rules = await rulesOf(name);
      const { players, lowest_wins, numbers } = vectors.limits[name]!;
      expect([rules.players, rules.lowestWins]).toEqual([players, lowest_wins]);
      for (const { kind, name: option, least, most, default: start } of rules.options)
        if (kind === "number") expect([least, most, start]).toEqual(numbers[option]);
    }
  });

  it("agree on whole matches, which the pad takes and ends as the rules do", async () => {
    for (const match of vectors.matches) {
      const rules = await rulesOf(match.game);
      const at: Setup = { ...match, options: usual(rules, match.options) };
      const rounds: number[][] = [];
      for (const [round, entries] of match.entries.entries()) {
        expect(rules.isOver(rounds, at)).toBe(false);
        expect(rules.wrong(entries, round, at)).toBeNull();
        rounds.push(entries.map(rules.points));
      }
      expect(rules.isOver(rounds, at)).toBe(true);
      expect(totalsOf(rounds, match.parties.length)).toEqual(match.totals);
      const first = standings(match.totals, rules.lowestWins).filter(({ rank }) => rank === 1);
      expect(first.map(({ party }) => party)).toEqual(match.winners);
      expect((rules.parties?.(match.players, at.options) ?? match.parties).map((side) => side.length).sort()).toEqual(
        match.parties.map((side) => side.length).sort(),
      );
    }
  });
});

describe("hands that count against their holder", () => {
  it("Five Crowns: exactly the points that a hand can leave", () => {
    for (const [at, rounds] of vectors.five_crowns.hands.entries())
      for (const [round, ranges] of rounds.entries()) {
        const expected = ranges.flatMap(([from, to]) =>
          Array.from({ length: to - from + 1 }, (_, more) => from + more),
        );
        expect([...possible(round, at + 1).keys()].sort((a, b) => a - b)).toEqual(expected);
      }
    for (const [players, rounds] of Object.entries(vectors.five_crowns.together))
      expect(rounds.map((_, round) => crownsTogether(round, Number(players), Number(players) > 7 ? 2 : 1))).toEqual(
        rounds,
      );
  });

  it("Five Crowns: what cannot be is refused with its reason", async () => {
    const rules = await rulesOf("five_crowns");
    const say = (round: number, ...all: number[]) =>
      rules.wrong(points(...all), round, setup(rules, all.length))?.key.replace(/^pad-|-?five_crowns-?/g, "") ?? null;
    expect(say(0, 0, 12)).toBeNull();
    expect(say(0, 0, 5)).toBe("sum"); // two cards cannot have been laid down
    expect(say(1, 0, 5)).toBeNull();
    expect(say(0, 0, 151)).toBe("most");
    expect(say(0, 12, 13)).toBe("nobody-out");
    expect(say(0, 0, 150, 150)).toBeNull();
    expect(say(3, 0, 300, 300)).toBe("together"); // there are six jokers
    expect(rules.roundFacts?.(8)).toEqual({ cards: 11, wild: "J" });
  });

  it("Five Crowns: hands share the jokers of the deck", async () => {
    // every hand of three cards, one by one
    const kinds = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20, 50];
    const fewest = new Map([[0, 0]]);
    for (const a of kinds)
      for (const b of kinds)
        for (const c of kinds) {
          const jokers = [a, b, c].filter((points) => points === 50).length;
          fewest.set(a + b + c, Math.min(jokers, fewest.get(a + b + c) ?? jokers));
        }
    expect(new Map([...possible(0, 1)].sort(([a], [b]) => a - b))).toEqual(
      new Map([...fewest].sort(([a], [b]) => a - b)),
    );
    const rules = await rulesOf("five_crowns");
    const say = (...all: number[]) => rules.wrong(points(...all), 3, setup(rules, all.length));
    expect(say(0, 300, 120, 0)).toBeNull(); // six 6s
    expect(say(0, 300, 125, 0)).toEqual({ key: "pad-five_crowns-jokers", facts: { jokers: 7, most: 6 }, party: null });
    expect(say(0, 300, 125, 0, 0, 0, 0, 0)).toBeNull(); // two sets
  });

  it("Five Crowns: a tie is played off by fewer hands", async () => {
    const rules = await rulesOf("five_crowns");
    const tied = { ...setup(rules, 5), parties: [[1], [3]] }; // prettier-ignore
    expect(rules.wrong(points(0, 300), 3, tied)).toBeNull();
    expect(rules.wrong(points(0, 300, 130), 3, tied)?.key).toBe("pad-together-five_crowns");
  });

  it("Wig Out!: at most one card of each character, or the deck where drawing is free", async () => {
    const rules = await rulesOf("wig_out");
    expect(mostInHand(setup(rules, 3))).toBe(vectors.wig_out.hand);
    for (const [players, most] of Object.entries(vectors.wig_out.together)) {
      expect(wigTogether(Number(players))).toBe(most);
      expect(mostInHand(setup(rules, Number(players), { free_draw: true }))).toBe(most);
    }
    const say = (options: Setup["options"], ...all: number[]) =>
      rules.wrong(points(...all), 0, setup(rules, all.length, options))?.key.replace(/^pad-|-?wig_out-?/g, "") ?? null;
    expect(say({}, 0, 12)).toBeNull();
    expect(say({}, 0, 13)).toBe("most");
    expect(say({ free_draw: true }, 0, 13)).toBeNull();
    expect(say({}, 1, 2)).toBe("nobody-out");
    expect(say({}, 0, 12, 12, 12, 12, 12)).toBe("together");
  });
});

describe("Wackee Six", () => {
  const side = (played: number, left: number, called = 0): Entry => ({ played, left, called });

  it("a total fits the cards that were played", async () => {
    const rules = await rulesOf("wackee_six");
    expect(rules.points(side(30, 0, 1))).toBe(40);
    expect(rules.points(side(3, 12))).toBe(-21);
    const say = (...all: Entry[]) =>
      rules.wrong(all, 0, setup(rules, all.length))?.key.replace("pad-wackee_six-", "") ?? null;
    expect(say(side(12, 0, 1), side(42, 12))).toBeNull();
    expect(say(side(11, 0, 1), side(0, 12))).toBe("few");
    expect(say(side(12, 0, 1), side(43, 12))).toBe("many");
    expect(say(side(20, 3, 1), side(20, 2))).toBe("called");
    expect(say(side(20, 0), side(20, 2))).toBe("not-called");
    expect(say(side(20, 1), side(20, 2))).toBeNull(); // WS-21: nothing fits any more
  });

  it("every pile begins with a 1, so there is room for so many cards only", async () => {
    const rules = await rulesOf("wackee_six");
    const say = (...all: Entry[]) => rules.wrong(all, 0, setup(rules, all.length));
    const refused = (sum: number, ones: number) => ({
      ...{ key: "pad-together-wackee_six", facts: { sum, ones, most: ones * 13 }, party: null },
    });
    expect(say(side(52, 0, 1), side(0, 12))).toBeNull();
    expect(say(side(53, 0, 1), side(0, 12))).toEqual(refused(53, 4)); // its second wild has nowhere to go
    expect(say(side(54, 0, 1), side(1, 12))).toBeNull();
    expect(say(side(54, 0, 1), side(50, 0))).toBeNull();
    expect(say(side(54, 0, 1), side(51, 0))).toEqual(refused(105, 8));
    expect(say(side(54, 0, 1), side(54, 0), side(0, 12))).toEqual(refused(108, 8));
  });

  it("sides are partners from seven players on, and can be arranged otherwise", async () => {
    const rules = await rulesOf("wackee_six");
    expect(rules.parties!(4, {})).toEqual([[0], [1], [2], [3]]);
    expect(rules.parties!(4, { partners: true })).toEqual([[0, 2], [1, 3]]); // prettier-ignore
    expect(rules.parties!(7, {})).toEqual([[0], [1, 4], [2, 5], [3, 6]]);
    const other = rules.nextParties!([[0, 2], [1, 3]])!; // prettier-ignore
    expect(other).toEqual([[0, 3], [1, 2]]); // prettier-ignore
    expect(rules.nextParties!([[0], [1]])).toBeNull();
  });
});
