// A hand and its groups: the best melds as the server finds them, or groups of one's own. The card that was taken stands
// apart until the discard, and nothing regroups before it unless the player asks.
import { settings } from "../../app/settings.svelte";
import type { Desk } from "../../net/desk";
import type { FiveCrownsView } from "../../wire";
import { order } from "./cards";

/** The server's answer to "melds". */
interface Found {
  points: number;
  melds: string[][];
  left: string[];
  discard?: string;
  points_after?: number;
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

/** The melds as ids out of this pool, and what stays in it. */
function idsOf(melds: readonly (readonly string[])[], ids: readonly string[]): { melds: string[][]; rest: string[] } {
  const rest = [...ids];
  const take = (card: string): string[] => {
    const at = rest.findIndex((id) => cardOf(id) === card);
    return at < 0 ? [] : rest.splice(at, 1);
  };
  return { melds: melds.map((meld) => meld.flatMap(take)), rest };
}

/** What somebody had put together when their table was last shown. A device that goes round shows it again at each turn. */
interface Kept {
  groups: string[][];
  loose: string[];
  own: boolean;
  taken: string | null;
  apart: boolean;
  round: number;
  serial: number;
}
const kept = new WeakMap<object, Kept & { match: number }>();

export class HandGroups {
  /** Groups of ids; in `own` as the player made them. */
  groups = $state.raw<string[][]>([]);
  loose = $state.raw<string[]>([]);
  own = $state(false);
  /** The card that was taken in this turn, and whether it still stands apart from the others. */
  taken = $state<string | null>(null);
  apart = $state(false);
  /** Is each group a book or a run? null: nobody has said. */
  valid = $state.raw<(boolean | null)[]>([]);
  /** Points of what is not melded, in these groups and in the best ones. */
  points = $state<number | null>(null);
  bestPoints = $state<number | null>(null);
  /** What one's own groups leave over, in cards. */
  left = $state.raw<string[] | null>(null);
  private best = $state.raw<Found | null>(null);
  /** These groups are known to be the best ones, before the server says so. */
  private foreseen = false;
  private round = -1;
  private wild = "";
  private asked = 0;
  private serial = 0;
  private leaving: string | null = null;

  constructor(private readonly desk: () => Desk<FiveCrownsView>) {
    const { owner, lobby } = desk();
    const before = owner && kept.get(owner);
    if (!before || before.match !== lobby?.match) return;
    [this.groups, this.loose, this.own] = [before.groups, before.loose, before.own];
    [this.taken, this.apart] = [before.taken, before.apart];
    [this.round, this.serial] = [before.round, before.serial];
    this.valid = this.groups.map(() => null);
  }

  /** The table is not shown any more: what the player has put together is there when it is shown again. */
  keep(): void {
    const { owner, lobby } = this.desk();
    const { groups, loose, own, taken, apart, round, serial } = this;
    if (owner && lobby) kept.set(owner, { groups, loose, own, taken, apart, round, serial, match: lobby.match });
  }

  /** All groups in order, the loose cards last; without the card that stands apart. */
  readonly all = $derived([...this.groups, this.loose]);
  readonly ids = $derived(this.apart && this.taken !== null ? [...this.all.flat(), this.taken] : this.all.flat());
  /** The cards that the best melds put together with the one that stands apart. */
  readonly partners = $derived.by((): string[] => {
    const taken = this.apart ? this.taken : null;
    if (taken === null || !this.best || this.best.left.includes(cardOf(taken))) return [];
    const { melds } = idsOf(this.best.melds, [taken, ...this.all.flat()]);
    return melds.find((ids) => ids.includes(taken))?.filter((id) => id !== taken) ?? [];
  });
  /** What the best melds leave over; in the own turn after the best discard. */
  readonly after = $derived(this.best?.points_after ?? this.best?.points ?? null);
  /** Would the best melds look different from what is shown? */
  readonly better = $derived(this.own || (this.apart && this.partners.length > 0));

  /** The hand as it is now: cards that are gone leave their group, one that was taken stands apart, others are loose. */
  sync(cards: readonly string[], round: number, wild: string): void {
    const anew = round !== this.round || this.ids.length === 0;
    const known = anew ? [] : this.ids;
    [this.round, this.wild] = [round, wild];
    const { kept, fresh } = this.matched(cards, known);
    this.leaving = null;
    if (anew) this.begin(fresh);
    else if (kept.size === known.length && fresh.length === 1) this.take(fresh[0]!);
    else if (kept.size < known.length || fresh.length) this.drop(kept, fresh);
    void this.askBest();
    if (this.own) void this.check();
  }

  /** Which of two equal cards is on its way out. */
  leave(id: string | null): void {
    this.leaving = id;
  }

  /** Back to the best melds, with the card that was taken. */
  toBest(): void {
    this.own = false;
    this.showBest();
  }

