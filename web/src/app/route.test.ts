import { describe, expect, it } from "vitest";

import { codeIn, parse } from "./route.svelte";

describe("the address", () => {
  it("finds the code in what people type or paste", () => {
    expect(codeIn("bcdf ghjk")).toBe("BCDFGHJK");
    expect(codeIn("http://192.168.1.7:8000/#BCDFGHJK")).toBe("BCDFGHJK");
    expect(codeIn("hello")).toBeNull();
  });

  it("leads to pages", () => {
    expect(parse("#BCDFGHJK")).toEqual({ page: "room", code: "BCDFGHJK" });
    expect(parse("#/rules/five_crowns")).toEqual({ page: "rules", game: "five_crowns" });
    expect(parse("#/learn/")).toEqual({ page: "learn", game: null });
    expect(parse("#/replay/abc/12")).toEqual({ page: "replay", name: "abc", step: 12 });
    expect(parse("#/nonsense/%20")).toEqual({ page: "home", device: null });
    expect(parse("#/device/BCDFGHJK")).toEqual({ page: "home", device: "BCDFGHJK" });
  });
});
