import { describe, expect, it } from "vitest";

import { standings } from "./standing";

const short = (...facts: Parameters<typeof standings>): [number, number][] =>
  standings(...facts).map(({ party, rank }) => [party, rank]);

describe("who leads", () => {
  it("the fewest points where the lowest wins, the most where it does not", () => {
    expect(short([12, 3, 30], true)).toEqual([
      [1, 1],
      [0, 2],
      [2, 3],
    ]);
    expect(short([12, 3, 30], false).map(([party]) => party)).toEqual([2, 0, 1]);
  });

  it("those who tie share a rank, in the order of their seats, and the next is left out", () => {
    expect(short([5, 9, 5, 5], true)).toEqual([
      [0, 1],
      [2, 1],
      [3, 1],
      [1, 4],
    ]);
  });

  it("who has won a tie-break is first, though the totals are the same", () => {
    expect(short([5, 5, 9], true, [1])).toEqual([
      [1, 1],
      [0, 2],
      [2, 3],
    ]);
  });
});
