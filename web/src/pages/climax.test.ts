// The end of a round and of a match around a table: what is seen, said and pressed, and when.
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import { announcer } from "../app/announce.svelte";
import { set } from "../app/settings.svelte";
import * as sound from "../app/sound";
import { say } from "../app/text.svelte";
import { FiveCrownsDesk, discardsOf } from "../games/five_crowns/fake-desk.svelte";
import { lobby as wackeeLobby, side, view as wackeeView, wackeeSixDesk } from "../games/wackee_six/fake-desk.svelte";
import { GAMES } from "../games";
import { wigOutDesk, type Scene } from "../games/wig_out/fake-desk.svelte";
import { offers } from "../net/offers.svelte";
import type { TableStore } from "../net/table.svelte";
import type { Line, View, WigOutView } from "../wire";
import Play from "./Play.svelte";

/** A page around a desk; everything a page asks of the store is there. */
async function around(desk: unknown, more: object = {}): Promise<TableStore> {
  const rest = {
    rtt: null,
    you: 0,
    isHost: true,
    muted: [],
    lines: [],
    readySeats: [],
    idle: [],
    status: "open",
    place: () => null,
    countdown: null,
    ended: null,
  };
  const table = Object.assign(desk as object, rest, more) as unknown as TableStore;
  render(Play, { table });
  await vi.waitFor(() => expect(document.querySelector(".frame, .felt, .round, .ending")).not.toBeNull());
  return table;
}

const race = (more: Scene = {}) =>
  wigOutDesk({ players: 3, hand: [], legal: [{ do: "shout" }], public: { hands: [0, 2, 5] }, ...more });

const SCORE: Line = { by: null, do: "score", round: 1, points: [0, 2, 5], totals: [0, 2, 5], why: "out" };

/** After a round that seat 0 has won. */
function counted(before: WigOutView): WigOutView {
  const shown = [[], ["afro", "bun"], ["nest", "nest", "nest", "bolt", "curls"]];
  const points = { sheet: [[0, 2, 5]], totals: [0, 2, 5] };
  return { ...before, public: { ...before.public, ...points, phase: "deal", shown, ended: "out", counted: 1 } };
}

/** A shout, with what the server tells at once: the count and the open hands. */
function shouted(desk: ReturnType<typeof race>, by = 0): void {
  desk.happen({ view: counted(desk.view!), legal: [] }, [{ by, do: "shout" }, SCORE]);
}

const later = async (ms: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
  await tick();
};
const next = (): HTMLElement | null => screen.queryByRole("button", { name: say("web-next-round") });
const burst = (): Element | null => document.querySelector(".climax");
const isInert = (): boolean => document.querySelector(".game")!.hasAttribute("inert");

// what loads later is there at once, also on a busy machine
beforeAll(async () => {
  await Promise.all(GAMES.flatMap((game) => [game.Table(), game.Opened()]));
  await import("./Ending.svelte");
}, 60_000);
beforeEach(() => {
  set({ language: "en", sound: false, calm: false });
  const wins = (lowest_wins: boolean) => ({ lowest_wins });
  const games = { wig_out: wins(true), five_crowns: wins(true), wackee_six: wins(false) };
  offers.all = { games } as unknown as typeof offers.all;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  offers.all = null;
});

