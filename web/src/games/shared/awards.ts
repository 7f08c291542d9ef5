// Awards that any game can find in the record of a match, and what its own finders need.
import type { Reel } from "../../net/replay.svelte";
import { standings } from "../../net/standing";
import type { View } from "../../wire";
import type { Award, FindAward } from "../manifest";

export type Step = Reel["steps"][number];

/** Who had the most of something; null below `least`. The first to get there keeps it. */
export class Tally {
  private readonly counts = new Map<number, number>();
  private best: { seat: number; count: number } | null = null;

  add(seat: number, by = 1): void {
    this.put(seat, (this.counts.get(seat) ?? 0) + by);
  }

  /** Something of this size; only the greatest of a seat counts. */
  put(seat: number, count: number): void {
    this.counts.set(seat, count);
    if (!this.best || count > this.best.count) this.best = { seat, count };
  }

  award(kind: string, least: number): Award | null {
    if (!this.best || this.best.count < least) return null;
    return { kind, seats: [this.best.seat], facts: { count: this.best.count } };
  }
}

/** The quickest answer of a person to somebody else's card; a bot's quickness is no feat. */
export class Quickest {
  private best: { seat: number; ms: number } | null = null;
  constructor(private readonly reel: Reel) {}

  add(seat: number, seconds: number): void {
    const ms = Math.round(seconds * 1000);
    if (this.reel.lobby.seats[seat]?.bot || ms <= 0) return;
    if (!this.best || ms < this.best.ms) this.best = { seat, ms };
  }

  award(most_ms: number): Award | null {
    if (!this.best || this.best.ms > most_ms) return null;
    return { kind: "reaction", seats: [this.best.seat], facts: { ms: this.best.ms } };
  }
}

/** Cards played in a row, nobody else between them. */
export function streak(reel: Reel, least: number, cardsIn: (step: Step) => number): Award | null {
  const tally = new Tally();
  let run = { by: -1, cards: 0 };
  for (const step of reel.steps) {
    const { by } = step.line;
    const cards = by === null ? 0 : cardsIn(step);
    if (step.line.do === "deal") run = { by: -1, cards: 0 };
    if (!cards || by === null) continue;
    run = { by, cards: (run.by === by ? run.cards : 0) + cards };
    tally.put(by, run.cards);
  }
  return tally.award("streak", least);
}

/** From how far behind somebody came: the worst rank after a round, and the last one. */
export function comeback(lowestWins: boolean, together?: (view: View) => number[][]): FindAward {
  return (reel) => {
    const last = reel.steps.at(-1)?.public;
    if (!last || last.sheet.length < 2) return null;
    const sums = last.totals.map(() => 0);
    const worst = last.totals.map(() => 1);
    for (const points of last.sheet.slice(0, -1)) {
      points.forEach((more, party) => (sums[party]! += more));
      for (const { party, rank } of standings(sums, lowestWins)) worst[party] = Math.max(worst[party]!, rank);
    }
    const climbs = standings(last.totals, lowestWins, last.result?.winners).map(({ party, rank }) => ({
      party,
      from: worst[party]!,
      to: rank,
    }));
    const best = climbs.reduce((one, other) => (other.from - other.to > one.from - one.to ? other : one));
    const climbed = best.from - best.to;
    if (climbed < 1 || (climbed === 1 && best.to > 1)) return null; // a single place counts only if it wins
    const seats = together?.({ seat: null, public: last, private: null } as View)[best.party] ?? [best.party];
    return { kind: "comeback", seats, facts: { from: best.from, to: best.to } };
  };
}
