// A name that was given to a device stays there.
import { beforeEach, describe, expect, it, vi } from "vitest";

async function load(): Promise<{ name: string; avatar: string }> {
  vi.resetModules();
  return (await import("./profile")).me();
}

describe("who has given no name", () => {
  beforeEach(() => localStorage.clear());

  it("keeps the one it was given, with its face, at every load", async () => {
    const first = await load();
    vi.spyOn(Math, "random").mockReturnValue(0.99);
    expect(await load()).toEqual(first);
    vi.spyOn(Math, "random").mockReturnValue(0);
    expect(await load()).toEqual(first);
    vi.restoreAllMocks();
  });

  it("gets another one where nonsense was kept", async () => {
    localStorage.setItem("rumpus-guest", "99");
    expect((await load()).name).not.toBe("");
    expect(Number(localStorage.getItem("rumpus-guest"))).toBeLessThan(12);
  });
});
