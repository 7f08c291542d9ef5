// The words of games that only the server knows: fetched for each language once, and added to the catalogues.
import { SvelteMap } from "svelte/reactivity";

import { addMessages, type Language } from "../../app/text.svelte";
import { type GameText, gameText } from "../../net/api";

const AGAIN_MS = 5000; // a server that did not answer is asked again after this

const texts = new SvelteMap<string, GameText>();
const asked = new Set<string>();

/** The words of a game; null until they have arrived. Asks for them the first time. */
export function serverText(game: string, language: Language): GameText | null {
  const key = `${game}/${language}`;
  if (!asked.has(key)) {
    asked.add(key);
    void fetchText(game, language, key);
  }
  return texts.get(key) ?? null;
}

async function fetchText(game: string, language: Language, key: string): Promise<void> {
  try {
    const found = await gameText(game, language);
    addMessages(language, found.ftl);
    texts.set(key, found);
  } catch {
    setTimeout(() => asked.delete(key), AGAIN_MS);
  }
}
