// Sounds: through the volume, and none where somebody wants none.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { set } from "./settings.svelte";

/** A node that takes everything and remembers its kind. */
const made: string[] = [];
const master = { value: 0 };
class FakeContext {
  currentTime = 0;
  sampleRate = 100;
  state = "running";
  destination = {};
  private node(kind: string): unknown {
    made.push(kind);
    const parameter = new Proxy(
      { value: 0 },
      { get: (target, key) => (key === "value" ? target.value : () => undefined) },
    );
    const node: Record<string, unknown> = { gain: made.length === 1 ? master : parameter };
    for (const name of ["frequency", "Q"]) node[name] = parameter;
    for (const name of ["start", "stop"]) node[name] = () => undefined;
    node["connect"] = (to: unknown) => to;
    return node;
  }
  createGain = () => this.node("gain");
  createOscillator = () => this.node("oscillator");
  createBiquadFilter = () => this.node("filter");
  createBufferSource = () => this.node("noise");
  createBuffer = () => ({ getChannelData: () => new Float32Array(50) });
}

beforeEach(() => {
  vi.resetModules();
  made.length = 0;
  vi.stubGlobal("AudioContext", FakeContext);
  set({ sound: true, volume: 70, vibrate: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  set({ sound: true, volume: 70 });
});
const fresh = async () => {
  const { set: setFresh } = await import("./settings.svelte");
  setFresh({ sound: true, volume: 70 });
  return import("./sound");
};

describe("sounds", () => {
  it("a shout is a voice: cords through three resonances", async () => {
    (await fresh()).play("shout");
    expect(made.filter((kind) => kind === "filter")).toHaveLength(3);
  });

  it("cards are shuffled and dealt with rustling paper", async () => {
    const { play } = await fresh();
    play("shuffle");
    expect(made.filter((kind) => kind === "noise").length).toBeGreaterThan(10);
    play("deal");
    expect(made.filter((kind) => kind === "noise").length).toBeGreaterThan(14);
  });

  it("have a volume, which may be nothing", async () => {
    const { loudness, play } = await fresh();
    expect([0, 50, 100].map(loudness)).toEqual([0, 0.5, 2]);
    expect([loudness(-5), loudness(NaN), loudness(900)]).toEqual([0, 1, 2]);
    const { set: setFresh } = await import("./settings.svelte");
    setFresh({ volume: 0 });
    play("lay");
    setFresh({ volume: 50, sound: false });
    play("lay");
    expect(made).toEqual([]);
    setFresh({ sound: true });
    play("lay");
    expect(made).toContain("oscillator");
    expect(master.value).toBe(0.5);
  });
});
