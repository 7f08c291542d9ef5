// The result of a match stays on a page until its person leaves it.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { announcer } from "../app/announce.svelte";
import { set } from "../app/settings.svelte";
import { say } from "../app/text.svelte";
import { FakeDesk } from "../games/shared/fake-desk.svelte";
import { wigOutDesk } from "../games/wig_out/fake-desk.svelte";
import { offers } from "../net/offers.svelte";
import type { Ended, TableStore } from "../net/table.svelte";
import type { LobbyView, View } from "../wire";
import Ending from "./Ending.svelte";

interface Match {
  totals?: number[];
  winners?: number[];
  seat?: number | null;
  lobby?: Partial<LobbyView>;
}

/** A match of as many as there are totals, lowest first. */
async function end({ totals = [3, 8, 9, 20], winners = [0], seat = 0, lobby = {} }: Match = {}) {
  const desk = wigOutDesk({ players: totals.length, seat });
  const result = { do: "result" as const, why: "finished" as const, totals, winners };
  const sheet = [totals.map(() => 1), totals.map((total) => total - 1)];
  const view: View = { ...desk.view!, public: { ...desk.view!.public, phase: "over", totals, sheet, result } };
  const all: LobbyView = { ...desk.lobby!, stage: "over", record: "abc", ...lobby };
  const table = Object.assign(new FakeDesk({ view, lobby: all, seat }), { you: 0 });
  const ended: Ended = { lobby: all, view, seat };
  const onleave = vi.fn();
  render(Ending, { table: table as unknown as TableStore, ended, onleave });
  await vi.advanceTimersByTimeAsync(400); // what was still meant for the table is ignored so long
  return { table, onleave, all };
}
const again = (): HTMLElement => screen.getByRole("button", { name: say("web-rematch") });
const steps = (): (string | undefined)[] =>
  [...document.querySelectorAll(".step")].map((step) => step.textContent?.replace(/\s+/g, " ").trim());

beforeEach(() => {
  set({ language: "en", sound: false, calm: true });
  offers.all = { games: { wig_out: { lowest_wins: true } } } as unknown as typeof offers.all;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("away")));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  offers.all = null;
});

describe("the podium", () => {
  it("has three steps, and the ranks of the rest below", async () => {
    await end();
    expect(steps()).toEqual(["Ana You 1st 3 points", "Bo 2nd 8 points", "Carmen 3rd 9 points"]);
    expect(document.querySelector(".rest")?.textContent?.replace(/\s+/g, " ")).toMatch(/4th.*Dev.*20 points/);
  });

  it("those who tie share a step", async () => {
    await end({ totals: [3, 3, 9], winners: [0, 1] });
    expect(steps()).toEqual(["Ana You Bo 1st 3 points", "Carmen 3rd 9 points"]);
    expect(screen.getByRole("heading", { name: "Ana and Bo share the win." })).toBeTruthy();
  });

  it("is said once, with one's own place", async () => {
    const said = vi.spyOn(announcer, "now");
    await end({ totals: [9, 3, 4], winners: [1] });
    expect(said.mock.calls.flat()).toEqual(["The match is over. Bo wins! You finished 3rd with 9 points."]);
  });

  it("no paper rains where things should keep still", async () => {
    await end();
    expect(document.querySelector(".confetti")).toBeNull();
  });

  it("the chart says what is better", async () => {
    await end();
    expect(screen.getByText("(lower is better)")).toBeTruthy();
  });

  it("replay and record stay within reach, and a record that does not come leaves no hole", async () => {
    await end();
    expect(screen.getByRole("link", { name: say("web-watch-again") }).getAttribute("href")).toBe("#/replay/abc");
    expect(screen.getByRole("link", { name: say("web-record") })).toBeTruthy();
    expect(screen.queryByRole("region", { name: say("ending-awards") })).toBeNull();
  });
});

describe("play again", () => {
  it("leads back to the lobby with the others", async () => {
    const { table, onleave } = await end();
    await fireEvent.click(again());
    await vi.advanceTimersByTimeAsync(1);
    expect(table.asked).toEqual([{ type: "rematch" }]);
    expect(onleave).toHaveBeenCalledOnce();
  });

  it("alone with bots begins at once, without the lobby", async () => {
    const { table, onleave } = await end({ lobby: { people: [{ id: 0, name: "Ana", avatar: "fox" }] } });
    await fireEvent.click(again());
    await vi.advanceTimersByTimeAsync(1);
    expect(table.asked).toEqual([{ type: "rematch" }, { type: "begin" }]);
    expect(onleave).toHaveBeenCalledOnce();
  });

  it("of another one takes the result from nobody; the page says where they are", async () => {
    const { table, onleave, all } = await end();
    table.set({ lobby: { ...all, stage: "lobby" }, view: null });
    await tick();
    expect(steps()).toHaveLength(3);
    expect(screen.getByText(say("ending-in-lobby"))).toBeTruthy();
    const seats = all.seats.map((place, seat) => ({ ...place!, ready: seat === 1 }));
    table.set({ lobby: { ...all, stage: "lobby", seats } });
    await tick();
    expect(screen.getByText("Ready for another match: Bo")).toBeTruthy();
    await fireEvent.click(again());
    expect(table.asked).toEqual([]); // the table is in the lobby already
    expect(onleave).toHaveBeenCalledOnce();
  });

  it("leads to a match that has begun without this person", async () => {
    const { table, onleave, all } = await end();
    table.set({ lobby: { ...all, stage: "match" } });
    await tick();
    await fireEvent.click(screen.getByRole("button", { name: say("ending-to-table") }));
    expect(onleave).toHaveBeenCalledOnce();
  });

  it("a spectator cannot call for it, and can follow", async () => {
    const { table, all } = await end({ seat: null });
    expect(screen.queryByRole("button", { name: say("web-rematch") })).toBeNull();
    table.set({ lobby: { ...all, stage: "lobby" } });
    await tick();
    expect(again()).toBeTruthy();
  });
});
