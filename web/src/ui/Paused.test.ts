// A paused table says who paused it, and who can resume.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { set } from "../app/settings.svelte";
import type { TableStore } from "../net/table.svelte";
import Paused from "./Paused.svelte";

function shown(you: number, here: number[], seat: number | null = 1) {
  const people = [1, 2].map((id) => ({ id, name: id === 1 ? "Ana" : "Bo", avatar: "fox" }));
  const lobby = { game: "wig_out", host: 1, people, seats: [], paused: true };
  const ask = vi.fn(() => Promise.resolve({ type: "done" }));
  const table = { lobby, you, here, seat, ask, isHost: you === 1 } as unknown as TableStore;
  render(Paused, { props: { table, onleave: () => undefined } });
  return ask;
}

afterEach(cleanup);

describe("a pause", () => {
  beforeEach(() => set({ language: "en" }));

  it("is the host's own, who goes on by a button", async () => {
    const ask = shown(1, [1, 2]);
    expect(screen.getByText("You paused the match.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Resume" }));
    expect(ask).toHaveBeenCalledWith({ type: "pause", paused: false });
  });

  it("names the host to the others, who wait", () => {
    shown(2, [1, 2]);
    expect(screen.getByText("Ana paused the match.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
    expect(screen.getByRole("button", { name: "Leave the table" })).toBeTruthy();
  });

  it("lets anybody at the table go on when the host is away, in Spanish too", () => {
    set({ language: "es" });
    shown(2, [2]);
    expect(screen.getByText("Ana puso la partida en pausa.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Seguir" })).toBeTruthy();
    set({ language: "en" });
  });

  it("is no business of who looks on", () => {
    shown(2, [2], null);
    expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
  });
});
