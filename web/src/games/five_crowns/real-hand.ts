// A hand of real cards while it is tapped in: what fits in it, and what to ask the solver.
import { JOKER, RANKS } from "./cards";

export const DEALS = Array.from({ length: RANKS.length }, (_, at) => at + 3); // FC-03
const [COPIES, JOKERS] = [4, 12]; // in two sets

/** The rank that is wild when so many cards are dealt (FC-05). */
export const wildOf = (dealt: number): string => RANKS[dealt - 3] ?? "";

/** Can the hand take this card: is there one more of it, and room for it? One more than dealt is the card just taken. */
export function fits(hand: readonly string[], card: string, dealt: number): boolean {
  const held = hand.filter((one) => one === card).length;
  return hand.length <= dealt && held < (card === JOKER ? JOKERS : COPIES);
}

/** The hand of another round: what is too much falls off. */
export const cut = (hand: readonly string[], dealt: number): string[] => hand.slice(0, dealt + 1);
