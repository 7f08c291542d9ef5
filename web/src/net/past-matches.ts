// The matches that this device sat at and that are over, for the list on the home page.
import type { LobbyView, View } from "../wire";
import { ownParty, partyNames, partySeats } from "./parties";

export interface PastMatch {
  code: string;
  /** Which match of that table. */
  match: number;
  game: string;
  at: number;
  /** The others, people first. */
  others: string[];
  /** Those who won, oneself among them as null. */
  winners: (string | null)[];
  record: string | null;
  /** The faces of all seats, which a record does not hold. */
  avatars: string[];
}

const KEY = "rumpus-past";
const MOST = 30;

const isPast = (one: PastMatch | null): one is PastMatch =>
  typeof one?.code === "string" &&
  typeof one.game === "string" &&
  Number.isFinite(one.at) &&
  [one.others, one.winners, one.avatars].every(Array.isArray);

/** The newest first. */
export function all(): PastMatch[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]") as (PastMatch | null)[];
    return Array.isArray(stored) ? stored.filter(isPast) : [];
  } catch {
    return [];
  }
}

const same = (one: PastMatch, other: Pick<PastMatch, "code" | "match">): boolean =>
  one.code === other.code && one.match === other.match;

/** Keeps a match; false if it was there already. The name of its record may come later than its end. */
export function keep(match: PastMatch): boolean {
  const others = all();
  const known = others.find((one) => same(one, match));
  if (!known) write([match, ...others].slice(0, MOST));
  else if (match.record !== known.record)
    write(others.map((one) => (one === known ? { ...known, record: match.record ?? known.record } : one)));
  return !known;
}

/** Who wore which face in the match of a record, if this device was there. */
export const facesIn = (record: string): string[] | null => all().find((one) => one.record === record)?.avatars ?? null;

export const drop = (match: Pick<PastMatch, "code" | "match">): void => write(all().filter((one) => !same(one, match)));

/** The same by the name of its record. */
export const dropRecord = (record: string): void => write(all().filter((one) => one.record !== record));
export const clear = (): void => write([]);

function write(matches: PastMatch[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(matches));
  } catch {
    // this browser keeps nothing
  }
}

/** What is stored of a finished match; null for people who only watched. */
export function pastMatch(
  lobby: LobbyView,
  view: View,
  at: number,
  together?: (view: View) => number[][],
): PastMatch | null {
  if (view.seat === null || !view.public.result) return null;
  const parties = partySeats(view, together);
  const names = partyNames(parties, lobby);
  const own = ownParty(view, parties);
  const others = lobby.seats.flatMap((place, seat) => (place && seat !== view.seat ? [place] : []));
  return {
    code: lobby.code,
    match: lobby.match,
    game: lobby.game,
    at,
    others: [...others.filter((place) => !place.bot), ...others.filter((place) => place.bot)].map(({ name }) => name),
    winners: (view.public.result.winners ?? []).map((party) => (party === own ? null : (names[party] ?? ""))),
    record: lobby.record,
    avatars: lobby.seats.map((place) => place?.avatar ?? ""),
  };
}

/** Did this person play a match to its end against bots alone? Such matches tell how strong the bots should be. */
export function aloneWithBots(lobby: LobbyView, view: View): boolean {
  const others = lobby.seats.filter((place, seat) => place && seat !== view.seat);
  return view.seat !== null && view.public.result?.why === "finished" && others.every((place) => place?.bot);
}
