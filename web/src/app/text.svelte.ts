// The words, from the Fluent catalogues that terminal and server use too.
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import { settings } from "./settings.svelte";

export const LANGUAGES = ["en", "es"] as const;

// What every page may say: one language is enough to begin with, the other comes when somebody changes to it.
const FIRST: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("./words-en"),
  es: () => import("./words-es"),
};
export type Language = (typeof LANGUAGES)[number];
type Facts = Record<string, FluentVariable>;

/** Messages of all languages by the paths of their files, /text/LANGUAGE/…; as import.meta.glob gives them. */
type Catalogue = Record<string, string>;

const catalogues: Catalogue[] = [];
const coming = new Map<Language, Promise<void>>();
const here = new Set<Language>(); // the languages that have come
const bundles = new Map<Language, FluentBundle>();
let added = $state(0); // messages that came later: whoever says something is redrawn

const sourcesOf = (language: Language, ...found: Catalogue[]): string[] =>
  found.flatMap(Object.entries<string>).flatMap(([path, text]) => (path.includes(`/text/${language}/`) ? [text] : []));

/** Brings the words of a language; until they are there everything is said in the other one. */
export function bring(language: Language): Promise<void> {
  const under = coming.get(language);
  if (under) return under;
  const way = FIRST[language]()
    .then((part) => {
      here.add(language);
      addCatalogue(part.default);
    })
    .catch(() => void coming.delete(language)); // tried again when something is said
  coming.set(language, way);
  return way;
}

/** The reader's language, or one that is there. */
function spoken(): Language {
  const { language } = settings;
  if (here.has(language)) return language;
  void bring(language);
  return [...here][0] ?? language;
}

function bundle(language: Language): FluentBundle {
  let found = bundles.get(language);
  if (!found) {
    found = new FluentBundle(language, { useIsolating: false });
    for (const source of sourcesOf(language, ...catalogues)) found.addResource(new FluentResource(source));
    bundles.set(language, found);
  }
  return found;
}

/** Adds the messages of a game that only the server knows; a key that is there already stays as it is. */
export function addMessages(language: Language, source: string): void {
  bundle(language).addResource(new FluentResource(source));
  added += 1;
}

/** Adds the words of a part of the client that has come. */
export function addCatalogue(found: Catalogue): void {
  catalogues.push(found);
  for (const [language, words] of bundles)
    for (const source of sourcesOf(language, found)) words.addResource(new FluentResource(source));
  added += 1;
}

const FIRST_STRONG = String.fromCodePoint(0x2068); // begins an isolated text that runs in its own direction
const END = String.fromCodePoint(0x2069);
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Names in scripts that run from right to left are isolated, so that they do not reorder the sentence around them.
 * Fluent's useIsolating does it for every blank, which would put invisible characters into all that is copied or read out.
 */
function isolated(facts: Facts): Facts {
  const entries = Object.entries(facts).map(([name, fact]): [string, FluentVariable] => [
    name,
    typeof fact === "string" && RIGHT_TO_LEFT.test(fact) ? `${FIRST_STRONG}${fact}${END}` : fact,
  ]);
  return Object.fromEntries(entries);
}

/** Numbers below zero are written with a real minus, not with the hyphen that Intl puts there. */
function withMinus(text: string, facts: Facts): string {
  const below = Object.values(facts).some((fact) => typeof fact === "number" && fact < 0);
  return below ? text.replace(/(?<![\p{L}\p{N}-])-(?=\d)/gu, "−") : text;
}

/** The words of a key in the reader's language, with the blanks filled in. */
export function say(key: string, facts: Facts = {}): string {
  void added;
  const words = bundle(spoken());
  const value = words.getMessage(key)?.value;
  return value ? withMinus(words.formatPattern(value, isolated(facts)), facts) : key;
}

/** The words of the first of these keys that there is; null if there is none. Missing blanks of foreign messages are no fault. */
export function sayAny(keys: readonly string[], facts: Facts = {}): string | null {
  void added;
  const words = bundle(spoken());
  for (const key of keys) {
    const value = words.getMessage(key)?.value;
    if (value) return words.formatPattern(value, isolated(facts), []);
  }
  return null;
}

/** Names in a row, as the reader's language joins them: "Ada, Bo and Cleo". */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(settings.language, { type: "conjunction" }).format(names);
