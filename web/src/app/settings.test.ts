// What is set in one tab holds in the others.
import { afterEach, describe, expect, it } from "vitest";
import { followOtherTabs, set, settings } from "./settings.svelte";

const KEY = "rumpus-settings";

/** Another tab writes this, and the browser tells this one. */
function elsewhere(changes: object, key = KEY): void {
  localStorage.setItem(KEY, JSON.stringify({ ...JSON.parse(localStorage.getItem(KEY) ?? "{}"), ...changes }));
  dispatchEvent(new StorageEvent("storage", { key }));
}

describe("settings", () => {
  afterEach(() => {
    localStorage.clear();
    Object.assign(settings, { leftHanded: false, letters: false });
  });

  it("follow another tab, and the next change here keeps what was set there", () => {
    const stop = followOtherTabs();
    elsewhere({ leftHanded: true });
    expect(settings.leftHanded).toBe(true);
    set({ letters: true });
    expect(JSON.parse(localStorage.getItem(KEY) ?? "{}")).toMatchObject({ leftHanded: true, letters: true });
    stop();
  });

  it("hear nothing that is not theirs, and nothing once nobody listens", () => {
    const stop = followOtherTabs();
    elsewhere({ leftHanded: true }, "rumpus-seats");
    expect(settings.leftHanded).toBe(false);
    stop();
    elsewhere({ leftHanded: true });
    expect(settings.leftHanded).toBe(false);
  });
});
