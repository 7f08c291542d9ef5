// Cards that move from where they were to where they are: by transform alone, shorter where motion is unwanted.
import { calm } from "../../app/settings.svelte";

export interface Place {
  x: number;
  y: number;
  /** At once, as under a finger. */
  now?: boolean;
  /** Where the card comes from at first. */
  from?: { x: number; y: number } | null;
}

const FLY_MS = 200;
const CALM_MS = 80;

const at = (x: number, y: number): string => `translate(${x}px, ${y}px)`;

/** Keeps an element at its place and lets it glide there when the place changes. */
export function glide(node: HTMLElement, first: Place): { update: (place: Place) => void } {
  let last = first.from ?? first;
  function go(place: Place): void {
    const moved = last.x !== place.x || last.y !== place.y;
    node.style.transform = at(place.x, place.y);
    if (moved && !place.now) animate(node, at(last.x, last.y), at(place.x, place.y));
    last = place;
  }
  go(first);
  return { update: go };
}

function animate(node: HTMLElement, from: string, to: string): void {
  if (typeof node.animate !== "function") return;
  const frames = calm() ? [{ opacity: 0.3 }, { opacity: 1 }] : [{ transform: from }, { transform: to }];
  node.animate(frames, { duration: calm() ? CALM_MS : FLY_MS, easing: "ease-out" });
}

/** A short shake: no. */
export function shake(node: HTMLElement | null | undefined): void {
  if (!node || typeof node.animate !== "function" || calm()) return;
  const frames = [0, -7, 6, -4, 2, 0].map((x) => ({ translate: `${x}px 0` }));
  node.animate(frames, { duration: 250, easing: "ease-out" });
}
