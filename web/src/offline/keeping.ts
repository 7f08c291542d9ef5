// Makes this device able to play offline, and keeps that up to date.
import { DEMO, device } from "./device.svelte";
import { bring, complete, forget, listing, type Listing } from "./parts";

async function get(parts: Listing, told: (share: number) => void): Promise<boolean> {
  try {
    await bring(parts, told);
    return true;
  } catch {
    return false; // a part cannot be had, or there is no room for it
  }
}

/** Fetches all that is needed, and shows how far it is; false if something cannot be had now. */
export async function makeAvailable(): Promise<boolean> {
  const parts = await listing();
  if (!parts) return false;
  device.progress = 0;
  const there = await get(parts, (share) => (device.progress = share));
  device.progress = null;
  if (there) {
    void navigator.storage?.persist?.(); // so that the browser does not throw it away when room gets scarce
    if (!DEMO) device.keep(true);
  }
  return there;
}

export async function takeAway(): Promise<void> {
  device.keep(false);
  await forget();
}

/** A new build has other parts: they come quietly, and only those that have changed. */
export async function renew(): Promise<void> {
  const parts = await listing();
  if (parts && !(await complete(parts))) await get(parts, () => undefined);
}
