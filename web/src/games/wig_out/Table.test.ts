import { tick } from "svelte";
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { announcer } from "../../app/announce.svelte";
import { set } from "../../app/settings.svelte";
import type { Action, WigOutView } from "../../wire";
import type { FakeDesk } from "../shared/fake-desk.svelte";
import Table from "./Table.svelte";
import { CHARACTERS } from "./cards";
import { wigOutDesk, type Scene, plays } from "./fake-desk.svelte";

const PILES = { afro: 2, nest: 1 };
const HAND = ["afro", "mohawk", "mohawk", "mohawk", "bolt", "nest", "nest"];
const LEGAL = plays(HAND, PILES);

function open(made: Scene): FakeDesk<WigOutView> {
  const desk = wigOutDesk(made);
  render(Table, { desk });
  return desk;
}

const inPlay = (more: Scene = {}): FakeDesk<WigOutView> =>
  open({ hand: HAND, legal: LEGAL, public: { piles: PILES }, ...more });
const button = (name: RegExp): HTMLElement => screen.getByRole("button", { name });
const press = (key: string, more: object = {}): Promise<boolean> => fireEvent.keyDown(window, { key, ...more });
const lit = (): string[] =>
  [...document.querySelectorAll<HTMLElement>("button[data-stack].fits")].map((one) => one.dataset["stack"] ?? "");

