import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { announcer } from "../../app/announce.svelte";
import { set } from "../../app/settings.svelte";
import { say } from "../../app/text.svelte";
import { offers } from "../../net/offers.svelte";
import Home from "../../pages/Home.svelte";
import Rules from "../../pages/Rules.svelte";
import ScoreSheet from "../../ui/ScoreSheet.svelte";
import type { Action, Line, View } from "../../wire";
import { gameOf } from "../index";
import { FakeDesk, fakeLobby } from "../shared/fake-desk.svelte";
import { hintWords, refusalWords } from "../words";
import { PLUGIN, stubServer } from "./fake-server";
import { serverText } from "./server-text.svelte";
import Table from "./Table.svelte";

const view = (more: object = {}, seat: number | null = 0): View =>
  ({
    seat,
    public: {
      phase: "play",
      round: 2,
      turn: 0,
      dealer: 1,
      hands: [2, 5],
      discard: "Qd",
      draw: 31,
      totals: [3, 12],
      sheet: [[3, 12]],
      ...more,
    },
    private: seat === null ? null : { hand: ["7h", "8s"] },
  }) as unknown as View;
const legal = [
  { do: "play", card: "7h" },
  { do: "wild", card: "8s", suit: "h" },
  { do: "draw" },
] as unknown as Action[];

function open(more: object = {}, seat: number | null = 0): FakeDesk {
  const lobby = fakeLobby(PLUGIN, ["Ana", "Bo"]);
  const desk = new FakeDesk({ lobby, seat, view: view(more, seat), legal: seat === null ? [] : legal });
  render(Table, { desk });
  return desk;
}
const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name });

beforeEach(async () => {
  stubServer();
  set({ language: "en", sound: false });
  await offers.load();
  serverText(PLUGIN, "en");
  await vi.waitFor(() => expect(serverText(PLUGIN, "en")).not.toBeNull());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  set({ language: "en" });
});

describe("the generic table", () => {
  it("shows who sits where, whose turn it is, the points, and what everybody sees, with cards in words", () => {
    open();
    expect(screen.getByText("Ana, has the turn")).toBeTruthy();
    expect(screen.getByText("Bo, deals")).toBeTruthy();
    expect(document.querySelector('[data-seat="1"]')?.textContent).toMatch(/12 points.*Cards: 5/s);
    const table = screen.getByRole("region", { name: "On the table" });
    expect(table.textContent).toMatch(/Draw pile.*31.*Discard pile.*queen of diamonds/s);
    expect(screen.getByRole("region", { name: "Your cards" }).textContent).toMatch(/7 of hearts.*8 of spades/s);
    expect(screen.getByText("Your turn!")).toBeTruthy();
  });

  it("has a button and a key for every legal action, in the game's own words or in plain ones", async () => {
    const desk = open();
    await fireEvent.click(button(/^Play 7 of hearts/));
    await tick();
    expect(desk.acted).toEqual([{ do: "play", card: "7h" }]);
    expect(button(/^Play 8 of spades and call h/)).toBeTruthy();
    expect(button(/^Draw a card/)).toBeTruthy();
    await fireEvent.keyDown(document.body, { key: "2" });
    expect(desk.acted[1]).toEqual({ do: "wild", card: "8s", suit: "h" });
  });

  it("an action without any words is called by its tag and fields", () => {
    const desk = open();
    desk.set({ legal: [{ do: "swap_hands", with: 1, card: "7h" }] as unknown as Action[] });
    return tick().then(() => expect(button(/^Swap hands 1 7 of hearts/)).toBeTruthy());
  });

  it("tells what happened, also to a screen reader, and says when it is one's turn", async () => {
    const desk = open({ turn: 1 });
    expect(screen.getByText("It's Bo's turn.")).toBeTruthy();
    desk.happen({ view: view() }, [{ by: 1, do: "play", card: "8s" } as unknown as Line]);
    await tick();
    expect(screen.getByText("Bo: Play 8 of spades")).toBeTruthy();
    expect(announcer.urgent).toContain("Your turn!");
  });

  it("asks everybody in a race whether they are ready, and who says GO waits for them", async () => {
    const desk = open({ phase: "ready", turn: null });
    desk.set({ legal: [] });
    await tick();
    await fireEvent.click(button("Ready"));
    await fireEvent.keyDown(document.body, { key: " " });
    expect(desk.asked).toEqual([{ type: "ready" }, { type: "ready" }]);
    desk.set({ readySeats: [0] });
    await tick();
    expect(screen.queryByRole("button", { name: "Ready" })).toBeNull();
    desk.set({ seat: 1, readySeats: [], legal: [{ do: "go" }] as unknown as Action[] });
    await tick();
    expect(screen.getByText("Waiting for Ana to be ready…")).toBeTruthy();
    expect(screen.queryAllByRole("button")).toEqual([]);
    desk.set({ readySeats: [0] });
    await tick();
    await fireEvent.keyDown(document.body, { key: "1" });
    expect(desk.acted).toEqual([{ do: "go" }]);
  });

  it("a spectator sees no hand and has nothing to press", () => {
    open({}, null);
    expect(screen.queryByRole("region", { name: "Your cards" })).toBeNull();
    expect(screen.queryAllByRole("button")).toEqual([]);
    expect(screen.getByText("You're watching.")).toBeTruthy();
  });

  it("speaks Spanish as soon as its words have come", async () => {
    open();
    set({ language: "es" });
    await vi.waitFor(() => expect(button(/^Jugar 7 de corazones/)).toBeTruthy());
    expect(screen.getByText("¡Te toca!")).toBeTruthy();
  });
});

describe("a game that only the server knows", () => {
  it("has a title, a sentence, bots to start with, refusals and hints in words", () => {
    const game = gameOf(PLUGIN);
    expect([game.title(), game.about()]).toEqual(["Crazy Eights", "Match the suit or the rank. Eights are wild."]);
    expect([game.startBots, game.lesson]).toEqual([2, undefined]);
    expect([game.roundOver("blocked"), game.roundOver("out")]).toEqual([
      "Nobody can move.",
      "Somebody is out of cards.",
    ]);
    const refused = { type: "refused", id: "1", reason: "ce-no-match", facts: { card: "7h" } } as const;
    expect(refusalWords(PLUGIN, refused)).toBe("7 of hearts does not match.");
    expect(hintWords(PLUGIN, { action: { do: "play", card: "7h" } as unknown as Action, why: null })).toBe(
      "Try: Play 7 of hearts",
    );
  });

  it("is on the home page with a plain emblem and without a lesson", () => {
    render(Home);
    expect(screen.getByRole("heading", { name: "Crazy Eights" })).toBeTruthy();
    expect(screen.getByText("CE")).toBeTruthy();
    expect(screen.queryByRole("link", { name: say("web-learn-label", { game: "Crazy Eights" }) })).toBeNull();
    expect(screen.getByRole("link", { name: "Rules of Crazy Eights" })).toBeTruthy();
  });

  it("has its rules and its score sheet", () => {
    render(Rules, { game: PLUGIN });
    expect(screen.getByRole("heading", { name: "Crazy Eights" })).toBeTruthy();
    expect(screen.getByText("Match.")).toBeTruthy();
    cleanup();
    render(ScoreSheet, { view: view(), lobby: fakeLobby(PLUGIN, ["Ana", "Bo"]) });
    expect(screen.getAllByText("12").length).toBeGreaterThan(0);
  });
});
