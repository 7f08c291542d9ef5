// Sitting down to a deal that many play.
import { me } from "../app/profile";
import { go } from "../app/route.svelte";
import { enter } from "../net/challenges";
import * as seats from "../net/kept-seats";

/** Begin, or go back to what was begun; raises `Refusal`. */
export async function playDeal(id: string): Promise<void> {
  const { name, avatar } = me();
  const seated = await enter(id, { name, avatar: avatar ?? null });
  seats.keep(seated);
  go(seated.code);
}
