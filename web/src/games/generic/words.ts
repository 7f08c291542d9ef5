// The words of a game that only the server knows: from its own messages where there are any, or else from names.
import type { FluentVariable } from "@fluent/bundle";

import { settings } from "../../app/settings.svelte";
import { say, sayAny } from "../../app/text.svelte";
import { serverText } from "./server-text.svelte";

/** "draw_pile" as people write it: "Draw pile". */
export function readable(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Is this the name of a card? */
export function isCard(game: string, value: unknown): value is string {
  return typeof value === "string" && value in (serverText(game, settings.language)?.cards ?? {});
}

/** Is there a card in it? */
export function hasCard(game: string, value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some((part) => hasCard(game, part));
  return isCard(game, value);
}

export function cardWords(game: string, card: string): string {
  return serverText(game, settings.language)?.cards[card] ?? card;
}

/** Any value of a view or an action in words. */
export function valueWords(game: string, value: unknown): string {
  if (value === null || value === undefined) return say("generic-none");
  if (typeof value === "boolean") return say(value ? "generic-yes" : "generic-no");
  if (Array.isArray(value)) return value.map((one) => valueWords(game, one)).join(", ") || say("generic-none");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${fieldWords(game, name)}: ${valueWords(game, part)}`)
      .join(", ");
  return isCard(game, value) ? cardWords(game, value) : String(value);
}

/** The name of a field of a view: `<game>-field-<name>`, or as it is called. */
export function fieldWords(game: string, name: string): string {
  return sayAny([`${game}-field-${dashed(name)}`, `generic-field-${dashed(name)}`]) ?? readable(name);
}

/** What a button says that does this: `<game>-do-<tag>` with the fields as variables, or the tag and the fields. */
export function actionWords(game: string, action: { do: string }): string {
  const { do: tag, ...fields } = action;
  const facts = Object.entries(fields).map(([name, value]): [string, FluentVariable] => [
    name,
    typeof value === "number" ? value : valueWords(game, value),
  ]);
  const worded = sayAny([`${game}-do-${dashed(tag)}`, `generic-do-${dashed(tag)}`], Object.fromEntries(facts));
  if (worded !== null) return worded;
  const given = facts.filter(([name]) => (fields as Record<string, unknown>)[name] != null);
  return [readable(tag), ...given.map(([, words]) => String(words))].join(" ");
}

/** Keys of messages: an underscore stays, anything else that Fluent has no room for goes. */
const dashed = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, "-");
