// Results for the books of circles that the server does not have yet: they wait here until there is a network.
import { Refusal } from "../net/api";
import { addResult, changeCircle } from "../net/circles";
import * as keptCircles from "../net/kept-circles";
import type { BookResult } from "../wire";
import { membersOf } from "./circle-people";
import { sameName } from "./pad";
import type { OwnResult } from "./result";

interface Waiting {
  circle: string;
  id: string;
  /** null: the result is to be struck. */
  result: BookResult | null;
}

const [WAITING, KNOWN] = ["rumpus-outbox", "rumpus-outbox-sent"];
const MOST_KNOWN = 500;

function read<T>(key: string): T[] {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "[]") as T[];
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
function write(key: string, value: unknown[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // this browser keeps nothing
  }
}

/** Only what a book knows, and nothing that only this device does. */
export function forBook(result: BookResult): BookResult {
  const { id, at, game, options, players, parties, rounds, round_ms, totals, ranks, record, kind, note } = result;
  const people = players.map(({ name, avatar, member, bot, program }) => ({
    ...{ name, avatar, member, bot },
    ...(program ? { program } : {}),
  }));
  return {
    id,
    at,
    game,
    options,
    players: people,
    parties,
    rounds,
    round_ms,
    totals,
    ranks,
    record: kind === "table" ? record : null, // what this device has kept is on no server
    kind,
    note: note ?? "",
  };
}

/** A result for a circle's book, or a correction of it; null strikes it. */
export function put(circle: string, id: string, result: BookResult | null): void {
  const others = read<Waiting>(WAITING).filter((one) => one.id !== id);
  const isNew = !read<string>(KNOWN).includes(id);
  if (result === null && isNew) write(WAITING, others);
  else write(WAITING, [...others, { circle, id, result: result && forBook(result) }]);
}

/** What was played without a network, for the book that takes such matches; as nobody could check it, it is marked there. */
export async function putOffline(result: OwnResult): Promise<void> {
  const circle = keptCircles.forOffline();
  if (!circle || result.kind !== "offline" || result.record === null) return;
  const members = await membersOf(circle.id);
  const memberOf = (name: string): string | null => members.find((one) => sameName(one.name, name))?.member ?? null;
  const named = result.players.map((player, seat) => {
    const member = seat === result.mine ? circle.me.id : player.bot ? null : memberOf(player.name);
    return { ...player, member };
  });
  const once = named.map((player, seat) =>
    named.findIndex((other) => other.member === player.member) < seat ? { ...player, member: null } : player,
  );
  put(circle.id, result.id, { ...result, players: once });
  await send();
}

export const waiting = (circle: string): BookResult[] =>
  read<Waiting>(WAITING).flatMap((one) => (one.circle === circle && one.result ? [one.result] : []));

async function sendOne({ circle: id, id: result, result: value }: Waiting): Promise<void> {
  const circle = keptCircles.find(id);
  if (!circle) return;
  const known = read<string>(KNOWN);
  if (value === null) await changeCircle(circle, { do: "strike", id: result });
  else if (known.includes(result)) await changeCircle(circle, { do: "correct", result: value });
  else await addResult(circle, value);
  const others = known.filter((one) => one !== result);
  write(KNOWN, value === null ? others : [...others, result].slice(-MOST_KNOWN));
}

let sending: Promise<void> | null = null;

/** Sends what waits. What the server refuses is dropped: it would refuse it again. */
export function send(): Promise<void> {
  sending ??= sendAll().finally(() => (sending = null));
  return sending;
}

async function sendAll(): Promise<void> {
  for (const one of read<Waiting>(WAITING)) {
    try {
      await sendOne(one);
    } catch (error) {
      const refused = error instanceof Refusal && error.status < 500 && error.status !== 429;
      if (!refused) return; // no network, or a busy server: later
    }
    const text = JSON.stringify(one);
    write(
      WAITING,
      read<Waiting>(WAITING).filter((other) => JSON.stringify(other) !== text),
    ); // it may have changed since
  }
}
