// Cards that move from where they were to where they are: by transform alone, shorter where motion is unwanted.
import { calm } from "../../app/settings.svelte";

interface Point {
  x: number;
  y: number;
}

export interface Place extends Point {
  /** At once, as under a finger. */
  now?: boolean;
  /** Where the card comes from at first. */
  from?: Point | null;
  /** Dealt from here, after so long; every deal is an object of its own. */
  deal?: Deal | null;
}

export interface Deal {
  from: Point;
  delayMs: number;
}

const FLY_MS = 200;
const DEAL_MS = 280;
const CALM_MS = 80;
const BORN_MS = 60; // a card that has just appeared is still being laid out

const at = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;

/** Keeps an element at its place and lets it glide there when the place changes. */
export function glide(node: HTMLElement, first: Place): { update: (place: Place) => void } {
  const born = performance.now();
  let last: Point = first.from ?? first;
  let dealt: Deal | null = null;
  let landsAt = 0;

  function go(place: Place): void {
    const moved = last.x !== place.x || last.y !== place.y;
    node.style.transform = at(place);
    if (place.deal && place.deal !== dealt) deal((dealt = place.deal), place);
    else if (moved && performance.now() < landsAt && dealt) deal(dealt, place);
    else if (moved && !place.now) animate(node, at(last), at(place));
    last = place;
  }

  /** Flies from the pile; one that is told another place before it has landed flies there instead. */
  function deal({ from, delayMs }: Deal, to: Point): void {
    if (calm() || typeof node.animate !== "function") return;
    const now = performance.now();
    if (landsAt < now) landsAt = now + delayMs + DEAL_MS;
    const left = landsAt - now;
    const start = left > DEAL_MS ? at(from) : getComputedStyle(node).transform;
    for (const old of node.getAnimations()) old.cancel();
    const frames = [
      { transform: start, opacity: left > DEAL_MS ? 0 : 1 },
      { opacity: 1, offset: 0.2 },
      { transform: at(to), opacity: 1 },
    ];
    node.animate(frames, {
      duration: Math.min(left, DEAL_MS),
      delay: Math.max(0, left - DEAL_MS),
      easing: "ease-out",
      fill: "backwards",
    });
  }

  go(first);
  return {
    update: (place) => {
      if (performance.now() - born < BORN_MS && !first.from && !place.deal) {
        node.style.transform = at(place);
        last = place;
      } else go(place);
    },
  };
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
