// Who one is at a table, for those who have not said: a face and a name of some kind.
import { settings } from "./settings.svelte";

/** The faces that Avatar.svelte can draw; the server knows the same. */
export const AVATARS = [
  ...["fox", "owl", "whale", "cat", "bear", "frog", "hare", "crab"],
  ...["bee", "goat", "crow", "mole", "seal", "newt", "yak", "wren"],
];
export const NAME_LENGTH = 20;
const NAMES = ["Sunny", "Pip", "Nova", "Koko", "Teddy", "Mimi", "Rio", "Juno", "Bo", "Ari", "Lolo", "Max"];
const KEY = "rumpus-guest";

/** Which name and face this device was given; the same ones every time. */
function picked(): number {
  try {
    const kept = Number(localStorage.getItem(KEY) ?? NaN);
    if (Number.isInteger(kept) && kept >= 0 && kept < NAMES.length) return kept;
  } catch {
    // a browser that keeps nothing: it holds until the page is closed
  }
  return keep(Math.floor(Math.random() * NAMES.length));
}

function keep(pick: number): number {
  try {
    localStorage.setItem(KEY, String(pick));
  } catch {
    // as above
  }
  return pick;
}

const pick = picked();

/** A name for who gave none; the same one as long as this device remembers. */
export function anyName(): string {
  return NAMES[pick] ?? "Bo";
}

/** The part that the server gets. */
export function me(): { name: string; avatar: string } {
  const face = AVATARS[pick % AVATARS.length] ?? "fox";
  return { name: settings.name.trim() || anyName(), avatar: settings.avatar || face };
}
