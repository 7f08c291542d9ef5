// Who plays on a seat, if it is not the person who sat down there.
import { say } from "../../app/text.svelte";
import type { Desk } from "../../net/desk";
import type { LobbyView } from "../../wire";

export type Mark = "none" | "bot" | "standin" | "idle" | "away" | "gone";

export function markOf(desk: Desk, seat: number): Mark {
  const place = desk.lobby?.seats[seat];
  if (!place) return "none";
  if (place.gone) return "gone";
  if (place.idle) return "idle";
  if (place.stand_in) return "standin";
  if (place.bot) return "bot";
  if (desk.here && place.person != null && !desk.here.includes(place.person)) return "away";
  return desk.lobby && isProgram(desk.lobby, place.person) ? "bot" : "none";
}

/** Whether somebody at the table says that it is no person but a program. */
export function isProgram(lobby: LobbyView, person: number | null | undefined): boolean {
  return person != null && lobby.people.some((somebody) => somebody.id === person && somebody.program);
}

/** The mark as it stands under a name. */
export const markWords = (mark: Mark): string => say("web-mark", { mark });

/** A face that nobody sits behind at the moment is drawn faint. */
export const isFaint = (mark: Mark): boolean => mark === "gone" || mark === "away";
