// Dealing: copies of a card's back fly from the deck to the places around a table. It is only to be looked at: it takes
// about a second, nothing waits for it, and its layer lets every tap through.
import { calm } from "../../app/settings.svelte";

const FLIGHT_MS = 260;
const WHOLE_MS = 1100; // from the first card to the last one's arrival
const STEP_MS = 45; // from one card to the next, unless there are too many
const MOST = 28; // cards in one deal: slow phones draw no more
const WIDTH = 44;
const HEIGHT = 63;

export interface Dealt {
  to: Element;
  /** A drawing of the card's back, which is copied. */
  back: Element;
}

const moves = (node: Element | null | undefined): node is Element => typeof node?.animate === "function";

function centre(node: Element): { x: number; y: number; width: number } {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width };
}

/** One card for each place in turn, so many times round; no more than can be drawn. */
export function rounds(places: readonly Dealt[], times: number): Dealt[] {
  const turns = Math.min(times, Math.max(1, Math.floor(MOST / Math.max(1, places.length))));
  return Array.from({ length: turns }, () => places).flat();
}

/** Deals; what was dealt `arrives` one after the other. Gives the way to stop at once. */
export function deal(
  from: Element | null | undefined,
  cards: readonly Dealt[],
  arrives: readonly Element[],
): () => void {
  if (calm() || !moves(from) || !cards.length || document.visibilityState !== "visible") return () => undefined;
  const step = Math.min(STEP_MS, (WHOLE_MS - FLIGHT_MS) / cards.length);
  const layer = document.createElement("div");
  layer.setAttribute("aria-hidden", "true");
  layer.dataset["deal"] = "";
  layer.style.cssText = "position:fixed;inset:0;z-index:16;overflow:hidden;pointer-events:none;contain:strict";
  const start = centre(from);
  const running = cards.map(({ to, back }, at) =>
    layer
      .appendChild(copyOf(back))
      .animate(path(start, centre(to)), { duration: FLIGHT_MS, delay: at * step, easing: "ease-out", fill: "both" }),
  );
  const shown = arrives.map((node, at) =>
    node.animate([{ opacity: 0 }, { opacity: 0, offset: 0.99 }, { opacity: 1 }], {
      duration: FLIGHT_MS + ((at + 1) / arrives.length) * (cards.length - 1) * step,
    }),
  );
  document.body.append(layer);
  const stop = (): void => {
    for (const one of [...running, ...shown]) one.cancel();
    layer.remove();
  };
  const last = running.at(-1)!;
  for (const one of [...running, ...shown]) one.finished.then(one === last ? stop : undefined, () => undefined);
  return stop;
}

function copyOf(back: Element): HTMLElement {
  const card = document.createElement("div");
  card.style.cssText = `position:absolute;left:0;top:0;width:${WIDTH}px;height:${HEIGHT}px;--card:${WIDTH}px;will-change:transform`;
  card.append(back.cloneNode(true));
  return card;
}

function path(start: { x: number; y: number }, end: { x: number; y: number; width: number }): Keyframe[] {
  const at = (x: number, y: number): string => `translate(${x - WIDTH / 2}px, ${y - HEIGHT / 2}px)`;
  const size = Math.min(1, Math.max(0.4, end.width / WIDTH));
  return [
    { transform: `${at(start.x, start.y)} scale(1)`, opacity: 0 },
    { transform: `${at(start.x, start.y)} scale(1)`, opacity: 1, offset: 0.01 },
    { transform: `${at(end.x, end.y)} scale(${size})`, opacity: 1, offset: 0.95 },
    { transform: `${at(end.x, end.y)} scale(${size})`, opacity: 0 },
  ];
}
