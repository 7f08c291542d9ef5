// A match with real cards while it is written down, and what history keeps of it.
import { afterEach, describe, expect, it } from "vitest";

import { pad as crowns } from "../games/five_crowns/pad";
import { pad as wackee } from "../games/wackee_six/pad";
import { person } from "./fake-results";
import {
  isOver,
  type PadMatch,
  randomId,
  rankingOf,
  read,
  resultOf,
  stop,
  takeBack,
  tiedIn,
  write,
  writePlayOff,
} from "./pad";
import * as pads from "./pads";
import { isResult } from "./result";

afterEach(() => localStorage.clear());
const begun = (more: Partial<PadMatch> = {}): PadMatch => ({
  ...{ id: "p", game: "five_crowns", begun: 5000, circle: null, rounds: [], stopped: false, ended: null },
  ...{ players: ["Ana", "Bo", "Comet"].map((name) => person(name)), parties: [[0], [1], [2]], options: { rounds: 2 } },
  ...more,
});
const row = (...points: number[]) => points.map((one) => ({ points: one }));
const typed = (...points: string[]) => points.map((one) => ({ points: one }));

describe("what is typed", () => {
  it("becomes entries, or is refused with its reason and whose it is", () => {
    const say = (...points: string[]) => read(typed(...points), null, crowns, 0, begun());
    expect(say("0", " 20", "13")).toEqual({ entries: row(0, 20, 13) });
    expect(say("0", "", "13")).toMatchObject({ wrong: { key: "pad-wrong-missing", party: 1 } });
    for (const odd of ["-3", "1.5", "x", "1e1", "99999"])
      expect(say("0", "20", odd)).toMatchObject({ wrong: { key: "pad-wrong-number", party: 2 } });
    expect(say("0", "20", "5")).toMatchObject({ wrong: { key: "pad-five_crowns-sum", party: 2 } });
    expect(say("13", "20", "12")).toMatchObject({ wrong: { key: "pad-nobody-out-five_crowns", party: null } });
  });

  it("who called has to be said, and may be nobody", () => {
    const match = begun({ game: "wackee_six", options: { target: 100 }, parties: [[0, 2], [1]] }); // prettier-ignore
    const cards = [{ played: "30", left: "0" }, { played: "20", left: "4" }]; // prettier-ignore
    expect(read(cards, null, wackee, 0, match)).toMatchObject({ wrong: { key: "pad-wrong-called" } });
    expect(read(cards, -1, wackee, 0, match)).toMatchObject({ wrong: { key: "pad-wackee_six-not-called" } });
    expect(read(cards, 0, wackee, 0, match)).toEqual({
      entries: [{ played: 30, left: 0, called: 1 }, { played: 20, left: 4, called: 0 }], // prettier-ignore
    });
  });
});

describe("a tie for the win (FC-22)", () => {
  const ranks = (match: PadMatch): number[] => resultOf(match, crowns, "").ranks;
  const tie = write(write(begun(), 0, row(0, 20, 13), crowns, 1), 1, row(20, 0, 13), crowns, 2);

  it("is shared, or played off by those who tied alone; its points are in no total", () => {
    expect([tiedIn(tie, crowns), ranks(tie)]).toEqual([[0, 1], [1, 1, 3]]); // prettier-ignore
    const still = writePlayOff(tie, [0, 1], row(0, 0));
    expect([tiedIn(still, crowns), ranks(still)]).toEqual([[0, 1], [1, 1, 3]]); // prettier-ignore
    const won = writePlayOff(still, [0, 1], row(12, 0));
    expect([tiedIn(won, crowns), ranks(won)]).toEqual([[], [2, 1, 3]]); // prettier-ignore
    expect(resultOf(won, crowns, "")).toMatchObject({ totals: [20, 20, 26], rounds: resultOf(tie, crowns, "").rounds });
  });

  it("is played off five times at most, and by nobody who has stopped, or in a game without it", () => {
    let many = tie;
    for (let times = 0; times < 5; times += 1) many = writePlayOff(many, tiedIn(many, crowns), row(0, 0));
    expect([tiedIn(many, crowns), ranks(many)]).toEqual([[], [1, 1, 3]]); // prettier-ignore
    expect(tiedIn(stop(write(begun(), 0, row(0, 0, 13), crowns, 1), true, crowns, 2), crowns)).toEqual([]);
    expect(tiedIn(tie, { ...crowns, playOff: undefined } as never)).toEqual([]);
  });

  it("is taken back round by round, and forgotten with a correction", () => {
    const won = writePlayOff(tie, [0, 1], row(12, 0));
    expect(ranks(takeBack(won))).toEqual([1, 1, 3]);
    expect(takeBack(takeBack(won)).rounds).toHaveLength(1);
    expect(write(won, 0, row(0, 20, 13), crowns, 3).playOffs).toEqual([]);
  });

  it("refuses what no hand of six cards can have", () => {
    const said = (first: string) => read(typed(first, "0"), null, crowns, 3, { ...tie, parties: [[0], [1]] });
    expect(said("301")).toMatchObject({ wrong: { key: "pad-five_crowns-most", party: 0 } });
    expect(said("20")).toEqual({ entries: row(20, 0) });
  });
});

