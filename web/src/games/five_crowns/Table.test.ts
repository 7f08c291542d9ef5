import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { announcer } from "../../app/announce.svelte";
import { set } from "../../app/settings.svelte";
import { type Scene, discardsOf } from "./fake-desk.svelte";
import Table from "./Table.svelte";
import { HAND, MELDS, at, button, card, key, settle, toDiscard, toTake } from "./table-testing";

const lastTurn: Scene = {
  ...toDiscard,
  public: {
    dealt: 7,
    taken: true,
    out: 2,
    laid: [
      null,
      null,
      [
        ["Tt", "Jt", "Qt"],
        ["4c", "4d", "4s", "9h"],
      ],
      null,
    ],
  },
};

beforeEach(() => set({ language: "en", careful: true, letters: false, sound: false, byRank: false }));
afterEach(cleanup);

describe("a discard taken back", () => {
  it("is offered in the place of the discard button, and the card comes back", async () => {
    const after: Scene = { hand: HAND.slice(0, 7), legal: [{ do: "undo" }], public: { dealt: 7, turn: 1, undo: 0 } };
    const desk = await at(after);
    expect(document.querySelectorAll(".bar .discard")).toHaveLength(1);
    await fireEvent.click(button(/^Undo discard$/));
    expect(desk.acted).toEqual([{ do: "undo" }]);
    desk.show(toDiscard);
    desk.tell({ kind: "lines", lines: [{ by: 0, do: "undo" }], at: 1, before: null });
    await settle();
    expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
    expect(announcer.urgent).toBe("You took your discard back."); // and no new turn begins
  });
});

describe("the view", () => {
  it("shows the others, the piles, the wild and the hand in its best melds", async () => {
    await at(toTake);
    expect(screen.getByText("Carmen, 7 cards")).toBeTruthy();
    expect(screen.getByRole("img", { name: /every 7 and the jokers. Round 5 of 11/ })).toBeTruthy();
    expect(card("7h").getAttribute("aria-label")).toBe("7 of hearts, wild; in meld 1");
    expect(card("Js").getAttribute("aria-label")).toBe("jack of spades; not in a meld");
    expect(document.querySelector(".points")?.textContent).toContain("11");
  });

  it("lights the piles only when a card is to be taken", async () => {
    const desk = await at(toTake);
    expect(button(/^Draw pile.*take/).getAttribute("aria-disabled")).toBe("false");
    desk.show(toDiscard);
    await settle();
    expect(button(/^Draw pile/).getAttribute("aria-disabled")).toBe("true");
  });

  it("says whose turn it is, and crowns who went out", async () => {
    await at({
      ...toTake,
      legal: [],
      public: { dealt: 7, turn: 1, out: 2, laid: [null, null, [["Tt", "Jt", "Qt"]], null] },
    });
    expect(screen.getByText("Bo, 7 cards, playing the last turn")).toBeTruthy();
    expect(screen.getByText("Carmen, 7 cards, went out")).toBeTruthy();
  });

  it("marks bots, stand-ins and who has left", async () => {
    const places = [{}, { bot: "casual", person: null }, { stand_in: "casual" }, { gone: true }];
    const seats = ["Ana", "Bo", "Carmen", "Dev"].map((name, at) => ({
      name,
      avatar: "fox",
      person: at,
      ...places[at],
    }));
    await at({ ...toTake, lobby: { seats } });
    expect(screen.getByText("Bo, 7 cards, a bot")).toBeTruthy();
    expect(screen.getByText("Carmen, 7 cards, a bot is filling in")).toBeTruthy();
    expect(screen.getByText("stand-in")).toBeTruthy();
    expect(screen.getByText("Dev, 7 cards, left the table")).toBeTruthy();
  });

  it("holds fourteen cards and fourteen players", async () => {
    const hand = ["9t", "9c", "9s", "9d", "Kt", "Kh", "3h", "4h", "5h", "**", "Qd", "Js", "7d", "7d"];
    await at({ players: 14, hand, legal: discardsOf(hand), public: { dealt: 13, taken: true } });
    expect(document.querySelectorAll(".hand .card")).toHaveLength(14);
    expect(document.querySelectorAll("[data-seat]")).toHaveLength(13);
  });

  it("only sorts where the table gives no hints", async () => {
    const desk = await at({ ...toTake, lobby: { settings: { hints: false } } });
    expect(desk.asked).toHaveLength(0);
    expect(document.querySelectorAll(".bracket")).toHaveLength(0);
    expect(
      [...document.querySelectorAll<HTMLElement>(".hand .card")].map((one) => one.dataset["id"]?.slice(0, 2)),
    ).toEqual(["6h", "8h", "5c", "Js", "5d", "7h", "**"]);
  });

  it("draws for one who looks on, without a hand", async () => {
    await at({ seat: null, public: { dealt: 7, turn: 1 } });
    expect(document.querySelector(".hand .card")).toBeNull();
    expect(screen.getByText("You're watching.")).toBeTruthy();
  });

  it("speaks Spanish and shows letters", async () => {
    set({ language: "es", letters: true });
    await at(toTake);
    expect(screen.getByText("Tu turno: toma una carta")).toBeTruthy();
    expect(card("Js").getAttribute("aria-label")).toBe("JP, la jota de picas; sin combinar"); // as one reads it there
    expect(card("Js").querySelector(".letter")?.textContent).toBe("P");
    expect(document.body.textContent).not.toContain("crowns-");
  });
});

