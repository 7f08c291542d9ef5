// The words of a game that is built in: they lie in the catalogues under its name.
import { say } from "../../app/text.svelte";
import type { Action } from "../../wire";
import type { Manifest } from "../manifest";

type Words = Pick<Manifest, "title" | "about" | "cardWords" | "hintWords" | "roundOver">;

/** The card that a hint is about; a wild by what it stands for. */
function cardIn(action: Action): string | null {
  if ("as" in action && action.as) return action.as;
  if ("card" in action && action.card) return action.card;
  return "cards" in action ? (action.cards?.[0] ?? null) : null;
}

/** `hintKind` says which words of `web-hint-action` fit an action, where its tag alone does not. */
export function builtInWords(
  name: string,
  cardWords: (card: string) => string,
  hintKind: (action: Action) => string = (action) => action.do,
): Words {
  return {
    title: () => say(`web-${name}`),
    about: () => say(`web-${name}-about`),
    cardWords,
    hintWords: (action) => {
      const card = cardIn(action);
      return say("web-hint-action", { do: hintKind(action), card: card === null ? "" : cardWords(card) });
    },
    roundOver: (why) => say("web-round-over", { why }),
  };
}
