import { describe, expect, it } from "vitest";

import { read, ReplayDesk } from "./replay.svelte";

describe("a replay", () => {
  it("steps, sits elsewhere, and never leaves its ends", () => {
    const step = (n: number) =>
      JSON.stringify({
        line: { n, at: n, by: 0, do: "draw" },
        public: { round: n },
        private: [{ hand: ["afro"] }, { hand: ["bun"] }],
      });
    const header = JSON.stringify({
      record: "rumpus/1",
      game: "wig_out",
      options: {},
      seats: [
        { name: "Ana", bot: null },
        { name: "Bo", bot: "casual" },
      ],
    });
    const desk = new ReplayDesk(read(`${header}\n${step(1)}\n${step(2)}\n`), 99);
    expect(desk.step).toBe(1);
    expect(desk.view?.private).toEqual({ hand: ["afro"] });
    desk.sit(1);
    expect(desk.view?.private).toEqual({ hand: ["bun"] });
    desk.go(-5);
    expect(desk.step).toBe(0);
    expect(desk.gap()).toBe(1);
    desk.sit(-1);
    expect(desk.view?.private).toBeNull();
  });
});
