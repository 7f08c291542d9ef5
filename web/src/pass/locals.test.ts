import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { flushSync } from "svelte";

import type { Connection } from "../net/connection";
import { TableStore } from "../net/table.svelte";
import { CLOSE, type LobbyView, type View } from "../wire";
import * as passed from "./kept";
import { Locals } from "./locals.svelte";

const NAMES = ["Ana", "Bo", "Cy"]; // Cy plays elsewhere

function lobby(changes: Partial<LobbyView> = {}): LobbyView {
  const seats = NAMES.map((name, at) => ({ name, avatar: "fox", person: at + 1, ready: true }));
  const people = NAMES.map((name, at) => ({ id: at + 1, name, avatar: "fox" }));
  const rest = { options: {}, settings: {}, paused: false, sides: null, turners: [], scripted: false, stop: [] };
  return {
    ...{ code: "BCDFGHJK", game: "five_crowns", stage: "match", seats, people, host: 1, match: 1, record: null },
    ...rest,
    ...changes,
  } as LobbyView;
}

const view = (seat: number, turn: number, round = 1, phase = "play"): View =>
  ({ seat, public: { phase, turn, round }, private: { hand: [] } }) as unknown as View;

const asked: [string, string][] = [];

function store(token: string): TableStore {
  const connection = {
    ask: (message: { type: string }) => {
      asked.push([token, message.type]);
      return Promise.resolve({ type: "done", id: "" });
    },
    close: () => undefined,
  };
  return new TableStore(token, () => connection as unknown as Connection);
}

let tables: TableStore[] = [];
let locals: Locals;

function tell(turn: number, round = 1, phase = "play"): void {
  tables.forEach((table, seat) => {
    table.view = view(seat, turn, round, phase);
  });
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  passed.add("BCDFGHJK", "b");
  const main = store("a");
  locals = new Locals("BCDFGHJK", main, store);
  tables = [...locals.tables];
  tables.forEach((table, seat) => Object.assign(table, { lobby: lobby(), seat, you: seat + 1 }));
  tell(0);
});

afterEach(() => {
  locals.close();
  localStorage.clear();
  asked.length = 0;
  vi.useRealTimers();
});

test("a page that was just opened shows nobody's cards", () => {
  expect(locals.shown).toBeNull();
  expect(locals.due).toBe(tables[0]);
  locals.open();
  expect(locals.shown).toBe(tables[0]);
});

test("when the turn goes to another one here, the curtain falls after a moment; a turn that is taken back goes on", () => {
  locals.open();
  tell(1);
  expect(locals.shown).toBe(tables[0]); // the last card lands
  tell(0);
  vi.advanceTimersByTime(5000);
  expect(locals.shown).toBe(tables[0]);
  tell(1);
  vi.advanceTimersByTime(5000);
  expect(locals.shown).toBeNull();
  expect(locals.due).toBe(tables[1]);
});

test("while somebody elsewhere plays, the device stays with who has it", () => {
  tell(1);
  locals.open();
  tell(2);
  vi.advanceTimersByTime(60_000);
  expect(locals.shown).toBe(tables[1]);
});

test("a new deal is behind the curtain at once, and so is a new match", () => {
  locals.open();
  tell(0, 1, "deal");
  expect(locals.shown).toBe(tables[0]); // all hands are open
  tell(0, 2);
  expect(locals.shown).toBeNull();
  locals.open();
  for (const table of tables) table.lobby = lobby({ match: 2 });
  flushSync();
  expect(locals.shown).toBeNull();
});

test("a fallen curtain names the next one here while nobody here has the turn", () => {
  tell(2);
  expect(locals.acting).toBeNull();
  expect(locals.due).toBe(tables[0]);
});

test("one press speaks for everybody here, and a move for one", () => {
  void tables[0]!.ask({ type: "ready" });
  void tables[0]!.ask({ type: "hint" });
  expect(asked).toEqual([
    ["b", "ready"],
    ["a", "ready"],
    ["a", "hint"],
  ]);
});

test("nobody here is idle as long as nobody elsewhere waits", () => {
  tables[1]!.idle = [{ seat: 1, until: null }];
  flushSync();
  expect(asked).toEqual([]);
  const seats = lobby().seats.slice(0, 2);
  for (const table of tables) table.lobby = lobby({ seats });
  flushSync();
  expect(asked).toEqual([["b", "back"]]);
});

test("who was removed leaves the round of the device", () => {
  tables[1]!.changed("closed", CLOSE.removed);
  flushSync();
  expect(locals.several).toBe(false);
  expect(passed.others("BCDFGHJK")).toEqual([]);
});
