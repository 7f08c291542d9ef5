// The keys of Wig Out!: 1 to = for the stacks, with shift fewer of one, D the deck, space GO and the shout.
import { hotkeyTarget } from "../shared/hotkeys";
import { KEYS } from "./moves";

interface Doing {
  root(): Element | null | undefined;
  /** Is it being chosen how many cards of a stack go? */
  choosing(): boolean;
  /** Plays so many cards of the stack in question. */
  choose(count: number): void;
  cancel(): void;
  /** Asks how many cards of the stack in this place go. */
  fewer(place: number): void;
  stack(place: number): void;
  deck(): void;
  /** GO, or the shout. */
  call(): void;
  /** Is there something to call? Otherwise space stays with the focused button. */
  calls(): boolean;
}

export function keyed(doing: Doing): (event: KeyboardEvent) => void {
  return (event) => {
    const root = doing.root();
    const node = hotkeyTarget(event, root);
    if (!node || event.repeat) return;
    if (event.key === " " && node.closest("button, a") && (!root?.contains(node) || !doing.calls())) return;
    if (pressed(event)) event.preventDefault();
  };

  function pressed(event: KeyboardEvent): boolean {
    const digit = /^Digit(\d)$/.exec(event.code)?.[1];
    if (event.key === "Escape" && doing.choosing()) doing.cancel();
    else if (doing.choosing() && digit && !event.shiftKey) doing.choose(Number(digit));
    else if (event.shiftKey && digit) doing.fewer(KEYS.indexOf(digit));
    else if (event.key === " ") doing.call();
    else if (event.key.toLowerCase() === "d") doing.deck();
    else if (KEYS.includes(event.key)) doing.stack(KEYS.indexOf(event.key));
    else return false;
    return true;
  }
}
