import type { Action } from "../../wire";
import type { Manifest } from "../manifest";
import { builtInWords } from "../shared/words";
import { cardWords } from "./cards";
import Emblem from "./Emblem.svelte";

/** A hint names the pile to take from, and whether a discard goes out. */
function hintKind(action: Action): string {
  if (action.do === "take") return `take-${action.from}`;
  return action.do === "discard" && action.out ? "out" : action.do;
}

export const fiveCrowns: Manifest = {
  name: "five_crowns",
  Table: () => import("./Table.svelte"),
  Emblem,
  ...builtInWords("five_crowns", cardWords, hintKind),
  startBots: 2,
  startOptions: { undo: true },
  lesson: async () => (await import("./lesson")).lesson(),
};
