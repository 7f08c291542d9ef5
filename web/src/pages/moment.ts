// What a match shows, and when: the race itself, the best second of a round in full view, the open hands, the end. Pure, so that
// every order of events can be tested; `Moments` runs it on the news of a table.
import type { Climax } from "../games/manifest";
import { SUDDEN_MS } from "../ui/sudden";

const BURST_MS = 2000; // a word that bursts: long enough to read who and how
const CURTAIN_MS = 1400; // a round that ends without one
const CALM_MS = 900; // nothing moves, and it is read once
const LAST_CARD_MS = 900; // the last card of a round is seen to land

/** Where a match can be looked at without anything going on. */
export type Rest = "play" | "open" | "over";

export type Moment = { kind: Rest } | { kind: "climax"; climax: Climax; since: number; until: number; then: Rest };

export type Happening =
  /** Lines of the match: what bursts, if anything; where they lead to; the words of a round that ends without a burst. */
  | { kind: "lines"; at: number; climax: Climax | null; leads: Rest | null; ending: string; calm: boolean }
  /** The page was opened or the connection is back: what is there is simply there. */
  | { kind: "arrived"; leads: Rest }
  | { kind: "skipped"; at: number }
  | { kind: "passed"; at: number }
  /** The person leaves the result of a match. */
  | { kind: "left"; leads: Rest };

export const FIRST: Moment = { kind: "play" };

export function next(now: Moment, event: Happening): Moment {
  if (now.kind === "over" && event.kind !== "left") return now; // until its person leaves it
  switch (event.kind) {
    case "arrived":
    case "left":
      return { kind: event.leads };
    case "skipped":
      return now.kind === "climax" && event.at - now.since >= SUDDEN_MS ? { kind: now.then } : now;
    case "passed":
      return now.kind === "climax" && event.at >= now.until ? { kind: now.then } : now;
    case "lines":
      return afterLines(now, event);
  }
}

function afterLines(now: Moment, event: Extract<Happening, { kind: "lines" }>): Moment {
  const { at, climax, leads, calm } = event;
  if (leads === "play") return { kind: "play" }; // the next round is dealt: nobody is kept from it
  if (climax) return begin(climax, at, calm ? CALM_MS : BURST_MS, leads ?? "play");
  if (leads === null) return now;
  if (now.kind === "climax") return { ...now, then: leads, until: Math.max(now.until, at + LAST_CARD_MS) };
  if (now.kind === "open" || !event.ending) return { kind: leads }; // stopped between two rounds, or everybody has left
  return begin({ word: "", words: event.ending, seats: [] }, at, calm ? CALM_MS : CURTAIN_MS, leads);
}

function begin(climax: Climax, at: number, ms: number, then: Rest): Moment {
  return { kind: "climax", climax, since: at, until: at + ms, then };
}
