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

  it("has the faces of the match where they are known, and those of bots always", () => {
    const header = JSON.stringify({
      game: "any",
      options: {},
      seats: [
        { name: "Ana", bot: null },
        { name: "Comet", bot: "casual" },
      ],
    });
    const faces = (known: string[] | null) => read(header, known).lobby.seats.map((place) => place?.avatar);
    expect(faces(null)).toEqual(["fox", "yak"]);
    expect(faces(["crab", "yak"])).toEqual(["crab", "yak"]);
    const told = header
      .replace('"bot":null', '"bot":null,"face":"seal"')
      .replace('"casual"', '"casual","face":"dragon"');
    expect(read(told, ["crab", "yak"]).lobby.seats.map((place) => place?.avatar)).toEqual(["seal", "yak"]);
  });

  it("knows where its rounds begin", () => {
    const step = (doing: string, round: number) =>
      JSON.stringify({ line: { n: 1, at: 1, by: null, do: doing }, public: { round }, private: [] });
    const header = JSON.stringify({ game: "any", options: {}, seats: [] });
    const text = [header, step("deal", 1), step("draw", 1), step("deal", 2), step("deal", 2)].join("\n");
    expect(new ReplayDesk(read(text), 0).rounds((view) => view.public.round + 10)).toEqual([
      { round: 11, step: 0 },
      { round: 12, step: 2 },
      { round: 12, step: 3 },
    ]);
  });
});