describe("the end of a round", () => {
  it("bursts over the table as it was, then the open hands are the page", async () => {
    const desk = race();
    await around(desk);
    shouted(desk, 1);
    await tick();
    expect(burst()?.textContent).toContain("Bo wigs out!");
    expect(document.querySelector('[data-pile="afro"]')).not.toBeNull(); // the race is still there to be looked at
    expect(isInert()).toBe(true); // and takes no more taps
    await later(1900);
    expect(next()).toBeNull();
    await later(200);
    expect(burst()).toBeNull();
    expect(document.activeElement).toBe(next());
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("tells somebody for whom a bot plays so below the hands, and over none of them", async () => {
    const desk = race();
    await around(desk, { place: () => ({ name: "Ana", person: 0, idle: true }) });
    const words = say("web-waiting-idle");
    expect(screen.getByText(words).closest(".round")).toBeNull();
    shouted(desk);
    await later(2100);
    expect(screen.getByText(words).closest("footer")).not.toBeNull(); // there is but one
    expect(screen.getByText(words).closest(".hands")).toBeNull();
  });

  it("explains every hand, by rank, and marks one's own", async () => {
    const desk = race();
    await around(desk);
    shouted(desk);
    await later(2100);
    vi.useRealTimers();
    await vi.waitFor(() => expect(screen.getAllByText(/cards left:/)).toHaveLength(2));
    const rows = within(document.querySelector<HTMLElement>(".round")!).getAllByRole("listitem");
    const texts = rows.map((row) => row.textContent?.replace(/\s+/g, " ").trim());
    expect(texts[0]).toMatch(/1st.*Ana.*You.*\+0 0 total.*All gone!/);
    expect(texts[1]).toMatch(/2nd.*Bo.*\+2 2 total.*2 cards left: 2 points/);
    expect(texts[2]).toMatch(/3rd.*Carmen.*\+5/);
  });

  it("is said once, calmly: who shouted, then what it cost", async () => {
    const said = vi.spyOn(announcer, "now");
    const desk = race();
    await around(desk);
    said.mockClear();
    shouted(desk, 1);
    await later(2100);
    expect(said.mock.calls.flat()).toEqual([
      "Bo shouts “Wig Out!”",
      "Round 1 is over. You scored 0 points: 0 total, 1st place.",
    ]);
  });

  it.each([
    ["a tap", () => fireEvent.pointerDown(document.body)],
    ["a key", () => fireEvent.keyDown(document.body, { key: "Escape" })],
  ])("can be skipped by %s, but not by the one that was meant for the race", async (_, skip) => {
    const desk = race();
    await around(desk);
    shouted(desk);
    await later(100);
    await skip();
    expect(burst()).not.toBeNull();
    await later(300);
    await skip();
    await tick();
    expect(burst()).toBeNull();
    expect(next()).not.toBeNull();
  });

  it("ignores for a moment what was still meant for the table", async () => {
    const desk = race();
    await around(desk);
    shouted(desk);
    await later(2050);
    await fireEvent.click(next()!);
    expect(desk.asked).toEqual([]);
    await later(400);
    await fireEvent.click(next()!);
    expect(desk.asked).toEqual([{ type: "ready" }]);
    expect(screen.getByRole("button", { name: say("web-ready-next") })).toBeTruthy();
  });

  it("is short for who wants it calm", async () => {
    set({ calm: true });
    const desk = race();
    await around(desk);
    shouted(desk);
    await later(950);
    expect(next()).not.toBeNull();
  });

  it("is simply there after a reload", async () => {
    const desk = race();
    desk.set({ view: counted(desk.view!), legal: [] });
    await around(desk);
    expect(burst()).toBeNull();
    expect(next()).not.toBeNull();
  });

  it("says who is waited for, and how long", async () => {
    const desk = race();
    desk.set({ view: counted(desk.view!), legal: [] });
    const countdown = { why: "deal", until: performance.now() + 32_000 };
    await around(desk, { countdown, readySeats: [1] });
    await later(600);
    expect(screen.getByRole("timer").textContent).toMatch(/31|32/);
    expect(screen.queryByText(/^Waiting for/)).toBeNull();
    await fireEvent.click(next()!);
    expect(screen.getByText(/^Waiting for Carmen/)).toBeTruthy(); // Bo is ready
  });

  it("gives way to the next deal at once", async () => {
    const desk = race();
    await around(desk);
    shouted(desk);
    await later(500);
    const deal: Line = { by: null, do: "deal", round: 2, dealer: 1, turned: [] };
    desk.happen({ view: race({ hand: ["afro"] }).view! }, [deal]);
    await tick();
    expect(burst()).toBeNull();
    expect(next()).toBeNull();
    expect(isInert()).toBe(false);
  });

  it("a tie says so", async () => {
    const desk = race();
    await around(desk);
    desk.happen({}, [{ ...SCORE, points: [0, 0, 0], why: "tie" } as Line]);
    await tick();
    expect(burst()?.textContent).toContain("A tie!");
  });

  it("shows the score sheet at a tap on the standing, in the race too", async () => {
    await around(race());
    await fireEvent.click(screen.getByRole("button", { name: /Round 1\/5\. You have 0 points\. Score sheet/ }));
    expect(screen.getByRole("dialog", { name: "Score sheet" })).toBeTruthy();
  });
});

describe("going out in a game in turns", () => {
  it("bursts in the middle of the round, and the next one can play under it", async () => {
    const hand = ["7h", "8h", "9h"];
    const desk = new FiveCrownsDesk({ players: 2, hand, public: { turn: 1 } });
    await around(desk);
    desk.become({ players: 2, hand, legal: discardsOf(["7h"]), public: { out: 1, turn: 0 } }, [
      { by: 1, do: "discard", card: "3t", melds: [["4t", "5t", "6t"]] },
    ]);
    await tick();
    expect(burst()?.textContent).toContain("Bo goes out with the 3 of stars!");
    expect(isInert()).toBe(false);
    await later(2100);
    expect(burst()).toBeNull();
    expect(next()).toBeNull();
  });

  it("the last card is seen to lie on the pile before the hands open", async () => {
    const scene = { players: 2, hand: ["7h", "8h", "9h", "Kc"], public: { out: 1, turn: 0, laid: [null, []] } };
    const desk = new FiveCrownsDesk(scene);
    await around(desk);
    const score: Line = { ...SCORE, points: [0, 0], totals: [0, 0] } as Line;
    desk.become({ ...scene, hand: [], public: { ...scene.public, phase: "deal", shown: [[], []], sheet: [[0, 0]] } }, [
      { by: 0, do: "discard", card: "Kc", melds: [["7h", "8h", "9h"]] },
      score,
    ]);
    await later(400);
    expect(document.querySelector('button[aria-keyshortcuts="P"]')?.textContent).toContain("K");
    await later(1200);
    expect(next()).not.toBeNull();
  });

  it("at the end melds and what was left lie open, with what each card costs", async () => {
    vi.useRealTimers();
    const laid = [[["Tt", "Jt", "Qt"]], [["5t", "6t", "8t"]]];
    const shown = [["Js", "7c", "**"], []];
    const end = { phase: "deal", round: 5, dealt: 7, out: 1, laid, shown, sheet: [[81, 0]], totals: [81, 0] };
    await around(new FiveCrownsDesk({ players: 2, hand: ["Js"], public: end }));
    await vi.waitFor(() => expect(screen.getByText("Left over: 11 + 20 + 50 = 81 points")).toBeTruthy());
    expect(screen.getByText("Went out: 0 points")).toBeTruthy();
    expect(screen.getByRole("img", { name: /^Meld: 10 of stars/ })).toBeTruthy();
  });
});

describe("sides", () => {
  it("see what they played, what was left and the bonus on the one sheet there is", async () => {
    vi.useRealTimers();
    const none = [null, null, null, null, null, null];
    const sides = [
      side({ seats: [0], up: ["r6", ...none.slice(1)], down: 2, played: ["r1", "r2"] }),
      side({ seats: [1], up: none, down: 0, played: ["g1", "g2", "g3"] }),
    ];
    const end = { sides, phase: "deal", caller: 1, sheet: [[-4, 13]], totals: [-4, 13], ended: "out", round: 1 };
    await around(wackeeSixDesk({ lobby: wackeeLobby(["Ana", "Bo"]), view: wackeeView(end, 0), seat: 0 }));
    await vi.waitFor(() => expect(screen.getByText("3 main cards left: −6")).toBeTruthy());
    expect(screen.getByText("Shouted first: +10")).toBeTruthy();
    expect(screen.getByText("Played 3")).toBeTruthy();
    expect(screen.queryAllByRole("table")).toHaveLength(0);
    expect(screen.getByText("You −4/100 · 2nd")).toBeTruthy();
  });
});

describe("the end of a match", () => {
  /** The shout that ends the match. */
  async function over(by: number, winners: number[]): Promise<void> {
    const desk = race();
    const table = await around(desk);
    const result = { do: "result" as const, why: "finished" as const, totals: [0, 2, 5], winners };
    const lobby = { ...desk.lobby!, stage: "over" as const };
    const last = counted(desk.view!);
    const view: View = { ...last, public: { ...last.public, phase: "over", result } };
    table.ended = { lobby, view, seat: 0 };
    desk.happen({ view, lobby, legal: [] }, [{ by, do: "shout" }, SCORE, { by: null, ...result }]);
    await later(2100);
    vi.useRealTimers();
  }

  it.each([
    [0, [0], "won", "You win!"],
    [1, [1], "bravo", "Bo wins!"],
  ])("a fanfare only for who wins: seat %i", async (by, winners, tune, words) => {
    const played = vi.spyOn(sound, "play");
    await over(by, winners);
    expect(await screen.findByRole("heading", { name: words })).toBeTruthy();
    expect(played.mock.calls.flat().filter((one) => one === "won" || one === "bravo")).toEqual([tune]);
  });

  it("shows the podium, the way of the scores and the cards of the last round", async () => {
    await over(0, [0]);
    const page = await screen.findByRole("region", { name: say("web-match-over") });
    const steps = [...page.querySelectorAll(".step")].map((step) => step.textContent?.replace(/\s+/g, " ").trim());
    expect(steps).toEqual(["Ana You 1st 0 points", "Bo 2nd 2 points", "Carmen 3rd 5 points"]);
    expect(document.querySelector(".confetti")).not.toBeNull();
    expect(screen.getByText(say("ending-last-round"))).toBeTruthy();
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(say("web-rematch")));
  });
});
