// Going out, and the table as it was when the last card of the round had been discarded.
import { say } from "../../app/text.svelte";
import { nameOf } from "../../net/desk";
import type { FiveCrownsView, Line, View } from "../../wire";
import type { AnyDesk, Climax } from "../manifest";
import { cardWords } from "./cards";

/** The first melds that a discard lays down are those of who goes out. */
export function climax(line: Line, desk: AnyDesk, before: View | null): Climax | null {
  const was = before as FiveCrownsView | null;
  if (line.do !== "discard" || line.by === null || !line.melds || !was || was.public.out !== null) return null;
  const me = line.by === desk.seat ? "yes" : "no";
  return {
    word: say("crowns-out", { me }),
    words: say("crowns-goes-out", { me, name: nameOf(desk, line.by), card: cardWords(line.card) }),
    seats: [line.by],
  };
}

/** The last card lies on the discard pile, its player's melds on the table. */
export function settled(before: FiveCrownsView, lines: readonly Line[]): View {
  const last = lines.find((line) => line.do === "discard");
  if (last?.do !== "discard" || last.by === null) return before;
  const own = [...(before.private?.hand ?? [])];
  if (last.by === before.seat)
    for (const card of [last.card, ...(last.melds ?? []).flat()]) own.splice(own.indexOf(card), 1);
  const laid = before.public.laid.map((melds, seat) => (seat === last.by ? (last.melds ?? melds) : melds));
  const all = { ...before.public, discard: last.card, discards: before.public.discards + 1, laid };
  return { ...before, public: all, private: before.private && { ...before.private, hand: own } };
}
