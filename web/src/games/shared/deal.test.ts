import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { set } from "../../app/settings.svelte";
import { deal, rounds } from "./deal";

interface Run {
  ends: number;
  finish: () => void;
}
let runs: Run[] = [];

beforeEach(() => {
  runs = [];
  set({ calm: false });
  Element.prototype.animate = function (_: unknown, how: KeyframeAnimationOptions) {
    let finish = (): void => undefined;
    const finished = new Promise<void>((done) => (finish = done));
    runs.push({ ends: Number(how.duration) + Number(how.delay ?? 0), finish });
    return { finished, cancel: () => undefined } as unknown as Animation;
  };
});
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, "animate");
  document.body.replaceChildren();
});

const node = (): HTMLElement => document.body.appendChild(document.createElement("div"));
const layers = (): number => document.querySelectorAll("[data-deal]").length;

it("is over in little more than a second, however many are dealt to, and leaves nothing behind", async () => {
  const cards = rounds(
    Array.from({ length: 6 }, () => ({ to: node(), back: node() })),
    7,
  );
  expect(cards.length).toBeLessThanOrEqual(28);
  deal(node(), cards, [node(), node()]);
  expect(layers()).toBe(1);
  expect(Math.max(...runs.map((run) => run.ends))).toBeLessThanOrEqual(1200);
  for (const run of runs) run.finish();
  await vi.waitFor(() => expect(layers()).toBe(0));
});

it("lets every tap through, and can be stopped", () => {
  const stop = deal(node(), [{ to: node(), back: node() }], []);
  expect(document.querySelector<HTMLElement>("[data-deal]")!.style.pointerEvents).toBe("none");
  stop();
  expect(layers()).toBe(0);
});

it("is left out where things should be calm, and where there is no deck", () => {
  deal(null, [{ to: node(), back: node() }], []);
  set({ calm: true });
  deal(node(), [{ to: node(), back: node() }], []);
  expect(layers()).toBe(0);
});
