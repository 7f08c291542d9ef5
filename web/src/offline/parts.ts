// The parts of Python for this browser (scripts/browser_python.py): which there are, fetching them, keeping them. Their
// names change with their contents, so that a new build fetches only what has changed.

interface Part {
  path: string;
  bytes: number;
  /** Bytes on their way, where the server packs them. */
  sent: number;
  sha256: string;
}
export interface Listing {
  /** Folder of Pyodide. */
  pyodide: string;
  wheel: string;
  rumpus: string;
  parts: Part[];
}

const CACHE = "rumpus-python"; // sw.ts answers from it
const LISTING = "parts.json";
const TYPES: Record<string, string> = {
  json: "application/json",
  mjs: "text/javascript",
  wasm: "application/wasm",
};
export const folder = (): string => new URL(`${import.meta.env.BASE_URL}python/`, location.href).href;
const canKeep = (): boolean => "caches" in globalThis; // not on plain http

/** Something is missing that this browser cannot get now. */
export class PartMissing extends Error {}

/** The parts of the build that the server has, or else of the one that is kept; null where there are none. */
export async function listing(): Promise<Listing | null> {
  const address = folder() + LISTING;
  const fresh = await fetch(address, { cache: "no-cache" }).catch(() => null);
  if (fresh?.ok) return (await fresh.json()) as Listing;
  if (fresh && fresh.status < 500) return null; // built without them
  return canKeep() ? (((await (await caches.match(address))?.json()) as Listing | undefined) ?? null) : null;
}

export const size = ({ parts }: Listing): number => parts.reduce((sum, part) => sum + part.sent, 0);

/** Are all parts of this list kept? */
export async function complete({ parts }: Listing): Promise<boolean> {
  if (!canKeep()) return false;
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  return parts.every(({ path }) => there.has(folder() + path));
}

/** Fetches what is not here yet, and keeps it where the browser allows it. Raises `PartMissing`. */
export async function bring(wanted: Listing, progress: (share: number) => void): Promise<void> {
  const cache = canKeep() ? await caches.open(CACHE) : null;
  const all = wanted.parts.reduce((sum, part) => sum + part.bytes, 0);
  let come = 0;
  const told = (bytes: number) => progress(Math.min(1, (come += bytes) / all));
  for (const part of wanted.parts) {
    const address = folder() + part.path;
    if (await cache?.match(address)) told(part.bytes);
    else await bringOne(part, address, cache, told);
  }
  if (!cache) return;
  await cache.put(
    folder() + LISTING,
    new Response(JSON.stringify(wanted), { headers: { "content-type": TYPES.json! } }),
  );
  const used = new Set([LISTING, ...wanted.parts.map(({ path }) => path)].map((path) => folder() + path));
  for (const { url } of await cache.keys()) if (!used.has(url)) await cache.delete(url);
}

async function bringOne(
  part: Part,
  address: string,
  cache: Cache | null,
  told: (bytes: number) => void,
): Promise<void> {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || !answer.body) throw new PartMissing(part.path);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = answer.body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      chunks.push(next.value);
      told(next.value.length);
    }
  } catch {
    throw new PartMissing(part.path); // it broke off
  }
  const type = TYPES[part.path.split(".").pop() ?? ""] ?? "application/zip";
  const whole = new Blob(chunks, { type });
  if (!(await isWhole(whole, part))) throw new PartMissing(part.path);
  await cache?.put(address, new Response(whole, { headers: { "content-type": type } }));
}

async function isWhole(blob: Blob, part: Part): Promise<boolean> {
  if (blob.size !== part.bytes) return false;
  if (!globalThis.crypto?.subtle) return true; // plain http
  const digest = await crypto.subtle.digest("SHA-256", await blob.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("") === part.sha256;
}

export async function forget(): Promise<void> {
  if (canKeep()) await caches.delete(CACHE);
}
