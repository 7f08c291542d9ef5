// Words that depend on the game: refusals and hints, with their cards as people say them.
import type { FluentVariable } from "@fluent/bundle";

import { say, sayAny } from "../app/text.svelte";
import type { Advice } from "../net/desk";
import type { LobbyView, Reason, Refused } from "../wire";
import { gameOf } from "./index";

const CARD_FACTS = ["card", "cards", "next"]; // of refusals and reasons
const MOST_CARDS = 3; // that are all named, so that a message is short

/** Facts with their cards as people say them. */
export function worded(game: string, told: Reason["facts"]): Record<string, FluentVariable> {
  const { cardWords } = gameOf(game);
  const facts: Record<string, FluentVariable> = { ...told };
  for (const name of CARD_FACTS) {
    const cards = facts[name];
    if (typeof cards === "string") facts[name] = named(cards.split(" ").map(cardWords));
  }
  return facts;
}

function named(cards: string[]): string {
  return cards.length > MOST_CARDS ? `${cards[0]} … ${cards.at(-1)}` : cards.join(", ");
}

/** Why something was refused, in words a child understands. Everything the client shows of a refusal comes from here. */
export function refusalWords(game: string, refused: Refused): string {
  return say(refused.reason, worded(game, refused.facts));
}

/** Why a move was refused: somebody was first, or the rules say no. */
export function moveRefusalWords(lobby: LobbyView, refused: Refused): string {
  const name = refused.first == null ? undefined : lobby.seats[refused.first]?.name;
  if (name === undefined) return refusalWords(lobby.game, refused);
  return beatenWords(name, refused.by_ms ?? 0, refused.how ?? "arrival");
}

/** Who was first, by how much, and how that was decided. */
export function beatenWords(name: string, ms: number, how: string): string {
  const close = ms < 1 && how !== "tie" && how !== "late";
  return say("web-beaten", { name, ms, how: close ? "close" : how });
}

/** What a good player would do, and why. */
export function hintWords(game: string, advice: Advice | null): string {
  if (!advice) return say("web-hint-none");
  const { action, why } = advice;
  const reason = why && sayAny([why.reason], worded(game, why.facts)); // a newer server may know more reasons
  const what = gameOf(game).hintWords(action);
  return reason ? say("web-hint-why", { what, why: reason }) : say("web-hint-is", { what });
}