  /** The loose cards in the order that the settings ask for. */
  sort(): void {
    this.loose = this.sorted(this.loose);
  }

  /** A card to another group, to a new one, or to the loose cards. */
  move(id: string, to: Where, index = Infinity): void {
    const from = this.groups.findIndex((ids) => ids.includes(id));
    const here = to === "loose" ? this.loose : to === "new" ? [] : (this.groups[to] ?? []);
    const at = here.indexOf(id);
    if (at >= 0) index -= Number(at < index);
    if (id === this.taken) this.apart = false;
    const groups = this.groups.map((ids, group) => (group === from ? ids.filter((one) => one !== id) : [...ids]));
    const loose = this.loose.filter((one) => one !== id);
    if (to === "new") groups.push([id]);
    else if (to === "loose") loose.splice(index, 0, id);
    else groups[to]?.splice(index, 0, id);
    this.mine(groups, loose);
  }

  /** One step along the hand: within its group, out of it into a group of its own, then into the next one. */
  step(id: string, by: -1 | 1): void {
    if (this.apart && id === this.taken) {
      if (by < 0) this.move(id, "loose"); // nothing lies beyond the card that stands apart
      return;
    }
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
    const answer = await this.ask<Checked>({
      type: "grouping",
      melds: groups,
      discard: discard === undefined ? null : cardOf(discard),
    });
    if (discard === undefined && number === this.asked && this.own && answer) {
      this.valid = answer.valid;
      this.points = answer.points;
      this.left = answer.left;
    }
    return answer;
  }

  /** The groups as cards, without one of them. */
  without(id?: string): string[][] {
    return this.groups.map((ids) => ids.filter((one) => one !== id).map(cardOf)).filter((cards) => cards.length > 0);
  }

  /** Is this card part of a finished meld, or would it finish one? */
  melded(id: string): boolean {
    if (this.apart && id === this.taken) return this.partners.length > 0;
    return this.groups.some((ids, at) => this.valid[at] === true && ids.includes(id));
  }

  /** Which ids are still in the hand, and ids for cards that are new. */
  private matched(cards: readonly string[], known: readonly string[]): { kept: Set<string>; fresh: string[] } {
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
    return { kept, fresh };
  }

  /** A new hand. */
  private begin(ids: string[]): void {
    this.own = this.apart = this.foreseen = false;
    this.taken = null;
    this.points = this.bestPoints = this.best = null;
    this.put([], ids);
  }

  /** A card was taken: all others stay as they are. */
  private take(id: string): void {
    this.taken = id;
    this.apart = true;
    this.foreseen = false;
    this.best = null;
    this.left = null;
  }

  /** A card has gone. If the best melds left it over, they are the best ones without it too, and are shown at once. */
  private drop(kept: ReadonlySet<string>, fresh: readonly string[]): void {
    const gone = this.ids.filter((id) => !kept.has(id));
    const ids = [...this.ids.filter((id) => kept.has(id)), ...fresh];
    const loose = this.apart && this.taken !== null ? [...this.loose, this.taken] : this.loose;
    const best = this.best;
    this.apart = false;
    this.taken = null;
    this.best = null;
    this.foreseen = Boolean(best && fresh.length === 0 && gone.every((id) => best.left.includes(cardOf(id))));
    if (this.foreseen && !this.own) this.show(best!.melds, ids);
    else {
      this.put(
        this.groups.map((group) => group.filter((id) => kept.has(id))),
        [...loose.filter((id) => kept.has(id)), ...fresh],
      );
    }
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
    const answer = await this.ask<Found>({ type: "melds" });
    if (round !== this.round || ids.length !== this.ids.length || ids.some((id) => !this.ids.includes(id))) return;
    this.best = answer;
    this.bestPoints = answer?.points ?? null;
    if (this.own) return;
    if (this.apart || this.foreseen) this.points = this.after;
    else this.showBest();
  }

  private showBest(): void {
    const ids = this.ids;
    this.apart = false;
    this.show(this.best?.melds ?? [], ids);
    this.points = this.after;
  }

  private show(melds: readonly (readonly string[])[], ids: readonly string[]): void {
    const found = idsOf(melds, ids);
    this.put(found.melds, found.rest);
    this.valid = this.groups.map(() => true);
  }

  private sorted(ids: readonly string[]): string[] {
    const place = (id: string): number => order(cardOf(id), this.wild, settings.byRank);
    return [...ids].sort((a, b) => place(a) - place(b));
  }

  private async ask<T>(question: Parameters<Desk["ask"]>[0]): Promise<T | null> {
    const desk = this.desk();
    if (desk.lobby?.settings.hints === false || this.ids.length === 0) return null;
    const answer = await desk.ask(question);
    return answer?.type === "done" && answer.found ? (answer.found as T) : null;
  }
}
