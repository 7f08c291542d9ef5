import type { Action, View, WigOutOptions, WigOutView } from "../../wire";
import type { Manifest } from "../manifest";
import { builtInWords } from "../shared/words";
import { cardWords } from "./cards";
import { climax, settled } from "./climax";

const USUAL_ROUNDS = 5;

function hintSpots(action: Action): string[] {
  if (action.do === "draw") return ["[data-deck] .card"];
  const card = action.do === "lay" ? action.card : action.do === "start" ? action.cards[0] : null;
  return card ? [`button[data-stack="${card}"]`, `[data-pile="${card}"]`] : ["[data-call]"];
}

export const wigOut: Manifest = {
  name: "wig_out",
  Table: () => import("./Table.svelte"),
  handOnly: true,
  Emblem: () => import("./Emblem.svelte"),
  ...builtInWords("wig_out", cardWords),
  hintSpots,
  startBots: 3,
  startEase: 0,
  RuleExample: () => import("./RuleExample.svelte"),
  lesson: async () => (await import("./lesson")).lesson(),
  climax,
  settled: (before, lines) => settled(before as WigOutView, lines),
  Opened: () => import("./Opened.svelte"),
  awards: () => import("./awards"),
  picture: () => import("./picture"),
  pad: () => import("./pad"),
  progress: (view: View, lobby) => {
    const { counted, phase, ended } = (view as WigOutView).public;
    const isDone = (phase === "deal" || phase === "over") && ended !== "tie"; // a tied round is played again
    const rounds = (lobby.options as WigOutOptions).rounds ?? USUAL_ROUNDS;
    return { round: Math.max(1, isDone ? counted : counted + 1), rounds, target: null };
  },
};
