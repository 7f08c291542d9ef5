// The history of a device: matches at tables arrive once, under the name of their record.
import { afterEach, describe, expect, it } from "vitest";

import { fakeLobby } from "../games/shared/fake-desk.svelte";
import type { News } from "../net/table.svelte";
import type { LobbyView, View } from "../wire";
import { many } from "./fake-results";
import { finished, forget, keepFinished } from "./finished";
import * as history from "./history";
import { RoundTimes } from "./round-times";

afterEach(() => history.clear());
const lobby = (more: Partial<LobbyView> = {}): LobbyView =>
  fakeLobby("any", ["Ana", "Bo", "Comet"], { stage: "over", record: "r1", ...more });
const view = (winners: number[] | null, seat: number | null = 0): View =>
  ({
    seat,
    public: {
      ...{ totals: [3, 1, 2], sheet: [[3, 0, 1], [0, 1, 1]] }, // prettier-ignore
      result: { do: "result", why: "finished", winners },
    },
  }) as unknown as View;
const over = (more: Partial<LobbyView> = {}, shown = view([1])) => ({
  ...{ lobby: lobby(more), view: shown, lowestWins: true, roundMs: [4000, 5000], at: 12_345_678 },
});

describe("a match at a table", () => {
  it("is kept with everything a book shows", () => {
    expect(finished(over())).toMatchObject({
      ...{ id: "r1", at: 12_345, game: "any", parties: [[0], [1], [2]], rounds: [[3, 0, 1], [0, 1, 1]] }, // prettier-ignore
      ...{ round_ms: [4000, 5000], totals: [3, 1, 2], ranks: [3, 1, 2], record: "r1", kind: "table", mine: 0 },
    });
    expect(finished({ ...over(), roundMs: [NaN, 5000] })!.round_ms).toEqual([]);
    expect(finished({ ...over(), roundMs: [4000] })!.round_ms).toEqual([]);
    expect(finished({ ...over(), onDevice: true })!.kind).toBe("offline");
  });

  it("is nobody's who only watched, or where nobody won", () => {
    expect(finished(over({}, view([1], null)))).toBeNull();
    expect(finished(over({}, view(null)))).toBeNull();
  });

  it("comes once, and gets the name of its record when that is known", async () => {
    await keepFinished(over({ record: null }));
    await keepFinished({ ...over({ record: null }), at: 99_000_000 });
    expect((await history.all()).map(({ id, at }) => [id, at])).toEqual([["BCDFGHJK-1", 12_345]]);
    await keepFinished({ ...over(), at: 99_000_000 });
    expect((await history.all()).map(({ id, at, record }) => [id, at, record])).toEqual([["r1", 12_345, "r1"]]);
    await forget(lobby());
    expect(await history.all()).toEqual([]);
  });

  it("the newest comes first, and one can be removed", async () => {
    const results = many(30, 1).map((one) => ({ ...one, mine: null }));
    await history.keep(...results);
    const all = await history.all();
    expect(all.map(({ at }) => at)).toEqual(results.map(({ at }) => at).sort((a, b) => b - a));
    await history.drop(all[0]!.id);
    expect(await history.all()).toEqual(all.slice(1));
  });
});

describe("how long rounds lasted", () => {
  const lines = (at: number, ...all: object[]): News =>
    ({ kind: "lines", at, before: null, lines: all }) as unknown as News;
  it("is counted from GO, or from the deal, to the score", () => {
    const times = new RoundTimes();
    times.hear(lines(10, { do: "deal", round: 1 }));
    times.hear(lines(12, { do: "go" }));
    times.hear(lines(15.5, { do: "shout" }, { do: "score" }));
    times.hear(lines(20, { do: "deal", round: 2 }));
    times.hear(lines(21, { do: "score" }));
    expect(times.ms).toEqual([3500, 1000]);
  });
  it("is not known for who was away meanwhile, and begins again with a match", () => {
    const times = new RoundTimes();
    times.hear(lines(10, { do: "deal", round: 1 }));
    times.hear({ kind: "welcome" });
    times.hear(lines(15, { do: "score" }));
    expect(times.ms).toEqual([NaN]);
    times.hear(lines(30, { do: "deal", round: 1 }));
    times.hear(lines(31, { do: "score" }));
    expect(times.ms).toEqual([1000]);
  });
});
