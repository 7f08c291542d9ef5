// The records of a book: of everybody in it, or of one person. Each game has its own.
import { type Book, lowestWins, peopleOf, type Played } from "./book";

export const KINDS = ["fastest-round", "comeback", "best", "worst", "best-round", "worst-round", "margin"] as const;
export type RecordKind = (typeof KINDS)[number];

export interface BookRecord {
  kind: RecordKind;
  game: string;
  /** Milliseconds of a round, points of all others. */
  value: number;
  /** Those who hold it. */
  who: string[];
  played: Played;
  /** From 1; null for what a whole match is about. */
  round: number | null;
}

/** Hears of everything that might be a record: of a party in a match. */
type Tell = (kind: RecordKind, value: number, party: number, round: number | null) => void;

/** The longer the match, the more points: totals are compared where rounds and target are those played most. */
const lengthOf = ({ result: { options } }: Played): string =>
  `${String(options["rounds"] ?? "")} ${String(options["target"] ?? "")}`;

function usualLength(played: readonly Played[]): string {
  const counts = new Map<string, number>();
  for (const one of played) counts.set(lengthOf(one), (counts.get(lengthOf(one)) ?? 0) + 1);
  return [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ["", 0] as [string, number])[0];
}

/** How far each winner was behind the leader at worst, after any round but the last. */
function comebacks({ result }: Played, sign: number, tell: Tell): void {
  const sums = result.totals.map(() => 0);
  const behind = result.totals.map(() => 0);
  for (const points of result.rounds.slice(0, -1)) {
    for (const [party, more] of points.entries()) sums[party]! += more * sign;
    const leader = Math.max(...sums);
    for (const [party, sum] of sums.entries()) behind[party] = Math.max(behind[party]!, leader - sum);
  }
  for (const [party, value] of behind.entries())
    if (result.ranks[party] === 1 && value > 0) tell("comeback", value, party, null);
}

function ofRounds({ result }: Played, sign: number, tell: Tell): void {
  for (const [at, points] of result.rounds.entries()) {
    const best = Math.max(...points.map((one) => one * sign));
    const ms = result.round_ms[at];
    for (const [party, value] of points.entries()) {
      tell("best-round", value, party, at + 1);
      tell("worst-round", value, party, at + 1);
      if (ms && value * sign === best) tell("fastest-round", ms, party, at + 1);
    }
  }
}

function ofTotals({ result }: Played, sign: number, tell: Tell): void {
  for (const [party, value] of result.totals.entries()) {
    tell("best", value, party, null);
    tell("worst", value, party, null);
  }
  const inOrder = result.totals.map((total) => total * sign).sort((a, b) => b - a);
  const margin = inOrder[0]! - (inOrder[1] ?? inOrder[0]!);
  const party = result.ranks.indexOf(1);
  if (margin > 0 && result.totals[party]! * sign === inOrder[0]) tell("margin", margin, party, null);
}

/** Is the first of these values the better record of its kind? */
function beats(kind: RecordKind, value: number, than: number, sign: number): boolean {
  if (kind === "fastest-round") return value < than;
  if (kind === "best" || kind === "best-round") return value * sign > than * sign;
  if (kind === "worst" || kind === "worst-round") return value * sign < than * sign;
  return value > than;
}

/** The records of one game; with a person, only what that person has done. Who was first keeps an equal one. */
export function records(book: Book, game: string, person: string | null = null): BookRecord[] {
  const played = book.played.filter(({ result }) => result.game === game);
  const sign = lowestWins(played.map(({ result }) => result)) ? -1 : 1;
  const usual = usualLength(played);
  const best = new Map<RecordKind, BookRecord>();
  for (const one of played) {
    if (person !== null && !one.who.includes(person)) continue;
    const tell: Tell = (kind, value, party, round) => {
      const old = best.get(kind);
      if (old && !beats(kind, value, old.value, sign)) return;
      const who = peopleOf(one, party);
      if (person === null || who.includes(person)) best.set(kind, { kind, game, value, who, played: one, round });
    };
    comebacks(one, sign, tell);
    ofRounds(one, sign, tell);
    if (lengthOf(one) === usual) ofTotals(one, sign, tell);
  }
  return KINDS.flatMap((kind) => best.get(kind) ?? []);
}
