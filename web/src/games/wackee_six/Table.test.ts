import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { announcer } from "../../app/announce.svelte";
import { set } from "../../app/settings.svelte";
import type { Action, WackeeSixPile, WackeeSixPublic, WackeeSixView } from "../../wire";
import type { FakeDesk } from "../shared/fake-desk.svelte";
import Card from "./Card.svelte";
import Table from "./Table.svelte";
import { lobby, side, view, wackeeSixDesk } from "./fake-desk.svelte";
import { lanes, targets } from "./moves";

const pile = (card: string, wild = false): WackeeSixPile => ({ colour: card[0]!, height: Number(card.slice(1)), wild });
const play = (card: string, from: number | "deck", as?: string): Action => ({
  do: "play",
  card,
  from,
  ...(as ? { as } : {}),
});
const sides = [
  side({
    seats: [0],
    up: ["r5", "g2", "w", "y11", null, "r12"],
    down: 4,
    deck: 21,
    turned: 9,
    top: ["g7", "y3", "b1"],
  }),
  side({ seats: [1], up: ["b3", "y4", null, null, null, null], down: 0 }),
];
const piles = [pile("r4"), pile("r9"), pile("b8", true), pile("g13")];
const legal = [
  play("r5", 0),
  play("w", 2, "r5"),
  play("w", 2, "b9"),
  play("w", 2, "r10"),
  play("b1", "deck"),
  { do: "turn" } as Action,
];

function open(
  more: Partial<WackeeSixPublic> = {},
  actions: Action[] = legal,
  seat: number | null = 0,
): FakeDesk<WackeeSixView> {
  const desk = wackeeSixDesk({ lobby: lobby(["Ana", "Bo"]), view: view({ sides, piles, ...more }, seat), seat });
  desk.legal = actions;
  render(Table, { desk });
  return desk;
}
const press = (key: string): Promise<boolean> => fireEvent.keyDown(document.body, { key });
const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name });

