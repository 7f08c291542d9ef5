// The score sheet and the chart add up: head start and counted rounds make the totals, tie-breaks stand apart.
import { cleanup, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { set } from "../app/settings.svelte";
import { fakeLobby } from "../games/shared/fake-desk.svelte";
import { sheetOf } from "../net/sheet";
import type { View } from "../wire";
import Chart from "./Chart.svelte";
import ScoreSheet from "./ScoreSheet.svelte";

const NAMES = ["Ana", "Bo", "Cleo", "Dan"];
function view(players: number, more: object): View {
  return { seat: 0, public: { totals: Array(players).fill(0), sheet: [], ...more }, private: null } as unknown as View;
}
const show = (players: number, more: object): void =>
  void render(ScoreSheet, { view: view(players, more), lobby: fakeLobby("five_crowns", NAMES.slice(0, players)) });
const cells = (): string[][] =>
  screen.getAllByRole("row").map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent.trim()));

beforeEach(() => set({ language: "en" }));
afterEach(cleanup);

describe("the score sheet", () => {
  it("shows no head start where there is none", () => {
    show(2, {
      sheet: [
        [5, 0],
        [0, 7],
      ],
      totals: [5, 7],
    });
    expect(cells().slice(1)).toEqual([
      ["1", "5", "0"],
      ["2", "0", "7"],
      ["Total", "5", "7"],
    ]);
  });

  it("begins with the head start, and every column adds up to its total", () => {
    show(2, {
      sheet: [
        [5, 0],
        [0, 7],
      ],
      totals: [5, -13],
    });
    const rows = cells().slice(1);
    expect(rows).toEqual([
      ["Head start", "0", "-20"],
      ["1", "5", "0"],
      ["2", "0", "7"],
      ["Total", "5", "-13"],
    ]);
    for (const at of [1, 2]) {
      const [total, ...parts] = rows.map((row) => Number(row[at])).reverse();
      expect(parts.reduce((sum, points) => sum + points, 0)).toBe(total);
    }
  });

  it("puts tie-breaks below the total, with a dash for those who did not play", () => {
    show(3, {
      sheet: [
        [5, 5, 9],
        [4, 4, 0],
        [1, 0, 0],
      ],
      totals: [5, 5, 9],
      tie_breaks: [
        [4, 4, null],
        [1, 0, null],
      ],
    });
    expect(cells().slice(1)).toEqual([
      ["1", "5", "5", "9"],
      ["Total", "5", "5", "9"],
      ["Tie-break 1", "4", "4", "–"],
      ["Tie-break 2", "1", "0", "–"],
    ]);
  });

  it("is turned for many players, and adds up all the same", () => {
    show(4, {
      sheet: [
        [1, 2, 3, 4],
        [0, 0, 6, 0],
      ],
      totals: [11, 2, 3, 4],
      tie_breaks: [[null, null, 6, null]],
    });
    expect(cells()).toEqual([
      ["Round", "Head start", "1", "Total", "Tie-break 1"],
      ["Ana", "10", "1", "11", "–"],
      ["Bo", "0", "2", "2", "–"],
      ["Cleo", "0", "3", "3", "6"],
      ["Dan", "0", "4", "4", "–"],
    ]);
  });
});

describe("the chart", () => {
  it("begins at the head start and ends at the totals, without tie-breaks", () => {
    const sheet = sheetOf(
      view(2, {
        sheet: [
          [5, 0],
          [0, 5],
          [9, 8],
        ],
        totals: [5, -15],
        tie_breaks: [[9, 8]],
      }),
    );
    render(Chart, { sheet: sheet.rounds, start: sheet.start, names: ["Ana", "Bo"] });
    const chart = within(screen.getByRole("figure")).getByRole("img");
    expect(chart.getAttribute("aria-label")).toBe("Ana: 0, 5, 5; Bo: -20, -20, -15");
  });
});
