// A new circle in one tap: it gets the name of who starts it, which can be changed there.
import { me } from "../../app/profile";
import { go } from "../../app/route.svelte";
import { say } from "../../app/text.svelte";
import { openCircle } from "../../net/circles";
import * as keptCircles from "../../net/kept-circles";
import type { NewMember, PlayedMatch } from "../../wire";
import "./circle-words";

/** `match`: at a table, just over, as whom; it is the first one in the book. Raises what the server refuses. */
export async function startCircle(match: PlayedMatch | null = null, as: NewMember | null = null): Promise<void> {
  const member = as ?? me();
  const joined = await openCircle({ name: say("circles-first-name", { name: member.name }), member, match });
  keptCircles.keep(joined, member);
  go(`/circle/${joined.circle}`);
}
