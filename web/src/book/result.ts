// A finished match as history, score pad and circles keep it, wherever it was played.

import type { BookPlayer, BookResult } from "../wire";

export type { BookPlayer, BookResult };

/** A result in the history of this device. */
export interface OwnResult extends BookResult {
  /** The seat of this device's person; null where there was none. */
  mine: number | null;
}

/** The names of each party. */
export const partyNames = ({ parties, players }: Pick<BookResult, "parties" | "players">): string[] =>
  parties.map((seats) => seats.map((seat) => players[seat]?.name ?? "").join(" + "));

/** The parties that won. */
export const winnersOf = ({ ranks }: Pick<BookResult, "ranks">): number[] =>
  ranks.flatMap((rank, party) => (rank === 1 ? [party] : []));

const isList = (one: unknown, of: (part: unknown) => boolean): boolean => Array.isArray(one) && one.every(of);
const isNumber = (one: unknown): boolean => typeof one === "number" && Number.isFinite(one);
const isNumbers = (one: unknown): boolean => isList(one, isNumber);

/** Is this a result that the pages can show? Files and other versions of this page are not to be trusted. */
export function isResult(one: unknown): one is BookResult {
  const found = one as Partial<BookResult> | null;
  if (typeof found !== "object" || found === null) return false;
  const texts = [found.id, found.game].every((text) => typeof text === "string" && text !== "");
  if (!texts || !isNumber(found.at) || typeof found.options !== "object") return false;
  if (!isList(found.players, (player) => typeof (player as BookPlayer | null)?.name === "string")) return false;
  if (![found.parties, found.rounds].every((lists) => isList(lists, isNumbers))) return false;
  if (![found.round_ms, found.totals, found.ranks].every(isNumbers)) return false;
  const size = found.parties!.length;
  const seats = found.parties!.flat();
  const lengths = [found.totals!, found.ranks!, ...found.rounds!].every((list) => list.length === size);
  return lengths && size > 0 && seats.every((seat) => found.players![seat] !== undefined);
}
