// What this device asks about deals that many play, those of the day and scores to beat: the server, or itself where the
// deal is here and the server is not.
import { askDevice, askServer, bareToken, DEMO, device, isOwn } from "../offline/device.svelte";
import type { ChallengeView, DailyView, Seated, TakenDeal } from "../wire";
import { get, post } from "./api";
import { deviceKey } from "./device-key";
import * as taken from "./taken";

const at = (id: string): string => `/api/challenges/${encodeURIComponent(id)}`;

/** A deal that no server keeps: its link carries it, or it follows from the date. Nobody checks its results. */
export const isFree = (id: string): boolean => /^(here|date)-/.test(id);
/** Is this deal played on this device? */
export const isHere = (id: string): boolean => isFree(id) || taken.find(id) !== null;

export const daily = (): Promise<DailyView> => get("/api/daily", deviceKey());
export async function challenge(id: string): Promise<ChallengeView> {
  if (isFree(id) || (device.alone && isHere(id))) return get(at(id), null, askDevice);
  if (isHere(id)) await taken.handIn();
  return get(at(id), deviceKey());
}
/** Begin, or go back to what was begun on this device. */
export const enter = (id: string, who: { name: string; avatar: string | null }): Promise<Seated> =>
  post(`${at(id)}/enter`, who, deviceKey(), isHere(id) ? askDevice : askServer);
/** Take a deal along, to play it without the server. */
export async function take(id: string, who: { name: string; avatar: string | null }): Promise<void> {
  const deal = await post<TakenDeal>(`${at(id)}/take`, who, deviceKey());
  taken.keep(await post<ChallengeView>("/api/challenges/taken", deal, null, askDevice));
}
/** Let others try to beat the match of this seat, or one round of it. */
export const setChallenge = (token: string, round: number | null): Promise<ChallengeView> =>
  isOwn(token)
    ? post("/api/challenges", { token: bareToken(token), round }, null, askDevice)
    : post("/api/challenges", { token, round }, deviceKey());
/** The record of a match that was played without the server. */
export const handInRecord = (id: string, text: string): Promise<ChallengeView> =>
  post(`${at(id)}/result`, text, deviceKey());
/** What others open: unless it carries its deal, it says nothing about the cards. */
export const linkTo = (id: string): string => `${location.href.split("#")[0]!}#/deal/${id}`;
/** Can this device take deals along? */
export const canTake = (): boolean => !DEMO && device.kept && !device.alone;
