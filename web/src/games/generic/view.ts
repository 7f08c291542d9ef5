// A view of any game, sorted for the generic table: what belongs to a seat, what lies on the table, what is one's own.
import type { View } from "../../wire";

type Fields = Record<string, unknown>;

/** What every game has and the generic table shows in its own way. */
const KNOWN = new Set(["phase", "turn", "dealer", "starter", "totals", "sheet", "result"]);

export interface Part {
  name: string;
  value: unknown;
}

export interface Sorted {
  phase: string;
  turn: number | null;
  dealer: number | null;
  totals: number[];
  /** For each seat: the fields that have one value for every seat. */
  seats: Part[][];
  table: Part[];
  mine: Part[];
}

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** A field that has a value for each seat: as many as there are seats, and not all of them cards on a pile. */
function isPerSeat(value: unknown, seats: number, isCard: (value: unknown) => boolean): value is unknown[] {
  return Array.isArray(value) && value.length === seats && !value.some(isCard);
}

export function sortView(view: View, seats: number, isCard: (value: unknown) => boolean): Sorted {
  const all = view.public as unknown as Fields;
  const parts = Object.entries(all)
    .filter(([name, value]) => !KNOWN.has(name) && !isNothing(value))
    .map(([name, value]): Part => ({ name, value }));
  const perSeat = parts.filter(({ value }) => isPerSeat(value, seats, isCard));
  const number = (name: string): number | null => (typeof all[name] === "number" ? all[name] : null);
  return {
    phase: String(all["phase"] ?? ""),
    turn: all["phase"] === "play" ? number("turn") : null,
    dealer: number("dealer") ?? number("starter"),
    totals: Array.isArray(all["totals"]) ? (all["totals"] as number[]) : [],
    seats: Array.from({ length: seats }, (_, seat) =>
      perSeat
        .map(({ name, value }) => ({ name, value: (value as unknown[])[seat] }))
        .filter(({ value }) => !isNothing(value)),
    ),
    table: parts.filter((part) => !perSeat.includes(part)),
    mine: Object.entries((view.private as Fields | null) ?? {})
      .filter(([, value]) => !isNothing(value))
      .map(([name, value]) => ({ name, value })),
  };
}
