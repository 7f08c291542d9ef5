// The score sheet by rank: the newest rounds, whole, on any width.
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { set } from "../app/settings.svelte";
import { wigOutDesk } from "../games/wig_out/fake-desk.svelte";
import { fakeLobby } from "../games/shared/fake-desk.svelte";
import { offers } from "../net/offers.svelte";
import { sheetOf } from "../net/sheet";
import type { View } from "../wire";
import Chart from "./Chart.svelte";
import ScoreSheet from "./ScoreSheet.svelte";

/** Eleven rounds: 1 point a round for the first seat, 2 for the second … */
async function show(width: number, rounds = 11): Promise<void> {
  const sheet = Array.from({ length: rounds }, () => [3, 1, 2]);
  const totals = [3, 1, 2].map((points) => points * rounds);
  const desk = wigOutDesk({ players: 3, public: { sheet, totals } });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => width });
  render(ScoreSheet, { view: desk.view!, lobby: desk.lobby! });
  await tick();
}
const heads = (): string[] => screen.getAllByRole("columnheader").map((one) => one.textContent?.trim() ?? "");
const rows = (): (string | undefined)[] =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent?.replace(/\s+/g, " ").trim());

beforeEach(() => {
  set({ language: "en" });
  offers.all = { games: { wig_out: { lowest_wins: true } } } as unknown as typeof offers.all;
});
afterEach(() => {
  cleanup();
  offers.all = null;
  Reflect.deleteProperty(HTMLElement.prototype, "clientWidth");
});

describe("the score sheet", () => {
  it("shows all rounds where there is room, by rank, one's own row marked", async () => {
    await show(700);
    expect(heads()).toEqual(["Round", ..."1 2 3 4 5 6 7 8 9 10 11".split(" "), "Total"]);
    expect(rows().map((row) => row?.slice(0, 8))).toEqual(["1st Bo 1", "2nd Carm", "3rd Ana "]);
    expect(document.querySelector("tr.own")?.textContent).toContain("You");
  });

  it("shows the newest ones on a phone, and leads back to the rest", async () => {
    await show(280);
    expect(heads()).toEqual(["Round", "9", "10", "11", "Total"]);
    await fireEvent.click(screen.getByRole("button", { name: "Earlier" }));
    expect(heads()).toEqual(["Round", "6", "7", "8", "Total"]);
    await fireEvent.click(screen.getByRole("button", { name: "Earlier" }));
    await fireEvent.click(screen.getByRole("button", { name: "Earlier" }));
    expect(heads()).toEqual(["Round", "1", "2", "3", "Total"]);
    expect(screen.getByRole("button", { name: "Earlier" }).hasAttribute("disabled")).toBe(true);
    await fireEvent.click(screen.getByRole("button", { name: "Later" }));
    expect(screen.getByText("Rounds 3–5")).toBeTruthy();
  });

  it("asks for no pages where everything is there", async () => {
    await show(280, 2);
    expect(screen.queryByRole("button")).toBeNull();
  });
});

// It adds up: head start and counted rounds make the totals, tie-breaks stand apart.
const NAMES = ["Ana", "Bo", "Cleo", "Dan"];
function viewOf(more: { totals: number[] } & object): View {
  return { seat: null, public: { sheet: [], ...more }, private: null } as unknown as View;
}
function cells(more: { totals: number[]; sheet: number[][]; tie_breaks?: (number | null)[][] }): string[][] {
  render(ScoreSheet, { view: viewOf(more), lobby: fakeLobby("wig_out", NAMES.slice(0, more.totals.length)) });
  return screen
    .getAllByRole("row")
    .map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent.trim()));
}

describe("what the score sheet adds up", () => {
  it("shows no head start where there is none", () => {
    const sheet = [
      [5, 0],
      [0, 7],
    ];
    expect(cells({ sheet, totals: [5, 7] })).toEqual([
      ["Round", "1", "2", "Total"],
      ["1st", "Ana", "5", "0", "5"],
      ["2nd", "Bo", "0", "7", "7"],
    ]);
  });

  it("begins with the head start, and every row adds up to its total; tie-breaks come behind it", () => {
    const sheet = [
      [1, 2, 3],
      [4, 0, 4],
    ];
    expect(cells({ sheet, totals: [1, -18, 3], tie_breaks: [[4, null, 4]] })).toEqual([
      ["Round", "Head start", "1", "Total", "Tie-break 1"],
      ["1st", "Bo", "−20", "2", "−18", "–"],
      ["2nd", "Ana", "0", "1", "1", "4"],
      ["3rd", "Cleo", "0", "3", "3", "4"],
    ]);
  });
});

describe("the chart", () => {
  it("begins at the head start and ends at the totals, without tie-breaks", () => {
    const rounds = [
      [5, 0],
      [0, 5],
      [9, 8],
    ];
    const sheet = sheetOf(viewOf({ sheet: rounds, totals: [5, -15], tie_breaks: [[9, 8]] } as never));
    render(Chart, { sheet: sheet.rounds, start: sheet.start, names: ["Ana", "Bo"], lowestWins: true });
    const chart = within(screen.getByRole("figure")).getByRole("img");
    expect(chart.getAttribute("aria-label")).toBe("Ana: 0, 5, 5; Bo: -20, -20, -15");
  });
});
