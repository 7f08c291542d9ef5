// What a screen reader hears of Wig Out!: one's own moves at once, the middle in a calm summary.
import { say } from "../../app/text.svelte";
import { nameOf } from "../../net/desk";
import type { Desk } from "../../net/desk";
import type { Action, Line, WigOutView } from "../../wire";
import { cardWords } from "./cards";
import { cardOf, find, mustDraw, sizeOf } from "./moves";

/** What one can do next, behind one's own move. */
function next(legal: Action[]): string {
  return find(legal, "shout") ? ` ${say("wig-do-shout")}` : mustDraw(legal) ? ` ${say("wig-do-draw")}` : "";
}

/** A line of the round in words, if it is worth saying at once. */
export function lineWords(line: Line, desk: Desk<WigOutView>, seat: number | null, fits: ReadonlySet<string>): string {
  const me = seat !== null && line.by === seat;
  const left = desk.view?.private?.hand.length ?? 0;
  if (line.do === "go") return say("wig-go") + next(desk.legal);
  if (line.do === "shout")
    return say("wig-shouted", { name: line.by === null ? "" : nameOf(desk, line.by), me: me ? "yes" : "no" });
  if (!me) return "";
  if (line.do === "lay" || line.do === "start")
    return say("wig-laid", { card: cardWords(cardOf(line)), count: sizeOf(line), left }) + next(desk.legal);
  if (line.do === "draw" && line.card)
    return (
      say("wig-drawn", { card: cardWords(line.card), fits: fits.has(line.card) ? "yes" : "no" }) + next(desk.legal)
    );
  return "";
}

/** The piles, what fits, and who is about to go out. */
export function summary(desk: Desk<WigOutView>, fits: ReadonlySet<string>, near: readonly number[]): string {
  const { piles, hands } = desk.view!.public;
  const parts = [say("wig-piles", { cards: Object.keys(piles).map(cardWords).join(", ") || "none" })];
  if (fits.size) parts.push(say("wig-ready-for-you", { cards: [...fits].map(cardWords).join(", ") }));
  for (const other of near) parts.push(say("wig-near", { name: nameOf(desk, other), count: hands[other] ?? 0 }));
  return parts.join(" ");
}
