// A hand and its groups: the best melds as the server finds them, or groups of one's own.
import type { Desk } from "../../net/desk";
import type { FiveCrownsView } from "../../wire";
import { order } from "./cards";

/** The server's answer to "melds". */
interface Found {
  points: number;
  melds: string[][];
  left: string[];
  discard?: string;
}

/** The server's answer to "grouping". */
export interface Checked {
  valid: boolean[];
  left: string[];
  points: number;
}

export type Where = number | "loose" | "new";

/** The card of an id; two equal cards have two ids. */
export const cardOf = (id: string): string => id.slice(0, 2);

export class HandGroups {
  /** Groups of ids; in `own` as the player made them. */
  groups = $state.raw<string[][]>([]);
  loose = $state.raw<string[]>([]);
  own = $state(false);
  /** Is each group a book or a run? null: nobody has said. */
  valid = $state.raw<(boolean | null)[]>([]);
  /** Points of what is not melded, in these groups and in the best ones. */
  points = $state<number | null>(null);
  bestPoints = $state<number | null>(null);
  private best: Found | null = null;
  private round = -1;
  private wild = "";
  private asked = 0;
  private serial = 0;
  private leaving: string | null = null;

  constructor(private readonly desk: () => Desk<FiveCrownsView>) {}

  /** All groups in order, the loose cards last. */
  readonly all = $derived([...this.groups, this.loose]);
  readonly ids = $derived(this.all.flat());

  /** The hand as it is now: cards that are gone leave their group, new ones are loose. */
  sync(cards: readonly string[], round: number, wild: string): void {
    const known = round === this.round ? this.ids : [];
    if (round !== this.round) this.own = false;
    [this.round, this.wild] = [round, wild];
    const wanted = new Map<string, number>();
    for (const card of cards) wanted.set(card, (wanted.get(card) ?? 0) + 1);
    const kept = new Set<string>();
    // of two equal cards the one that was discarded goes
    for (const id of [...known].sort((a, b) => Number(a === this.leaving) - Number(b === this.leaving))) {
      const count = wanted.get(cardOf(id)) ?? 0;
      if (count === 0) continue;
      wanted.set(cardOf(id), count - 1);
      kept.add(id);
    }
    const fresh = [...wanted].flatMap(([card, count]) =>
      Array.from({ length: count }, () => `${card}.${this.serial++}`),
    );
    this.leaving = null;
    const groups = known.length ? this.groups : [];
    this.put(
      groups.map((ids) => ids.filter((id) => kept.has(id))),
      [...this.loose.filter((id) => kept.has(id)), ...fresh],
    );
    this.best = null;
    this.points = this.bestPoints = null;
    void this.askBest();
    if (this.own) void this.check();
  }

  /** Which of two equal cards is on its way out. */
  leave(id: string | null): void {
    this.leaving = id;
  }

  /** Back to the best melds. */
  toBest(): void {
    this.own = false;
    this.showBest();
  }

  /** A card to another group, to a new one, or to the loose cards. */
  move(id: string, to: Where, index = Infinity): void {
    const from = this.groups.findIndex((ids) => ids.includes(id));
    const at = (from < 0 ? this.loose : this.groups[from]!).indexOf(id);
    if (to === from || (to === "loose" && from < 0)) index -= Number(at < index);
    const groups = this.groups.map((ids) => ids.filter((one) => one !== id));
    const loose = this.loose.filter((one) => one !== id);
    if (to === "new") groups.push([id]);
    else if (to === "loose") loose.splice(index, 0, id);
    else groups[to]?.splice(index, 0, id);
    this.mine(groups, loose);
  }

  /** One step along the hand: within its group, out of it into a group of its own, then into the next one. */
  step(id: string, by: -1 | 1): void {
    const groups = [...this.groups.map((ids) => [...ids]), [...this.loose]];
    const last = groups.length - 1;
    const group = groups.findIndex((ids) => ids.includes(id));
    if (group < 0) return;
    const ids = groups[group]!;
    const at = ids.indexOf(id);
    const next = groups[group + by];
    if (ids[at + by] !== undefined) [ids[at], ids[at + by]] = [ids[at + by]!, id];
    else if (ids.length > 1 || group === last) {
      if (group === last && by > 0) return; // nothing lies beyond the loose cards
      ids.splice(at, 1);
      groups.splice(by < 0 ? group : group + 1, 0, [id]);
    } else if (next) {
      groups.splice(group, 1);
      if (by < 0) next.push(id);
      else next.unshift(id);
    } else return;
    this.mine(groups.slice(0, -1), groups.at(-1)!);
  }

  /** Asks whether groups are melds when this card goes; null where nobody answers. */
  async check(discard?: string): Promise<Checked | null> {
    const groups = this.without(discard);
    const number = discard === undefined ? ++this.asked : 0;
    const found = await this.ask<Checked>({
      type: "grouping",
      melds: groups,
      discard: discard === undefined ? null : cardOf(discard),
    });
    if (discard === undefined && number === this.asked && this.own && found) {
      this.valid = found.valid;
      this.points = found.points;
      this.left = found.left;
    }
    return found;
  }

  /** What one's own groups leave over, in cards. */
  left = $state.raw<string[] | null>(null);

  /** The groups as cards, without one of them. */
  without(id?: string): string[][] {
    return this.groups.map((ids) => ids.filter((one) => one !== id).map(cardOf)).filter((cards) => cards.length > 0);
  }

  /** Is this card part of a finished meld? */
  melded(id: string): boolean {
    return this.groups.some((ids, at) => this.valid[at] === true && ids.includes(id));
  }

  private mine(groups: string[][], loose: string[]): void {
    this.own = true;
    this.put(groups, loose);
    void this.check();
  }

  private put(groups: string[][], loose: string[]): void {
    this.groups = groups.filter((ids) => ids.length > 0);
    this.loose = this.own ? loose : this.sorted(loose);
    this.valid = this.groups.map(() => null);
    this.left = null;
  }

  private async askBest(): Promise<void> {
    const [round, ids] = [this.round, this.ids];
    const found = await this.ask<Found>({ type: "melds" });
    if (round !== this.round || ids.length !== this.ids.length || ids.some((id) => !this.ids.includes(id))) return;
    this.best = found;
    this.bestPoints = found?.points ?? null;
    if (!this.own) this.showBest();
  }

  private showBest(): void {
    const pool = [...this.ids];
    const take = (card: string): string[] => {
      const at = pool.findIndex((id) => cardOf(id) === card);
      return at < 0 ? [] : pool.splice(at, 1);
    };
    const melds = (this.best?.melds ?? []).map((meld) => meld.flatMap(take));
    this.put(melds, pool);
    this.valid = this.groups.map(() => true);
    this.points = this.best?.points ?? null;
  }

  private sorted(ids: string[]): string[] {
    return [...ids].sort((a, b) => order(cardOf(a), this.wild) - order(cardOf(b), this.wild));
  }

  private async ask<T>(question: Parameters<Desk["ask"]>[0]): Promise<T | null> {
    const desk = this.desk();
    if (desk.lobby?.settings.hints === false || this.ids.length === 0) return null;
    const answer = await desk.ask(question);
    return answer?.type === "done" && answer.found ? (answer.found as T) : null;
  }
}
