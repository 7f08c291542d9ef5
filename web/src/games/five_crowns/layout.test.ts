import { describe, expect, it } from "vitest";

import { BRACKET, LIFT, RATIO, type Room, dropAt, layOut, sizeOf } from "./layout";

const ids = (count: number, from = 0): string[] => Array.from({ length: count }, (_, at) => `c${from + at}`);

const HANDS: [string, string[][]][] = [
  ["all loose", [ids(14)]],
  ["three melds", [ids(4), ids(3, 4), ids(3, 7), ids(4, 10)]],
  ["a long run", [ids(11), ids(3, 11)]],
  ["pairs of own", [ids(2), ids(2, 2), ids(2, 4), ids(2, 6), ids(2, 8), ids(2, 10), ids(2, 12)]],
  ["every card a group of its own", ids(14).map((id) => [id])],
  ["books of own", [ids(3), ids(2, 3), ids(2, 5), ids(3, 7), ids(2, 10), ids(2, 12)]],
];
// the room for a hand on phones with browser bars, a tall phone, a phone held sideways, a tablet, a desktop
const ROOMS: [string, number, number][] = [
  ["360x616", 344, 204],
  ["375x553", 359, 190],
  ["390x844", 374, 290],
  ["844x390", 828, 150],
  ["820x1180", 804, 400],
  ["1280x800", 1264, 230],
];

function fits(groups: string[][], width: number, height: number, target: number): void {
  const layout = layOut(groups, { width, height, places: 14 }, false);
  const spots = [...layout.spots.values()];
  expect(spots).toHaveLength(14);
  for (const spot of spots) {
    expect(spot.x).toBeGreaterThanOrEqual(0);
    expect(spot.x + layout.card).toBeLessThanOrEqual(width + 0.01);
    expect(spot.y + layout.card * RATIO + BRACKET).toBeLessThanOrEqual(height + 0.01);
    expect(spot.y).toBeGreaterThanOrEqual(LIFT);
    const next = spots.filter((other) => other.row === spot.row && other.x > spot.x);
    for (const other of next) expect(other.x - spot.x).toBeGreaterThanOrEqual(target);
  }
}

describe("a hand on a phone of 320 pixels", () => {
  it.each(HANDS)("gives every card 44 pixels in three rows: %s", (_, groups) => fits(groups, 312, 274, 44));
  it.each(HANDS.slice(0, 3))("gives every card as much in two: %s", (_, groups) => fits(groups, 312, 190, 44));
});

describe("a hand on a phone of 390 pixels", () => {
  const room: Room = { width: 374, height: 261, places: 14 };
  it.each(HANDS)("gives every card 44 pixels: %s", (_, groups) => fits(groups, 374, 261, 44));

  it("never lets groups overlap", () => {
    const layout = layOut([ids(3), ids(3, 3), ids(1, 6)], { ...room, places: 8 }, true);
    const ends = layout.brackets.map((one) => [one.y, one.x, one.x + one.width] as const);
    ends.forEach(([y, start], at) =>
      ends.slice(0, at).forEach(([other, , end]) => expect(y !== other || start > end).toBe(true)),
    );
  });

  it("keeps the brackets of many groups apart, each as wide as a finger", () => {
    const single = ids(14).map((id) => [id]);
    const ends = layOut(single, room, false).brackets.map((one) => [one.y, one.x, one.x + one.width] as const);
    for (const [, start, end] of ends) expect(end - start).toBeGreaterThanOrEqual(40);
    ends.forEach(([y, start], at) =>
      ends.slice(0, at).forEach(([other, , end]) => expect(y !== other || start >= end).toBe(true)),
    );
  });

  it("finds the place under a finger", () => {
    const groups = [ids(3), ids(2, 3)];
    const layout = layOut(groups, { ...room, places: 6 }, true);
    const last = layout.spots.get("c4")!;
    expect(dropAt(layout, groups, last.x + layout.card - 2, last.y + 20)).toEqual({ group: 1, index: 2 });
    expect(dropAt(layout, groups, last.x, last.y - 300)).toBeNull();
  });
});

describe.each(ROOMS)("in the room of %s", (_, width, height) => {
  const dealt = Array.from({ length: 11 }, (_, round) => round + 3);

  it.each(dealt)("with %i cards the size depends on neither groups nor turn", (count) => {
    const room: Room = { width, height, places: count + 1 };
    const { card } = sizeOf(room);
    const hands = [[ids(count)], [ids(3), ids(count - 3, 3)], ids(count).map((id) => [id])];
    for (const groups of hands) expect(layOut(groups, room, true).card).toBe(card);
    expect(layOut([ids(count + 1)], room, false).card).toBe(card); // with the taken card among the others
    expect(layOut([ids(count - 1)], room, true).card).toBe(card);
  });

  it.each(dealt)("with %i cards the place of a taken card is free, whole and inside", (count) => {
    const groups = [ids(3), ids(count - 3, 3)].filter((group) => group.length > 0);
    const { card, slot, spots } = layOut(groups, { width, height, places: count + 1 }, true);
    expect(slot).not.toBeNull();
    expect(slot!.x + card).toBeLessThanOrEqual(width + 0.01);
    expect(slot!.y + card * RATIO + BRACKET).toBeLessThanOrEqual(height + 0.01);
    for (const spot of spots.values())
      if (spot.row === slot!.row) expect(slot!.x - (spot.x + card)).toBeGreaterThanOrEqual(10);
  });
});

it("makes the cards of a desktop large", () => {
  expect(sizeOf({ width: 1264, height: 230, places: 14 }).card).toBeGreaterThanOrEqual(110);
  expect(sizeOf({ width: 1264, height: 230, places: 4 }).card).toBeGreaterThanOrEqual(130);
});
