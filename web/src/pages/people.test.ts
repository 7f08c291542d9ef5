// Who plays: a tie that is played off or shared, and seats that somebody who watches takes over.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { set } from "../app/settings.svelte";
import { fakeLobby } from "../games/shared/fake-desk.svelte";
import type { Ask } from "../net/connection";
import type { TableStore } from "../net/table.svelte";
import type { LobbyView } from "../wire";
import LateSeats from "./LateSeats.svelte";
import TieQuestion from "./TieQuestion.svelte";

function at(you: number, more: Partial<LobbyView>, phase = "play"): { table: TableStore; asked: Ask[] } {
  const asked: Ask[] = [];
  const lobby = fakeLobby("five_crowns", ["Ana", "Bo", "Cleo"], more);
  const seat = lobby.seats.findIndex((place) => place?.person === you);
  const ask = (message: Ask) => {
    asked.push(message);
    return Promise.resolve({ type: "done", id: "", seq: 1 });
  };
  const table = { lobby, you, seat: seat < 0 ? null : seat, view: { public: { phase } }, countdown: null, ask };
  return { table: table as unknown as TableStore, asked };
}
const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole<HTMLButtonElement>("button", { name });

beforeEach(() => set({ language: "en" }));
afterEach(cleanup);

describe("a tie for the first place", () => {
  it("asks those who tied", async () => {
    const { table, asked } = at(0, { play_off: { asked: [0, 2], agreed: [2] } });
    render(TieQuestion, { table });
    expect(screen.getByText(/You're tied for first!/)).toBeTruthy();
    expect(screen.getByText(/Cleo wants to play it off/)).toBeTruthy();
    await fireEvent.click(button("Play it off"));
    await fireEvent.click(button("Share the win"));
    expect(asked).toEqual([
      { type: "play_off", agree: true },
      { type: "play_off", agree: false },
    ]);
  });

  it("waits for the others of them", () => {
    render(TieQuestion, { table: at(0, { play_off: { asked: [0, 2], agreed: [0] } }).table });
    expect(button("Play it off").disabled).toBe(true);
    expect(screen.getByText(/Waiting for Cleo/)).toBeTruthy();
  });

  it("asks nobody else", () => {
    render(TieQuestion, { table: at(1, { play_off: { asked: [0, 2], agreed: [] } }).table });
    expect(screen.getByText(/The tied players decide/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
    cleanup();
    render(TieQuestion, { table: at(1, { play_off: null }).table });
    expect(screen.queryByRole("region")).toBeNull();
  });
});

describe("somebody who watches", () => {
  const seats = [
    { name: "Ana", avatar: "fox", person: 0 },
    { name: "Bo", avatar: "owl", bot: "casual" },
    { name: "Cleo", avatar: "cat", person: 2, stand_in: "casual", gone: true },
  ];

  it("takes over a bot's seat from the next round, and at once that of somebody who left", async () => {
    const { table, asked } = at(7, { seats, open: [1, 2] });
    render(LateSeats, { table });
    expect(screen.getAllByRole("button").map((one) => one.textContent.trim())).toEqual([
      "Take Bo's seat from the next round",
      "Take Cleo's seat right away",
    ]);
    await fireEvent.click(button(/Bo's seat/));
    expect(asked).toEqual([{ type: "take_seat", seat: 1 }]);
    cleanup();
    render(LateSeats, { table: at(7, { seats, open: [1] }, "deal").table });
    expect(button("Take Bo's seat right away")).toBeTruthy();
  });

  it("is told that the seat is theirs soon, and may think better of it", async () => {
    const waiting = [seats[0]!, { ...seats[1]!, next: 7 }, seats[2]!];
    const { table, asked } = at(7, { seats: waiting, open: [2] });
    render(LateSeats, { table });
    expect(screen.getByText("You'll take Bo's seat when the next round begins.")).toBeTruthy();
    await fireEvent.click(button("Cancel"));
    expect(asked).toEqual([{ type: "take_seat", seat: null }]);
  });

  it("is offered nothing where nothing is open, nor is anybody who plays", () => {
    render(LateSeats, { table: at(7, { seats, open: [] }).table });
    render(LateSeats, { table: at(0, { seats, open: [1] }).table });
    expect(screen.queryByRole("button")).toBeNull();
  });
});
