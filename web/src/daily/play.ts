// Sitting down to a deal that many play.
import { me } from "../app/profile";
import { go } from "../app/route.svelte";
import { challenge, enter, isHere, take } from "../net/challenges";
import * as seats from "../net/kept-seats";

/** Begin, or go back to what was begun; raises `Refusal`. */
export async function playDeal(id: string): Promise<void> {
  const { name, avatar } = me();
  const who = { name, avatar: avatar ?? null };
  // what this device had taken along, and has lost since, the server gives it again
  if (!isHere(id) && (await challenge(id)).state === "away") await take(id, who);
  const seated = await enter(id, who);
  seats.keep(seated);
  go(seated.code);
}
