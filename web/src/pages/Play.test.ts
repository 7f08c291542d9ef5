// Around a table: why a move was refused is shown once, in words, whichever game it is.
import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { announcer } from "../app/announce.svelte";
import { set } from "../app/settings.svelte";
import { say } from "../app/text.svelte";
import { FiveCrownsDesk } from "../games/five_crowns/fake-desk.svelte";
import { lobby, side, view, wackeeSixDesk } from "../games/wackee_six/fake-desk.svelte";
import type { FakeDesk } from "../games/shared/fake-desk.svelte";
import type { TableStore } from "../net/table.svelte";
import type { Refused } from "../wire";
import Play from "./Play.svelte";

async function refuse(desk: FakeDesk<never>, more: Partial<Refused>): Promise<void> {
  const around = {
    rtt: null,
    you: 0,
    isHost: true,
    muted: [],
    lines: [],
    countdown: null,
    idle: [],
    place: () => null,
  };
  render(Play, { table: Object.assign(desk, around) as unknown as TableStore });
  await vi.waitFor(() => expect(document.querySelector("[data-from], .hand")).not.toBeNull(), { timeout: 10_000 });
  desk.tell({ kind: "refused", refused: { type: "refused", id: "1", reason: "", ...more }, action: null });
  await tick();
}

beforeEach(() => set({ language: "en", sound: false, calm: true }));
afterEach(cleanup);

describe("a refused move", () => {
  it.each([
    [{ reason: "ws-no-pile", facts: { card: "r6" } }, "ws-no-pile", { card: "red 6" }],
    [
      { reason: "ws-no-pile", facts: { card: "r6" }, first: 1, by_ms: 40 },
      "web-beaten",
      { name: "Bo", ms: 40, how: "arrival" },
    ],
  ])("is shown once by a table that has a line for it: %o", async (refused, key, facts) => {
    const words = say(key, facts as Record<string, string>);
    const sides = [side({ seats: [0], up: ["r6", "g2", "w", "y11", "b9", "r12"] }), side({ seats: [1] })];
    const desk = wackeeSixDesk({ lobby: lobby(["Ana", "Bo"]), view: view({ sides }, 0), seat: 0 });
    await refuse(desk as unknown as FakeDesk<never>, refused);
    expect(screen.getAllByText(words)).toHaveLength(1);
    expect(announcer.urgent).toContain(words);
  });

  it("is shown once by the page where the table has none, with the card in words", async () => {
    const desk = new FiveCrownsDesk({ hand: ["7h", "8h", "9h"] });
    await refuse(desk as unknown as FakeDesk<never>, { reason: "fc-not-in-hand", facts: { card: "7h" } });
    expect(screen.getAllByText(say("fc-not-in-hand", { card: "7 of hearts" }))).toHaveLength(1);
  });
});
