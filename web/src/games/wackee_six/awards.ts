// What people did best in a match of Wackee Six.
import type { Reel } from "../../net/replay.svelte";
import type { View, WackeeSixPublic } from "../../wire";
import type { Award, FindAward } from "../manifest";
import { comeback, Quickest, streak, Tally } from "../shared/awards";
import { meant } from "./moves";

const QUICK_MS = 4000; // a longer while is not an answer to the card before

const sidesOf = (table: View["public"]): number[][] => (table as WackeeSixPublic).sides.map((side) => side.seats);
const sideOf = (table: View["public"], seat: number): number =>
  sidesOf(table).findIndex((seats) => seats.includes(seat));

/** How soon somebody played onto a card that another side had just put there. */
function reaction(reel: Reel): Award | null {
  const quickest = new Quickest(reel);
  const reached = new Map<string, { side: number; at: number }>();
  for (const { line, public: table } of reel.steps) {
    if (line.do === "deal") reached.clear();
    if (line.do !== "play" || line.by === null) continue;
    const card = meant(line);
    const side = sideOf(table, line.by);
    const before = reached.get(`${card[0]}${Number(card.slice(1)) - 1}`);
    if (before && before.side !== side) quickest.add(line.by, line.at - before.at);
    reached.set(card, { side, at: line.at });
  }
  return quickest.award(QUICK_MS);
}

/** Turns that brought a card which was played at once. */
function luck(reel: Reel): Award | null {
  const tally = new Tally();
  const turned = new Set<number>();
  for (const { line } of reel.steps) {
    if (line.by === null) continue;
    if (line.do === "play" && line.from === "deck" && turned.has(line.by)) tally.add(line.by);
    if (line.do === "turn") turned.add(line.by);
    else turned.delete(line.by);
  }
  return tally.award("turns", 3);
}

const inARow: FindAward = (reel) => streak(reel, 4, ({ line }) => (line.do === "play" ? 1 : 0));
const sidesTogether = (view: View): number[][] => sidesOf(view.public);

export const awards: readonly FindAward[] = [reaction, inARow, luck, comeback(false, sidesTogether)];
