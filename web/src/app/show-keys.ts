// Keys are shown on screen to those who have a keyboard: beside a mouse, or as soon as one of them is pressed.
const TYPED = "input, select, textarea, [contenteditable]";

/** Notices the first key that somebody presses, and lets the page show its keys; gives the way to stop. */
export function showKeysOnceUsed(root: HTMLElement = document.documentElement): () => void {
  function pressed(event: KeyboardEvent): void {
    const typing = event.target instanceof Element && event.target.matches(TYPED);
    // the keyboard on a screen types into a field, and names no key
    if (typing || event.key === "Unidentified" || event.key === "Process") return;
    root.dataset["keys"] = "true";
    stop();
  }
  const stop = (): void => removeEventListener("keydown", pressed, true);
  addEventListener("keydown", pressed, true);
  return stop;
}
