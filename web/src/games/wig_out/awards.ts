// What people did best in a match of Wig Out!
import type { Reel } from "../../net/replay.svelte";
import type { WigOutPrivate, WigOutPublic } from "../../wire";
import type { Award, FindAward } from "../manifest";
import { comeback, Quickest, streak, Tally } from "../shared/awards";
import { cardOf, isPlay, sizeOf } from "./moves";

const QUICK_MS = 4000; // a longer while is not an answer to the new pile

/** How soon somebody who held the card laid it on a pile that another had just begun. */
function reaction(reel: Reel): Award | null {
  const quickest = new Quickest(reel);
  const begun = new Map<string, { by: number; at: number; held: boolean[] }>();
  reel.steps.forEach((step, at) => {
    const { line } = step;
    if (line.do === "deal") begun.clear();
    if (!isPlay(line) || line.by === null) return;
    const card = cardOf(line);
    const pile = begun.get(card);
    if (pile && pile.by !== line.by && pile.held[line.by]) quickest.add(line.by, line.at - pile.at);
    begun.delete(card); // only the first answer counts
    const before = (reel.steps[at - 1]?.public as WigOutPublic | undefined)?.piles ?? {};
    if (before[card]) return;
    const held = step.private.map((own) => (own as WigOutPrivate | null)?.hand.includes(card) ?? false);
    begun.set(card, { by: line.by, at: line.at, held });
  });
  return quickest.award(QUICK_MS);
}

/** Draws of a card whose pile was there already. */
function luck(reel: Reel): Award | null {
  const tally = new Tally();
  for (const { line, public: table } of reel.steps)
    if (line.do === "draw" && line.by !== null && line.card && (table as WigOutPublic).piles[line.card])
      tally.add(line.by);
  return tally.award("fits", 2);
}

const inARow: FindAward = (reel) => streak(reel, 4, ({ line }) => (isPlay(line) ? sizeOf(line) : 0));

export const awards: readonly FindAward[] = [reaction, inARow, luck, comeback(true)];
