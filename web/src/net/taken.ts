// Deals that this device has taken along from the server, to play them without a network, and their records until the
// server has them.
import { Refusal } from "./api";
import type { ChallengeView } from "../wire";

const KEY = "rumpus-taken";
const MOST = 40; // as many as the device's own journal keeps

export type Taken = Pick<ChallengeView, "id" | "game" | "day" | "by" | "beat" | "round"> & {
  /** The name of the record, once it is played. */
  record: string | null;
};

export function all(): Taken[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Taken[];
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

function write(taken: readonly Taken[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(taken.slice(-MOST)));
  } catch {
    // this browser keeps nothing
  }
}

export const find = (id: string): Taken | null => all().find((one) => one.id === id) ?? null;
const others = (id: string): Taken[] => all().filter((one) => one.id !== id);

export function keep({ id, game, day, by, beat, round }: ChallengeView): void {
  write([...others(id), { id, game, day, by, beat, round, record: null }]);
}

/** The match is over: its record waits for the server. */
export function played(id: string, record: string): void {
  const one = find(id);
  if (one) write([...others(id), { ...one, record }]);
}

let sending: Promise<void> | null = null;
/** Hands in what was played. What the server refuses is dropped: it would refuse it again. */
export function handIn(): Promise<void> {
  sending ??= handAllIn().finally(() => (sending = null));
  return sending;
}

async function handAllIn(): Promise<void> {
  const [{ handInRecord }, { keptRecord }] = await Promise.all([import("./challenges"), import("../offline/disk")]);
  for (const { id, record } of all()) {
    if (record === null) continue;
    try {
      const text = await keptRecord(record);
      if (text !== null) await handInRecord(id, text);
    } catch (error) {
      const refused = error instanceof Refusal && error.status < 500 && error.status !== 429;
      if (!refused) return; // no network, or a busy server: later
    }
    write(others(id));
  }
}
