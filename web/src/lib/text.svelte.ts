// The words, from the Fluent catalogues that terminal and server use too; both languages are there at once.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import enCards from "../../../src/rumpus/text/en/cards.ftl?raw";
import enPhrases from "../../../src/rumpus/text/en/phrases.ftl?raw";
import enRefusals from "../../../src/rumpus/text/en/refusals.ftl?raw";
import enWeb from "../../../src/rumpus/text/en/web.ftl?raw";
import esCards from "../../../src/rumpus/text/es/cards.ftl?raw";
import esPhrases from "../../../src/rumpus/text/es/phrases.ftl?raw";
import esRefusals from "../../../src/rumpus/text/es/refusals.ftl?raw";
import esWeb from "../../../src/rumpus/text/es/web.ftl?raw";
import type { Refused } from "../wire";
import { settings } from "./settings.svelte";

export const LANGUAGES = ["en", "es"] as const;

const sources = { en: [enWeb, enRefusals, enPhrases, enCards], es: [esWeb, esRefusals, esPhrases, esCards] };
const bundles = new Map<string, FluentBundle>();

function bundle(language: "en" | "es"): FluentBundle {
  let found = bundles.get(language);
  if (!found) {
    found = new FluentBundle(language, { useIsolating: false });
    for (const source of sources[language]) found.addResource(new FluentResource(source));
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
