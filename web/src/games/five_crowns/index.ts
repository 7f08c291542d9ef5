import type { Action } from "../../wire";
import type { Manifest } from "../manifest";
import { builtInWords } from "../shared/words";
import { cardWords } from "./cards";

/** A hint names the pile to take from, and whether a discard goes out. */
function hintKind(action: Action): string {
  if (action.do === "take") return `take-${action.from}`;
  return action.do === "discard" && action.out ? "out" : action.do;
}

export const fiveCrowns: Manifest = {
  name: "five_crowns",
  Table: () => import("./Table.svelte"),
  Emblem: () => import("./Emblem.svelte"),
  ...builtInWords("five_crowns", cardWords, hintKind),
  startBots: 2,
  RuleExample: () => import("./RuleExample.svelte"),
  lesson: async () => (await import("./lesson")).lesson(),
};
