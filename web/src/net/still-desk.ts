// A desk on which nothing happens any more: a finished match to look at.
import type { Desk } from "./desk";
import type { Ended } from "./table.svelte";

export function stillDesk({ lobby, view, seat }: Ended): Desk {
  return {
    lobby,
    view,
    seat,
    legal: [],
    more: false,
    pending: [],
    turnUntil: null,
    act: () => Promise.resolve(null),
    ask: () => Promise.resolve(null),
    listen: () => () => undefined,
  };
}
