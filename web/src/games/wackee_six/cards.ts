// The cards of Wackee Six in words.
import { say } from "../../app/text.svelte";

export const WILD = "w";

/** A card in words. */
export function cardWords(card: string): string {
  if (card === WILD) return say("card-wild");
  return say("card-colour", { colour: card.slice(0, 1), number: card.slice(1) });
}
