// A hint in words.
import { cardWords } from "./cards";
import { say } from "../app/text.svelte";

interface Hinted {
  do: string;
  card?: string;
  cards?: string[];
  from?: unknown;
  as?: string;
  out?: boolean;
}

/** What a good player would do, worded. */
export function hintWords(game: string, found: unknown): string {
  const action = found as Hinted | null;
  if (!action) return say("web-hint-none");
  const kind =
    action.do === "take" ? `take-${String(action.from)}` : action.do === "discard" && action.out ? "out" : action.do;
  const card = action.as ?? action.card ?? action.cards?.[0] ?? "";
  return say("web-hint-is", { what: say("web-hint-action", { do: kind, card: card && cardWords(game, card) }) });
}
