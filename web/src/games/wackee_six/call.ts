// What the big button says: start, wait, call, and why it cannot be pressed now.
import { listed, say } from "../../app/text.svelte";
import { type Desk, nameOf } from "../../net/desk";
import type { WackeeSixView } from "../../wire";

export interface CallState {
  /** What pressing it would do. */
  calls: "shout" | "go" | "ready" | null;
  /** The race is about to start. */
  counting: boolean;
  /** Who has not said yet that they are ready. */
  waits: readonly string[];
  /** The round is over. */
  ended: boolean;
  /** Main cards that are left to play. */
  left: number;
}

export function callWords(desk: Desk<WackeeSixView>, { calls, counting, waits, ended, left }: CallState): string {
  const all = desk.view?.public;
  if (counting) return say("wackee-get-ready");
  if (calls) return say({ shout: "wackee-call", go: "wackee-start", ready: "web-ready" }[calls]);
  if (waits.length) return say("web-waiting-for", { names: listed(waits) });
  if (all?.phase === "ready") return say("wackee-start-wait", { who: nameOf(desk, all.starter) });
  if (all?.phase === "called") return say("wackee-no-more");
  if (ended) return say(all?.result ? "wackee-match-over" : "wackee-round-over", { round: all?.round ?? 0 });
  return say("wackee-call-not-yet", { count: left });
}
