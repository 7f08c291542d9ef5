// The service worker: keeps the built app in the browser, so that it opens at once, and without a network too.
// What belongs to a table (/api, /ws) never passes through here.

/**
 * Vite's plugin in vite.config.ts fills these in: the files of this build, the script it starts with, and its name. Paths
 * are those within the folder of this worker, which a static host may have anywhere.
 */
declare const __FILES__: string[];
declare const __ENTRY__: string;
declare const __BUILD__: string;

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Extendable {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Clicked extends Extendable {
  readonly notification: { close(): void; readonly data: unknown };
}
interface Heard extends Extendable {
  readonly source: { readonly id: string } | null;
  readonly ports: readonly MessagePort[];
}
interface Window {
  readonly id: string;
  focus(): Promise<unknown>;
}
/** What we need of a worker's globals; the types of pages and of workers cannot be had in one program. */
interface Scope {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(of: { type: "window" }): Promise<Window[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", hear: (event: Extendable) => void): void;
  addEventListener(type: "message", hear: (event: Heard) => void): void;
  addEventListener(type: "notificationclick", hear: (event: Clicked) => void): void;
  addEventListener(type: "fetch", hear: (event: Asked) => void): void;
}

const scope = self as unknown as Scope;
const PAGE = new URL("./", location.href).pathname;
const FILES = __FILES__.map((path) => PAGE + path);
const KEPT = `rumpus-${__BUILD__}`;
const PYTHON = "rumpus-python"; // filled by the page, when somebody asks for it (offline/parts.ts)
const LATE_MS = 1500; // a page that takes longer is shown as it was kept

/** Every file of this build is in its cache; those that an older build had too are not fetched again. */
async function keep(): Promise<void> {
  const cache = await caches.open(KEPT);
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await Promise.all(
    [PAGE, ...FILES]
      .filter((path) => !there.has(path))
      .map(async (path) => {
        const hashed = path.startsWith(`${PAGE}assets/`);
        const answer =
          (hashed && (await caches.match(path))) || (await fetch(path, hashed ? {} : { cache: "no-cache" }));
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        if (path === PAGE && !(await answer.clone().text()).includes(__ENTRY__))
          throw new Error("the server has a newer build");
        await cache.put(path, answer);
      }),
  );
}

/** Older builds are forgotten, but for those that an open page was loaded from: it may still need a part of them. */
async function tidy(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const used = new Set(held.map(({ name }) => name));
  for (const name of await caches.keys()) {
    if (name === KEPT || name === PYTHON) continue;
    const files = await (await caches.open(name)).keys();
    if (!files.some(({ url }) => used.has(new URL(url).pathname))) await caches.delete(name);
  }
}

/** The page from the server, so that a new build is taken at once; as it was kept if the server is away or slow. */
async function page(request: Request): Promise<Response> {
  const fresh = fetch(request);
  const late = new Promise<null>((done) => setTimeout(done, LATE_MS, null));
  const answer = await Promise.race([fresh.catch(() => null), late]);
  if (answer?.ok) return answer;
  return (await (await caches.open(KEPT)).match(PAGE)) ?? fresh;
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** The list of the parts of Python: the server's, so that a new build is noticed; else the one that is kept. */
async function list(request: Request): Promise<Response> {
  const fresh = await fetch(request).catch(() => null);
  if (fresh && fresh.status < 500) return fresh;
  return (await caches.match(request.url)) ?? fresh ?? Response.error();
}

/** The page that notified; if that has been closed, any other, or a new one. */
async function show(id: unknown): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window" });
  const page = pages.find((one) => one.id === id) ?? pages[0];
  await (page ? page.focus() : scope.clients.openWindow(PAGE));
}

scope.addEventListener("install", (event) => event.waitUntil(keep().then(() => scope.skipWaiting())));
scope.addEventListener("activate", (event) => {
  // once more, because an older worker may have tidied up meanwhile
  event.waitUntil(
    keep()
      .catch(() => undefined)
      .then(tidy)
      .then(() => scope.clients.claim()),
  );
});
scope.addEventListener("message", (event) => {
  const [port] = event.ports;
  if (port)
    port.postMessage(event.source?.id); // a page that is about to notify asks which one it is
  else event.waitUntil(tidy()); // a page has been loaded
});
scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isPage = pathname === PAGE || pathname.startsWith(`${PAGE}circle/`);
  if (request.mode === "navigate" && isPage) event.respondWith(page(request));
  else if (pathname === `${PAGE}python/parts.json`) event.respondWith(list(request));
  else if (["assets/", "python/"].some((folder) => pathname.startsWith(PAGE + folder)) || FILES.includes(pathname))
    event.respondWith(file(request));
});

export {};
