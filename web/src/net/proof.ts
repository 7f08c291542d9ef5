// What a check of one round needs: from a live table, or from a record that is watched again.
import type { Line, RecordFair, RoundDeals } from "../wire";
import type { Reel } from "./replay.svelte";
import type { TableStore } from "./table.svelte";

export interface Proof {
  game: string;
  players: number;
  randomDealer: boolean;
  salts: string[];
  /** Several matches are dealt alike: a round has one seed, for its reshuffles too. */
  shared: boolean;
  /** What the table showed before the match: all seeds are bound to it. */
  commit: string;
  deals: RoundDeals;
  /** What this page was shown when the round was dealt; null in a replay, or after a reload. */
  seen: { lines: Record<string, unknown>[]; seat: number | null; own: string[] | null } | null;
  /** Whether our own salt is among those of the match. */
  salted: "yes" | "late" | "no" | null;
}

/** The round that is over now, at a table; null if the table does not tell. */
export async function ofTable(table: TableStore): Promise<Proof | null> {
  const { lobby, view } = table;
  if (!lobby?.fair || !view) return null;
  const answer = await table.ask({ type: "deals", round: view.public.round });
  if (answer.type !== "done" || !answer.found) return null;
  const seen = table.dealt && { lines: table.dealt.lines as unknown as Record<string, unknown>[], ...table.dealt.held };
  return {
    game: lobby.game,
    players: lobby.seats.length,
    randomDealer: isRandom(lobby.options),
    salts: lobby.fair.salts,
    shared: Boolean(lobby.fair.shared),
    commit: table.salts.sealed(lobby) ?? lobby.fair.commit,
    deals: answer.found as RoundDeals,
    seen: seen ?? null,
    salted: table.salts.counted(lobby, table.seat),
  };
}

/** The round that a step of a replay belongs to; null if its seeds are not revealed. */
export function ofReel(reel: Reel, step: number, chance: Record<string, unknown>): Proof | null {
  const fair = reel.lobby.fair;
  if (!fair) return null;
  const rounds = roundsOf(
    reel.steps.map((one) => one.line),
    fair,
    (line) => line.do in chance,
  );
  const deals = [...rounds].reverse().find((one) => one.from <= step) ?? rounds[0];
  if (!deals || !deals.seeds.length) return null;
  const { game, seats, options } = reel.lobby;
  const randomDealer = isRandom(options);
  const { salts, commit } = fair;
  const shared = Boolean(fair.shared);
  return { game, players: seats.length, randomDealer, salts, commit, shared, deals, seen: null, salted: null };
}

const isRandom = (options: unknown): boolean => (options as { first_dealer?: string }).first_dealer === "random";

/** The rounds of a record, each with the seeds that it used. */
export function roundsOf(
  lines: Line[],
  fair: RecordFair,
  isChance: (line: Line) => boolean,
): (RoundDeals & { from: number })[] {
  const commits = [fair.commit];
  const rounds: (RoundDeals & { from: number })[] = [];
  const source = fair.again ?? fair.shared;
  let next = source?.next ?? 1;
  for (const [at, line] of lines.entries()) {
    if (line.do === "commit") commits.push(line.commit);
    else if (line.do === "reveal" && rounds.length) rounds.at(-1)!.seeds.push(...line.seeds);
    else if (isChance(line)) {
      const begins = "round" in line;
      if (begins) rounds.push({ round: rounds.length + 1, numbers: [], seeds: [], lines: [], commits, from: at });
      const before = begins ? source?.deals?.[rounds.length - 1] : fair.shared && rounds.at(-1)?.numbers[0];
      rounds.at(-1)?.numbers.push(before || next++);
      rounds.at(-1)?.lines.push(line);
    }
  }
  return rounds;
}
