// Who one is at a table, for those who have not said: a face and a name of some kind.
import { settings } from "./settings.svelte";

/** The faces that Avatar.svelte can draw; the server knows the same. */
export const AVATARS = [
  ...["fox", "owl", "whale", "cat", "bear", "frog", "hare", "crab"],
  ...["bee", "goat", "crow", "mole", "seal", "newt", "yak", "wren"],
];
export const NAME_LENGTH = 20;
const NAMES = ["Sunny", "Pip", "Nova", "Koko", "Teddy", "Mimi", "Rio", "Juno", "Bo", "Ari", "Lolo", "Max"];
const pick = Math.floor(Math.random() * NAMES.length);

/** A name for who gave none; the same one as long as the page is open. */
export function anyName(): string {
  return NAMES[pick] ?? "Bo";
}

/** What the server is told. */
export function me(): { name: string; avatar: string } {
  const face = AVATARS[pick % AVATARS.length] ?? "fox";
  return { name: settings.name.trim() || anyName(), avatar: settings.avatar || face };
}
