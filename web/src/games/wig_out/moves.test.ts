import { describe, expect, it } from "vitest";

import type { Action } from "../../wire";
import { arrange, leaving, mustDraw, stacks } from "./moves";

const pair: Action = { do: "start", cards: ["bun", "bun"] };
const three: Action = { do: "start", cards: ["bun", "bun", "bun"] };
const lay: Action = { do: "lay", card: "bun" };

describe("places of the hand", () => {
  it("keeps a stack where it is, and gives a free place to a new one", () => {
    const first = arrange([], ["afro", "bun", "bun", "nest"]);
    expect(first).toEqual(["afro", "bun", "nest"]);
    const played = arrange(first, ["afro", "nest"]);
    expect(played).toEqual(["afro", null, "nest"]);
    expect(arrange(played, ["afro", "curls", "nest", "bolt"])).toEqual(["afro", "curls", "nest", "bolt"]);
  });
});

describe("stacks", () => {
  const hand = ["afro", "bun", "bun", "bun"];
  it("lists the plays of a stack from the fewest cards to the most", () => {
    const [afro, bun] = stacks(["afro", "bun"], hand, [], [three, pair, lay]);
    expect(afro?.plays).toEqual([]);
    expect(bun?.plays).toEqual([lay, pair, three]);
  });
  it("counts what is on its way as gone", () => {
    const [, bun] = stacks(["afro", "bun"], hand, [pair], [three, pair, lay]);
    expect(bun).toEqual({ card: "bun", count: 1, leaving: 2, plays: [lay] });
    expect(leaving([pair, lay]).get("bun")).toBe(3);
  });
});

it("must draw only when nothing else is legal", () => {
  expect(mustDraw([{ do: "draw" }])).toBe(true);
  expect(mustDraw([{ do: "draw" }, lay])).toBe(false);
  expect(mustDraw([])).toBe(false);
});
