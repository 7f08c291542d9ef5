// The circles that this device belongs to, each with the key of the device, which acts as this member.
import type { CircleJoined, CircleView } from "../wire";

interface Known {
  id: string;
  name: string;
  avatar: string;
}

export interface KeptCircle {
  id: string;
  /** What the circle is called, and who one is in it, as they were when it was last looked at. */
  name: string;
  me: Known;
  /** Everybody in it, for the names on a score pad without a network. */
  members?: Known[];
  /** The key of this device; told to nobody but the server. */
  key: string;
  /** Does its book not take what this device plays without a network? */
  noOffline?: boolean;
}

const KEY = "rumpus-circles";

const isCircle = (one: KeptCircle | null): one is KeptCircle =>
  [one?.id, one?.name, one?.key, one?.me?.id, one?.me?.name].every((text) => typeof text === "string");

export function all(): KeptCircle[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]") as (KeptCircle | null)[];
    return Array.isArray(stored) ? stored.filter(isCircle) : [];
  } catch {
    return [];
  }
}

export const find = (id: string | null | undefined): KeptCircle | null => all().find((one) => one.id === id) ?? null;

/** The circle whose book takes what this device plays without a network: the first one, if nobody has said otherwise. */
export const forOffline = (): KeptCircle | null => all().find((one) => !one.noOffline) ?? null;

/** From now on the book of this circle takes it, or (null) none. */
export function takeOffline(id: string | null): void {
  write(all().map((one) => ({ ...one, noOffline: one.id !== id })));
}

/** This device has become one of a member's. */
export function keep(
  { circle: id, name, member, device: key }: CircleJoined,
  me: { name: string; avatar: string },
): void {
  const others = all().filter((one) => one.id !== id);
  const noOffline = others.length > 0; // an earlier one takes what is played offline, or none is to
  write([...others, { id, name, me: { id: member, ...me }, key, noOffline }]);
}

/** Names and faces may have changed since. */
export function refresh({ id, name, me, members }: CircleView): void {
  const now = members.find((member) => member.id === me);
  if (!now) return;
  const known = ({ id, name, avatar }: Known): Known => ({ id, name, avatar });
  const others = members.filter((member) => !member.former).map(known);
  write(all().map((one) => (one.id === id ? { ...one, name, me: known(now), members: others } : one)));
}

export const drop = (id: string): void => write(all().filter((one) => one.id !== id));

function write(circles: KeptCircle[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(circles));
  } catch {
    // this browser keeps nothing
  }
}
