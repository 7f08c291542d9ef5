// The score pads on this device: those under way, and the last few that are done.
import type { PadMatch } from "./pad";

const KEY = "rumpus-pads";
const MOST = 12;

const isPad = (one: PadMatch | null): one is PadMatch =>
  typeof one?.id === "string" &&
  typeof one.game === "string" &&
  typeof one.options === "object" &&
  [one.players, one.parties, one.rounds].every(Array.isArray);

/** The newest first. */
export function all(): PadMatch[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]") as (PadMatch | null)[];
    return Array.isArray(stored) ? stored.filter(isPad) : [];
  } catch {
    return [];
  }
}

export const find = (id: string): PadMatch | null => all().find((one) => one.id === id) ?? null;

/** Keeps a pad as it is now. Of those that are done the oldest goes, where there are too many. */
export function keep(match: PadMatch): void {
  const others = all().filter((one) => one.id !== match.id);
  const kept = [match, ...others].sort((a, b) => b.begun - a.begun);
  while (kept.length > MOST) {
    const oldest = kept.findLastIndex((one) => one.ended !== null);
    kept.splice(oldest < 0 ? kept.length - 1 : oldest, 1);
  }
  write(kept);
}

export const drop = (id: string): void => write(all().filter((one) => one.id !== id));

function write(matches: PadMatch[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(matches));
  } catch {
    // this browser keeps nothing
  }
}
