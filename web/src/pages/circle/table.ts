// A new table whose result goes into a circle's book, opened by this device's member.
import { go } from "../../app/route.svelte";
import { openTable } from "../../net/api";
import type { KeptCircle } from "../../net/kept-circles";
import * as seats from "../../net/kept-seats";
import type { OpenTable } from "../../wire";

/** `table`: which one of the circle's league it is. Goes there; raises what the server refuses. */
export async function openInCircle(
  circle: KeptCircle,
  { table = null, ...match }: Pick<OpenTable, "game" | "options"> & { table?: number | null },
): Promise<void> {
  const { name, avatar } = circle.me;
  const seated = await openTable({ ...match, name, avatar, bots: [], circle: { id: circle.id, table } }, circle.key);
  seats.keep(seated);
  go(seated.code);
}
