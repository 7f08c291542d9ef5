// Reactions are drawn, with words for who does not see them; they go the way of the phrases.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { set } from "../app/settings.svelte";
import { FakeDesk, fakeLobby } from "../games/shared/fake-desk.svelte";
import { Notices } from "../app/notices.svelte";
import type { TableStore } from "../net/table.svelte";
import NoticeStrip from "./NoticeStrip.svelte";
import Phrases from "./Phrases.svelte";

function open(): { desk: FakeDesk; notices: Notices } {
  const desk = new FakeDesk({ lobby: fakeLobby("any", ["Ana", "Bo"]) });
  const notices = new Notices();
  render(Phrases, { table: desk as unknown as TableStore, notices, open: true });
  return { desk, notices };
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
    const { desk } = open();
    const drawn = screen.getAllByRole("button").filter((button) => button.querySelector("svg"));
    expect(drawn.map((button) => button.getAttribute("aria-label"))).toContain("Ha ha!");
    expect(drawn).toHaveLength(8);
    expect(new Set(drawn.map((button) => button.innerHTML)).size).toBe(8);
    await fireEvent.click(drawn[0]!);
    expect(desk.asked).toEqual([{ type: "say", phrase: "laugh" }]);
  });

  it("are drawn beside who says them", async () => {
    const { desk, notices } = open();
    render(NoticeStrip, { notices });
    desk.tell(said("wow"));
    await tick();
    expect(notices.shown?.said).toMatchObject({ emote: "wow", who: "Bo" });
    expect(document.querySelector(".said")?.textContent).toContain("Bo");
    desk.tell(said("good-game"));
    notices.drop("said");
    desk.tell(said("good-game"));
    expect(notices.shown?.said?.emote).toBeUndefined();
  });
});