describe("a match", () => {
  const first = write(begun(), 0, row(0, 20, 13), crowns, 6000);
  const over = write(first, 1, row(30, 0, 5), crowns, 9000);

  it("is over when the rules say so, and its result says who won", () => {
    expect([isOver(first, crowns), first.ended]).toEqual([false, null]);
    expect([isOver(over, crowns), over.ended]).toEqual([true, 9000]);
    expect(rankingOf(over, crowns).map(({ party, rank }) => [party, rank])).toEqual([[2, 1], [1, 2], [0, 3]]); // prettier-ignore
    const result = resultOf(over, crowns, "bo");
    expect(result).toMatchObject({ totals: [30, 20, 18], ranks: [3, 2, 1], kind: "cards", mine: 1, at: 9 });
    expect(result.rounds).toEqual([[0, 20, 13], [30, 0, 5]]); // prettier-ignore
    expect(isResult(result)).toBe(true);
    expect(resultOf(over, crowns, "Zoe").mine).toBeNull();
  });

  it("any round can be corrected, and keeps the time of its end", () => {
    const better = write(over, 0, row(20, 0, 33), crowns, 99_000);
    expect(better.ended).toBe(9000);
    expect(resultOf(better, crowns, "").totals).toEqual([50, 0, 38]);
  });

  it("a correction may end it earlier, or let it go on", () => {
    const to = begun({ game: "wackee_six", players: [person("A"), person("B")], parties: [[0], [1]], options: { target: 60 } }); // prettier-ignore
    const round = (a: number, b: number) => [{ played: a, left: 0, called: 1 }, { played: b, left: 4, called: 0 }]; // prettier-ignore
    let match = write(to, 0, round(20, 20), wackee, 1);
    match = write(match, 1, round(20, 20), wackee, 2);
    expect(match.ended).toBe(2);
    expect(write(match, 0, round(12, 20), wackee, 3).ended).toBeNull();
    const early = write(match, 0, round(52, 20), wackee, 4);
    expect([early.rounds.length, early.ended]).toEqual([1, 2]);
  });

  it("can be stopped, gone on with, and taken back", () => {
    const stopped = stop(first, true, crowns, 7000);
    expect([isOver(stopped, crowns), stopped.ended]).toEqual([true, 7000]);
    expect(stop(stopped, false, crowns, 8000).ended).toBeNull();
    expect(takeBack(over)).toMatchObject({ rounds: [row(0, 20, 13)], ended: null });
    expect(isOver(stop(begun(), true, crowns, 1), crowns)).toBe(false); // nothing was played
  });
});

describe("on the device", () => {
  it("a pad survives a reload as it was, and those under way stay the longest", () => {
    pads.keep(begun());
    pads.keep({ ...begun(), rounds: [row(0, 1, 2)] });
    expect(pads.all()).toHaveLength(1);
    expect(pads.find("p")!.rounds).toEqual([row(0, 1, 2)]);
    for (let at = 0; at < 20; at += 1) pads.keep(begun({ id: `d${at}`, begun: 6000 + at, ended: 1 }));
    expect(pads.all()).toHaveLength(12);
    expect(pads.find("p")).not.toBeNull();
    pads.drop("p");
    expect(pads.find("p")).toBeNull();
  });

  it("what somebody else has left there breaks nothing", () => {
    for (const left of ["{", "null", "[1, null]", '[{"id": "X"}]']) {
      localStorage.setItem("rumpus-pads", left);
      expect(pads.all()).toEqual([]);
    }
  });

  it("names are drawn so that none comes twice, and fit into an address", () => {
    const ids = new Set(Array.from({ length: 500 }, randomId));
    expect(ids.size).toBe(500);
    for (const id of ids) expect(id).toMatch(/^[\w-]{16}$/);
  });
});
