// The connection keeps a seat: hello, gapless numbers, repeated requests, and automatic reconnecting.
import { describe, expect, it } from "vitest";

import type { ToClient } from "../wire";
import { Connection, type Status, type World, socketAddress } from "./connection";

class Wire {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>);
  }

  close(): void {
    this.onclose?.({ code: 1006, reason: "" });
  }

  tell(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function set() {
  const wires: Wire[] = [];
  const timers = new Map<number, () => void>();
  const told: ToClient[] = [];
  const statuses: [Status, number | undefined][] = [];
  const clock = { now: 0 };
  let count = 0;
  const world: World = {
    open: () => {
      const wire = new Wire();
      wires.push(wire);
      return wire as unknown as WebSocket;
    },
    later: (work) => (timers.set(++count, work), count),
    never: (timer) => void timers.delete(timer),
    chance: () => 0.5,
    now: () => clock.now,
  };
  const listener = {
    told: (message: ToClient) => void told.push(message),
    status: (status: Status, code?: number) => void statuses.push([status, code]),
  };
  const connection = new Connection("ws://table/ws", "token", listener, world);
  const wire = (): Wire => wires[wires.length - 1]!;
  const welcome = (seq: number) => {
    wire().onopen?.();
    wire().tell({ type: "welcome", seq, you: 1, seat: 0 });
  };
  const ring = () => {
    const [timer, work] = [...timers][timers.size - 1]!;
    timers.delete(timer);
    work();
  };
  return { connection, wire, wires, told, statuses, welcome, ring, clock, timers };
}

describe("a connection", () => {
  it("says hello first and nothing before the welcome", () => {
    const { connection, wire, welcome } = set();
    void connection.ask({ type: "ready" });
    wire().onopen?.();
    expect(wire().sent).toEqual([
      { type: "hello", version: 1, token: "token", seen: null, merges: true, page: "i00000", nth: 1 },
    ]);
    welcome(3);
    expect(wire().sent.at(-1)).toMatchObject({ type: "ready" });
  });

  it("answers a ping at once", () => {
    const { wire, welcome } = set();
    welcome(1);
    wire().tell({ type: "ping", n: 7 });
    expect(wire().sent.at(-1)).toEqual({ type: "pong", n: 7 });
  });

  it("asks for a fresh view when a number is missing, and does not show what came too early", () => {
    const { wire, welcome, told } = set();
    welcome(5);
    wire().tell({ type: "lobby", seq: 7, lobby: {} });
    expect(wire().sent.at(-1)).toMatchObject({ type: "resync" });
    expect(told.map((message) => message.type)).toEqual(["welcome"]);
  });

  it("takes one lobby message for several changes, if none is missing before the first", () => {
    const { wire, welcome, told } = set();
    welcome(5);
    wire().tell({ type: "lobby", seq: 8, first: 6, lobby: {} });
    wire().tell({ type: "lobby", seq: 9, lobby: {} });
    expect(told.map((message) => message.type)).toEqual(["welcome", "lobby", "lobby"]);
    wire().tell({ type: "lobby", seq: 12, first: 11, lobby: {} });
    expect(wire().sent.at(-1)).toMatchObject({ type: "resync" });
    expect(told.length).toBe(3);
  });

  it("says what it has seen when it comes back, and takes the server's state if that has less", () => {
    const { wire, welcome, ring, told } = set();
    welcome(5);
    wire().tell({ type: "lobby", seq: 6, lobby: {} });
    wire().close();
    ring();
    wire().onopen?.();
    expect(wire().sent).toEqual([
      { type: "hello", version: 1, token: "token", seen: 6, merges: true, page: "i00000", nth: 2 },
    ]);
    wire().tell({ type: "welcome", seq: 3, you: 1, seat: 0, behind: true });
    wire().tell({ type: "lobby", seq: 4, lobby: {} });
    expect(told.map((message) => message.type)).toEqual(["welcome", "lobby", "welcome", "lobby"]);
    expect(wire().sent.length).toBe(1); // nothing was missed
  });

  it("asks again with the same id after it was lost, and is answered once", async () => {
    const { connection, wire, wires, welcome, ring } = set();
    welcome(1);
    const answer = connection.ask({ type: "do", action: { do: "draw" } });
    const { id } = wire().sent.at(-1) as { id: string };
    wire().close();
    ring();
    expect(wires.length).toBe(2);
    welcome(1);
    expect(wire().sent.at(-1)).toMatchObject({ id });
    wire().tell({ type: "done", id, seq: 2 });
    expect(await answer).toMatchObject({ type: "done", id });
    wire().close();
    ring();
    welcome(2);
    expect(wire().sent.length).toBe(1); // only the hello
  });

  it("gives up a server that stands still while somebody waits for an answer", () => {
    const { connection, wire, wires, welcome, ring, clock, statuses } = set();
    welcome(3);
    void connection.ask({ type: "ready" });
    clock.now = 4000;
    wire().tell({ type: "ping", n: 1 });
    clock.now = 5000;
    ring(); // it has been heard a second ago
    expect(wires.length).toBe(1);
    clock.now = 10_000;
    ring();
    expect(statuses.at(-1)).toEqual(["lost", 1006]);
    ring();
    welcome(3);
    expect(wires.length).toBe(2);
    expect(wire().sent.map(({ type, nth }) => [type, nth])).toEqual([
      ["hello", 2],
      ["ready", undefined],
    ]);
    clock.now = 16_000; // twice as patient now
    expect(statuses.at(-1)![0]).toBe("open");
  });

  it("takes a long silence for a lost connection, however much was told before", () => {
    const { wire, welcome, statuses, ring, clock, timers } = set();
    welcome(1);
    for (clock.now = 0; clock.now < 40_000; clock.now += 100) wire().tell({ type: "ping", n: clock.now });
    expect(timers.size).toBe(1);
    clock.now = 45_000;
    ring();
    expect(statuses.at(-1)).toEqual(["open", undefined]);
    clock.now = 85_000;
    ring();
    expect(statuses.at(-1)).toEqual(["lost", 1006]);
  });

  it("names the table in the address, and never the token", () => {
    const page = { protocol: "https:", host: "cards.example" } as Location;
    expect(socketAddress(page, "1f.secret")).toBe("wss://cards.example/ws?t=1f");
  });

  it.each([4001, 4002, 4005, 4007, 4010])("does not come back after %d", (code) => {
    const { wire, wires, welcome, statuses } = set();
    welcome(1);
    wire().onclose?.({ code, reason: "" });
    expect(statuses.at(-1)).toEqual(["closed", code]);
    expect(wires.length).toBe(1);
  });
});
