// What the table needs to know of a view and of the legal actions to draw and to send them. No rules: only what is listed.
import { type Desk, nameOf } from "../../net/desk";
import { settings } from "../../app/settings.svelte";
import { say } from "../../app/text.svelte";
import type { Action, WackeeSixPile, WackeeSixPlay, WackeeSixSideView, WackeeSixView } from "../../wire";
import { COLOURS, type Colour } from "./art";
import { cardWords } from "./cards";
import { shared } from "../../net/sharing";

export type Source = WackeeSixPlay["from"];
export type WackeeDesk = Desk<WackeeSixView>;

export const FULL = 13;
const MAIN = 12;

/** A pile with its number in the view, as the lanes show it. */
export interface LanePile extends WackeeSixPile {
  index: number;
  /** Its place in the lane, the highest first. */
  rank: number;
  /** The card it waits for. */
  next: string;
}

export type Lanes = Record<Colour, LanePile[]>;

const known = { en: new Map<string, string>(), es: new Map<string, string>() };

/** What was said once is not put together again: a race asks for the same few words all the time. */
function once(name: string, make: () => string): string {
  const mine = known[settings.language];
  let found = mine.get(name);
  if (found === undefined) mine.set(name, (found = make()));
  return found;
}

/** A card in words. */
export const words = (card: string): string => once(card, () => cardWords(card));

/** What a key says of a card, perhaps of one in a place. */
export function sayCard(key: string, card: string, place = 0): string {
  return once(`${key} ${card} ${place}`, () => say(key, { card: words(card), place }));
}

/** A card to the middle in words; a wild with what it stands for. */
export function playWords(play: WackeeSixPlay): string {
  return play.card === "w" && play.as ? sayCard("wackee-wild-as", play.as) : words(play.card);
}

export function plays(legal: readonly Action[]): WackeeSixPlay[] {
  return legal.filter((action): action is WackeeSixPlay => action.do === "play");
}

/** What a play means: a number of a colour. */
export const meant = (play: WackeeSixPlay): string => play.as ?? play.card;

/** The lanes: piles that still grow, in the order of the view (each knows its place), for each colour. */
export function lanes(piles: readonly WackeeSixPile[], before: Lanes | null = null): Lanes {
  const found: Lanes = { r: [], g: [], b: [], y: [] };
  piles.forEach((pile, index) => {
    if (pile.height >= FULL) return;
    found[pile.colour as Colour].push({ ...pile, index, rank: 0, next: `${pile.colour}${pile.height + 1}` });
  });
  for (const colour of COLOURS) {
    const sorted = [...found[colour]].sort((one, other) => other.height - one.height || one.index - other.index);
    sorted.forEach((pile, rank) => (pile.rank = rank));
  }
  return shared(before, found);
}

/** The piles a wild of this place can go to, in the order the eye reads them. */
export function targets(options: readonly WackeeSixPlay[], all: Lanes): LanePile[] {
  const fits = new Set(options.map(meant));
  return COLOURS.flatMap((colour) => [...all[colour]].sort((one, other) => one.rank - other.rank)).filter((pile) =>
    fits.has(pile.next),
  );
}

export const mainLeft = (side: WackeeSixSideView): number => side.up.filter((card) => card !== null).length + side.down;

/** How near to going out, from 0 to 1. */
export const nearness = (side: WackeeSixSideView): number => Math.min(1, Math.max(0, 1 - mainLeft(side) / MAIN));

export function sideName(desk: WackeeDesk, side: WackeeSixSideView): string {
  return side.seats.map((seat) => nameOf(desk, seat)).join(" + ");
}

/** The sides as this viewer sees them: the one on the left first; a player's own is left out. */
export function sidesAround(view: WackeeSixView): number[] {
  const count = view.public.sides.length;
  const own = view.private?.side ?? null;
  if (own === null) return view.public.sides.map((_, side) => side);
  return Array.from({ length: count - 1 }, (_, step) => (own + 1 + step) % count);
}

/** The other one of a pair. */
export function partnerOf(view: WackeeSixView): number | null {
  if (view.private === null || view.seat === null) return null;
  return view.public.sides[view.private.side]?.seats.find((seat) => seat !== view.seat) ?? null;
}
