// Words that depend on the game: refusals and hints, with their cards as people say them.
import type { FluentVariable } from "@fluent/bundle";

import { say } from "../app/text.svelte";
import type { Action, LobbyView, Refused } from "../wire";
import { gameOf } from "./index";

/** Why something was refused, in words a child understands. Everything the client shows of a refusal comes from here. */
export function refusalWords(game: string, refused: Refused): string {
  const { cardWords } = gameOf(game);
  const facts: Record<string, FluentVariable> = { ...refused.facts };
  if (typeof facts["card"] === "string") facts["card"] = cardWords(facts["card"]);
  if (typeof facts["cards"] === "string") facts["cards"] = facts["cards"].split(" ").map(cardWords).join(", ");
  return say(refused.reason, facts);
}

/** Why a move was refused: somebody was first, or the rules say no. */
export function moveRefusalWords(lobby: LobbyView, refused: Refused): string {
  const name = refused.first == null ? undefined : lobby.seats[refused.first]?.name;
  if (name === undefined) return refusalWords(lobby.game, refused);
  return say("web-beaten", { name, ms: refused.by_ms ?? 0, how: refused.how ?? "arrival" });
}

/** What a good player would do. */
export function hintWords(game: string, found: unknown): string {
  if (!found) return say("web-hint-none");
  return say("web-hint-is", { what: gameOf(game).hintWords(found as Action) });
}
