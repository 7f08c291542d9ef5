import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Notices } from "./notices.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function hear(notices: Notices, who: string, what: string, avatar: string, idle: boolean): void {
  notices.hear(`${who}: ${what}`, { who, what, avatar, emote: undefined }, idle);
}

it("what people say waits for what the page says, and idle talk does not", () => {
  const notices = new Notices();
  hear(notices, "Bo", "Good luck!", "fox", true);
  hear(notices, "Cy", "Good luck!", "owl", true);
  hear(notices, "Ana", "Thanks!", "cat", false);
  expect(notices.shown?.words).toBe("Bo: Good luck!");
  notices.tell("That's not a meld.");
  expect(notices.shown?.words).toBe("That's not a meld.");
  vi.advanceTimersByTime(3500);
  expect(notices.shown?.words).toBe("Bo: Good luck!");
  vi.advanceTimersByTime(3500);
  expect(notices.shown).toMatchObject({ words: "Ana: Thanks!", said: { who: "Ana", avatar: "cat" } });
  vi.advanceTimersByTime(3500);
  expect(notices.shown).toBeNull();
});

it("a hint gives way to a refusal, and goes as soon as it is taken back", () => {
  const notices = new Notices();
  notices.tell("Try: draw a card", "hint");
  hear(notices, "Bo", "Hurry!", "fox", false);
  notices.drop("hint");
  expect(notices.shown?.words).toBe("Bo: Hurry!");
  notices.tell("Try: shout!", "hint");
  notices.tell("Bo was faster.");
  vi.advanceTimersByTime(3500);
  expect(notices.shown?.words).toBe("Bo: Hurry!");
  notices.stop();
});
