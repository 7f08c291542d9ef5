import type { Action, FiveCrownsOptions, FiveCrownsView } from "../../wire";
import type { Manifest } from "../manifest";
import { builtInWords } from "../shared/words";
import { cardWords } from "./cards";
import { climax, settled } from "./climax";
import { roundsToPlay } from "./rounds";

/** A hint names the pile to take from, and whether a discard goes out. */
function hintKind(action: Action): string {
  if (action.do === "take") return `take-${action.from}`;
  return action.do === "discard" && action.out ? "out" : action.do;
}

function hintSpots(action: Action): string[] {
  if (action.do === "take") return [`button[aria-keyshortcuts="${action.from === "draw" ? "D" : "P"}"]`];
  if (action.do !== "discard") return [];
  const card = `[data-id] [data-card="${action.card}"]`;
  return action.out ? ['button[aria-keyshortcuts="G"]', card] : [card];
}

export const fiveCrowns: Manifest = {
  name: "five_crowns",
  Table: () => import("./Table.svelte"),
  handOnly: true,
  Emblem: () => import("./Emblem.svelte"),
  ...builtInWords("five_crowns", cardWords, hintKind),
  hintSpots,
  startBots: 2,
  startEase: 0,
  easePoints: -20, // a small child is some 45 points behind the better of two beginners
  passing: {
    turn: (view) => {
      const { phase, turn } = (view as FiveCrownsView).public;
      return phase === "play" ? turn : null;
    },
    takeBack: (legal) => legal.find((action) => action.do === "undo"),
  },
  RuleExample: () => import("./RuleExample.svelte"),
  startOptions: { undo: true },
  lesson: async () => (await import("./lesson")).lesson(),
  climax,
  settled: (before, lines) => settled(before as FiveCrownsView, lines),
  Opened: () => import("./Opened.svelte"),
  SmallCard: () => import("./MiniCard.svelte"),
  awards: () => import("./awards"),
  picture: () => import("./picture"),
  pad: () => import("./pad"),
  RealCards: () => import("./RealCards.svelte"),
  progress: (view, lobby) => {
    const { round, tie_break } = (view as FiveCrownsView).public;
    const rounds = roundsToPlay(lobby.options as FiveCrownsOptions);
    const progress = { round: Math.max(1, round), rounds, target: null };
    return tie_break ? { ...progress, tieBreak: round - rounds } : progress;
  },
};
