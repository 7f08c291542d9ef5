// The key of this device, by which the server recognises its entry to a deal of the day; the server keeps only a hash.
const KEY = "rumpus-device";
const BYTES = 16;
let here: string | null = null; // where the browser keeps nothing, it lasts as long as the page

/** The key, if this device has one already. */
export function ownKey(): string | null {
  try {
    here ??= localStorage.getItem(KEY);
  } catch {
    // this browser keeps nothing
  }
  return here;
}

/** The key; made the first time that it is needed. */
export function deviceKey(): string {
  const found = ownKey();
  if (found && /^[0-9a-f]{32}$/.test(found)) return found;
  here = Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (one) => one.toString(16).padStart(2, "0")).join("");
  try {
    localStorage.setItem(KEY, here);
  } catch {
    // this browser keeps nothing
  }
  return here;
}
