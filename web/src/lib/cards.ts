// Cards in words, for hints, screen readers and labels.
import { say } from "../app/text.svelte";

const RANKS: Record<string, string> = { T: "10" };

/** A card of any game as people say it. */
export function cardWords(game: string, card: string): string {
  if (game === "wig_out") return say(`character-${card}`);
  if (game === "wackee_six") {
    if (card === "w") return say("card-wild");
    return say("card-colour", { colour: card.slice(0, 1), number: card.slice(1) });
  }
  if (card === "**") return say("card-joker");
  const rank = card.slice(0, 1);
  return say("card-suit", { suit: card.slice(1), rank: RANKS[rank] ?? rank });
}
