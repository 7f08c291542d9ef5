// Content as large as its box allows: a room reads it from the sofa, and nobody is there to scroll.

const STEPS = 7; // of halving: within a hundredth of the best size
const SMALLEST = 0.35;

/** Zooms this element so that it just fits into the one around it; `most` is how large it may get. */
export function fitted(most: number): (node: HTMLElement) => () => void {
  return (node) => {
    const box = node.parentElement;
    if (!box || typeof ResizeObserver !== "function") return () => undefined;
    let asked = 0;
    const fits = (zoom: number): boolean => {
      node.style.setProperty("zoom", String(zoom));
      return box.scrollHeight <= box.clientHeight + 1 && box.scrollWidth <= box.clientWidth + 1;
    };
    const fit = (): void => {
      if (fits(most)) return;
      let [low, high] = [SMALLEST, most];
      for (let step = 0; step < STEPS; step++) {
        const middle = (low + high) / 2;
        if (fits(middle)) low = middle;
        else high = middle;
      }
      fits(low);
    };
    const soon = (): void => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(fit);
    };
    const sizes = new ResizeObserver(soon);
    sizes.observe(box);
    const parts = new MutationObserver(soon); // cards come when their part of the client has
    parts.observe(node, { childList: true, subtree: true });
    soon();
    return () => {
      cancelAnimationFrame(asked);
      sizes.disconnect();
      parts.disconnect();
    };
  };
}
