// What the coach says after a round and of a match: words, sums, cards, pages that come one after the other.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { set } from "../app/settings.svelte";
import { offers } from "../net/offers.svelte";
import type { Offer } from "../net/api";
import type { TableStore } from "../net/table.svelte";
import type { CoachPage, Review } from "../wire";
import CoachButton from "./CoachButton.svelte";
import CoachLink from "./CoachLink.svelte";
import MatchCoach from "./MatchCoach.svelte";
import { luckOf } from "./pages";

const review = (round: number, seat: number, luck: number, more: Partial<Review> = {}): Review => ({
  round,
  seat,
  points: 12,
  par: 8,
  luck,
  choices: 4 - luck,
  remarks: [{ reason: "coach-fc-well", n: 9, facts: { points: 1 } }],
  ...more,
});

const page = (reviews: Review[], next: number | null = null, open = true): CoachPage => ({
  game: "five_crowns",
  seats: ["Ana", "Bo"],
  open,
  reviews,
  next,
});

const asked: string[] = [];
function answers(...pages: (CoachPage | number)[]): void {
  vi.stubGlobal(
    "fetch",
    vi.fn((path: string, init?: RequestInit) => {
      asked.push(`${path} ${typeof init?.body === "string" ? init.body : ""}`);
      const next = pages.shift() ?? 404;
      const body = typeof next === "number" ? { reason: "table-too-many", expected: "" } : next;
      return Promise.resolve(new Response(JSON.stringify(body), { status: typeof next === "number" ? next : 200 }));
    }),
  );
}

const game = { title: "", seats: [2, 14], race: false, lowest_wins: true, options: {} };
function offered(coach: boolean): void {
  offers.all = { games: { five_crowns: { ...game, coach } } } as unknown as Offer;
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  HTMLDialogElement.prototype.close ??= () => undefined;
  asked.length = 0;
  set({ language: "en" });
  vi.spyOn(offers, "load").mockResolvedValue();
  offered(true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

describe("a match looked back at", () => {
  it("comes page by page, with a luck line for every seat, remarks in words and a way to their moment", async () => {
    const out = {
      reason: "coach-fc-out",
      n: 12,
      facts: { turn: 2, earlier: 2, card: "Kh", wild: "3" },
      show: [["7h", "7s", "7d"]],
    };
    answers(page([review(1, 0, -3, { remarks: [out] }), review(1, 1, 3)], 2), page([review(2, 0, 1), review(2, 1, 2)]));
    render(MatchCoach, { source: { name: "abc" }, me: "Ana" });
    expect(
      await screen.findByText(/gone out 2 turns earlier, in turn 2, by discarding the king of hearts/),
    ).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Round 2" })).toBeTruthy();
    expect(asked.map((one) => one.trim())).toEqual([
      "/api/records/abc/coach?after=0",
      "/api/records/abc/coach?after=2",
    ]);
    expect(screen.getByRole("img", { name: "Ana: 0, 3, 4; Bo: 0, -3, -3" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "7 of hearts, 7 of spades, 7 of diamonds" })).toBeTruthy();
    const ways = screen.getAllByRole("link", { name: "See that moment" });
    expect(ways[0]!.getAttribute("href")).toBe("#/replay/abc/10");
    await fireEvent.change(screen.getByLabelText("Seen from the seat of"), { target: { value: "1" } });
    expect(screen.queryByText(/gone out 2 turns earlier/)).toBeNull();
  });

  it("goes on where it stopped after a refusal, and keeps what was there", async () => {
    answers(page([review(1, 0, -3)], 1, false), 429, page([review(2, 0, 1)], null, false));
    render(MatchCoach, { source: { token: "t" } });
    await fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Round 2" })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Round 1" })).toBeTruthy();
    expect(asked.at(-1)).toContain('"after":1');
    expect(screen.queryByLabelText("Seen from the seat of")).toBeNull();
  });

  it("leaves out remarks that only a newer server knows", async () => {
    answers(page([review(1, 0, 0, { remarks: [{ reason: "coach-fc-unheard-of", n: 1 }] })]));
    render(MatchCoach, { source: { text: "{}" } });
    await screen.findByText("Average");
    expect(screen.queryByText(/unheard/)).toBeNull();
  });
});

describe("luck", () => {
  it("goes up where the cards helped, in games of few points and of many, and its sums are rounded sums", () => {
    const coached = page([review(1, 0, -1.4), review(2, 0, -1.4), review(1, 1, 2)], null, false);
    expect(luckOf(coached, true)).toEqual([
      [1, -2],
      [2, 0],
    ]);
    expect(luckOf(coached, false)[0]).toEqual([-1, 2]);
    expect(luckOf({ ...coached, open: true }, true)[0]).toEqual([2, -2]); // more than the table's
  });
});

describe("the way to the coach", () => {
  const table = {
    seat: 0,
    lobby: { code: "BCDFGHJK", game: "five_crowns" },
    view: { public: { sheet: [[1, 2]] } },
  } as unknown as TableStore;

  it("is there after a round for who played, and asks for that round alone", async () => {
    localStorage.setItem(
      "rumpus-seats",
      JSON.stringify([{ code: "BCDFGHJK", token: "secret", game: "", link: "", at: 1 }]),
    );
    answers(page([review(1, 0, -3)], null, false));
    render(CoachButton, { table });
    await fireEvent.click(screen.getByRole("button", { name: "What could I have done?" }));
    expect(await screen.findByText("Well played! None of your choices cost you anything to speak of.")).toBeTruthy();
    expect(asked[0]).toContain('"token":"secret","round":1');
  });

  it("is not there in a game without a coach", () => {
    offered(false);
    localStorage.setItem(
      "rumpus-seats",
      JSON.stringify([{ code: "BCDFGHJK", token: "secret", game: "", link: "", at: 1 }]),
    );
    render(CoachButton, { table });
    render(CoachLink, { game: "five_crowns", record: "abc" });
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("link")).toBeNull();
  });
});
