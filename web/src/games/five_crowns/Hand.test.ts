import { cleanup, fireEvent, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { announcer } from "../../app/announce.svelte";
import { set } from "../../app/settings.svelte";
import { type Scene, TAKES, discardsOf } from "./fake-desk.svelte";
import { HAND, MELDS, at, button, card, key, settle, toDiscard, toTake } from "./table-testing";

beforeEach(() => set({ language: "en", careful: true, letters: false, sound: false, byRank: false }));
afterEach(cleanup);

describe("a card that was taken", () => {
  const spots = (): Record<string, string> =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>(".hand .card")].map((one) => [
        one.dataset["id"]!,
        `${one.style.transform} ${one.style.width}`,
      ]),
    );
  // the 5 of stars makes the two fives a book, without the joker
  const FITTING = [...HAND.slice(0, 7), "5t"];
  const fitting: Scene = {
    hand: FITTING,
    melds: [MELDS[0]!, ["5c", "5d", "5t", "**"]],
    legal: discardsOf(FITTING, ["Js"]),
    public: { dealt: 7, taken: true },
  };

  it.each([
    ["that fits nothing", toDiscard, "3t"],
    ["that makes a better meld", fitting, "5t"],
  ])("and %s moves no other card, and is marked", async (_, scene, taken) => {
    const desk = await at(toTake);
    const before = spots();
    desk.become(scene, [{ do: "take", from: "draw", card: taken, by: 0 }]);
    await settle();
    expect(spots()).toMatchObject(before);
    expect(card(taken).querySelector<HTMLElement>(".tag")?.dataset["words"]).toBe("new");
    expect(card(taken).style.width).toBe(card("Js").style.width);
    expect(document.querySelectorAll(".tag:not(.fits)")).toHaveLength(1);
  });

  it.each([3, 4, 6, 13])("moves and shrinks no card where %i were dealt", async (dealt) => {
    const whole = ["9t", "9c", "9s", "9d", "Kt", "Kh", "3h", "4h", "5h", "**", "Qd", "Js", "7d", "7d"].slice(
      -dealt - 1,
    );
    const desk = await at({ hand: whole.slice(0, -1), legal: TAKES, public: { dealt } });
    const before = spots();
    desk.become({ hand: whole, legal: discardsOf(whole), public: { dealt, taken: true } }, [
      { do: "take", from: "draw", card: whole.at(-1)!, by: 0 },
    ]);
    await settle();
    expect(spots()).toMatchObject(before);
    expect(new Set([...document.querySelectorAll<HTMLElement>(".hand .card")].map((one) => one.style.width)).size).toBe(
      1,
    );
  });

  it("shows what it goes with, says so, and offers the best melds", async () => {
    const desk = await at(toTake);
    desk.become(fitting, [{ do: "take", from: "draw", card: "5t", by: 0 }]);
    await settle();
    expect(card("5c").getAttribute("aria-label")).toBe("5 of clubs; in meld 2, goes with the new card");
    expect(card("5t").getAttribute("aria-label")).toBe("5 of stars; new, goes with cards in your hand");
    expect(document.querySelectorAll(".tag.fits")).toHaveLength(3);
    expect(card("6h").querySelector(".tag")).toBeNull();
    await key("b");
    await settle();
    expect(card("5t").getAttribute("aria-label")).toBe("5 of stars; in meld 2, new");
    expect(card("5t").querySelector<HTMLElement>(".tag")?.dataset["words"]).toBe("new"); // until the discard
  });

  it("is asked about before it is thrown away again, if it fits", async () => {
    const desk = await at(toTake);
    desk.become(fitting, [{ do: "take", from: "draw", card: "5t", by: 0 }]);
    await settle();
    await fireEvent.click(card("5t"));
    await fireEvent.click(card("5t"));
    await settle();
    expect(screen.getByText(/5 of stars completes a meld/)).toBeTruthy();
    expect(desk.acted).toEqual([]);
  });

  it("keeps the place of the discarded card free until that has gone, then joins the others", async () => {
    const desk = await at(toTake);
    desk.become(fitting, [{ do: "take", from: "draw", card: "5t", by: 0 }]);
    await settle();
    const { [`${card("Js").dataset["id"]}`]: gone, ...rest } = spots();
    desk.answer = null;
    await fireEvent.click(card("Js"));
    await fireEvent.click(card("Js"));
    await settle();
    expect(gone).toBeTruthy();
    expect(spots()).toEqual(rest);
    const hand = FITTING.filter((one) => one !== "Js");
    desk.become({ hand, melds: fitting.melds!, public: { dealt: 7, turn: 1 } }, [{ do: "discard", card: "Js", by: 0 }]);
    await settle();
    expect(card("5t").getAttribute("aria-label")).toBe("5 of stars; in meld 2");
    expect(document.querySelector(".tag")).toBeNull();
  });

  it("may be discarded itself, and then nothing has moved at all", async () => {
    const desk = await at(toTake);
    const before = spots();
    desk.become(toDiscard, [{ do: "take", from: "draw", card: "3t", by: 0 }]);
    await settle();
    desk.become({ ...toTake, legal: [], public: { dealt: 7, turn: 1 } }, [{ do: "discard", card: "3t", by: 0 }]);
    await settle();
    expect(spots()).toEqual(before);
  });

  it("goes to a group by keys and by drag alike", async () => {
    const desk = await at(toTake);
    desk.become(toDiscard, [{ do: "take", from: "draw", card: "3t", by: 0 }]);
    await settle();
    card("3t").focus();
    await key("ArrowRight", { shiftKey: true }); // nothing lies beyond it
    expect(card("3t").getAttribute("aria-label")).toContain("; new");
    await key("ArrowLeft", { shiftKey: true });
    await settle();
    expect(card("3t").getAttribute("aria-label")).toContain("not in a meld");
    await key("ArrowUp", { shiftKey: true });
    await settle();
    expect(desk.asked.at(-1)).toEqual({ type: "grouping", melds: [...MELDS, ["3t"]], discard: null });
  });
});

describe("the order of a hand", () => {
  const loose: Scene = { hand: ["7c", "9h", "7d", "3t", "9s"], legal: TAKES, public: { dealt: 5 } };
  const order = (): string[] =>
    [...document.querySelectorAll<HTMLElement>(".hand .card")].map((one) => one.dataset["id"]!.slice(0, 2));

  it("is by suit or by rank, by button and by key, and is kept", async () => {
    await at(loose);
    expect(order()).toEqual(["3t", "9h", "7c", "9s", "7d"]);
    await fireEvent.click(button(/^Sort by rank/));
    await settle();
    expect(order()).toEqual(["3t", "7c", "7d", "9h", "9s"]);
    expect(button(/^Sort by rank/).getAttribute("aria-pressed")).toBe("true");
    expect(JSON.parse(localStorage.getItem("rumpus-settings") ?? "{}")).toMatchObject({ byRank: true });
    cleanup();
    await at(loose);
    expect(order()).toEqual(["3t", "7c", "7d", "9h", "9s"]);
    await key("s");
    await settle();
    expect(order()).toEqual(["3t", "9h", "7c", "9s", "7d"]);
    expect(announcer.urgent).toContain("Sorted by suit.");
  });
});
