import type { Action } from "../../wire";
import type { Manifest } from "../manifest";
import { builtInWords } from "../shared/words";
import { cardWords } from "./cards";

function hintSpots(action: Action): string[] {
  if (action.do === "draw") return ["[data-deck]"];
  const card = action.do === "lay" ? action.card : action.do === "start" ? action.cards[0] : null;
  return card ? [`button[data-stack="${card}"]`, `[data-pile="${card}"]`] : ["[data-call]"];
}

export const wigOut: Manifest = {
  name: "wig_out",
  Table: () => import("./Table.svelte"),
  Emblem: () => import("./Emblem.svelte"),
  ...builtInWords("wig_out", cardWords),
  hintSpots,
  startBots: 3,
  RuleExample: () => import("./RuleExample.svelte"),
  lesson: async () => (await import("./lesson")).lesson(),
};
