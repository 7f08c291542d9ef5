// The keys of Wackee Six: 1-6 cards, D the hand deck, enter the turned card, arrows and enter for a wild, space the call.
import { hotkeyTarget } from "../shared/hotkeys";

interface Doing {
  root(): Element | null | undefined;
  card(place: number): void;
  turned(): void;
  deck(): void;
  /** False if there is nothing to call or to start. */
  call(): boolean;
  choosing(): boolean;
  aim(step: number, toLane: boolean): void;
  /** Puts the wild where it is aimed; false without an aim. */
  place(): boolean;
  cancel(): void;
}

const ARROWS: Record<string, [number, boolean]> = {
  ArrowRight: [1, false],
  ArrowLeft: [-1, false],
  ArrowDown: [1, true],
  ArrowUp: [-1, true],
};

export function keyed(doing: Doing): (event: KeyboardEvent) => void {
  return (event) => {
    const node = hotkeyTarget(event, doing.root());
    if (!node || event.repeat) return;
    const onButton = node.closest("button, a");
    if (pressed(event.key, onButton)) event.preventDefault();
  };

  function pressed(key: string, onButton: Element | null): boolean {
    if (/^[1-6]$/.test(key)) doing.card(Number(key) - 1);
    else if (key === "d" || key === "D") doing.deck();
    else if (key === " ") return doing.call();
    else if (key === "Escape" && doing.choosing()) doing.cancel();
    else if (key in ARROWS && doing.choosing()) doing.aim(...ARROWS[key]!);
    else if (key === "Enter" && doing.choosing() && !onButton?.matches("[data-pile]")) return doing.place();
    else if (key === "Enter" && !onButton) doing.turned();
    else return false;
    return true;
  }
}
