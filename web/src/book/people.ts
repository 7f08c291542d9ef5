// What people have done: matches, wins, streaks, and who beat whom.
import { type Book, partyOf } from "./book";

export interface Tally {
  key: string;
  played: number;
  won: number;
}

export interface Streak {
  /** Matches won in a row, up to now. */
  now: number;
  best: number;
  /** When the best one ended, or where it stands now, in seconds since 1970. */
  at: number;
}

/** How one person fared against another. */
export interface Duel {
  won: number;
  lost: number;
  tied: number;
}

/** The people of a match, each once, and whether they won it. A level of bots may sit on several seats. */
function outcomes(book: Book, tell: (key: string, won: boolean, at: number) => void): void {
  for (const { result, who } of book.played) {
    const party = partyOf(result);
    const won = new Map<string, boolean>();
    for (const [seat, key] of who.entries()) won.set(key, (won.get(key) ?? false) || result.ranks[party[seat]!] === 1);
    for (const [key, isWon] of won) tell(key, isWon, result.at);
  }
}

/** Everybody in the book, most wins first. */
export function tallies(book: Book): Tally[] {
  const byPerson = new Map<string, Tally>();
  outcomes(book, (key, won) => {
    const tally = byPerson.get(key) ?? { key, played: 0, won: 0 };
    byPerson.set(key, tally);
    tally.played += 1;
    tally.won += won ? 1 : 0;
  });
  return [...byPerson.values()].sort((a, b) => b.won - a.won || a.played - b.played || (a.key < b.key ? -1 : 1));
}

export function streaks(book: Book): Map<string, Streak> {
  const byPerson = new Map<string, Streak>();
  outcomes(book, (key, won, at) => {
    const streak = byPerson.get(key) ?? { now: 0, best: 0, at: 0 };
    byPerson.set(key, streak);
    streak.now = won ? streak.now + 1 : 0;
    if (won && streak.now >= streak.best) Object.assign(streak, { best: streak.now, at });
  });
  return byPerson;
}

/** For each person, how they fared against each other one; partners do not play against each other. */
export function duels(book: Book): Map<string, Map<string, Duel>> {
  const byPerson = new Map<string, Map<string, Duel>>();
  for (const { result, who } of book.played) {
    const party = partyOf(result);
    for (const [seat, key] of who.entries())
      for (const [other, against] of who.entries()) {
        if (party[seat] === party[other] || key === against) continue;
        const duel = duelOf(byPerson, key, against);
        const ahead = result.ranks[party[other]!]! - result.ranks[party[seat]!]!;
        if (ahead > 0) duel.won += 1;
        else if (ahead < 0) duel.lost += 1;
        else duel.tied += 1;
      }
  }
  return byPerson;
}

function duelOf(found: Map<string, Map<string, Duel>>, key: string, against: string): Duel {
  let all = found.get(key);
  if (!all) found.set(key, (all = new Map()));
  let duel = all.get(against);
  if (!duel) all.set(against, (duel = { won: 0, lost: 0, tied: 0 }));
  return duel;
}
