// Around a table: a hint is said in words, points at things on the table, and goes when it does not hold any more.
import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { set } from "../app/settings.svelte";
import { lobby, side, view, wackeeSixDesk } from "../games/wackee_six/fake-desk.svelte";
import type { TableStore } from "../net/table.svelte";
import Play from "./Play.svelte";

beforeEach(() => set({ language: "en", sound: false, calm: true }));
afterEach(cleanup);

describe("a hint", () => {
  it("says why, points at its card, and goes when it is moot", async () => {
    const sides = [side({ seats: [0], up: ["r6", "g2", "w", "y11", "b9", "r12"] }), side({ seats: [1] })];
    const desk = wackeeSixDesk({ lobby: lobby(["Ana", "Bo"]), view: view({ sides }, 0), seat: 0 });
    const advice = {
      action: { do: "play", card: "r6", from: 0 },
      why: { reason: "why-ws-fits", facts: { main: "no" } },
    };
    const table = $state({ hint: null as typeof advice | null });
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
    const askHint = (): Promise<unknown> => {
      table.hint = advice;
      return Promise.resolve({ type: "done", found: advice.action });
    };
    Object.defineProperty(desk, "hint", { get: () => table.hint });
    render(Play, { table: Object.assign(desk, around, { askHint }) as unknown as TableStore });
    await vi.waitFor(() => expect(document.querySelector("[data-from]")).not.toBeNull(), { timeout: 10_000 });
    document.querySelector("[data-from]")!.getBoundingClientRect = () => new DOMRect(10, 300, 50, 70);
    screen.getByRole("button", { name: "Hint" }).click();
    const words = "Try: play the red 6. A pile is waiting for exactly this number.";
    await vi.waitFor(() => expect(screen.getByText(words)).toBeTruthy());
    await vi.waitFor(() => expect(document.querySelectorAll("[data-hint-pointer] .arrow")).toHaveLength(1));
    table.hint = null;
    await tick();
    expect(screen.queryByText(words)).toBeNull();
    expect(document.querySelector("[data-hint-pointer]")).toBeNull();
  });
});
