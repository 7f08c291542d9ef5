// What people did best in a match of Five Crowns.
import type { Reel } from "../../net/replay.svelte";
import type { FiveCrownsPublic } from "../../wire";
import type { Award, FindAward } from "../manifest";
import { comeback, Tally } from "../shared/awards";
import { isWild } from "./cards";

/** Cards of one suit whose ranks differ, wilds beside them. */
function isRun(cards: readonly string[], wild: string): boolean {
  const plain = cards.filter((card) => !isWild(card, wild));
  const ranks = new Set(plain.map((card) => card.slice(0, 1)));
  return new Set(plain.map((card) => card.slice(1))).size === 1 && plain.length > 1 && ranks.size === plain.length;
}

function longestRun(reel: Reel): Award | null {
  const tally = new Tally();
  for (const { line, public: table } of reel.steps) {
    if ((line.do !== "discard" && line.do !== "lay_down") || line.by === null) continue;
    const runs = (line.melds ?? []).filter((cards) => isRun(cards, (table as FiveCrownsPublic).wild));
    for (const cards of runs) tally.put(line.by, cards.length);
  }
  return tally.award("run", 4);
}

/** Wilds from the draw pile. */
function luck(reel: Reel): Award | null {
  const tally = new Tally();
  for (const { line, public: table } of reel.steps)
    if (line.do === "take" && line.from === "draw" && line.by !== null && line.card)
      if (isWild(line.card, (table as FiveCrownsPublic).wild)) tally.add(line.by);
  return tally.award("wilds", 2);
}

/** Rounds in which somebody was the first to go out. */
function out(reel: Reel): Award | null {
  const tally = new Tally();
  for (const { line, public: table } of reel.steps)
    if (line.do === "score") {
      const first = (table as FiveCrownsPublic).out;
      if (first !== null) tally.add(first);
    }
  return tally.award("out", 2);
}

export const awards: readonly FindAward[] = [longestRun, luck, out, comeback(true)];