describe("taking and discarding", () => {
  it("takes by tap", async () => {
    const desk = await at(toTake);
    await fireEvent.click(button(/^Discard pile/));
    expect(desk.acted).toEqual([{ do: "take", from: "discard" }]);
  });

  it.each([
    ["d", "draw"],
    ["p", "discard"],
  ])("takes by key %s", async (name, from) => {
    const desk = await at(toTake);
    await key(name);
    expect(desk.acted).toEqual([{ do: "take", from }]);
  });

  it("lifts a card by a tap and discards it by the second", async () => {
    const desk = await at(toDiscard);
    await fireEvent.click(card("Js"));
    expect(card("Js").getAttribute("aria-pressed")).toBe("true");
    expect(desk.acted).toEqual([]);
    await fireEvent.click(card("Js"));
    expect(desk.acted).toEqual([{ do: "discard", card: "Js" }]);
  });

  it("discards by the button, and shows the card as pending on the pile", async () => {
    const desk = await at(toDiscard);
    desk.answer = null;
    await fireEvent.click(card("Js"));
    await fireEvent.click(button(/^Discard the jack of spades/));
    await settle();
    expect(desk.acted).toEqual([{ do: "discard", card: "Js" }]);
    expect(card("Js")).toBeNull();
    expect(document.querySelector('.piles [data-card="Js"]')).toBeTruthy();
  });

  it("gives the card back when it is refused", async () => {
    const desk = await at(toDiscard);
    desk.answer = { type: "refused", id: "", reason: "fc-not-your-turn" };
    await fireEvent.click(card("Js"));
    await fireEvent.click(card("Js"));
    await settle();
    expect(card("Js")).toBeTruthy();
  });

  it("goes along the hand by arrows and discards by enter", async () => {
    const desk = await at(toDiscard);
    for (let i = 0; i < 7; i++) await key("ArrowRight");
    expect(document.activeElement).toBe(card("3t"));
    await key("Enter");
    expect(desk.acted).toEqual([{ do: "discard", card: "3t" }]);
  });

  it("discards by dragging to the pile, and takes by dragging from it", async () => {
    const drag = async (node: Element, x: number, y: number): Promise<void> => {
      const pointer = { pointerId: 1, isPrimary: true, button: 0 };
      await fireEvent(node, new PointerEvent("pointerdown", { ...pointer, clientX: 300, clientY: 300, bubbles: true }));
      await fireEvent(node, new PointerEvent("pointermove", { ...pointer, clientX: x + 5, clientY: y, bubbles: true }));
      await fireEvent(node, new PointerEvent("pointerup", { ...pointer, clientX: x, clientY: y, bubbles: true }));
    };
    const desk = await at(toDiscard); // without a layout everything lies at 0, 0
    await drag(card("Js"), 200, 200);
    expect(desk.acted).toEqual([]);
    await drag(card("Js"), 0, 0);
    expect(desk.acted).toEqual([{ do: "discard", card: "Js" }]);
    desk.show(toTake);
    await settle();
    await drag(button(/^Draw pile/), 0, 0);
    expect(desk.acted.at(-1)).toEqual({ do: "take", from: "draw" });
  });

  it("does nothing when nothing is legal, as in a replay", async () => {
    const desk = await at({ ...toDiscard, legal: [] });
    await fireEvent.click(card("Js"));
    await fireEvent.click(card("Js"));
    for (const name of ["d", "p", "g", "Enter"]) await key(name);
    expect(desk.acted).toEqual([]);
  });
});

