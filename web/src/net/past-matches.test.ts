// Matches that are over: what a device keeps of them.
import { afterEach, describe, expect, it } from "vitest";

import { fakeLobby } from "../games/shared/fake-desk.svelte";
import type { LobbyView, View } from "../wire";
import { all, aloneWithBots, drop, facesIn, keep, pastMatch } from "./past-matches";

afterEach(() => localStorage.clear());
const lobby = (more: Partial<LobbyView> = {}): LobbyView => ({
  ...fakeLobby("any", ["Ana", "Bo", "Comet"], { stage: "over", record: "r1", ...more }),
});
const bots = (): LobbyView["seats"] =>
  lobby().seats.map((place, seat) => (seat ? { ...place!, person: null, bot: "casual" } : place));
const view = (winners: number[] | null, seat: number | null = 0, why = "finished"): View =>
  ({ seat, public: { totals: [3, 1, 2], sheet: [], result: { do: "result", why, winners } } }) as unknown as View;

describe("a match that is over", () => {
  it("is kept with its people and its winner, people before bots", () => {
    const seats = lobby().seats.map((place, seat) => (seat === 1 ? { ...place!, person: null, bot: "casual" } : place));
    const past = pastMatch(lobby({ seats }), view([1]), 5)!;
    expect(past).toEqual({
      ...{ code: "BCDFGHJK", match: 1, game: "any", at: 5, record: "r1" },
      ...{ others: ["Comet", "Bo"], winners: ["Bo"], avatars: ["fox", "owl", "whale"] },
    });
    expect(pastMatch(lobby(), view([0, 2]), 5)?.winners).toEqual([null, "Comet"]);
    expect(pastMatch(lobby(), view(null, 0, "abandoned"), 5)?.winners).toEqual([]);
  });

  it("is nobody's who only watched, or while it lasts", () => {
    expect(pastMatch(lobby(), view([1], null), 5)).toBeNull();
    expect(pastMatch(lobby(), { ...view([1]), public: { totals: [] } } as unknown as View, 5)).toBeNull();
  });

  it("is kept once, the newest first, and removed by itself", () => {
    const first = pastMatch(lobby(), view([0]), 5)!;
    expect(keep(first)).toBe(true);
    expect(keep({ ...first, at: 9 })).toBe(false);
    expect(keep({ ...first, match: 2, at: 9 })).toBe(true);
    expect(all().map((one) => one.match)).toEqual([2, 1]);
    drop({ code: "BCDFGHJK", match: 2 });
    expect(all()).toEqual([first]);
  });

  it("remembers the faces by the record, whose name may come later", () => {
    const first = pastMatch(lobby({ record: null }), view([0]), 5)!;
    keep(first);
    expect(facesIn("r1")).toBeNull();
    expect(keep({ ...first, record: "r1" })).toBe(false);
    expect(facesIn("r1")).toEqual(["fox", "owl", "whale"]);
  });

  it("the list does not grow for ever", () => {
    for (let match = 0; match < 40; match += 1) keep({ ...pastMatch(lobby(), view([0]), 5)!, match });
    expect(all()).toHaveLength(30);
    expect(all()[0]?.match).toBe(39);
  });

  it("what somebody else has left there breaks nothing", () => {
    for (const left of ["{", "null", "[1, null]", '[{"code": "X"}]']) {
      localStorage.setItem("rumpus-past", left);
      expect(all()).toEqual([]);
    }
  });
});

describe("matches that tell how strong the bots should be", () => {
  it("are those against bots alone, to their end", () => {
    expect(aloneWithBots(lobby({ seats: bots() }), view([0]))).toBe(true);
    expect(aloneWithBots(lobby({ seats: bots() }), view([0], 0, "stopped"))).toBe(false);
    expect(aloneWithBots(lobby({ seats: bots() }), view([0], null))).toBe(false);
    expect(aloneWithBots(lobby(), view([0]))).toBe(false);
  });
});
