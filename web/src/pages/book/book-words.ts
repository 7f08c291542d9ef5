// The words of history and book, which come with their pages; and what people are called there.
import { settings } from "../../app/settings.svelte";
import { addCatalogue, say } from "../../app/text.svelte";
import type { Book } from "../../book/book";
import type { PersonRow } from "../../ui/PeopleTable.svelte";

addCatalogue(
  import.meta.glob<string>("../../../../src/rumpus/text/*/web_book.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

/** What somebody is called; who has asked to be forgotten has a number instead of a name, and a program says what it is. */
export function calledBy({ name, former, program }: { name: string; former?: boolean; program?: boolean }): string {
  if (former) return say("book-former", { number: Number(/\d+/.exec(name)?.[0] ?? 1) });
  return program ? say("book-program", { name }) : name;
}

/** Somebody in the book. */
export function nameOf({ people }: Book, key: string): string {
  const person = people.get(key);
  if (!person) return "";
  if (person.me) return say("web-yourself");
  return person.bot ? say("book-bot", { level: say("web-bot-level", { level: person.bot }) }) : calledBy(person);
}

/** Somebody in the book, for a row of a table. */
export const personIn = (book: Book, key: string): Omit<PersonRow, "values"> => ({
  key,
  avatar: book.people.get(key)?.avatar ?? "",
  name: nameOf(book, key),
  own: book.people.get(key)?.me ?? false,
});

/** A time in seconds since 1970. */
export const dateOf = (at: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(at * 1000);
export const dayOf = (at: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "full" }).format(at * 1000);
export const shortDayOf = (at: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(at * 1000);