beforeEach(() => set({ language: "en", sound: false, leftHanded: false, calm: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("what is drawn", () => {
  test("the lanes hold the piles by height, and wacked ones lie aside", () => {
    const found = lanes([pile("r4"), pile("r9"), pile("g13"), pile("r2")]);
    expect(found.r.map((one) => [one.index, one.rank])).toEqual([
      [0, 1],
      [1, 0],
      [3, 2],
    ]);
    expect(found.g).toEqual([]);
    open();
    expect(screen.getByRole("img", { name: "1 pile wacked" })).toBeTruthy();
    expect(button("wild as blue 8 on top")).toBeTruthy();
  });

  test("a pile that has not changed is not redrawn", () => {
    const before = lanes([pile("r4"), pile("b2")]);
    const after = lanes([pile("r4"), pile("b3")], before);
    expect(after.r[0]).toBe(before.r[0]);
    expect(after.b[0]).not.toBe(before.b[0]);
  });

  test("a move of another side changes its own places and no other element", async () => {
    const desk = open();
    await tick();
    const seen: MutationRecord[] = [];
    const watch = new MutationObserver((records) => seen.push(...records));
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    const after = [sides[0]!, { ...sides[1]!, up: [null, "y4", null, null, null, null] }];
    desk.view = JSON.parse(
      JSON.stringify(view({ sides: after, piles: [pile("r4"), pile("r9"), pile("b9", true), pile("g13")] }, 0)),
    ) as typeof desk.view;
    await tick();
    watch.takeRecords().forEach((record) => seen.push(record));
    watch.disconnect();
    const places = new Set(
      seen.map(({ target }) =>
        (target instanceof Element ? target : target.parentElement!).closest("[data-pile], [data-side]"),
      ),
    );
    expect([...places].map((place) => place?.getAttribute("data-pile") ?? place?.getAttribute("data-side"))).toEqual(
      expect.arrayContaining(["1", "2"]),
    );
    expect(places.size).toBe(2); // pile 2 and side 1
  });

  test("what is legal is lit, in words too", () => {
    open();
    expect(button("Card 1: red 5, fits").getAttribute("aria-disabled")).toBe("false");
    expect(button("Card 4: yellow 11").getAttribute("aria-disabled")).toBe("true");
    expect(button("Top turned card: blue 1, fits")).toBeTruthy();
    expect(button("red 4 on top, you have the next card")).toBeTruthy();
    expect(button("Start a new pile with the blue 1")).toBeTruthy();
    expect(screen.getByText(/Bo: 2 main cards left/)).toBeTruthy();
  });

  test("marks bots, stand-ins and who is away or has left, in words too", () => {
    const people = lobby(["Ana", "Bo", "Cleo", "Dan"]);
    people.seats[1] = { ...people.seats[1]!, bot: "casual", person: null };
    people.seats[2] = { ...people.seats[2]!, stand_in: "casual" };
    people.seats[3] = { ...people.seats[3]!, gone: true };
    const four = [0, 1, 2, 3].map((seat) => side({ seats: [seat], up: ["b3"], down: 1 }));
    render(Table, { desk: wackeeSixDesk({ lobby: people, view: view({ sides: four, piles }, 0), seat: 0 }) });
    expect(screen.getByText(/^Bo, a bot: 2 main cards left/)).toBeTruthy();
    expect(screen.getByText(/^Cleo, a bot is filling in: 2/)).toBeTruthy();
    expect(screen.getByText(/^Dan, left the table: 2/)).toBeTruthy();
    expect(screen.getByText("stand-in")).toBeTruthy();
  });

  test("both languages say it all", async () => {
    open();
    set({ language: "es" });
    await tick();
    expect(button("Carta 1: 5 rojo, encaja")).toBeTruthy();
    expect(button(/^Voltea tres cartas/)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/wackee-|card-/);
  });

  test("a wild on a pile shows the number it stands for", () => {
    render(Card, { card: "w", as: "y12" });
    expect(document.querySelector(".sideways")?.textContent).toBe("12");
  });
});

describe("tap and keys", () => {
  test("one tap plays a card, and it shows as under way at once", async () => {
    const desk = open();
    await fireEvent.click(button("Card 1: red 5, fits"));
    expect(desk.acted).toEqual([play("r5", 0)]);
    expect(button(/^Card 1/).className).toContain("flying");
    await fireEvent.click(button(/^Card 1/));
    expect(desk.acted).toHaveLength(1);
  });

  test("1 to 6, enter, D", async () => {
    const desk = open();
    for (const key of ["1", "Enter", "d"]) await press(key);
    expect(desk.acted).toEqual([play("r5", 0), play("b1", "deck"), { do: "turn" }]);
  });

  test("D turns the pile over when that is what is legal", async () => {
    const desk = open({}, [{ do: "recycle" }]);
    await press("D");
    await fireEvent.click(button(/^Turn the pile over/));
    expect(desk.acted).toEqual([{ do: "recycle" }]);
  });

  test("a tap on a pile plays the card that fits there", async () => {
    const desk = open();
    await fireEvent.click(button("red 4 on top, you have the next card"));
    expect(desk.acted).toEqual([{ ...play("r5", 0), pile: 0 }]);
  });

  test("a card that fits nowhere says so and sends nothing", async () => {
    const desk = open();
    await press("4");
    expect(desk.acted).toEqual([]);
    expect(screen.getByText("No pile can take the yellow 11 yet.")).toBeTruthy();
  });

  test("keys wait while somebody writes or a dialog is open", async () => {
    const desk = open();
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.setAttribute("open", "");
    await press("1");
    dialog.remove();
    expect(desk.acted).toEqual([]);
  });
});

describe("drag", () => {
  /** Drags from here and lets go above that; where things lie is nothing a test page knows. */
  async function drag(from: Element, over: Element | null): Promise<void> {
    document.elementFromPoint = () => over;
    from.setPointerCapture = () => undefined;
    const at = (x: number): PointerEventInit => ({ pointerId: 1, button: 0, clientX: x, clientY: 0, bubbles: true });
    await fireEvent(from, new PointerEvent("pointerdown", at(0)));
    await fireEvent(from, new PointerEvent("pointermove", at(-60)));
    await fireEvent(from, new PointerEvent("pointerup", at(-60)));
    await fireEvent.click(from, { detail: 1 }); // a browser tells of a click too
    await new Promise((later) => setTimeout(later));
  }
  const turned = (): Element => document.querySelector("[data-turned]")!;

  test("the hand deck onto the turned cards turns three, and nothing elsewhere", async () => {
    const desk = open();
    await drag(button(/^Turn three cards/), document.querySelector("[data-lane]"));
    expect(desk.acted).toEqual([]);
    await drag(button(/^Turn three cards/), turned().firstElementChild);
    expect(desk.acted).toEqual([{ do: "turn" }]);
    expect(document.querySelector<HTMLElement>(".top")!.style.transform).toBe("");
  });

  test("the turned cards back onto the place of the deck begin again, and so does the other way round", async () => {
    const empty = [{ ...sides[0]!, deck: 0 }, sides[1]!];
    const desk = open({ sides: empty }, [{ do: "recycle" }]);
    await drag(button(/^Top turned card/), button(/^Turn the pile over/));
    expect(desk.acted).toEqual([{ do: "recycle" }]);
    cleanup();
    const other = open({ sides: empty }, [{ do: "recycle" }]);
    await drag(button(/^Turn the pile over/), turned());
    expect(other.acted).toEqual([{ do: "recycle" }]);
  });

  test("a deck with nothing to do stays where it is", async () => {
    const desk = open({}, []);
    await drag(button(/^Turn three cards/), turned());
    expect(desk.acted).toEqual([]);
  });

  test("a card goes to its lane", async () => {
    const desk = open();
    await drag(button("Card 1: red 5, fits"), document.querySelector('[data-lane="r"]'));
    expect(desk.acted).toEqual([play("r5", 0)]);
  });
});

describe("a wild", () => {
  test("lights the piles it can go to and goes where it is tapped", async () => {
    const desk = open();
    await fireEvent.click(button("Card 3: wild, fits"));
    expect(screen.getAllByRole("button", { name: /the wild can go here/ })).toHaveLength(3);
    await fireEvent.click(button("red 9 on top, the wild can go here"));
    expect(desk.acted).toEqual([{ ...play("w", 2, "r10"), pile: 1 }]);
  });

  test("arrows choose, enter plays, escape puts it back", async () => {
    const desk = open();
    await press("3");
    expect(announcer.urgent).toContain("Choose a lit pile for the wild");
    await press("ArrowRight");
    await press("ArrowDown");
    await press("Escape");
    expect(screen.queryAllByRole("button", { name: /the wild can go here/ })).toHaveLength(0);
    await press("3");
    await press("ArrowDown"); // from red to blue
    await press("Enter");
    expect(desk.acted).toEqual([{ ...play("w", 2, "b9"), pile: 2 }]);
  });

  test("an aim that is gone is not swapped for another", async () => {
    const desk = open();
    await press("3"); // aims at red 9, the first
    desk.view = view({ sides, piles: [pile("r4"), pile("r10"), pile("b8")] }, 0);
    desk.legal = [play("w", 2, "r5"), play("w", 2, "r11"), play("w", 2, "b9")].filter(
      (one) => "as" in one && one.as !== "r11",
    );
    await tick();
    await press("Enter");
    expect(desk.acted).toEqual([]);
  });

  test("targets come in the order the eye reads them", () => {
    const all = lanes([pile("y3"), pile("r4"), pile("r9")]);
    const options = [play("w", 0, "r5"), play("w", 0, "r10"), play("w", 0, "y4")] as never[];
    expect(targets(options, all).map((one) => one.index)).toEqual([2, 1, 0]);
  });
});

describe("the course of a round", () => {
  const EVERYBODY = Array.from({ length: 12 }, (_, seat) => seat);

  test("the starter says go when all are ready, the others wait and see the countdown", async () => {
    const desk = open({ phase: "ready", piles: [] }, [{ do: "go" }]);
    await press(" ");
    expect(desk.acted, "not before everybody is ready").toEqual([]);
    expect(screen.getAllByText(/^Waiting for Bo/).length).toBeGreaterThan(0);
    desk.set({ readySeats: EVERYBODY });
    await press(" ");
    expect(desk.acted).toEqual([{ do: "go" }]);
    cleanup();
    const other = open({ phase: "ready", piles: [], starter: 1 }, []);
    await press(" ");
    expect(other.asked).toEqual([{ type: "ready" }]);
    other.set({ readySeats: EVERYBODY });
    await tick();
    expect(screen.getAllByText("Waiting for Bo to start").length).toBeGreaterThan(0);
    other.tell({
      kind: "countdown",
      countdown: { type: "countdown", why: "go", ms: 2900 },
      until: performance.now() + 2900,
    });
    await tick();
    expect(screen.getByRole("timer").textContent).toBe("3");
  });

  test("while it counts down the start is calm, and GO! bursts when it is over", async () => {
    const desk = open({ phase: "ready", piles: [] }, [{ do: "go" }]);
    desk.set({ readySeats: EVERYBODY });
    await tick();
    expect(document.querySelector(".call.lit")).not.toBeNull();
    const countdown = { type: "countdown", why: "go", ms: 2900 } as const;
    desk.tell({ kind: "countdown", countdown, until: performance.now() + 2900 });
    await tick();
    expect(document.querySelector(".call.lit")).toBeNull();
    expect(button("Get ready…").getAttribute("aria-disabled")).toBe("true");
    await press(" ");
    await fireEvent.click(button("Get ready…"));
    expect(desk.acted).toEqual([]);
    desk.happen({ view: view({ sides, piles: [] }, 0), legal }, [{ by: null, do: "go" }]);
    await tick();
    expect(screen.getByText("GO!")).toBeTruthy();
    expect(document.querySelector(".call.lit")).toBeNull();
  });

  test("a sentence says what to do when nothing fits", async () => {
    const desk = open({}, [{ do: "turn" }]);
    expect(screen.getByText("Nothing fits: turn three cards.")).toBeTruthy();
    desk.set({ legal: [{ do: "recycle" }] });
    await tick();
    expect(screen.getByText("Nothing fits: turn the pile over.")).toBeTruthy();
    desk.set({ legal: [{ do: "shout" }] });
    await tick();
    expect(screen.getByText("All your main cards are played: shout!")).toBeTruthy();
    desk.set({ legal });
    await tick();
    expect(screen.queryByText(/Nothing fits/)).toBeNull();
  });

  test("the call is lit when it is legal", async () => {
    const desk = open({}, [{ do: "shout" }]);
    await fireEvent.click(button(/^WACKEE SIX!/));
    expect(desk.acted).toEqual([{ do: "shout" }]);
    cleanup();
    const early = open();
    await press(" ");
    await fireEvent.click(button(/^WACKEE SIX! 9 cards left/));
    expect(early.acted).toEqual([]);
  });

  test("after the call there are no more cards", () => {
    open({ phase: "called", caller: 1 }, []);
    expect(screen.getAllByText(/No more cards!/).length).toBeGreaterThan(0);
  });

  test("beaten: the card comes back with one line", async () => {
    const desk = open();
    desk.refuse({ reason: "ws-no-pile", facts: { card: "r5" }, first: 1, by_ms: 40 });
    await press("1");
    await vi.waitFor(() => expect(screen.getByText("Bo was 40 ms faster.")).toBeTruthy());
    await vi.waitFor(() => expect(button(/^Card 1/).className).not.toContain("flying"));
  });

  test("a refusal names the card in words", async () => {
    const desk = open();
    desk.tell({
      kind: "refused",
      refused: { type: "refused", id: "1", reason: "ws-no-pile", facts: { card: "r5" } },
      action: null,
    });
    await tick();
    expect(screen.getByText("No pile can take the red 5 right now.")).toBeTruthy();
  });

  test("a screen reader hears the own move and what it brought", async () => {
    const desk = open();
    desk.view = view({ sides: [{ ...sides[0]!, up: ["g9", "g2", "w", "y11", null, "r12"] }, sides[1]!], piles }, 0);
    desk.tell({
      kind: "lines",
      at: 1,
      before: null,
      lines: [{ by: 0, do: "play", card: "r5", from: 0, as: "r5", pile: 0 }],
    });
    expect(announcer.urgent).toBe("You played the red 5. New in place 1: green 9.");
  });

  test("a spectator sees every side and nothing to press", () => {
    open({}, [], null);
    expect(screen.getByText("You're watching.")).toBeTruthy();
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: /WACKEE SIX/ })).toBeNull();
  });
});
