// What the manifests of the games promise: words in both languages, refusals with worded cards, pairs before the match.
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { set } from "../app/settings.svelte";
import { say } from "../app/text.svelte";
import type { Action, LobbyView, Refused } from "../wire";
import { GAMES, gameOf } from "./index";
import { fakeLobby, NAMES } from "./shared/fake-desk.svelte";
import "../pages/Learn.svelte"; // its words come with it
import { hintWords, moveRefusalWords, refusalWords } from "./words";

beforeEach(() => set({ language: "en" }));
afterEach(() => set({ language: "en" }));

const refused = (reason: string, facts: Refused["facts"], more: Partial<Refused> = {}): Refused => ({
  type: "refused",
  id: "1",
  reason,
  facts,
  ...more,
});

describe("cards in words", () => {
  it("are there in both languages", () => {
    set({ language: "es" });
    expect(gameOf("wackee_six").cardWords("r6")).toBe("6 rojo");
    expect(gameOf("five_crowns").cardWords("Kt")).toBe("el rey de estrellas");
    set({ language: "en" });
    expect(gameOf("five_crowns").cardWords("Th")).toBe("10 of hearts");
    expect(gameOf("wig_out").cardWords("nest")).toBe("nest");
    expect(say("no-such-key")).toBe("no-such-key");
  });

  it.each([
    ["wig_out", "wo-no-pile", { card: "bun" }, "bun"],
    ["wackee_six", "ws-no-pile", { card: "r6" }, "red 6"],
    ["five_crowns", "fc-not-in-hand", { card: "7h" }, "7 of hearts"],
    ["five_crowns", "fc-no-meld", { cards: "7h Tc **" }, "7 of hearts, 10 of clubs, joker"],
  ])("a refusal of %s names its cards: %s", (game, reason, facts, words) => {
    expect(refusalWords(game, refused(reason, facts))).toContain(words);
  });

  it("a refused move says who was first, or why not", () => {
    const lobby = fakeLobby("wackee_six", ["Ana", "Bo"]);
    expect(moveRefusalWords(lobby, refused("ws-no-pile", { card: "r6" }))).toBe(
      "No pile can take the red 6 right now.",
    );
    const late = refused("ws-no-pile", { card: "r6" }, { first: 1, by_ms: 40 });
    expect(moveRefusalWords(lobby, late)).toBe(say("web-beaten", { name: "Bo", ms: 40, how: "arrival" }));
  });

  it("a hint names the pile or the card", () => {
    const hint = (game: string, action: Action): string => hintWords(game, { action, why: null });
    expect(hint("five_crowns", { do: "take", from: "draw" })).toContain("draw pile");
    expect(hint("five_crowns", { do: "discard", card: "7h", out: true })).toBe("Try: go out with the 7 of hearts");
    expect(hint("wackee_six", { do: "play", card: "w", as: "g4", from: 1 })).toBe("Try: play the green 4");
    expect(hintWords("five_crowns", null)).toBe(say("web-hint-none"));
  });
  it("a hint says why, with cards as people say them; of a reason without words nothing", () => {
    const action: Action = { do: "take", from: "discard" };
    const why = { reason: "why-fc-take-meld", facts: { cards: "5h 6h **", points: 4, before: 15 } };
    expect(hintWords("five_crowns", { action, why })).toBe(
      "Try: pick up the discard. It makes 5 of hearts, 6 of hearts, joker. You'd keep 4 points instead of 15.",
    );
    const long = { ...why, facts: { ...why.facts, cards: "5h 6h 7h **" } };
    expect(hintWords("five_crowns", { action, why: long })).toContain("5 of hearts … joker.");
    expect(hintWords("five_crowns", { action, why: { reason: "why-tomorrow" } })).toBe("Try: pick up the discard");
  });
});

describe("the tutorial tables", () => {
  it.each(GAMES.map((game) => game.name))("have words for every task of %s in both languages", async (name) => {
    const lesson = await gameOf(name).lesson!();
    for (const language of ["en", "es"] as const) {
      set({ language });
      for (const task of lesson.tasks) expect(say(`learn-${name}-${task.key}`)).not.toContain("learn-");
    }
  });
});

describe("pairs before the match (WS-02)", () => {
  const named = (players: number): LobbyView => fakeLobby("wackee_six", NAMES.slice(0, players), { stage: "lobby" });
  const sides = (found: LobbyView): number[][] => gameOf("wackee_six").lobbyParties!(found);

  it("are what the server says", () => {
    const pairs = [[0], [1, 3], [2, 4]];
    expect(sides({ ...named(5), parties: pairs })).toEqual(pairs);
  });

  it("are what the options show, too, where there are too many players to be alone", () => {
    expect(gameOf("wackee_six").forcedOptions!(named(7))).toEqual({ partners: true });
    expect(gameOf("wackee_six").forcedOptions!(named(6))).toEqual({});
  });

  it("while there are too few players, everybody is alone", () => {
    expect(sides({ ...named(1), parties: [] })).toEqual([[0]]);
  });

  it("goes through every partner of the first one, and leaves who plays alone alone", () => {
    const found = { ...named(5), parties: [[0], [1, 3], [2, 4]] };
    const next = gameOf("wackee_six").nextPairs!(found) as { sides: number[][] };
    expect(next.sides).toEqual([[1, 4], [2, 3], [0]]);
    const again = gameOf("wackee_six").nextPairs!({ ...found, parties: next.sides }) as { sides: number[][] };
    expect(again.sides).toEqual([[1, 2], [3, 4], [0]]);
    expect(gameOf("wackee_six").nextPairs!({ ...named(3), parties: [[0], [1], [2]] })).toBeNull();
  });
});
