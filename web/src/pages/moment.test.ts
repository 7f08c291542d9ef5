// What is shown when: every order of events that a match can bring.
import { describe, expect, it } from "vitest";

import type { Climax } from "../games/manifest";
import { FIRST, type Happening, type Moment, next, type Rest } from "./moment";

const SHOUT: Climax = { word: "Out!", words: "Bo is out!", seats: [1] };

function lines(at: number, more: Partial<Extract<Happening, { kind: "lines" }>> = {}): Happening {
  return { kind: "lines", at, climax: null, leads: null, ending: "", calm: false, ...more };
}
const passed = (at: number): Happening => ({ kind: "passed", at });
const skipped = (at: number): Happening => ({ kind: "skipped", at });
const after = (...events: Happening[]): Moment => events.reduce(next, FIRST);

describe("the moments of a match", () => {
  it("a move leaves the table as it is", () => {
    expect(after(lines(0))).toEqual({ kind: "play" });
  });

  it("a shout that ends the round is seen for two seconds, then the hands are open", () => {
    const shout = lines(1000, { climax: SHOUT, leads: "open", ending: "Over." });
    expect(after(shout)).toMatchObject({ kind: "climax", climax: SHOUT, then: "open", since: 1000, until: 3000 });
    expect(after(shout, passed(2999)).kind).toBe("climax");
    expect(after(shout, passed(3000)).kind).toBe("open");
  });

  it("a shout before the count goes on through the count", () => {
    const events = [lines(0, { climax: SHOUT }), lines(300, { leads: "open", ending: "Over." })];
    expect(after(...events)).toMatchObject({ kind: "climax", climax: SHOUT, then: "open", until: 2000 });
  });

  it("the last card is seen to land, however late it comes", () => {
    const events = [lines(0, { climax: SHOUT }), lines(1900, { leads: "open", ending: "Over." })];
    expect(after(...events)).toMatchObject({ kind: "climax", until: 2800 });
  });

  it("somebody who goes out in the middle of a round leaves the others their turns", () => {
    expect(after(lines(0, { climax: SHOUT }), passed(2000))).toEqual({ kind: "play" });
  });

  it("a round that ends without a burst says so, a little shorter", () => {
    const end = after(lines(0, { leads: "open", ending: "Nobody can play." }));
    expect(end).toMatchObject({ kind: "climax", climax: { word: "", words: "Nobody can play." }, until: 1400 });
  });

  it("is short for who wants it calm", () => {
    expect(after(lines(0, { climax: SHOUT, leads: "open", calm: true }))).toMatchObject({ until: 900 });
    expect(after(lines(0, { leads: "over", ending: "Over.", calm: true }))).toMatchObject({ until: 900 });
  });

  it("can be skipped, but not by the tap that was still meant for the race", () => {
    const shout = lines(0, { climax: SHOUT, leads: "over" });
    expect(after(shout, skipped(349)).kind).toBe("climax");
    expect(after(shout, skipped(350)).kind).toBe("over");
    expect(after(skipped(500)).kind).toBe("play");
  });

  it("the next deal waits for nobody", () => {
    const shout = lines(0, { climax: SHOUT, leads: "open" });
    expect(after(shout, lines(900, { leads: "play" })).kind).toBe("play");
    expect(after(shout, passed(2000), lines(2500, { leads: "play" })).kind).toBe("play");
  });

  it("a match that is stopped between two rounds, or left by everybody, ends at once", () => {
    const shout = lines(0, { climax: SHOUT, leads: "open" });
    expect(after(shout, passed(2000), lines(5000, { leads: "over" })).kind).toBe("over");
    expect(after(lines(0, { leads: "over" })).kind).toBe("over");
  });

  it.each<Rest>(["play", "open", "over"])("after a reload what is there is simply there: %s", (leads) => {
    expect(after({ kind: "arrived", leads })).toEqual({ kind: leads });
  });

  it("a connection that comes back in the middle of a burst shows where the table is", () => {
    const shout = lines(0, { climax: SHOUT, leads: "open" });
    expect(after(shout, { kind: "arrived", leads: "open" })).toEqual({ kind: "open" });
  });

  it("a result stays until its person leaves it, whatever the others do", () => {
    const over: Happening = { kind: "arrived", leads: "over" };
    const others = [lines(1, { leads: "play" }), lines(2, { climax: SHOUT }), skipped(900), passed(9999)];
    expect(after(over, ...others, { kind: "arrived", leads: "play" })).toEqual({ kind: "over" });
    expect(after(over, ...others, { kind: "left", leads: "play" })).toEqual({ kind: "play" });
  });
});
