// The end of a round of Wig Out!: who shouted, and the table as it was at that moment.
import { say } from "../../app/text.svelte";
import { nameOf } from "../../net/desk";
import type { Line, View, WigOutView } from "../../wire";
import type { AnyDesk, Climax } from "../manifest";
import { cardOf, isPlay, sizeOf } from "./moves";

export function climax(line: Line, desk: AnyDesk): Climax | null {
  if (line.do === "score" && line.why === "tie") return { word: say("wig-tie"), words: say("wig-tied"), seats: [] };
  if (line.do !== "shout") return null;
  const seats = line.by === null ? [] : [line.by];
  const me = line.by !== null && line.by === desk.seat;
  const name = line.by === null ? "" : nameOf(desk, line.by);
  return { word: say("wig-shout"), words: say("wig-wigs-out", { me: me ? "yes" : "no", name }), seats };
}

/** The last cards lie on their piles. */
export function settled(before: WigOutView, lines: readonly Line[]): View {
  const piles = { ...before.public.piles };
  const hands = [...before.public.hands];
  const own = [...(before.private?.hand ?? [])];
  for (const line of lines) {
    if (!isPlay(line) || line.by === null) continue;
    const [card, size] = [cardOf(line), sizeOf(line)];
    piles[card] = (piles[card] ?? 0) + size;
    hands[line.by] = (hands[line.by] ?? size) - size;
    if (line.by === before.seat) for (let left = size; left > 0; left--) own.splice(own.indexOf(card), 1);
  }
  const mine = before.private && { ...before.private, hand: own };
  return { ...before, public: { ...before.public, piles, hands }, private: mine };
}
