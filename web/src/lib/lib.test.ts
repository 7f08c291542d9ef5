// Small parts: the address, rule texts, replays, and cards in words.
import { describe, expect, it } from "vitest";

import { cardWords } from "./cards";
import { hintWords } from "./hint";
import { LESSONS } from "./lessons";
import { blocks } from "../ui/markdown";
import { read, ReplayDesk } from "../net/replay.svelte";
import { codeIn, parse } from "../app/route.svelte";
import { set } from "../app/settings.svelte";
import { refusal, say } from "../app/text.svelte";

describe("the address", () => {
  it("finds the code in what people type or paste", () => {
    expect(codeIn("bcdf ghjk")).toBe("BCDFGHJK");
    expect(codeIn("http://192.168.1.7:8000/#BCDFGHJK")).toBe("BCDFGHJK");
    expect(codeIn("hello")).toBeNull();
  });

  it("leads to pages", () => {
    expect(parse("#BCDFGHJK")).toEqual({ page: "room", code: "BCDFGHJK" });
    expect(parse("#/rules/five_crowns")).toEqual({ page: "rules", game: "five_crowns" });
    expect(parse("#/replay/abc/12")).toEqual({ page: "replay", name: "abc", step: 12 });
    expect(parse("#/nonsense/%20")).toEqual({ page: "home" });
  });
});

describe("words", () => {
  it("are there in both languages", () => {
    set({ language: "es" });
    expect(cardWords("wackee_six", "r6")).toBe("6 rojo");
    expect(cardWords("five_crowns", "Kt")).toBe("rey de estrellas");
    set({ language: "en" });
    expect(cardWords("five_crowns", "Th")).toBe("10 of hearts");
    expect(cardWords("wig_out", "nest")).toBe("nest");
    expect(say("no-such-key")).toBe("no-such-key");
  });

  it("say a refusal and a hint", () => {
    expect(
      refusal({ type: "refused", id: "1", reason: "wo-no-pile", clause: "WO-10", facts: { card: "bun" } }),
    ).toContain("bun");
    expect(hintWords("five_crowns", { do: "take", from: "draw" })).toContain("draw pile");
    expect(hintWords("five_crowns", null)).toBe(say("web-hint-none"));
  });
});

describe("rule texts", () => {
  it("become headings, lists and paragraphs", () => {
    const found = blocks("# Title\n\nSome **bold** text.\n\n[WO-01] One.\n[WO-02] Two.\n");
    expect(found.map((block) => block.kind)).toEqual(["h1", "p", "ul"]);
    expect(found[2]?.lines.length).toBe(2);
    expect(found[1]?.lines[0]?.[1]).toEqual({ text: "bold", style: "bold" });
  });
});

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

describe("the tutorial tables", () => {
  it.each(Object.keys(LESSONS))("have words for every task of %s in both languages", (game) => {
    for (const language of ["en", "es"] as const) {
      set({ language });
      for (const task of LESSONS[game]!().tasks) expect(say(`learn-${game}-${task.key}`)).not.toContain("learn-");
    }
    set({ language: "en" });
  });
});
