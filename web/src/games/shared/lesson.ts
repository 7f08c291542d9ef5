// What the tutorial tables of all games share.
import type { Settings } from "../../wire";

/** Nobody hurries a learner, and nobody talks. */
export const LESSON_SETTINGS: Settings = { wait_s: 300, countdown_s: 2, phrases: false, grace_s: 600, idle_s: null };

/** What is left of a pack when these cards are taken out of it. */
export function without(pack: readonly string[], cards: readonly string[]): string[] {
  const rest = [...pack];
  for (const card of cards) rest.splice(rest.indexOf(card), 1);
  return rest;
}
