// Rounds by their names: a tie-break is no round of the match.
import { beforeEach, expect, it } from "vitest";

import { set } from "../app/settings.svelte";
import { gameOf } from "../games";
import type { LobbyView, View } from "../wire";
import { roundTitle, roundWords } from "./round-words";

const at = (round: number, tie_break: boolean) =>
  gameOf("five_crowns").progress(
    { public: { round, tie_break } } as unknown as View,
    { options: { rounds: 2 } } as unknown as LobbyView,
  );

beforeEach(() => set({ language: "en" }));

it("a tie-break has its own number, above its result as in the bar", () => {
  expect([roundWords(at(2, false)), roundTitle(at(2, false))]).toEqual(["Round 2/2", "Round 2 is over"]);
  expect([roundWords(at(3, true)), roundTitle(at(3, true))]).toEqual(["Tie-break 1", "Tie-break 1"]);
  set({ language: "es" });
  expect(roundWords(at(4, true))).toBe("Desempate 2");
});
