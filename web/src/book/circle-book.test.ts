// Circles on a device: the copy of a book, results that wait for the network, the links and keys that are kept.
import { afterEach, describe, expect, it, vi } from "vitest";

import { circleLink, parse } from "../app/route.svelte";
import { cut, fits, wildOf } from "../games/five_crowns/real-hand";
import * as keptCircles from "../net/kept-circles";
import type { BookPage } from "../wire";
import { type Copy, updated } from "./circle-book";
import { asMembers } from "./circle-people";
import { many, person } from "./fake-results";
import * as outbox from "./outbox";

const results = many(6, 9);
const line = (number: number, at: number, struck = false) => ({
  ...{ number, id: results[at]!.id, result: struck ? null : results[at]! },
});
const page = (more: Partial<BookPage>): BookPage => ({ lines: [], newest: 0, cleared: 0, more: false, ...more });
const empty: Copy = { circle: "c", newest: 0, lines: [] };
const ids = (copy: Copy): string[] => copy.lines.map(({ id }) => id);

describe("the copy of a book", () => {
  it("takes new results, corrections and strikes, and asks on from where it stopped", () => {
    let copy = updated(empty, page({ lines: [line(1, 0), line(2, 1)], newest: 4, more: true }));
    expect([copy.newest, ids(copy)]).toEqual([2, ["m0", "m1"]]);
    copy = updated(copy, page({ lines: [line(3, 0, true), line(4, 2)], newest: 4 }));
    expect([copy.newest, ids(copy)]).toEqual([4, ["m1", "m2"]]);
    const better = { ...results[1]!, note: "corrected" };
    copy = updated(copy, page({ lines: [{ number: 5, id: "m1", result: better }], newest: 5 }));
    expect(copy.lines.find(({ id }) => id === "m1")!.result.note).toBe("corrected");
  });

  it("forgets what was cleared, and nothing that came later", () => {
    const before = updated(empty, page({ lines: [line(1, 0), line(2, 1)], newest: 2 }));
    const after = updated(before, page({ lines: [line(4, 2)], newest: 4, cleared: 3 }));
    expect(ids(after)).toEqual(["m2"]);
  });
});

describe("a guest with the name of a member", () => {
  it("is that member, once in a match, and never a bot or somebody forgotten", () => {
    const people = [
      person("Ana", { member: "a" }),
      ...[person(" bo"), person("Bo"), person("Ana")],
      ...[person("Cy", { bot: "casual" }), person("Di", { former: true })],
    ];
    const members = ["Ana", "Bo", "Cy", "Di"].map((name) => ({ id: name[0]!.toLowerCase(), name }));
    const found = asMembers({ ...results[0]!, players: people }, members);
    expect(found.players.map(({ member }) => member)).toEqual(["a", "b", null, null, null, null]);
  });
});

