// While the table waits: a stand-in plays for who was idle, one is about to, or nobody moves.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { set } from "../app/settings.svelte";
import type { TableStore } from "../net/table.svelte";
import StandIns from "./StandIns.svelte";
import Waiting from "./Waiting.svelte";

function table(more: Record<string, unknown>, idlePlace = false) {
  const ask = vi.fn(() => Promise.resolve({ type: "done" }));
  const seats = [
    { name: "Ana", person: 1, idle: idlePlace },
    { name: "Bo", person: 2 },
  ];
  const lobby = { stage: "match", paused: false, seats };
  const shown = { lobby, seat: 0, status: "open", idle: [], countdown: null, isHost: true, ask, ...more };
  return { ...shown, place: (seat: number) => seats[seat] } as unknown as TableStore & { ask: typeof ask };
}
const soon = (ms: number) => performance.now() + ms;

afterEach(cleanup);

describe("a table that waits", () => {
  beforeEach(() => set({ language: "en" }));

  it("says that a bot plays for who was idle, and takes the seat back", async () => {
    const one = table({}, true);
    render(Waiting, { props: { table: one } });
    expect(screen.getByText("You did nothing for a while, so a bot plays for you.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "I'm back" }));
    expect(one.ask).toHaveBeenCalledWith({ type: "back" });
  });

  it("warns shortly before, and not as soon as somebody thinks", async () => {
    render(Waiting, { props: { table: table({ idle: [{ seat: 0, until: soon(60_000) }] }) } });
    expect(screen.queryByRole("timer")).toBeNull();
    cleanup();
    const one = table({ idle: [{ seat: 0, until: soon(9_500) }] });
    render(Waiting, { props: { table: one } });
    expect(screen.getByRole("timer").textContent).toContain("in 10 s");
    await fireEvent.click(screen.getByRole("button", { name: "I'm here" }));
    expect(one.ask).toHaveBeenCalledWith({ type: "back" });
  });

  it("counts down to the end of a round in which nobody moves, in Spanish too", () => {
    set({ language: "es" });
    render(Waiting, { props: { table: table({ countdown: { why: "standoff", until: soon(7_500) } }) } });
    expect(screen.getByRole("timer").textContent).toContain("La ronda termina en 8 s.");
    expect(screen.queryByRole("button")).toBeNull();
    set({ language: "en" });
  });

  it("says nothing of other countdowns, of others who are idle, and in a pause", () => {
    const idle = [{ seat: 1, until: soon(1000) }];
    render(Waiting, { props: { table: table({ idle, countdown: { why: "deal", until: soon(1000) } }) } });
    expect(screen.queryByRole("timer")).toBeNull();
  });

  it("lets the host ask for a stand-in for somebody else", async () => {
    const ask = vi.fn(() => Promise.resolve());
    const idle = [0, 1].map((seat) => ({ seat, until: null }));
    render(StandIns, { props: { table: table({ idle }), ask } });
    expect(screen.getAllByRole("button").length).toBe(1);
    await fireEvent.click(screen.getByRole("button", { name: "Let a bot play for Bo" }));
    expect(ask).toHaveBeenCalledWith({ type: "stand_in", seat: 1 });
    cleanup();
    render(StandIns, { props: { table: table({ idle, isHost: false }), ask } });
    expect(screen.queryByRole("button")).toBeNull();
  });
});
