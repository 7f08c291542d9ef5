// Dragging by pointer events: a press that moves far enough; without it the tap stays a tap.
export interface Drag {
  start?: () => void;
  move: (x: number, y: number, dx: number, dy: number) => void;
  end: (x: number, y: number, dropped: boolean) => void;
}

const FAR = 8;

export function drag(node: HTMLElement, does: Drag): { update: (does: Drag) => void; destroy: () => void } {
  let from: { x: number; y: number; pointer: number } | null = null;
  let dragging = false;

  function down(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
    node.setPointerCapture?.(event.pointerId); // a quick mouse is over the next card before it has moved far enough
  }
  function move(event: PointerEvent): void {
    if (!from || event.pointerId !== from.pointer) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!dragging) {
      if (Math.hypot(dx, dy) < FAR) return;
      dragging = true;
      does.start?.();
    }
    does.move(event.clientX, event.clientY, dx, dy);
  }
  function up(event: PointerEvent): void {
    if (!from || event.pointerId !== from.pointer) return;
    from = null;
    if (!dragging) return;
    dragging = false;
    // the click that follows a drag is none
    const swallow = (click: Event): void => click.stopImmediatePropagation();
    node.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 50);
    does.end(event.clientX, event.clientY, event.type === "pointerup");
  }
  const events = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const;
  for (const [name, hear] of Object.entries(events)) node.addEventListener(name, hear as EventListener);
  return {
    update: (next) => (does = next),
    destroy: () => {
      for (const [name, hear] of Object.entries(events)) node.removeEventListener(name, hear as EventListener);
    },
  };
}

/** Is a point on this element, or as near as that? */
export function inside(node: Element | null | undefined, x: number, y: number, near = 0): boolean {
  if (!node) return false;
  const box = node.getBoundingClientRect();
  return x >= box.left - near && x <= box.right + near && y >= box.top - near && y <= box.bottom + near;
}
