import type { Manifest } from "../manifest";
import { builtInWords } from "../shared/words";
import { cardWords } from "./cards";

export const wigOut: Manifest = {
  name: "wig_out",
  Table: () => import("./Table.svelte"),
  Emblem: () => import("./Emblem.svelte"),
  ...builtInWords("wig_out", cardWords),
  startBots: 3,
  RuleExample: () => import("./RuleExample.svelte"),
  lesson: async () => (await import("./lesson")).lesson(),
};
