// Drags the top card of the deck with finger, pen or mouse; a tap stays a tap.
import type { Attachment } from "svelte/attachments";

const SLACK = 10; // pixels before a tap becomes a drag
const NOWHERE = -1;

interface Drag {
  /** May it be lifted at all? */
  can(): boolean;
  move(x: number, y: number): void;
  /** Let go here; outside of everything if the drag was broken off. */
  drop(x: number, y: number): void;
}

export function drag({ can, move, drop }: Drag): Attachment<HTMLElement> {
  return (node) => {
    let from: { x: number; y: number; pointer: number } | null = null;
    let moved = false; // then the click that follows is none

    function down(event: PointerEvent): void {
      moved = false;
      if (event.button !== 0 || !can()) return;
      from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      try {
        node.setPointerCapture(event.pointerId); // a quick finger is off the deck before it is seen to move
      } catch {
        // the finger has gone already
      }
    }
    function moving(event: PointerEvent): void {
      if (event.pointerId !== from?.pointer) return;
      moved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLACK;
      if (moved) move(event.clientX, event.clientY);
    }
    function up(event: PointerEvent): void {
      if (event.pointerId !== from?.pointer) return;
      from = null;
      if (!moved) return;
      if (event.type === "pointerup") drop(event.clientX, event.clientY);
      else drop(NOWHERE, NOWHERE);
    }
    function click(event: MouseEvent): void {
      const byKey = event.detail === 0;
      if (moved && !byKey) event.stopImmediatePropagation();
      moved = false;
    }
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", moving);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", up);
    node.addEventListener("click", click, { capture: true });
    return () => {
      if (from && moved) drop(NOWHERE, NOWHERE);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", moving);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("click", click, { capture: true });
    };
  };
}
