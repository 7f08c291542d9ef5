// What can be tapped, read from the hand, the moves under way and the legal actions; no rules here.
import type { Action, WigOutLay, WigOutStart } from "../../wire";

export type Play = WigOutLay | WigOutStart;

/** The cards of one character in the hand. */
export interface Stack {
  card: string;
  /** How many are still in the hand. */
  count: number;
  /** How many are on their way to the middle. */
  leaving: number;
  /** The legal plays of it, from the fewest cards to the most. */
  plays: Play[];
}

/** The keys of the stacks, in the order of their places. */
export const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "-", "="];

export function isPlay<A extends { do: string }>(action: A): action is A & Play {
  return action.do === "lay" || action.do === "start";
}

export function cardOf(play: Play): string {
  return play.do === "lay" ? play.card : (play.cards[0] ?? "");
}

export function sizeOf(play: Play): number {
  return play.do === "lay" ? 1 : play.cards.length;
}

/** The legal action of a kind that has no card. */
export function find(legal: Action[], kind: "draw" | "shout" | "go"): Action | undefined {
  return legal.find((action) => action.do === kind);
}

/** Drawing is all that is left to do. */
export function mustDraw(legal: Action[]): boolean {
  return legal.length > 0 && legal.every((action) => action.do === "draw");
}

/** Places of the hand: a stack stays where it is, a new one takes the first free place, and an empty place stays. */
export function arrange(before: (string | null)[], hand: string[]): (string | null)[] {
  const held = new Set(hand);
  const places = before.map((card) => (card !== null && held.delete(card) ? card : null));
  for (const card of held) {
    const free = places.indexOf(null);
    if (free < 0) places.push(card);
    else places[free] = card;
  }
  return places;
}

/** How many cards of each character are on their way. */
export function leaving(pending: Action[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const action of pending) {
    if (isPlay(action)) counts.set(cardOf(action), (counts.get(cardOf(action)) ?? 0) + sizeOf(action));
  }
  return counts;
}

/** The stacks on their places, with what can be done with each. */
export function stacks(
  places: (string | null)[],
  hand: string[],
  pending: Action[],
  legal: Action[],
): (Stack | null)[] {
  const away = leaving(pending);
  return places.map((card) => {
    if (card === null) return null;
    const held = hand.filter((one) => one === card).length;
    const gone = Math.min(held, away.get(card) ?? 0);
    const count = held - gone;
    const plays = legal.filter(isPlay).filter((play) => cardOf(play) === card && sizeOf(play) <= count);
    return { card, count, leaving: gone, plays: plays.sort((one, other) => sizeOf(one) - sizeOf(other)) };
  });
}
