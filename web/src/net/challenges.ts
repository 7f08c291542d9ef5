// What this device asks the server about deals that many play: those of the day, and scores to beat.
import type { ChallengeView, DailyView, Seated } from "../wire";
import { get, post } from "./api";
import { deviceKey } from "./device-key";

const at = (id: string): string => `/api/challenges/${encodeURIComponent(id)}`;

export const daily = (): Promise<DailyView> => get("/api/daily", deviceKey());
export const challenge = (id: string): Promise<ChallengeView> => get(at(id), deviceKey());
/** Begin, or go back to what was begun on this device. */
export const enter = (id: string, who: { name: string; avatar: string | null }): Promise<Seated> =>
  post(`${at(id)}/enter`, who, deviceKey());
/** Let others try to beat the match of this seat, or one round of it. */
export const setChallenge = (token: string, round: number | null): Promise<ChallengeView> =>
  post("/api/challenges", { token, round }, deviceKey());
/** What others open: it says nothing about the cards. */
export const linkTo = (id: string): string => `${location.origin}/#/deal/${id}`;