describe("results that wait", () => {
  const joined = { circle: "c", secret: "s", member: "m", device: "key", name: "Us" };
  const asked: { path: string; body: unknown; key: string | null }[] = [];
  const answer = (status: number): void =>
    void vi.stubGlobal("fetch", (path: string, { body, headers }: RequestInit) => {
      if (status === 0) return Promise.reject(new TypeError("no network"));
      asked.push({ path, body: JSON.parse(body as string), key: new Headers(headers).get("authorization") });
      return Promise.resolve(new Response("{}", { status }));
    });
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
    asked.length = 0;
  });

  it("of matches without a network go to the first circle's book, as its members played them, and to no other", async () => {
    answer(0);
    const offline = {
      ...{ ...results[0]!, kind: "offline" as const, record: "on-this-device", mine: 0 },
      players: ["Ana", "Bo", "ana"].map((name) => ({ name, avatar: "fox", member: null, bot: null })),
    };
    await outbox.putOffline(offline);
    expect(localStorage.getItem("rumpus-outbox")).toBeNull();
    keptCircles.keep(joined, { name: "Ana", avatar: "fox" });
    keptCircles.keep({ ...joined, circle: "d" }, { name: "Ana", avatar: "fox" });
    await outbox.putOffline(offline);
    expect(outbox.waiting("d")).toEqual([]);
    const [waiting] = outbox.waiting("c");
    expect([waiting!.record, waiting!.kind, waiting!.players.map(({ member }) => member)]).toEqual([
      null,
      "offline",
      ["m", null, null],
    ]);
    keptCircles.takeOffline("d");
    await outbox.putOffline({ ...offline, id: "another" });
    expect(outbox.waiting("d").map(({ id }) => id)).toEqual(["another"]);
    keptCircles.takeOffline(null);
    await outbox.putOffline({ ...offline, id: "third" });
    expect([...outbox.waiting("c"), ...outbox.waiting("d")]).toHaveLength(2);
  });

  it("go to the book when there is a network, once, with the key of the device and nothing of its own", async () => {
    keptCircles.keep(joined, { name: "Ana", avatar: "fox" });
    answer(0);
    outbox.put("c", "m0", { ...results[0]!, mine: 1 } as never);
    await outbox.send();
    expect(outbox.waiting("c").map(({ id }) => id)).toEqual(["m0"]);
    answer(200);
    await outbox.send();
    await outbox.send();
    expect(asked.map(({ path, key }) => [path, key])).toEqual([["/api/circles/c/results", "Bearer key"]]);
    expect(asked[0]!.body).not.toHaveProperty("mine");
    expect(outbox.waiting("c")).toEqual([]);
  });

  it("are corrected or struck once the book has them, and simply dropped before", async () => {
    keptCircles.keep(joined, { name: "Ana", avatar: "fox" });
    answer(200);
    outbox.put("c", "m0", results[0]!);
    outbox.put("c", "m0", null);
    await outbox.send();
    expect(asked).toEqual([]);
    outbox.put("c", "m0", results[0]!);
    await outbox.send();
    outbox.put("c", "m0", results[0]!);
    await outbox.send();
    outbox.put("c", "m0", null);
    await outbox.send();
    expect(asked.map(({ body }) => (body as { do?: string }).do ?? "add")).toEqual(["add", "correct", "strike"]);
  });

  it("what the server refuses is not sent for ever, what it is too busy for is", async () => {
    keptCircles.keep(joined, { name: "Ana", avatar: "fox" });
    outbox.put("c", "m0", results[0]!);
    answer(503);
    await outbox.send();
    expect(outbox.waiting("c")).toHaveLength(1);
    answer(400);
    await outbox.send();
    expect(outbox.waiting("c")).toHaveLength(0);
  });
});

describe("addresses", () => {
  it("the link of a circle leads to its invitation, and the secret stays behind #", () => {
    expect(circleLink("/circle/3d50", "#abc")).toBe("#/circle/3d50/abc");
    expect(circleLink("/", "#abc")).toBeNull();
    expect(parse("#/circle/3d50/abc")).toEqual({ page: "circle", id: "3d50", secret: "abc", part: "play" });
    expect(parse("#/circle/3d50")).toEqual({ page: "circle", id: "3d50", secret: null, part: "play" });
    expect(parse("#/circle/3d50/league")).toEqual({ page: "circle", id: "3d50", secret: null, part: "league" });
    expect(parse("#/pad/for/3d50")).toEqual({ page: "pad", id: null, circle: "3d50" });
    expect(parse("#/pad/x")).toEqual({ page: "pad", id: "x", circle: null });
    expect(parse("#/circles/BCDF")).toEqual({ page: "circles", code: "BCDF" });
  });
});

describe("a hand of real cards", () => {
  it("takes as many cards as there are, and one more than was dealt", () => {
    expect(wildOf(3)).toBe("3");
    expect(wildOf(13)).toBe("K");
    expect(fits(["7h", "7h", "7h", "7h"], "7h", 13)).toBe(false);
    expect(fits(["7h", "7h", "7h"], "7h", 3)).toBe(true);
    expect(fits(["7h", "8h", "9h", "Th"], "Jh", 3)).toBe(false);
    expect(cut(["7h", "8h", "9h", "Th", "Jh"], 3)).toHaveLength(4);
  });
});
