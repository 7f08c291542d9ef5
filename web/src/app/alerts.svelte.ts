// What somebody who looks elsewhere should notice: the title of the tab, and a notification for those who want one.
import { settings } from "./settings.svelte";
import { say } from "./text.svelte";

/** The title of the tab: what is going on, and where. */
export function titleFor(what: string | null): string {
  const house = say("web-title");
  return what === null ? house : say("web-tab-title", { what, house });
}

const known = (): boolean => typeof Notification !== "undefined";

/** Can this browser notify at all? Not where it has no notifications, or where the person has forbidden them. */
export const canNotify = (): boolean => known() && Notification.permission !== "denied";

/** Asks the person, who has just switched it on; the browser asks only once. */
export async function askToNotify(): Promise<boolean> {
  if (!known()) return false;
  if (Notification.permission === "granted") return true;
  return (await Notification.requestPermission()) === "granted";
}

/** Says something to somebody who does not see the page; a newer message takes the place of an older one. */
export async function notify(words: string): Promise<void> {
  if (!settings.notify || !known() || Notification.permission !== "granted") return;
  if (document.visibilityState !== "hidden") return;
  const options = { body: words, tag: "rumpus", icon: "/icon-192.png" };
  try {
    // phones allow it to the worker alone
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) return await worker.showNotification(say("web-title"), options);
  } catch {
    // no worker: the page says it itself
  }
  try {
    const shown = new Notification(say("web-title"), options);
    shown.onclick = () => window.focus();
  } catch {
    // the title of the tab has said it
  }
}
