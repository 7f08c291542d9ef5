// The keys of Five Crowns: arrows along the hand, with shift they move the card; D, P, G, B, S, enter and escape.
import { hotkeyTarget } from "../shared/hotkeys";

interface Doing {
  root(): Element | null | undefined;
  /** Is there a hand to play? */
  active(): boolean;
  inHand(node: Element): boolean;
  /** The card the key is about: in the hand the focused one, elsewhere the lifted one. */
  chosen(inHand: boolean): string | null;
  along(by: -1 | 1): void;
  step(id: string | null, by: -1 | 1): void;
  newGroup(id: string | null): void;
  loosen(id: string): void;
  discard(id: string | null): void;
  putBack(): void;
  take(from: "draw" | "discard"): void;
  goOut(): void;
  /** Back to the best melds. */
  best(): void;
  /** By rank, or by suit again. */
  sort(): void;
}

export function keyed(doing: Doing): (event: KeyboardEvent) => void {
  return (event) => {
    const node = hotkeyTarget(event, doing.root());
    if (!node || !doing.active()) return;
    const inHand = doing.inHand(node);
    if (!pressed(event, doing.chosen(inHand), inHand || node === document.body)) return;
    if (event.key !== "Escape") event.preventDefault();
  };

  function pressed({ key, shiftKey }: KeyboardEvent, chosen: string | null, free: boolean): boolean {
    const by = key === "ArrowLeft" ? -1 : 1;
    const letter = key.toLowerCase();
    if (key === "ArrowLeft" || key === "ArrowRight") {
      if (shiftKey) doing.step(chosen, by);
      else doing.along(by);
    } else if (shiftKey && key === "ArrowUp") doing.newGroup(chosen);
    else if (shiftKey && key === "ArrowDown" && chosen) doing.loosen(chosen);
    else if (key === "Enter" && free) doing.discard(chosen);
    else if (key === "Escape") doing.putBack();
    else if (letter === "d") doing.take("draw");
    else if (letter === "p") doing.take("discard");
    else if (letter === "g") doing.goOut();
    else if (letter === "b") doing.best();
    else if (letter === "s") doing.sort();
    else return false;
    return true;
  }
}
