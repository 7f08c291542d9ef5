// Contests are counted from the lines of a round.
import { describe, expect, it } from "vitest";

import type { Line } from "../wire";
import { contestsOf } from "./contests";

const play = (by: number, more: object): Line => ({ by, do: "play", card: "r6", from: 0, ...more }) as Line;
const LINES: Line[] = [
  play(0, { seen: 1.0, over: [{ by: 1, seen: 1.037 }] }),
  play(1, { seen: 2.0, over: [{ by: 0, seen: 2.004 }], tie: true }),
  play(2, { seen: 3.0 }),
  play(2, {}),
];

describe("contests", () => {
  it("are won by whose line it is, and lost by the claims that it beat", () => {
    expect(contestsOf(LINES, 0)).toEqual({ won: 1, lost: [{ first: 1, byMs: 4, tie: true }] });
    expect(contestsOf(LINES, 1)).toEqual({ won: 1, lost: [{ first: 0, byMs: 37, tie: false }] });
    expect(contestsOf(LINES, 2)).toEqual({ won: 0, lost: [] });
    expect(contestsOf(LINES, null)).toEqual({ won: 0, lost: [] });
  });
});
