// Who is in a circle, for the names on a score pad: as the server says it, or as it was when there is no network.
import { circleView } from "../net/circles";
import * as keptCircles from "../net/kept-circles";
import type { BookPlayer, BookResult } from "../wire";
import { sameName } from "./pad";

/**
 * A result with the members on their seats who played it as guests: who joins after a match, or sits down without the
 * circle, plays under the same name. Nobody is in a match twice.
 */
export function asMembers(result: BookResult, members: readonly { id: string; name: string }[]): BookResult {
  const seated = new Set(result.players.map((player) => player.member));
  const players = result.players.map((player) => {
    const same = members.find((one) => !seated.has(one.id) && sameName(one.name, player.name));
    if (!same || player.member || player.bot || player.program || player.former) return player;
    seated.add(same.id);
    return { ...player, member: same.id };
  });
  return { ...result, players };
}

export async function membersOf(id: string): Promise<BookPlayer[]> {
  const circle = keptCircles.find(id);
  if (!circle) return [];
  try {
    keptCircles.refresh(await circleView(circle));
  } catch {
    // as they were
  }
  const now = keptCircles.find(id) ?? circle;
  return (now.members ?? [now.me]).map(({ id: member, name, avatar }) => ({ name, avatar, member, bot: null }));
}
