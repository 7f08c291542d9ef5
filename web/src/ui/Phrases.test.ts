// Reactions are drawn, with words for who does not see them; they go the way of the phrases.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { set } from "../app/settings.svelte";
import { FakeDesk, fakeLobby } from "../games/shared/fake-desk.svelte";
import type { TableStore } from "../net/table.svelte";
import Phrases from "./Phrases.svelte";

function open(): FakeDesk {
  const desk = new FakeDesk({ lobby: fakeLobby("any", ["Ana", "Bo"]) });
  render(Phrases, { table: desk as unknown as TableStore, open: true });
  return desk;
}
const said = (phrase: string) =>
  ({ kind: "said", said: { type: "said", person: 1, seat: null, phrase, card: null } }) as never;

beforeEach(() => set({ language: "en", sound: false }));
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe("reactions", () => {
  it("are eight drawings with names, sent like phrases", async () => {
    const desk = open();
    const drawn = screen.getAllByRole("button").filter((button) => button.querySelector("svg"));
    expect(drawn.map((button) => button.getAttribute("aria-label"))).toContain("Ha ha!");
    expect(drawn).toHaveLength(8);
    expect(new Set(drawn.map((button) => button.innerHTML)).size).toBe(8);
    await fireEvent.click(drawn[0]!);
    expect(desk.asked).toEqual([{ type: "say", phrase: "laugh" }]);
  });

  it("are drawn at the face of whose they are", async () => {
    const seat = Object.assign(document.createElement("div"), { innerHTML: '<i class="face"></i>' });
    seat.dataset["seat"] = "1";
    document.body.append(seat);
    seat.firstElementChild!.getBoundingClientRect = () => new DOMRect(50, 50, 40, 40);
    const desk = open();
    desk.tell(said("wow"));
    desk.tell(said("good-game"));
    await tick();
    await tick();
    const bubbles = [...document.querySelectorAll(".speech")];
    expect(bubbles.map((bubble) => bubble.querySelector("svg") !== null)).toEqual([true, false]);
    expect(bubbles[1]?.textContent).toContain("Good game!");
  });
});
