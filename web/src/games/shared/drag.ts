// Dragging by pointer events, for every game: a press that moves far enough. Without that a tap stays a tap.
import type { Attachment } from "svelte/attachments";

const SLACK_PX = 8; // before a tap becomes a drag
const HOLD_MS = 450; // before a press becomes a hold

/** Where the pointer is on the page, and how far it has come. */
export interface DragPoint {
  x: number;
  y: number;
  dx: number;
  dy: number;
  /** The element that the drag began on. */
  node: HTMLElement;
}

export interface Drag {
  /** May it be picked up now? Asked at every press. */
  can?(): boolean;
  /** The press was held without moving. True if that meant something: then there is no drag and no tap. */
  hold?(): boolean;
  start?(point: DragPoint): void;
  move?(point: DragPoint): void;
  /** Let go; `dropped` is false if the browser broke the drag off. */
  end(point: DragPoint, dropped: boolean): void;
}

/** Makes an element draggable. Keep one attachment for an element, or a redraw ends the drag. */
export function drag({ can, hold, start, move, end }: Drag): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number; pointer: number } | null = null;
    let dragging = false;
    let swallow = false; // the click that ends a drag or a hold is no tap
    let holdTimer = 0;

    function pointOf(event: PointerEvent): DragPoint {
      const { clientX: x, clientY: y } = event;
      return { x, y, dx: x - (from?.x ?? x), dy: y - (from?.y ?? y), node };
    }
    function onpointerdown(event: PointerEvent): void {
      swallow = false;
      if (event.button !== 0 || from || can?.() === false) return;
      from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      capture(node, event.pointerId);
      if (hold) holdTimer = window.setTimeout(held, HOLD_MS);
    }
    function held(): void {
      if (!hold?.()) return;
      from = null;
      swallow = true;
    }
    function onpointermove(event: PointerEvent): void {
      if (!from || event.pointerId !== from.pointer) return;
      const point = pointOf(event);
      if (!dragging) {
        if (Math.hypot(point.dx, point.dy) < SLACK_PX) return;
        dragging = true;
        clearTimeout(holdTimer);
        start?.(point);
      }
      move?.(point);
    }
    function onpointerup(event: PointerEvent): void {
      if (!from || event.pointerId !== from.pointer) return;
      const point = pointOf(event);
      const dragged = dragging;
      clearTimeout(holdTimer);
      from = null;
      dragging = false;
      if (!dragged) return;
      swallow = true;
      end(point, event.type === "pointerup");
    }
    function onclick(event: MouseEvent): void {
      const byKey = event.detail === 0;
      if (swallow && !byKey) event.stopImmediatePropagation();
      swallow = false;
    }

    const gone = new AbortController();
    const { signal } = gone;
    node.addEventListener("pointerdown", onpointerdown, { signal });
    node.addEventListener("pointermove", onpointermove, { signal });
    node.addEventListener("pointerup", onpointerup, { signal });
    node.addEventListener("pointercancel", onpointerup, { signal });
    node.addEventListener("click", onclick, { signal, capture: true });
    return () => {
      gone.abort();
      clearTimeout(holdTimer);
      if (from && dragging) end({ ...from, dx: 0, dy: 0, node }, false);
    };
  };
}

/** A quick pointer has left the card before the first move event. */
function capture(node: HTMLElement, pointer: number): void {
  try {
    node.setPointerCapture?.(pointer);
  } catch {
    // the finger has gone already
  }
}

/** Is a point on this element, or as near as that? */
export function inside(node: Element | null | undefined, x: number, y: number, near = 0): boolean {
  if (!node) return false;
  const box = node.getBoundingClientRect();
  return x >= box.left - near && x <= box.right + near && y >= box.top - near && y <= box.bottom + near;
}

/** What lies under the dragged element. */
export function elementUnder({ node, x, y }: DragPoint): Element | null {
  node.style.pointerEvents = "none";
  const found = document.elementFromPoint(x, y);
  node.style.pointerEvents = "";
  return found;
}
