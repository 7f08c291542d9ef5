// What a screen reader hears of Five Crowns: one's own cards and turns at once, the others' in a calm summary.
import { announcer } from "../../app/announce.svelte";
import { type Desk, nameOf } from "../../net/desk";
import { say } from "../../app/text.svelte";
import type { FiveCrownsPublic, FiveCrownsView, Line } from "../../wire";
import { rankText, words } from "./cards";
import { turnBegins } from "./moves";

export function announceLines(
  desk: Desk<FiveCrownsView>,
  table: FiveCrownsPublic,
  before: FiveCrownsPublic | null,
  lines: readonly Line[],
): void {
  const urgent: string[] = [];
  const calm: string[] = [];
  const name = (seat: number | null): string => (seat === null ? "" : nameOf(desk, seat));
  const card = (text: string | null | undefined): string => (text ? words(text, table.wild) : "");
  for (const line of lines) {
    const me = line.by !== null && line.by === desk.seat;
    const who = { who: me ? "me" : "other", name: name(line.by) };
    if (line.do === "deal") urgent.push(say("crowns-say-deal", { round: table.round, rank: rankText(table.wild) }));
    else if (line.do === "take" && "from" in line) {
      const known = typeof line.card === "string" ? line.card : null;
      (me ? urgent : calm).push(say("crowns-say-take", { ...who, from: String(line.from), card: card(known) }));
    } else if (line.do === "discard" && "card" in line) {
      const out = before !== null && before.out === null && table.out === line.by;
      if (out) urgent.push(say("crowns-say-out", { ...who, card: card(line.card) }));
      else (me ? urgent : calm).push(say("crowns-say-discard", { ...who, card: card(line.card) }));
    } else if (line.do === "undo") (me ? urgent : calm).push(say("crowns-say-undo", who));
    else if (line.do === "reshuffle") calm.push(say("crowns-say-reshuffle"));
  }
  if (turnBegins(table, before, desk.seat)) {
    urgent.push(
      ...calm.splice(0),
      say("crowns-say-your-turn", { card: card(table.discard), last: table.out === null ? "no" : "yes" }),
    );
  }
  if (urgent.length) announcer.now(urgent.join(" "));
  if (calm.length) announcer.soon(calm.join(" "));
}
