// The words, from the Fluent catalogues that terminal and server use too; both languages are there at once.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import { settings } from "./settings.svelte";

export const LANGUAGES = ["en", "es"] as const;

// all that a page may say: its own words, those of the games, refusals, phrases and cards
const files = import.meta.glob<string>("../../../src/rumpus/text/*/{web*,refusals,phrases,cards}.ftl", {
  query: "?raw",
  import: "default",
  eager: true,
});
export type Language = (typeof LANGUAGES)[number];
type Facts = Record<string, FluentVariable>;

const bundles = new Map<Language, FluentBundle>();
let added = $state(0); // messages that came later: whoever says something is drawn anew

function bundle(language: Language): FluentBundle {
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

/** Adds the messages of a game that only the server knows; a key that is there already stays as it is. */
export function addMessages(language: Language, source: string): void {
  bundle(language).addResource(new FluentResource(source));
  added += 1;
}

/** The words of a key in the reader's language, with the blanks filled in. */
export function say(key: string, facts: Facts = {}): string {
  void added;
  const words = bundle(settings.language);
  const value = words.getMessage(key)?.value;
  return value ? words.formatPattern(value, facts) : key;
}

/** The words of the first of these keys that there is; null if there is none. Missing blanks of foreign messages are no fault. */
export function sayAny(keys: readonly string[], facts: Facts = {}): string | null {
  void added;
  const words = bundle(settings.language);
  for (const key of keys) {
    const value = words.getMessage(key)?.value;
    if (value) return words.formatPattern(value, facts, []);
  }
  return null;
}
