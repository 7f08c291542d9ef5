// What an option and its values are called. A game's own words come first, then those that all games share.
import { say, sayAny } from "../app/text.svelte";
import type { Choice, Field, Typed } from "../net/options";
import { offers } from "../net/offers.svelte";

const keys = (game: string, name: string): string[] => [`${game}-option-${name}`, `option-${name}`];

export function optionLabel(game: string, name: string): string {
  const readable = name.replaceAll("_", " ");
  return sayAny(keys(game, name)) ?? readable.slice(0, 1).toUpperCase() + readable.slice(1);
}

/** Empty where there is nothing to add. */
export const optionHelp = (game: string, name: string): string => sayAny(keys(game, `${name}-help`)) ?? "";

export function choiceWords(game: string, field: Field, { name, value }: Choice): string {
  const own = sayAny(keys(game, `${field.name}-${name}`));
  if (own !== null) return own;
  return offers.all?.levels.includes(name) ? say("web-bot-level", { level: name }) : String(value);
}

/** What it means to leave it to the table. */
export const offWords = (game: string, field: Field): string =>
  sayAny(keys(game, `${field.name}-off`)) ?? say("web-night-auto");

/** What is wrong with what was typed. */
export function wrongWords(field: Field, wrong: Extract<Typed, { wrong: string }>["wrong"]): string {
  const { least, most } = field;
  if (wrong === "range" && Number.isFinite(least) && Number.isFinite(most))
    return say("option-wrong-range", { least, most });
  return say(wrong === "integer" ? "option-wrong-integer" : "option-wrong-number");
}
