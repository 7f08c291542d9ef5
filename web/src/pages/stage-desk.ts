// The desk of a live match: as the table is, or as it looked when the round ended, while that is shown.
import type { Desk } from "../net/desk";
import type { TableStore } from "../net/table.svelte";
import type { Moments } from "./moments.svelte";

export function stageDesk(table: TableStore, moments: Moments, forRoom = false): Desk {
  const held: Record<string, () => unknown> = {
    view: () => moments.held,
    legal: () => [],
    turnUntil: () => null,
  };
  return new Proxy<TableStore>(table, {
    get(from, name) {
      if (name === "forRoom") return forRoom;
      if (name === "owner") return table;
      if (moments.held && typeof name === "string" && held[name]) return held[name]();
      const value: unknown = Reflect.get(from, name, from);
      return typeof value === "function" ? (value.bind(from) as unknown) : value;
    },
  });
}
