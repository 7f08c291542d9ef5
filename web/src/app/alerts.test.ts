// Notifications: only for people who have switched them on, and only while the page is hidden.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { askToNotify, canNotify, notify, titleFor } from "./alerts.svelte";
import { set } from "./settings.svelte";

const shown: string[] = [];
function browser(permission: NotificationPermission, answer: NotificationPermission = permission): void {
  class Fake {
    static permission = permission;
    static requestPermission = vi.fn(() => Promise.resolve((Fake.permission = answer)));
    onclick = null;
    constructor(_: string, { body }: { body: string }) {
      shown.push(body);
    }
  }
  vi.stubGlobal("Notification", Fake);
}
const look = (state: DocumentVisibilityState): unknown =>
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });

beforeEach(() => {
  set({ language: "en", notify: true });
  shown.length = 0;
  look("hidden");
});
afterEach(() => {
  vi.unstubAllGlobals();
  set({ notify: false });
  look("visible");
});

describe("notifications", () => {
  it("tell who looks elsewhere", async () => {
    browser("granted");
    await notify("Your turn");
    expect(shown).toEqual(["Your turn"]);
  });

  it("are not for who sees the page, has not switched them on, or has not allowed them", async () => {
    browser("granted");
    look("visible");
    await notify("Your turn");
    look("hidden");
    set({ notify: false });
    await notify("Your turn");
    set({ notify: true });
    browser("default");
    await notify("Your turn");
    vi.stubGlobal("Notification", undefined);
    await notify("Your turn");
    expect(shown).toEqual([]);
  });

  it("are asked for once, when somebody switches them on", async () => {
    browser("default", "granted");
    expect(canNotify()).toBe(true);
    expect([await askToNotify(), await askToNotify()]).toEqual([true, true]);
    browser("denied");
    expect([canNotify(), await askToNotify()]).toEqual([false, false]);
  });

  it("the title of the tab says what is going on", () => {
    expect(titleFor("Your turn")).toBe("Your turn – Rumpus");
    expect(titleFor(null)).toBe("Rumpus");
  });
});