describe("a slip", () => {
  it("is asked about once for a wild, and for a card of a meld", async () => {
    const desk = await at(toDiscard);
    for (const [text, words] of [
      ["7h", /The 7 of hearts is wild/],
      ["6h", /6 of hearts is part of a finished meld/],
    ] as const) {
      await fireEvent.click(card(text));
      await fireEvent.click(card(text));
      await settle();
      expect(screen.getByText(words)).toBeTruthy();
      expect(desk.acted).toEqual([]);
      await fireEvent.click(screen.getByText("Keep it"));
      await settle();
      expect(screen.queryByText(words)).toBeNull();
    }
    await fireEvent.click(card("**"));
    await fireEvent.click(card("**"));
    await settle();
    await fireEvent.click(screen.getByText("Discard it"));
    expect(desk.acted).toEqual([{ do: "discard", card: "**" }]);
  });

  it("is not asked about where that is switched off", async () => {
    set({ careful: false });
    const desk = await at(toDiscard);
    await fireEvent.click(card("7h"));
    await fireEvent.click(card("7h"));
    expect(desk.acted).toEqual([{ do: "discard", card: "7h" }]);
  });
});

describe("going out", () => {
  const out: Scene = {
    hand: [...HAND.slice(0, 6), "5s", "3t"],
    melds: [MELDS[0]!, ["5c", "5d", "**", "5s"]],
    legal: discardsOf([...HAND.slice(0, 6), "5s", "3t"], ["3t"]),
    public: { dealt: 7, taken: true },
  };

  it("is a big button, and a key", async () => {
    const desk = await at(out);
    await fireEvent.click(button(/^Go out.*3 of stars/));
    expect(desk.acted).toEqual([{ do: "discard", card: "3t", out: true }]);
    cleanup();
    const again = await at(out);
    await key("g");
    expect(again.acted).toEqual([{ do: "discard", card: "3t", out: true }]);
  });

  it("is not offered where it is not legal, and says while it is looked into", async () => {
    const desk = await at(toDiscard);
    expect(screen.queryByText("Go out!")).toBeNull();
    desk.more = true;
    await settle();
    expect(screen.getByText(/Checking if you can go out/)).toBeTruthy();
  });

  it("can be with melds of one's own", async () => {
    const desk = await at(out);
    // the joker from the book to the run
    card("**").focus();
    for (let i = 0; i < 4; i++) await key("ArrowLeft", { shiftKey: true });
    await settle();
    await key("g");
    await settle();
    expect(desk.acted).toEqual([
      {
        do: "discard",
        card: "3t",
        melds: [
          ["6h", "7h", "8h", "**"],
          ["5c", "5d", "5s"],
        ],
      },
    ]);
  });
});

