import { afterEach, describe, expect, it } from "vitest";

import { set } from "./settings.svelte";
import { say } from "./text.svelte";

afterEach(() => set({ language: "en" }));

describe("words", () => {
  it("write numbers below zero with a real minus, and leave hyphens in names alone", () => {
    set({ language: "en" });
    expect(say("web-points", { points: -12 })).toBe("−12 points");
    expect(say("web-points", { points: 12 })).toBe("12 points");
    const words = say("web-heard-round", { round: 2, me: "no", name: "Bo-7", points: -3, total: -12, rank: "2nd" });
    expect(words).toContain("Bo-7");
    expect(words).toContain("−12");
    set({ language: "es" });
    expect(say("web-points", { points: -12 })).toBe("−12 puntos");
  });
});
