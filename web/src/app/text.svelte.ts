// The words, from the Fluent catalogues that terminal and server use too; both languages are there at once.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import type { Refused } from "../wire";
import { settings } from "./settings.svelte";

export const LANGUAGES = ["en", "es"] as const;

// all that a page may say: its own words, those of the games, refusals, phrases and cards
const files = import.meta.glob<string>("../../../src/rumpus/text/*/{web*,refusals,phrases,cards}.ftl", {
  query: "?raw",
  import: "default",
  eager: true,
});
const bundles = new Map<string, FluentBundle>();

function bundle(language: "en" | "es"): FluentBundle {
  let found = bundles.get(language);
  if (!found) {
    found = new FluentBundle(language, { useIsolating: false });
    for (const [path, source] of Object.entries(files)) {
      if (path.includes(`/text/${language}/`)) found.addResource(new FluentResource(source));
    }
    bundles.set(language, found);
  }
  return found;
}

/** The words of a key in the reader's language, with the blanks filled in. */
export function say(key: string, facts: Record<string, FluentVariable> = {}): string {
  const words = bundle(settings.language);
  const message = words.getMessage(key);
  if (!message?.value) return key;
  return words.formatPattern(message.value, facts);
}

/** Why something was refused, in words a child understands. */
export function refusal(refused: Refused): string {
  const facts: Record<string, FluentVariable> = { ...refused.facts };
  if (typeof facts["card"] === "string" && refused.clause?.startsWith("WO")) {
    facts["card"] = say(`character-${facts["card"]}`);
  }
  return say(refused.reason, facts);
}