describe("groups of one's own", () => {
  it("are made by shift and arrows, checked by the server, and best returns", async () => {
    const desk = await at(toDiscard);
    card("3t").focus();
    await key("ArrowUp", { shiftKey: true });
    await settle();
    expect(desk.asked.at(-1)).toEqual({ type: "grouping", melds: [...MELDS, ["3t"]], discard: null });
    expect(card("3t").getAttribute("aria-label")).toBe("3 of stars; in group 3, not a meld yet");
    expect(document.activeElement).toBe(card("3t"));
    expect(document.querySelectorAll(".bracket.broken")).toHaveLength(1);
    await fireEvent.click(screen.getByText("Best"));
    await settle();
    expect(card("3t").getAttribute("aria-label")).toBe("3 of stars; not in a meld");
  });

  it("are there again when the table was away, as on a device that goes round; and only for who made them", async () => {
    const desk = await at(toDiscard);
    Object.assign(desk, { owner: desk });
    card("3t").focus();
    await key("ArrowUp", { shiftKey: true });
    await settle();
    const group = "in group 3";
    expect(card("3t").getAttribute("aria-label")).toContain(group);
    cleanup();
    await at(toDiscard);
    expect(card("3t").getAttribute("aria-label")).not.toContain(group);
    cleanup();
    render(Table, { desk });
    await settle();
    expect(card("3t").getAttribute("aria-label")).toContain(group);
  });

  it("stay as they are when a card is taken", async () => {
    const desk = await at(toTake);
    await fireEvent.click(card("Js"));
    await fireEvent.click(button(/New group with the jack of spades/));
    desk.show(toDiscard);
    await settle();
    expect(card("Js").getAttribute("aria-label")).toContain("in group 3");
    expect(card("3t").getAttribute("aria-label")).toBe("3 of stars; new");
  });

  it("go down on the last turn as they are", async () => {
    const desk = await at(lastTurn);
    card("**").focus();
    await key("ArrowDown", { shiftKey: true });
    await settle();
    card("Js").focus();
    await key("Enter");
    await settle();
    expect(desk.acted).toEqual([{ do: "discard", card: "Js", melds: [["6h", "7h", "8h"]] }]);
  });
});

describe("the last turn", () => {
  it("says so everywhere and shows what was laid", async () => {
    await at(lastTurn);
    expect(screen.getByText("LAST TURN!")).toBeTruthy();
    expect(screen.getByText("Finish turn")).toBeTruthy();
    expect(screen.getByRole("region", { name: "Melds on the table" }).textContent).toContain("Carmen");
    expect(screen.getByRole("img", { name: "Meld: 10 of stars, jack of stars, queen of stars" })).toBeTruthy();
  });

  it("leaves the melds to the table without groups of one's own", async () => {
    const desk = await at(lastTurn);
    await fireEvent.click(card("Js"));
    await fireEvent.click(card("Js"));
    expect(desk.acted).toEqual([{ do: "discard", card: "Js" }]);
  });
});

describe("announcements", () => {
  it("say what one has taken, and when it is one's turn", async () => {
    const desk = await at({ ...toTake, legal: [], public: { dealt: 7, turn: 3, taken: true } });
    desk.become(toTake, [{ do: "discard", card: "9h", by: 3 }]);
    expect(announcer.urgent.trim()).toBe("Dev discarded the 9 of hearts. Your turn. On the discard pile: 9 of hearts.");
    desk.become(toDiscard, [{ do: "take", from: "draw", card: "3t", by: 0 }]);
    expect(announcer.urgent.trim()).toBe("You took the 3 of stars.");
  });

  it("say at once that somebody is out", async () => {
    const desk = await at({ ...toTake, legal: [], public: { dealt: 7, turn: 2, taken: true } });
    desk.become({ ...lastTurn, public: { ...lastTurn.public, turn: 3, taken: false } }, [
      { do: "discard", card: "9d", melds: [], by: 2 },
    ]);
    expect(announcer.urgent).toContain("Carmen goes out");
  });
});
