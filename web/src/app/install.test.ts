import { afterEach, expect, test, vi } from "vitest";

import { app } from "./install.svelte";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const well = { ok: true, saving: true, room: true, thinking: true, silent: false };

async function reachable(status: number, body: string): Promise<boolean> {
  vi.useFakeTimers(); // it asks an absent server again and again
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
  await app.look();
  return app.reachable;
}

test("a server whose disk is nearly full is there: it only opens no new tables", async () => {
  expect(await reachable(200, JSON.stringify(well))).toBe(true);
  expect(await reachable(503, JSON.stringify({ ...well, ok: false, room: false }))).toBe(true);
});

test("one that cannot save, closes, or is not behind its proxy is away", async () => {
  expect(await reachable(503, JSON.stringify({ ...well, ok: false, room: false, saving: false }))).toBe(false);
  expect(await reachable(503, JSON.stringify({ ...well, ok: false }))).toBe(false);
  expect(await reachable(503, JSON.stringify({ ...well, ok: false, room: false, silent: true }))).toBe(false);
  expect(await reachable(502, "<h1>Bad Gateway</h1>")).toBe(false);
});
