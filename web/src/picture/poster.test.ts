import { expect, test } from "vitest";

import { GAMES } from "../games";
import type { View } from "../wire";
import { layCards, shortened, wrap } from "./poster";
import type { Drawing } from "./raster";

const measure = (text: string): number => [...text].length * 10;
const card = { width: 50, height: 70 } as Drawing;
const hand = (count: number) => ({ cards: Array.from({ length: count }, () => card) });

test("words are wrapped between words, and names that are too long end in an ellipsis", () => {
  expect(wrap("one two three", 80, measure)).toEqual(["one two", "three"]);
  expect(wrap("unbreakable", 30, measure)).toEqual(["unbreakable"]);
  expect(shortened("Bo", 50, measure)).toBe("Bo");
  expect(shortened("Bartholomew", 50, measure)).toBe("Bart…");
});

test("cards are as large as they can be in two rows, and none sticks out", () => {
  for (const groups of [[hand(3)], [hand(3), hand(4), hand(6)], [hand(14)], [hand(60)]]) {
    const { cards, height } = layCards(groups, 900, 132);
    expect(Math.max(...cards.map(({ x, width }) => x + width))).toBeLessThanOrEqual(900);
    expect(Math.max(...cards.map(({ y, width }) => y + 1.4 * width))).toBeLessThanOrEqual(height);
  }
  expect(layCards([hand(3)], 900, 132).cards[0]!.width).toBe(132);
  expect(layCards([], 900, 132)).toEqual({ cards: [], height: 0 });
});

const VIEWS: Record<string, View> = {
  five_crowns: {
    seat: 1,
    public: { laid: [null, [["3h", "3d", "3c"]]], discard: "8s", wild: "3", shown: null },
    private: { hand: ["Kh", "Qd"] },
  } as unknown as View,
  wig_out: {
    seat: 0,
    public: { piles: { afro: 2, bun: 0 }, shown: null },
    private: { hand: ["nest"] },
  } as unknown as View,
  wackee_six: {
    seat: 0,
    public: {
      piles: [{ colour: "r", height: 3, wild: false }],
      sides: [{ seats: [0], up: ["r4", null], top: ["b7", "g2"] }],
    },
    private: { side: 0 },
  } as unknown as View,
};

function* textsIn(part: unknown): Generator<string> {
  if (typeof part === "string") yield part;
  else if (typeof part === "object" && part !== null)
    for (const [key, value] of Object.entries(part)) {
      yield key;
      yield* textsIn(value);
    }
}

test.each(GAMES.map((game) => game.name))(
  "a picture of a position in %s has no card that is not in its view",
  async (name) => {
    const { picture } = await GAMES.find((game) => game.name === name)!.picture!();
    const view = VIEWS[name]!;
    const shown = (of: View): string[] =>
      picture.position(of, (seat) => `${seat}`).flatMap(({ groups }) => groups.flat());
    const known = new Set([...textsIn(view), "r3"]); // the top of a pile is told as its colour and height
    expect(shown(view).length).toBeGreaterThan(1);
    expect(shown(view).filter((one) => !known.has(one))).toEqual([]);
    const watched = { ...view, seat: null, private: null } as View;
    const own = [...textsIn(view.private)];
    expect(shown(watched).filter((one) => own.includes(one))).toEqual([]);
  },
);
