import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { set } from "../../app/settings.svelte";
import type { Action, WackeeSixView } from "../../wire";
import type { FakeDesk } from "../shared/fake-desk.svelte";
import Roles from "./Roles.svelte";
import Table from "./Table.svelte";
import { lobby, side, view, wackeeSixDesk } from "./fake-desk.svelte";

function openPair(seat: number, actions: Action[] = []): FakeDesk<WackeeSixView> {
  const pairs = [0, 1].map((at) =>
    side({
      seats: [at, at + 2],
      turner: at,
      main: at + 2,
      up: ["r5", "g2", "w", "y11", "b9", "r12"],
      top: ["g7"],
      turned: 1,
    }),
  );
  const desk = wackeeSixDesk({
    lobby: lobby(["Ana", "Bo", "Cleo", "Dan"]),
    view: view({ sides: pairs }, seat),
    seat,
  });
  desk.legal = actions;
  render(Table, { desk });
  return desk;
}
const button = (name: string | RegExp): HTMLElement => screen.getByRole("button", { name });

beforeEach(() => set({ language: "en", sound: false, leftHanded: false, calm: true }));
afterEach(cleanup);

describe("roles and partners", () => {
  test("one half is explained, the other is played", () => {
    openPair(0, [{ do: "turn" }]);
    expect(screen.getByText("Cleo plays these")).toBeTruthy();
    expect(screen.getByRole("img", { name: "Card 1: red 5" })).toBeTruthy(); // to look at, not to press
    expect(screen.queryByRole("button", { name: /^Card 1/ })).toBeNull();
    expect(screen.getByText("Nothing fits: turn three cards.")).toBeTruthy();
    cleanup();
    openPair(2, [{ do: "play", card: "r5", from: 0 }]);
    expect(screen.getByText("Ana turns these")).toBeTruthy();
    expect(screen.getByText("You play the main cards. Ana turns the hand deck.")).toBeTruthy();
  });

  test("asks the partner for a card, and hears what the partner asks", async () => {
    const desk = openPair(0);
    await fireEvent.click(button("I need…"));
    await fireEvent.click(button("Green lane"));
    await fireEvent.click(button("green 7"));
    await fireEvent.click(button("You shout!"));
    expect(desk.asked).toEqual([
      { type: "say", phrase: "need-card", card: "g7" },
      { type: "say", phrase: "your-call", card: null },
    ]);
    desk.tell({ kind: "said", said: { type: "said", phrase: "have-card", person: 2, card: "b4" } });
    desk.tell({ kind: "said", said: { type: "said", phrase: "wow", person: 1 } }); // not the partner
    await tick();
    expect(screen.getByText("Cleo: I have a blue 4!")).toBeTruthy();
  });

  test("chooses who turns in the next round", async () => {
    const desk = openPair(0);
    desk.view = { ...desk.view!, public: { ...desk.view!.public, phase: "deal", sheet: [[1, 2]], totals: [1, 2] } };
    cleanup();
    render(Roles, { desk });
    expect(button("Cleo turns").getAttribute("aria-pressed")).toBe("true"); // they swap, unless they choose
    await fireEvent.click(button("I'll turn"));
    expect(desk.asked).toEqual([{ type: "role", turner: 0 }]);
  });

  test("chooses who turns first, before the match", async () => {
    const before = {
      ...lobby(["Ana", "Bo", "Cleo", "Dan"]),
      stage: "lobby" as const,
      parties: [
        [0, 2],
        [1, 3],
      ],
    };
    const desk = wackeeSixDesk({ lobby: before, view: view({}, 2), seat: 2 });
    desk.view = null;
    render(Roles, { desk });
    expect(screen.getByRole("group", { name: "Who turns the hand deck first?" })).toBeTruthy();
    expect(button("Ana turns").getAttribute("aria-pressed")).toBe("true"); // the lower seat, unless they choose
    await fireEvent.click(button("I'll turn"));
    expect(desk.asked).toEqual([{ type: "role", turner: 2 }]);
    desk.lobby = { ...before, turners: [2] };
    await tick();
    expect(button("I'll turn").getAttribute("aria-pressed")).toBe("true");
    desk.lobby = { ...before, parties: [[0], [1], [2], [3]] };
    await tick();
    expect(screen.queryByRole("group")).toBeNull();
  });
});