beforeEach(() => set({ language: "en", sound: false, leftHanded: false }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("what is drawn", () => {
  it("shows the others with their cards, the piles and the hand as stacks", () => {
    inPlay();
    expect(screen.getByText("Bo, 6 cards left")).toBeTruthy();
    expect(screen.getByText("afro, pile of 2")).toBeTruthy();
    expect(button(/^mohawk, 3 cards, fits$/)).toBeTruthy();
    expect(button(/^bolt, 1 card, doesn't fit$/)).toBeTruthy();
  });

  it("lights exactly what is legal", () => {
    inPlay();
    expect(lit()).toEqual(["afro", "mohawk", "nest"]);
    expect(button(/^Wig Out!/).getAttribute("aria-disabled")).toBe("true");
    expect(button(/^Deck/).getAttribute("aria-disabled")).toBe("true");
  });

  it("draws each character, and each on a place of its own", () => {
    open({ hand: [...CHARACTERS], public: { piles: Object.fromEntries(CHARACTERS.map((card) => [card, 1])) } });
    expect([...document.querySelectorAll<HTMLElement>("[data-pile]")].map((one) => one.dataset["pile"])).toEqual([
      ...CHARACTERS,
    ]);
    expect(document.querySelectorAll("button[data-stack]")).toHaveLength(12);
  });

  it("marks bots, stand-ins and who has left", () => {
    inPlay({ places: { 1: { bot: "casual", person: null }, 2: { stand_in: "casual" }, 3: { gone: true } } });
    expect(screen.getByText("Bo, 6 cards left, a bot")).toBeTruthy();
    expect(screen.getByText("Carmen, 5 cards left, a bot is filling in")).toBeTruthy();
    expect(screen.getByText("Dev, 4 cards left, left the table")).toBeTruthy();
  });

  it("says who is about to go out", () => {
    inPlay({ public: { piles: PILES, hands: [7, 1, 5, 4] } });
    expect(screen.getByText("Bo has only 1 card left!")).toBeTruthy();
  });

  it("gives a spectator nothing to press but the deck, which does nothing", async () => {
    const desk = open({ seat: null, public: { piles: PILES } });
    for (const one of screen.getAllByRole("button")) await fireEvent.click(one);
    await press(" ");
    expect(screen.getByText("Ana, 7 cards left, the dealer")).toBeTruthy();
    expect(desk.acted).toEqual([]);
  });

  it("speaks Spanish", () => {
    set({ language: "es" });
    inPlay({ public: { piles: PILES, hands: [7, 1, 5, 4] } });
    expect(button(/^cresta, 3 cartas, encaja$/)).toBeTruthy();
    expect(button(/Despelucándose/)).toBeTruthy();
    expect(screen.getByText("¡A Bo solo le queda 1 carta!")).toBeTruthy();
  });
});

describe("tap", () => {
  it("plays all of a stack that can be played", async () => {
    const desk = inPlay();
    await fireEvent.click(button(/^mohawk/));
    await fireEvent.click(button(/^afro/));
    expect(desk.acted).toEqual([
      { do: "start", cards: ["mohawk", "mohawk", "mohawk"] },
      { do: "lay", card: "afro" },
    ]);
  });

  it("explains what does not fit instead of sending it", async () => {
    const desk = inPlay();
    await fireEvent.click(button(/^bolt/));
    expect(screen.getByText(/There's no bolt pile yet/)).toBeTruthy();
    await fireEvent.click(button(/^Deck/));
    expect(screen.getByText(/so you can't draw/)).toBeTruthy();
    await fireEvent.click(button(/^Wig Out!/));
    expect(screen.getByText(/You still have 7 cards/)).toBeTruthy();
    expect(announcer.urgent).toMatch(/You still have 7 cards/);
    expect(desk.acted).toEqual([]);
  });

  it("draws when it must, and shouts with an empty hand", async () => {
    const drawing = open({ hand: ["bolt"], legal: [{ do: "draw" }] });
    expect(document.querySelector("[data-deck].must")).toBeTruthy();
    await fireEvent.click(button(/^Deck.*draw/));
    expect(drawing.acted).toEqual([{ do: "draw" }]);
    cleanup();
    const out = open({ hand: [], legal: [{ do: "shout" }] });
    expect(document.querySelector(".shout.lit")).toBeTruthy();
    await fireEvent.click(button(/^Wig Out!/));
    expect(out.acted).toEqual([{ do: "shout" }]);
  });

  it("plays fewer after a long press", async () => {
    vi.useFakeTimers();
    const desk = inPlay();
    await fireEvent.pointerDown(button(/^mohawk/), { button: 0, pointerId: 1 });
    await vi.advanceTimersByTimeAsync(500);
    await fireEvent.pointerUp(button(/^mohawk/), { pointerId: 1 });
    await fireEvent.click(button(/^mohawk/), { detail: 1 }); // the click that ends the press
    expect(desk.acted).toEqual([]);
    await fireEvent.click(button(/^2$/));
    expect(desk.acted).toEqual([{ do: "start", cards: ["mohawk", "mohawk"] }]);
  });

  it("plays a stack that is dragged to the middle, and not one that is dropped elsewhere", async () => {
    const desk = inPlay();
    const middle = document.querySelector<HTMLElement>("[data-middle]")!;
    middle.getBoundingClientRect = () => new DOMRect(0, 0, 300, 300);
    for (const [y, made] of [
      [500, 0],
      [100, 1],
    ] as const) {
      const stack = button(/^nest/);
      await fireEvent.pointerDown(stack, { button: 0, pointerId: 1, clientX: 50, clientY: 600 });
      await fireEvent.pointerMove(stack, { pointerId: 1, clientX: 60, clientY: y });
      await fireEvent.pointerUp(stack, { pointerId: 1, clientX: 60, clientY: y });
      await fireEvent.click(stack, { detail: 1 });
      expect(desk.acted).toHaveLength(made);
    }
    expect(desk.acted).toEqual([{ do: "start", cards: ["nest", "nest"] }]);
  });

  it("draws the card that is dragged from the deck to the hand, and not one that is dropped elsewhere", async () => {
    const desk = open({ hand: ["bolt"], legal: [{ do: "draw" }] });
    const mine = document.querySelector<HTMLElement>("[data-mine]")!;
    mine.getBoundingClientRect = () => new DOMRect(0, 400, 300, 300);
    for (const [y, made] of [
      [200, 0],
      [500, 1],
    ] as const) {
      const deck = button(/^Deck/);
      await fireEvent.pointerDown(deck, { button: 0, pointerId: 1, clientX: 50, clientY: 100 });
      await fireEvent.pointerMove(deck, { pointerId: 1, clientX: 60, clientY: y });
      expect(mine.classList.contains("dealing")).toBe(true);
      await fireEvent.pointerUp(deck, { pointerId: 1, clientX: 60, clientY: y });
      await fireEvent.click(deck, { detail: 1 });
      expect(mine.classList.contains("dealing")).toBe(false);
      expect(desk.acted).toHaveLength(made);
    }
    expect(desk.acted).toEqual([{ do: "draw" }]);
  });
});

describe("keys", () => {
  it("plays stacks by their number, shows fewer with shift", async () => {
    const desk = inPlay();
    await press("1");
    await press("3"); // bolt does not fit
    await press("!", { code: "Digit2", shiftKey: true });
    await press("2", { code: "Digit2" });
    expect(desk.acted).toEqual([
      { do: "lay", card: "afro" },
      { do: "start", cards: ["mohawk", "mohawk"] },
    ]);
  });

  it("reaches all twelve stacks", async () => {
    const hand = CHARACTERS.flatMap((card) => [card, card]);
    const desk = open({ hand, legal: plays(hand, {}) });
    for (const key of "1234567890-=") await press(key);
    expect(desk.acted).toEqual(CHARACTERS.map((card) => ({ do: "start", cards: [card, card] })));
  });

  it("draws with D, shouts and says GO with space", async () => {
    const drawing = open({ hand: ["bolt"], legal: [{ do: "draw" }] });
    await press("d");
    expect(drawing.acted).toEqual([{ do: "draw" }]);
    cleanup();
    const out = open({ hand: [], legal: [{ do: "shout" }] });
    await press(" ");
    expect(out.acted).toEqual([{ do: "shout" }]);
    cleanup();
    const dealer = open({ hand: HAND, legal: [{ do: "go" }], public: { phase: "ready" } });
    await press(" ");
    expect(dealer.acted, "not before everybody is ready").toEqual([]);
    dealer.set({ readySeats: [1, 2, 3, 4, 5] });
    await press(" ");
    expect(dealer.acted).toEqual([{ do: "go" }]);
  });

  it("never sends anything that is not legal, whatever is pressed", async () => {
    const states: Scene[] = [
      { hand: HAND, legal: LEGAL, public: { piles: PILES } },
      { hand: HAND, legal: [], public: { phase: "ready", dealer: 1 } },
      { hand: HAND, legal: [{ do: "go" }], public: { phase: "ready" } },
      { hand: ["bolt"], legal: [{ do: "draw" }] },
      { hand: ["bolt"], legal: [], public: { deck: 0 } },
      { hand: [], legal: [{ do: "shout" }] },
      {
        hand: HAND,
        legal: LEGAL,
        pending: [{ do: "start", cards: ["mohawk", "mohawk", "mohawk"] }],
        public: { piles: PILES },
      },
    ];
    for (const state of states) {
      const desk = open(state);
      for (const one of screen.getAllByRole("button")) await fireEvent.click(one);
      for (const key of "1234567890-=dD ") await press(key);
      for (const done of desk.acted) expect(state.legal).toContainEqual(done);
      cleanup();
    }
  });
});

describe("the race", () => {
  it("shows a move at once as under way, and does not send it twice", async () => {
    const desk = inPlay({ pending: [{ do: "start", cards: ["mohawk", "mohawk", "mohawk"] }] });
    expect(document.querySelector("button[data-stack=mohawk]")).toBeNull();
    expect(document.querySelector("[data-pile=mohawk] .pending")).toBeTruthy();
    await press("2");
    expect(desk.acted).toEqual([]);
  });

  it("counts down to GO and hides the button's power meanwhile", async () => {
    const desk = open({ hand: HAND, legal: [{ do: "go" }], public: { phase: "ready" } });
    desk.tell({
      kind: "countdown",
      countdown: { type: "countdown", why: "go", ms: 3000 },
      until: performance.now() + 2990,
    });
    expect((await screen.findByRole("timer")).textContent).toBe("3");
    await press(" ");
    expect(desk.acted).toEqual([]);
  });

  it("says that it is ready, and waits for the others and the dealer's GO", async () => {
    const desk = open({ hand: HAND, public: { phase: "ready", dealer: 2 } });
    await fireEvent.click(screen.getByRole("button", { name: /^Ready/ }));
    expect(desk.asked).toEqual([{ type: "ready" }]);
    desk.set({ readySeats: [0] });
    await tick();
    expect(screen.getByText(/^Waiting for Bo/)).toBeTruthy();
    desk.set({ readySeats: [0, 1, 3, 4, 5] });
    await tick();
    expect(screen.getByText("Waiting for Carmen to say GO")).toBeTruthy();
  });

  it("shakes a stack whose move was refused", async () => {
    vi.useFakeTimers();
    const desk = inPlay();
    const action: Action = { do: "lay", card: "afro" };
    desk.tell({ kind: "refused", refused: { type: "refused", id: "1", reason: "wo-no-pile" }, action });
    await vi.advanceTimersByTimeAsync(270);
    expect(document.querySelector("button[data-stack=afro].shaken")).toBeTruthy();
  });

  it("says what was drawn and who shouted", async () => {
    const desk = inPlay();
    desk.tell({ kind: "lines", at: 0, before: null, lines: [{ by: 0, do: "draw", card: "nest" }] });
    await vi.waitFor(() => expect(announcer.urgent).toBe("You drew nest, and it fits."));
    desk.tell({ kind: "lines", at: 0, before: null, lines: [{ by: 1, do: "shout" }] });
    await vi.waitFor(() => expect(announcer.urgent).toBe("Bo shouts “Wig Out!”"));
  });
});
