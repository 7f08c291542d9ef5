// The page as an app: the service worker behind it, the browser's offer to install it, and whether the server answers.

/** What Chromium sends when the page may be installed; other browsers have a menu for it. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

const AGAIN_MS = 5000; // how often an absent server is asked whether it is back
const RENEWED = "rumpus-renewed";

/** Is there something under this key that the server does not have yet? */
function isWaiting(key: string): boolean {
  try {
    return (localStorage.getItem(key) ?? "[]") !== "[]";
  } catch {
    return false;
  }
}

/** Results for the books of circles, and records of deals that many play. */
async function send(): Promise<void> {
  if (isWaiting("rumpus-outbox")) await (await import("../book/outbox")).send();
  if (isWaiting("rumpus-taken")) await (await import("../net/taken")).handIn();
}

/** Does this answer come from a server that goes on? One whose disk is nearly full only opens no new tables. */
async function goesOn(answer: Response): Promise<boolean> {
  if (answer.ok) return true;
  try {
    const said = (await answer.json()) as Record<string, unknown>;
    return said.room === false && said.saving === true && said.thinking === true && !said.silent;
  } catch {
    return false; // a proxy says so
  }
}

class App {
  offer = $state.raw<Offer | null>(null);
  /** Does the server answer? Only pages that can be there without it ask. */
  reachable = $state(true);
  private timer = 0;

  install(): void {
    void this.offer?.prompt();
    this.offer = null; // it can be taken up once
  }

  async look(): Promise<void> {
    if (import.meta.env.MODE === "demo") return; // there is none
    clearTimeout(this.timer);
    try {
      this.reachable = await goesOn(await fetch("/healthz", { cache: "no-store" }));
    } catch {
      this.reachable = false;
    }
    if (!this.reachable) this.timer = window.setTimeout(() => void this.look(), AGAIN_MS);
    else void send().catch(() => undefined);
  }

  /** A part of this page is no longer on the server, because there is a new build: the page is reloaded, once. */
  async renew(): Promise<void> {
    await this.look();
    if (!this.reachable || sessionStorage.getItem(RENEWED) === location.href) return;
    sessionStorage.setItem(RENEWED, location.href);
    location.reload();
  }
}

export const app = new App();

/** Settles the page in the browser. Without https, but for this very machine, browsers allow no worker: nothing else is lost. */
export function settle(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    app.offer = event as Offer;
  });
  addEventListener("appinstalled", () => {
    app.offer = null;
    void import("../offline/keeping").then(({ makeAvailable }) => makeAvailable());
  });
  addEventListener("offline", () => void app.look());
  addEventListener("online", () => void app.look());
  addEventListener("vite:preloadError", () => void app.renew());
  if (!import.meta.env.PROD || !("serviceWorker" in navigator) || !("locks" in navigator)) return;
  // as long as this page is open, the worker keeps the build that begins with this script
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const own = new URL(script?.src ?? location.href).pathname;
  void navigator.locks.request(own, { mode: "shared" }, () => new Promise(() => undefined));
  if (navigator.serviceWorker.controller) void app.look(); // it may have opened from what was kept
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register());
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
    (await navigator.serviceWorker.ready).active?.postMessage("loaded");
    const { device } = await import("../offline/device.svelte");
    if (device.kept) await (await import("../offline/keeping")).renew();
  } catch {
    // a browser that keeps nothing, or a server that is away: the page is here all the same
  }
}
