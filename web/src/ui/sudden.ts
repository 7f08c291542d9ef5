// What appears on its own does nothing at first: a key or tap at that moment was still meant for what was there before.

/** About as long as it takes to see that something has come. */
export const SUDDEN_MS = 350;
const MEANT_FOR_THE_TABLE = ["click", "keydown", "cancel", "pointerdown"] as const;

/** Ignores taps and keys on this element for a moment. */
export function sudden(node: HTMLElement): () => void {
  const ignore = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const hear = (): void => {
    clearTimeout(timer);
    node.style.removeProperty("pointer-events");
    for (const kind of MEANT_FOR_THE_TABLE) node.removeEventListener(kind, ignore, true);
  };
  for (const kind of MEANT_FOR_THE_TABLE) node.addEventListener(kind, ignore, true);
  node.style.setProperty("pointer-events", "none");
  const timer = setTimeout(hear, SUDDEN_MS);
  return hear;
}
