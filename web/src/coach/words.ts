// The words of the coach; they come with its parts.
import type { FluentVariable } from "@fluent/bundle";

import { addCatalogue, sayAny } from "../app/text.svelte";
import { worded } from "../games/words";
import type { Remark } from "../wire";

const files = import.meta.glob<string>("../../../src/rumpus/text/*/{coach,web_coach}.ftl", {
  query: "?raw",
  import: "default",
  eager: true,
});
addCatalogue(files);

/** A remark in words; null if a newer server knows more of them. */
export function remarkWords(game: string, remark: Remark, names: readonly string[]): string | null {
  const facts: Record<string, FluentVariable> = worded(game, remark.facts);
  const seat = remark.facts?.["seat"];
  if (typeof seat === "number") facts["name"] = names[seat] ?? "";
  return sayAny([remark.reason], facts);
}
