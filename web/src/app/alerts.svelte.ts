// What somebody who looks elsewhere should notice: the title of the tab, and a notification for those who want one.
import { settings } from "./settings.svelte";
import { say } from "./text.svelte";

const ANSWER_MS = 500;

/** The title of the tab: what is going on, and where. */
export function titleFor(what: string | null): string {
  const house = say("web-title");
  return what === null ? house : say("web-tab-title", { what, house });
}

const known = (): boolean => typeof Notification !== "undefined";

/** Can this browser notify at all? Not where it has no notifications, or where the person has forbidden them. */
export const canNotify = (): boolean => known() && Notification.permission !== "denied";

/** Does this browser notify as soon as somebody wants that? */
export const notifies = (): boolean => known() && Notification.permission === "granted";

/** Asks the person, who has just switched it on; the browser asks only once. */
export async function askToNotify(): Promise<boolean> {
  if (!known()) return false;
  if (notifies()) return true;
  return (await Notification.requestPermission()) === "granted";
}

/** Which of its pages this one is to the worker, so that a tap on a notification leads here. */
function ownId(worker: ServiceWorker | null): Promise<unknown> {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data);
    worker?.postMessage("who", [port2]);
    setTimeout(done, ANSWER_MS); // an older worker does not answer
  });
}

/** Says something to somebody who does not see the page; a newer message takes the place of an older one. */
export async function notify(words: string): Promise<void> {
  if (!settings.notify || !notifies()) return;
  if (document.visibilityState !== "hidden") return;
  const options = { body: words, tag: "rumpus", icon: "/icon-192.png" };
  try {
    // phones allow it to the worker alone
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker)
      return await worker.showNotification(say("web-title"), { ...options, data: await ownId(worker.active) });
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
