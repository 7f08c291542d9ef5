// Which key presses are meant for the table: none with a modifier, none in a field, none while a dialog is open.
const FIELDS = "input, select, textarea, [contenteditable], dialog, [inert], [data-own-keys]";

/** The element the key was pressed on if the table may act on it; null if not. */
export function hotkeyTarget(event: KeyboardEvent, root: Element | null | undefined): Element | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(FIELDS) || document.querySelector("dialog[open]") || root?.closest("[inert]")) return null;
  return target;
}
