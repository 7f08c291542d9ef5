// How the members of a league stand, as rows of a table.
import { say } from "../../app/text.svelte";
import type { PersonRow } from "../../ui/PeopleTable.svelte";
import type { CircleView, League, Standing } from "../../wire";
import { calledBy } from "../book/book-words";

export function calledIn(view: CircleView, member: string): string {
  return calledBy(view.members.find(({ id }) => id === member) ?? { name: "?" });
}

/** The names of those in first place. */
export function firstOf(view: CircleView, standing: readonly Standing[]): string[] {
  return standing.filter(({ rank }) => rank === 1).map(({ member }) => calledIn(view, member));
}

/** What stands above the numbers: on a ladder people stand by its order, not by points. */
export const standingColumns = (form: League["form"]): string[] =>
  form === "ladder" ? [say("book-played")] : [say("circles-points"), say("book-played")];

/** Before anything is played nobody has a rank. */
export function standingRows(
  view: CircleView,
  form: League["form"],
  standing: readonly Standing[],
  gone: readonly string[] = [],
): PersonRow[] {
  const begun = standing.some(({ points }) => points > 0) || standing.some(({ played }) => played > 0);
  return standing.map(({ member, rank, points, played }) => ({
    key: member,
    avatar: view.members.find(({ id }) => id === member)?.avatar ?? "",
    name: gone.includes(member) ? say("circles-league-gone", { name: calledIn(view, member) }) : calledIn(view, member),
    own: member === view.me,
    rank: begun ? say("web-rank", { rank }) : "",
    values: form === "ladder" ? [played] : [Math.round(points * 100) / 100, played],
  }));
}
