// The words of history and book, which come with their pages; and what people are called there.
import { settings } from "../../app/settings.svelte";
import { addCatalogue, say } from "../../app/text.svelte";
import type { Book } from "../../book/book";

addCatalogue(
  import.meta.glob<string>("../../../../src/rumpus/text/*/web_book.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

/** Somebody in the book. */
export function nameOf({ people }: Book, key: string): string {
  const person = people.get(key);
  if (person?.me) return say("web-yourself");
  return person?.bot ? say("book-bot", { level: say("web-bot-level", { level: person.bot }) }) : (person?.name ?? "");
}

export const list = (names: string[]): string =>
  new Intl.ListFormat(settings.language, { type: "conjunction" }).format(names);

/** A time in seconds since 1970. */
export const dateOf = (at: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(at * 1000);
export const dayOf = (at: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "full" }).format(at * 1000);
