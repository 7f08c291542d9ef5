// The table store: moves of others are drawn once a frame, our own at once, and all in their order.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Happened, LobbyView, ToClient } from "../wire";
import type { Connection } from "./connection";
import { TableStore } from "./table.svelte";

let frames: (() => void)[] = [];
let visible = true;
const drawFrame = (): void => frames.splice(0).forEach((draw) => draw());
const happened = (seq: number, more: Partial<Happened> = {}): ToClient =>
  ({
    type: "happened",
    seq,
    at: seq,
    lines: [{ by: 1, do: "turn" }],
    view: { seat: 0, public: { phase: "play", round: seq }, private: null },
    legal: [],
    ...more,
  }) as unknown as ToClient;

function open(): { store: TableStore; heard: number[] } {
  const store = new TableStore("token", () => ({ close: () => undefined }) as unknown as Connection);
  const heard: number[] = [];
  store.listen((news) => {
    if (news.kind === "lines") heard.push(news.at);
  });
  return { store, heard };
}
const round = (store: TableStore): number | undefined => store.view?.public.round;

beforeEach(() => {
  frames = [];
  visible = true;
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => frames.push(draw));
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => void frames.splice(frame - 1, 1));
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (visible ? "visible" : "hidden"));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a burst of moves", () => {
  it("is drawn in one frame, and each is heard in its order", () => {
    const { store, heard } = open();
    for (const seq of [1, 2, 3]) store.told(happened(seq));
    expect(heard).toEqual([]);
    expect(frames).toHaveLength(1);
    drawFrame();
    expect(heard).toEqual([1, 2, 3]);
    expect(round(store)).toBe(3);
  });

  it("does not keep our own answer waiting, which comes behind all before it", () => {
    const { store, heard } = open();
    store.told(happened(1));
    store.told(happened(2, { id: "a-1" }));
    expect(heard).toEqual([1, 2]);
    expect(round(store)).toBe(2);
    drawFrame();
    expect(heard).toEqual([1, 2]);
  });

  it("is done before anything else that is told", () => {
    const { store } = open();
    store.told(happened(1, { more: true }));
    store.told({ type: "legal", legal: [{ do: "turn" }] } as ToClient);
    expect(round(store)).toBe(1);
    expect(store.legal).toEqual([{ do: "turn" }]);
    expect(store.more).toBe(false);
  });

  it("waits for no frame where none comes: in the background, or when too much is behind", () => {
    const { store, heard } = open();
    for (let seq = 1; seq <= 60; seq += 1) store.told(happened(seq));
    expect(heard.length).toBeGreaterThanOrEqual(50);
    visible = false;
    store.told(happened(61));
    expect(heard).toHaveLength(61);
  });

  it("is forgotten when the table is closed", () => {
    const { store, heard } = open();
    store.told(happened(1));
    store.close();
    drawFrame();
    expect(heard).toEqual([]);
  });
});

describe("a welcome", () => {
  const welcome = (more?: boolean): ToClient =>
    ({
      type: "welcome",
      seq: 7,
      you: 1,
      seat: 0,
      lobby: { seats: [] },
      here: [1],
      view: { seat: 0, public: { phase: "play", round: 4 }, private: null },
      legal: [{ do: "discard", card: "7h" }],
      more,
    }) as unknown as ToClient;

  it("says whether more moves are still being looked for, until they are told", () => {
    const { store } = open();
    store.told(welcome(true));
    expect(store.more).toBe(true);
    store.told({ type: "legal", seq: 7, legal: [{ do: "discard", card: "7h", out: true }] } as ToClient);
    expect(store.more).toBe(false);
    expect(store.legal).toHaveLength(1);
    store.told(welcome(true));
    store.told(welcome());
    expect(store.more).toBe(false);
  });

  it("keeps the result of a match until its person leaves it, whatever the table does", () => {
    const { store } = open();
    const lobby = (stage: string) => ({ stage, seats: [], people: [] }) as unknown as LobbyView;
    store.told(happened(1, { lobby: lobby("over"), id: "a" }));
    expect(store.ended?.view.public.round).toBe(1);
    store.told({ type: "lobby", seq: 2, lobby: lobby("lobby") });
    expect(store.view).toBeNull();
    expect(store.ended?.lobby.stage).toBe("over");
    store.told(happened(3, { lobby: lobby("match"), id: "b" }));
    expect(store.ended?.view.public.round).toBe(1);
    store.leaveEnded();
    expect(store.ended).toBeNull();
    store.told(happened(4, { id: "c" }));
    expect(store.ended).toBeNull();
  });
});

describe("a hint", () => {
  const draw = { do: "draw" };
  const legal = (...actions: unknown[]): ToClient => ({ type: "legal", legal: actions }) as unknown as ToClient;

  function asking(
    meanwhile: (store: TableStore, asked: number) => void = () => undefined,
    found: unknown = draw,
  ): {
    store: TableStore;
    asked: () => number;
  } {
    let asked = 0;
    const ask = async (message: { type: string }): Promise<unknown> => {
      if (message.type !== "hint") return { type: "happened" };
      meanwhile(store, ++asked);
      await Promise.resolve();
      return { type: "done", id: "1", seq: 1, found, why: { reason: "why-wo-draw" } };
    };
    const store: TableStore = new TableStore("token", () => ({ ask, close: () => undefined }) as unknown as Connection);
    return { store, asked: () => asked };
  }

  it("holds until it cannot be done, or something of another kind can be", async () => {
    const { store } = asking();
    store.told(legal(draw));
    await store.askHint();
    expect(store.hint).toEqual({ action: draw, why: { reason: "why-wo-draw" } });
    store.told(legal(draw, { do: "lay", card: "afro" })); // its reason is no longer true
    expect(store.hint).toBeNull();
    store.told(legal());
    expect(store.hint).toBeNull();
  });

  it("is over with the next move, also if the same could be done again", async () => {
    const { store } = asking();
    store.told(legal(draw));
    await store.askHint();
    await store.act(draw as never);
    expect(store.legal).toEqual([draw]);
    expect(store.hint).toBeNull();
  });

  it("is asked for again if somebody was faster", async () => {
    const { store, asked } = asking((table, number) => {
      if (number === 1) table.told(legal(draw));
    });
    store.told(legal({ do: "lay", card: "afro" }));
    await store.askHint();
    expect(asked()).toBe(2); // the second answer is about what can be done now
    expect(store.hint?.action).toEqual(draw);
  });

  it("to say GO is over when that has been said, before the race begins", async () => {
    const go = { do: "go" };
    const { store } = asking(undefined, go);
    store.told(legal(go));
    await store.askHint();
    expect(store.hint?.action).toEqual(go);
    store.told({ type: "countdown", why: "go", ms: 3000 });
    expect(store.legal).toEqual([go]);
    expect(store.hint).toBeNull();
  });

  it("outlives the list of all that can be done, where that came later", async () => {
    const { store } = asking();
    store.told(legal({ do: "draw", from: 2 }));
    store.more = true;
    await store.askHint();
    expect(store.hint).not.toBeNull();
    store.told(legal({ do: "draw", from: 2 }, draw));
    expect(store.hint).not.toBeNull();
    store.told(legal({ do: "draw", from: 2 }));
    expect(store.hint).toBeNull();
  });
});
