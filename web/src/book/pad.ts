// A match with real cards while it is written down: every round can be corrected, and the result follows from the rounds.
import { type Entry, type PadRules, type Setup, totalsOf, type Wrong } from "../games/shared/pad";
import { type Standing, standings } from "../net/standing";
import type { BookPlayer, OwnResult } from "./result";

export interface PadMatch {
  id: string;
  game: string;
  /** When it began, in milliseconds. */
  begun: number;
  /** The circle whose book it is for; null for this device alone. */
  circle: string | null;
  players: BookPlayer[];
  parties: number[][];
  options: Record<string, unknown>;
  /** What was written down, by round and party. */
  rounds: Entry[][];
  /** How a tie for the win was played off: by round, and by party of those who were still tied. None of it is in the totals. */
  playOffs?: Record<number, Entry>[];
  /** The players have agreed to stop (T-04): the totals so far decide. */
  stopped: boolean;
  /** When it ended, in milliseconds; null while it is in progress. */
  ended: number | null;
}

const setupOf = (match: PadMatch): Setup => ({ ...match, players: match.players.length });

/** The points of every round. */
export const pointsOf = (match: Pick<PadMatch, "rounds">, rules: PadRules): number[][] =>
  match.rounds.map((entries) => entries.map((entry) => rules.points(entry)));

export function isOver(match: PadMatch, rules: PadRules): boolean {
  return match.rounds.length > 0 && (match.stopped || rules.isOver(pointsOf(match, rules), setupOf(match)));
}

/** The parties that have won, or are still tied for it. */
export function winnersOf(match: PadMatch, rules: PadRules): number[] {
  const totals = totalsOf(pointsOf(match, rules), match.parties.length);
  const first = standings(totals, rules.lowestWins).filter(({ rank }) => rank === 1);
  return (match.playOffs ?? []).reduce<number[]>(
    (tied, entries) => {
      const points = tied.map((party) => rules.points(entries[party] ?? {}));
      const best = rules.lowestWins ? Math.min(...points) : Math.max(...points);
      return tied.filter((_, at) => points[at] === best);
    },
    first.map(({ party }) => party),
  );
}

/** The parties by rank, the best first. */
export const rankingOf = (match: PadMatch, rules: PadRules): Standing[] =>
  standings(
    totalsOf(pointsOf(match, rules), match.parties.length),
    rules.lowestWins,
    match.playOffs?.length ? winnersOf(match, rules) : null,
  );

/** Who may play off a tie now: nobody where the rules have no such round, the players have stopped, or one has won. */
export function tiedIn(match: PadMatch, rules: PadRules): number[] {
  const { playOff } = rules;
  if (!playOff || match.stopped || !isOver(match, rules) || (match.playOffs?.length ?? 0) >= playOff.most) return [];
  const tied = winnersOf(match, rules);
  return tied.length > 1 ? tied : [];
}

/** The match with one more round among those who tied. */
export const writePlayOff = (match: PadMatch, tied: readonly number[], entries: readonly Entry[]): PadMatch => ({
  ...match,
  playOffs: [...(match.playOffs ?? []), Object.fromEntries(tied.map((party, at) => [party, entries[at]!]))],
});

/** What somebody has typed so far: nothing yet, or no number of the box. */
export type Draft = Record<string, string>[];

const WHOLE = /^\d{1,4}$/;

/** The entries of what was typed; or why they cannot be. `one`: which party has the mark of a box of that kind, or -1 for nobody. */
export function read(
  typed: Draft,
  one: number | null,
  rules: PadRules,
  round: number,
  match: PadMatch,
): { entries: Entry[] } | { wrong: Wrong } {
  const entries: Record<string, number>[] = typed.map(() => ({}));
  for (const { name, kind, most } of rules.boxes)
    for (const party of typed.keys()) {
      const text = typed[party]![name]?.trim() ?? "";
      if (kind === "one") {
        if (one === null) return { wrong: { key: `pad-wrong-${name}`, facts: {}, party: null } };
        entries[party]![name] = party === one ? 1 : 0;
      } else if (text === "") return { wrong: { key: "pad-wrong-missing", facts: {}, party } };
      else if (!WHOLE.test(text) || Number(text) > most)
        return { wrong: { key: "pad-wrong-number", facts: { most }, party } };
      else entries[party]![name] = Number(text);
    }
  const wrong = rules.wrong(entries, round, setupOf(match));
  return wrong ? { wrong } : { entries };
}

/** The match with this round written down, or corrected. Rounds after its end are dropped: they were never played. */
export function write(match: PadMatch, round: number, entries: Entry[], rules: PadRules, now: number): PadMatch {
  const rounds = [...match.rounds];
  rounds[round] = entries;
  const setup = setupOf(match);
  const points = pointsOf({ rounds }, rules);
  const end = points.findIndex((_, at) => rules.isOver(points.slice(0, at + 1), setup));
  const kept = end < 0 ? rounds : rounds.slice(0, end + 1);
  const next = { ...match, rounds: kept, playOffs: [] };
  return { ...next, ended: isOver(next, rules) ? (match.ended ?? now) : null };
}

/** The match without its last round. */
export function takeBack(match: PadMatch): PadMatch {
  if (match.playOffs?.length) return { ...match, playOffs: match.playOffs.slice(0, -1) };
  return { ...match, rounds: match.rounds.slice(0, -1), stopped: false, ended: null };
}

/** The players stop here, or go on after all. */
export function stop(match: PadMatch, stopped: boolean, rules: PadRules, now: number): PadMatch {
  const next = { ...match, stopped };
  return { ...next, ended: isOver(next, rules) ? (match.ended ?? now) : null };
}

/** What history and book keep of it. `own`: the name of this device's person. */
export function resultOf(match: PadMatch, rules: PadRules, own: string): OwnResult {
  const rounds = pointsOf(match, rules);
  const ranks = new Map(rankingOf(match, rules).map(({ party, rank }) => [party, rank]));
  const mine = match.players.findIndex((player) => sameName(player.name, own));
  return {
    id: match.id,
    at: Math.floor((match.ended ?? match.begun) / 1000),
    game: match.game,
    options: match.options,
    players: match.players,
    parties: match.parties,
    rounds,
    round_ms: [],
    totals: totalsOf(rounds, match.parties.length),
    ranks: match.parties.map((_, party) => ranks.get(party)!),
    record: null,
    kind: "cards",
    note: "",
    mine: mine < 0 ? null : mine,
  };
}

export const sameName = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/** A name that nobody else will have drawn. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
