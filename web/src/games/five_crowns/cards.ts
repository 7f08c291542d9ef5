// The cards of Five Crowns as the table draws and names them.
import { settings } from "../../app/settings.svelte";
import { say } from "../../app/text.svelte";

export const RANKS = "3456789TJQK";
export const SUITS = "thcsd"; // stars, hearts, clubs, spades, diamonds
export const JOKER = "**";

/** What stands in the corner of a card: "10" for T. */
export function rankText(rank: string): string {
  return rank === "T" ? "10" : rank;
}

/** Does this card wear the round's crown, or is it a joker? */
export function isWild(card: string, wild: string): boolean {
  return card === JOKER || card.startsWith(wild);
}

/** What a card costs that is left over; it explains the points that the table has counted. */
export function cost(card: string, wild: string): number {
  if (card === JOKER) return 50;
  return isWild(card, wild) ? 20 : RANKS.indexOf(card.slice(0, 1)) + 3;
}

/** A card in words. */
export function cardWords(card: string): string {
  if (card === JOKER) return say("card-joker");
  return say("card-suit", { suit: card.slice(1), rank: rankText(card.slice(0, 1)) });
}

/** A card in words, and that it is wild. */
export function words(card: string, wild: string): string {
  const name = cardWords(card);
  return card !== JOKER && isWild(card, wild) ? say("crowns-wild-card", { card: name }) : name;
}

/** The name of a card that can be touched: with letters on it, who speaks to the page says what they read there. */
export function spoken(card: string, wild: string): string {
  const read =
    settings.letters && card !== JOKER
      ? `${rankText(card.slice(0, 1))}${say("crowns-letter", { suit: card.slice(1) })}, `
      : "";
  return read + words(card, wild);
}

/** Several cards in words. */
export function listWords(cards: readonly string[], wild: string): string {
  return cards.map((card) => words(card, wild)).join(", ");
}

/** Where a card stands in a sorted hand: by suit, then rank, or the other way round; wilds at the end. */
export function order(card: string, wild: string, byRank = false): number {
  const [suit, rank] = [SUITS.indexOf(card.slice(1)), RANKS.indexOf(card.slice(0, 1))];
  const place = card === JOKER ? 99 : byRank ? rank * SUITS.length + suit : suit * RANKS.length + rank;
  return isWild(card, wild) ? 100 + place : place;
}
