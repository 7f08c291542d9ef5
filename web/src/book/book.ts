// A list of results as statistics read it: oldest first, and every seat with the person who sat there.
import type { BookResult } from "./result";

export interface Person {
  key: string;
  /** The name and the face they had last. */
  name: string;
  avatar: string;
  bot: string | null;
  /** A program took the seat over the wire: no person, and none of the table's own bots. */
  program: boolean;
  /** Has asked to be forgotten. */
  former: boolean;
  me: boolean;
}

export interface Played {
  result: BookResult;
  /** The key of the person on each seat. */
  who: string[];
}

export interface Book {
  played: Played[];
  people: ReadonlyMap<string, Person>;
}

/** Says which seat of a result is the reader's own; null if none is. */
export type OwnSeat = (result: BookResult) => number | null;

const ME = "me";

/** A member of the circle is known by the id, a bot by its level, anybody else by the name; a program is nobody else. */
function keyOf({ players }: BookResult, seat: number, own: number | null): string {
  const player = players[seat]!;
  if (seat === own) return ME;
  if (player.bot) return `bot:${player.bot}`;
  if (player.program) return `program:${player.name.trim().toLocaleLowerCase()}`;
  return player.member ? `member:${player.member}` : `name:${player.name.trim().toLocaleLowerCase()}`;
}

export function bookOf(results: readonly BookResult[], ownSeat: OwnSeat): Book {
  const people = new Map<string, Person>();
  const inOrder = [...results].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const played = inOrder.map((result): Played => {
    const own = ownSeat(result);
    const who = result.players.map((_, seat) => keyOf(result, seat, own));
    for (const [seat, { name, avatar, bot, program = false, former = false }] of result.players.entries())
      people.set(who[seat]!, { key: who[seat]!, name, avatar, bot: bot ?? null, program, former, me: seat === own });
    return { result, who };
  });
  return { played, people };
}

/** The book with the matches of one game only, or of one person; null means any. */
export function only({ played, people }: Book, game: string | null, person: string | null): Book {
  const wanted = (one: Played): boolean =>
    (game === null || one.result.game === game) && (person === null || one.who.includes(person));
  return { played: played.filter(wanted), people };
}

/** The games of a book, the most played first. */
export function gamesIn({ played }: Book): string[] {
  const counts = new Map<string, number>();
  for (const { result } of played) counts.set(result.game, (counts.get(result.game) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([game]) => game);
}

/** The party of each seat. */
export function partyOf({ parties, players }: BookResult): number[] {
  const found = players.map(() => -1);
  for (const [party, seats] of parties.entries()) for (const seat of seats) found[seat] = party;
  return found;
}

/** The people of a party. */
export const peopleOf = ({ result, who }: Played, party: number): string[] =>
  (result.parties[party] ?? []).map((seat) => who[seat]!);

/** Whether the lowest total wins, as the results themselves show it; higher ones where they show nothing. */
export function lowestWins(results: readonly BookResult[]): boolean {
  let lower = 0;
  for (const { totals, ranks } of results) {
    const first = totals[ranks.indexOf(1)] ?? 0;
    const last = totals[ranks.indexOf(Math.max(...ranks))] ?? 0;
    lower += Math.sign(last - first);
  }
  return lower > 0;
}
