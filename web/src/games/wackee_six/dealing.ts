// A round is dealt: from the middle to every side, and to each of one's own six places.
import { deal, type Dealt } from "../shared/deal";

const EACH = 3; // cards that fly to another side

/** Deals on this table; gives the way to stop. */
export function dealSides(root: Element | undefined): () => void {
  const backOf = (node: Element | null | undefined): Element | null =>
    node?.querySelector('[class*="wackee-back"]') ?? null;
  const others = [...(root?.querySelectorAll("[data-side]") ?? [])].flatMap((to): Dealt[] => {
    const back = backOf(to);
    return back ? [{ to, back }] : [];
  });
  const own = [...(root?.querySelectorAll(".hand .row > *") ?? [])];
  const back = backOf(root?.querySelector("[data-deck]"));
  const cards = Array.from({ length: Math.max(EACH, own.length) }, (_, at): Dealt[] => [
    ...(at < EACH ? others : []),
    ...(own[at] && back ? [{ to: own[at], back }] : []),
  ]).flat();
  return deal(root?.querySelector(".middle"), cards, own);
}
