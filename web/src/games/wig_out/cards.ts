// The twelve characters in the order of their cards; their place in it is also their place in the ring of piles.
import { say } from "../../app/text.svelte";

export const CHARACTERS = [
  "beehive",
  "mohawk",
  "afro",
  "pigtails",
  "moptop",
  "curls",
  "bun",
  "bolt",
  "flame",
  "braid",
  "onehair",
  "nest",
] as const;

export type CharacterName = (typeof CHARACTERS)[number];

/** The paper a character is pasted on: a tint, and a pattern in a second tone as a tile of 20 by 20. */
export const PAPER: Record<CharacterName, { tint: string; tone: string; pattern: string; filled?: boolean }> = {
  beehive: {
    tint: "#ffe2a8",
    tone: "#f3c35f",
    pattern: "M10 0v6M10 6l-10 5M10 6l10 5M0 11v6M20 11v6M0 17l-2 3M20 17l2 3",
  },
  mohawk: { tint: "#c9efd0", tone: "#97d8a6", pattern: "M-5 25 25 -5M-5 15 15 -5M5 25 25 5" },
  afro: {
    tint: "#ffd0bd",
    tone: "#f5a98c",
    pattern: "M5 5m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M15 15m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    filled: true,
  },
  pigtails: { tint: "#ffd3e4", tone: "#f6aac8", pattern: "M0 0h10v10H0zM10 10h10v10H10z", filled: true },
  moptop: {
    tint: "#cfe3fb",
    tone: "#9dc3ee",
    pattern: "M10 10m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0M10 10m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  },
  curls: { tint: "#e0a9a0", tone: "#c9837a", pattern: "M5 0v20M15 0v20" },
  bun: { tint: "#e2d6f7", tone: "#bea6e6", pattern: "M0 5q5-6 10 0t10 0M0 15q5-6 10 0t10 0" },
  bolt: { tint: "#fdf0a0", tone: "#e6cf45", pattern: "M0 4l5 5 5-5 5 5 5-5M0 14l5 5 5-5 5 5 5-5" },
  flame: { tint: "#bfe9ea", tone: "#84cfd2", pattern: "M10 3l6 11H4z", filled: true },
  braid: { tint: "#dff0b8", tone: "#b3d36f", pattern: "M5 2v6M2 5h6M15 12v6M12 15h6" },
  onehair: { tint: "#dcd8cf", tone: "#b9b2a3", pattern: "M10 1l8 9-8 9-8-9z" },
  nest: { tint: "#cfeedd", tone: "#93cfae", pattern: "M3 10q4-8 14-6q-3 8-14 6zM1 20q3-6 8-5q-2 5-8 5z", filled: true },
};

/** A card in words. */
export const cardWords = (card: string): string => say(`character-${card}`);

/** Is this one of the twelve? */
export function isCharacter(card: string): card is CharacterName {
  return card in PAPER;
}
