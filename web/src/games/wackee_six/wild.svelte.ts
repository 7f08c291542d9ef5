// A wild that is being placed: where it lies, the piles it can go to, and the one the keyboard aims at.
import { announcer } from "../../app/announce.svelte";
import { say } from "../../app/text.svelte";
import type { WackeeSixPlay } from "../../wire";
import { type LanePile, type Lanes, type Source, targets, words } from "./moves";

interface Table {
  options(): readonly WackeeSixPlay[];
  lanes(): Lanes;
  /** Is a wild there that can be played now? */
  playable(from: Source): boolean;
}

export class WildChoice {
  private chosen = $state<Source | null>(null);
  private aimed = $state<number | null>(null);

  constructor(private readonly table: Table) {}

  /** The place of the wild that is being placed. */
  readonly from = $derived.by(() => (this.chosen !== null && this.table.playable(this.chosen) ? this.chosen : null));
  readonly goals = $derived.by(() => {
    if (this.from === null) return [];
    const options = this.table.options().filter((play) => play.from === this.from);
    return targets(options, this.table.lanes());
  });
  private readonly key = $derived(this.from === null ? null : this.goals.map((pile) => pile.index).join());
  /** The numbers of these piles; null while no wild is being placed. The same set as long as they are the same. */
  readonly piles = $derived.by(() => {
    if (this.key === null) return null;
    return new Set(this.key ? this.key.split(",").map(Number) : []);
  });
  readonly aim = $derived.by(() => (this.aimed !== null && this.piles?.has(this.aimed) ? this.aimed : null));

  choose(from: Source | null): void {
    this.chosen = from;
  }

  putBack(): void {
    this.chosen = this.aimed = null;
  }

  aimAt(pile: LanePile | undefined): void {
    this.aimed = pile?.index ?? null;
    if (pile) announcer.now(say("wackee-pile-wild", { card: words(`${pile.colour}${pile.height}`) }));
  }

  /** Right and left along all places for the wild, up and down to another lane. */
  moveAim(step: number, toLane: boolean): void {
    const at = this.goals.findIndex((pile) => pile.index === this.aim);
    if (at < 0) return this.aimAt(this.goals[0]);
    let next = at;
    do next = (next + step + this.goals.length) % this.goals.length;
    while (toLane && next !== at && this.goals[next]!.colour === this.goals[at]!.colour);
    this.aimAt(this.goals[next]);
  }

  /** The pile the keyboard aims at. */
  get target(): LanePile | undefined {
    return this.goals.find((pile) => pile.index === this.aim);
  }

  /** The play that puts the wild on this pile. */
  playOn(pile: LanePile | undefined): WackeeSixPlay | undefined {
    return pile && this.table.options().find((play) => play.from === this.from && play.as === pile.next);
  }
}
