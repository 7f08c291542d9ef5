// Going out with groups of one's own: the server says whether they are melds, and what they leave over.
import type { FiveCrownsDiscard } from "../../wire";
import { type HandGroups, cardOf } from "./groups.svelte";

interface Facts {
  lifted: string | null;
  canDiscard: boolean;
  lastTurn: boolean;
}

export class WayOut {
  /** The discard that goes out with these groups; null where they do not do. */
  action = $state.raw<FiveCrownsDiscard | null>(null);

  /** To be made while a component is set up. */
  constructor(hand: HandGroups, facts: () => Facts) {
    $effect(() => {
      const { lifted, canDiscard, lastTurn } = facts();
      this.action = null;
      if (!hand.own || !canDiscard || lastTurn) return;
      const [left, melds] = [hand.left, hand.without()];
      if (left?.length === 1) this.action = { do: "discard", card: left[0]!, melds };
      else if (lifted !== null && hand.valid.length > 0) {
        void hand.check(lifted).then((found) => {
          const whole = found && found.left.length === 0 && found.valid.every(Boolean);
          if (whole && lifted === facts().lifted)
            this.action = { do: "discard", card: cardOf(lifted), melds: hand.without(lifted) };
        });
      }
    });
  }
}
