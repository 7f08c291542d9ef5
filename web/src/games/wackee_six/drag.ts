// Drags a card with finger, pen or mouse; a tap stays a tap.
import type { Attachment } from "svelte/attachments";

const SLACK = 8; // pixels before a tap becomes a drag

interface Handlers {
  /** What goes with the finger, if it is only a part: the top of a deck. */
  part?: string;
  /** May it be lifted at all? */
  can(): boolean;
  lifted(): void;
  /** Let go above this element; the card is still where the finger left it. */
  dropped(over: Element | null): void;
}

export function draggable({ part, can, lifted, dropped }: Handlers): Attachment<HTMLElement> {
  return (node) => {
    let start: { x: number; y: number; id: number } | null = null;
    let moving = false;
    const moved = (): HTMLElement => (part === undefined ? node : (node.querySelector<HTMLElement>(part) ?? node));

    function down(event: PointerEvent): void {
      if (event.button !== 0 || !can()) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      node.setPointerCapture(start.id); // a quick drag has left the card before the first move is told
    }
    function move(event: PointerEvent): void {
      if (!start || event.pointerId !== start.id) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!moving) {
        if (Math.hypot(x, y) < SLACK) return;
        moving = true;
        node.classList.add("dragged");
        lifted();
      }
      moved().style.transform = `translate(${x}px, ${y}px) scale(1.08)`;
    }
    function up(event: PointerEvent): void {
      if (!start || event.pointerId !== start.id) return;
      const dragged = moving;
      start = null;
      moving = false;
      if (!dragged) return;
      node.style.pointerEvents = "none";
      const over = event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null;
      node.style.pointerEvents = "";
      const left = moved();
      dropped(over);
      left.style.transform = "";
      node.classList.remove("dragged");
      // the click that follows belongs to the drag
      const swallow = (click: Event): void => click.stopImmediatePropagation();
      node.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 0);
    }
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", up);
    return () => {
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
    };
  };
}
