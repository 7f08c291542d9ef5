// Who is in a circle, for the names on a score pad: as the server says it, or as it was when there is no network.
import { circleView } from "../net/circles";
import * as keptCircles from "../net/kept-circles";
import type { BookPlayer } from "../wire";
import { keptBook } from "./history";

export async function membersOf(id: string): Promise<BookPlayer[]> {
  const circle = keptCircles.find(id);
  if (!circle) return [];
  try {
    const { members } = await circleView(circle);
    const here = members.filter((one) => !one.former);
    return here.map(({ id: member, name, avatar }) => ({ name, avatar, member, bot: null }));
  } catch {
    const copy = await keptBook(id);
    const played =
      copy?.lines.flatMap(({ result }) => result.players.filter((player) => player.member && !player.former)) ?? [];
    const { id: member, name, avatar } = circle.me;
    return [{ name, avatar, member, bot: null }, ...played.reverse()];
  }
}
