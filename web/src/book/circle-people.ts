// Who is in a circle, for the names on a score pad: as the server says it, or as it was when there is no network.
import { circleView } from "../net/circles";
import * as keptCircles from "../net/kept-circles";
import type { BookPlayer } from "../wire";

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
