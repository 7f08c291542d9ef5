// A match that has just ended at a table, as history keeps it.
import { isProgram } from "../games/shared/marks";
import { ownParty, partySeats } from "../net/parties";
import { sheetOf } from "../net/sheet";
import { standings } from "../net/standing";
import type { LobbyView, View } from "../wire";
import * as history from "./history";
import type { OwnResult } from "./result";

export interface Finished {
  lobby: LobbyView;
  view: View;
  lowestWins: boolean;
  together?: ((view: View) => number[][]) | undefined;
  /** How long the rounds lasted, as far as this device was there. */
  roundMs: readonly number[];
  /** In milliseconds. */
  at: number;
  /** Was the table kept by this device itself? */
  onDevice?: boolean;
}

/** The result; null for who only watched, and where nobody has won. */
export function finished({ lobby, view, lowestWins, together, roundMs, at, onDevice }: Finished): OwnResult | null {
  const { result } = view.public;
  if (view.seat === null || !result?.winners?.length) return null;
  const parties = partySeats(view, together);
  const sheet = sheetOf(view);
  const ranks = standings(view.public.totals, lowestWins, result.winners);
  if (ownParty(view, parties) === null) return null;
  return {
    id: idOf(lobby),
    at: Math.floor(at / 1000),
    game: lobby.game,
    options: { ...lobby.options },
    players: lobby.seats.map((place) => ({
      ...{ name: place?.name ?? "", avatar: place?.avatar ?? "", member: null, bot: place?.bot ?? null },
      ...(isProgram(lobby, place?.person) ? { program: true } : {}),
    })),
    parties,
    rounds: sheet.rounds,
    round_ms: roundMs.length === sheet.rounds.length && roundMs.every((ms) => ms >= 0) ? [...roundMs] : [],
    totals: view.public.totals,
    ranks: parties.map((_, party) => ranks.find((one) => one.party === party)!.rank),
    record: lobby.record,
    kind: onDevice ? "offline" : "table",
    note: "",
    mine: view.seat,
  };
}

/** Keeps a match that is over, once; when its record has got a name, under that. */
export async function keepFinished(match: Finished): Promise<void> {
  const result = finished(match);
  if (!result) return;
  const before = provisionalId(match.lobby);
  const known = (await history.find(result.id)) ?? (await history.find(before));
  if (known?.id === result.id) return;
  const now = known ? { ...known, id: result.id, record: result.record } : result;
  await history.keep(now);
  if (known) await history.drop(before);
  if (now.kind !== "offline") return;
  const { challenge, record } = match.lobby;
  if (challenge && record) {
    const taken = await import("../net/taken");
    taken.played(challenge.id, record);
    void taken.handIn();
  }
  await (await import("./outbox")).putOffline(now);
}

/** A match is known by its record; until that has a name, by its table. */
export const idOf = ({ record, code, match }: Pick<LobbyView, "record" | "code" | "match">): string =>
  record ?? provisionalId({ code, match });
export const provisionalId = ({ code, match }: Pick<LobbyView, "code" | "match">): string => `${code}-${match}`;

/** A match that was removed from the home page is not kept here either. */
export async function forget(match: Pick<LobbyView, "record" | "code" | "match">): Promise<void> {
  await history.drop(idOf(match));
  await history.drop(provisionalId(match));
}
