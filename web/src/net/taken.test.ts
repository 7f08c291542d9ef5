// What was taken along is handed in once, kept while nobody answers, and dropped when it is refused.
import { beforeEach, expect, it, vi } from "vitest";

import type { ChallengeView } from "../wire";
import * as taken from "./taken";

vi.mock("../offline/disk", () => ({ keptRecord: (name: string) => Promise.resolve(`text of ${name}`) }));
const VIEW: Partial<ChallengeView> = { game: "wig_out", day: null, by: "Ada", beat: 7, round: null };
const view = (id: string): ChallengeView => ({ ...VIEW, id }) as ChallengeView;
const asked: [string, unknown][] = [];

function serverAnswers(status: number): void {
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (!status) return Promise.reject(new TypeError("no network"));
    asked.push([path, init.body]);
    return Promise.resolve(new Response(JSON.stringify({ reason: "challenge-over", expected: "" }), { status }));
  });
}

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
});

it("hands in only what was played, once", async () => {
  serverAnswers(200);
  taken.keep(view("beat-1"));
  taken.keep(view("beat-2"));
  taken.played("beat-2", "r2");
  taken.played("beat-3", "r3"); // was never taken along
  await Promise.all([taken.handIn(), taken.handIn()]);
  await taken.handIn();
  expect(asked).toEqual([["/api/challenges/beat-2/result", "text of r2"]]);
  expect(taken.all().map(({ id, record }) => [id, record])).toEqual([["beat-1", null]]);
});

it.each([
  [0, 1], // no network
  [503, 1],
  [429, 1],
  [409, 0], // it would be refused again
  [404, 0],
])("an answer of %i leaves %i to hand in", async (status, left) => {
  serverAnswers(status);
  taken.keep(view("beat-1"));
  taken.played("beat-1", "r1");
  await taken.handIn();
  expect(taken.all()).toHaveLength(left);
});

it("survives a storage that holds nonsense", () => {
  for (const text of ["{", "7", '{"a":1}']) {
    localStorage.setItem("rumpus-taken", text);
    expect(taken.all()).toEqual([]);
    expect(taken.find("beat-1")).toBeNull();
  }
});
