// Python on this device: whether it is here or on its way, and what goes to it instead of to a server. It comes itself
// only when it is needed (house.ts), so that the first play does not wait for it.
import { app } from "../app/install.svelte";

/** A build without a server: everything is answered by this device. */
export const DEMO = import.meta.env.MODE === "demo";
/** The token of a seat at a table that this device keeps begins with this. */
const OWN = "device:";
/** Says, without a look into the caches, that all parts were once here. */
const KEY = "rumpus-offline";

class Device {
  /** Are the parts kept in this browser? */
  kept = $state(!DEMO && readKept());
  /** How much of the parts has come, from 0 to 1; null while none is on its way. */
  progress = $state<number | null>(null);
  /** Is Python being started? */
  starting = $state(false);

  keep(kept: boolean): void {
    this.kept = kept;
    try {
      if (kept) localStorage.setItem(KEY, "yes");
      else localStorage.removeItem(KEY);
    } catch {
      // this browser keeps nothing
    }
  }

  /** Does this device play without a server at the moment? */
  get alone(): boolean {
    return DEMO || (this.kept && !app.reachable);
  }
}

function readKept(): boolean {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

export const device = new Device();

export const isOwn = (token: string): boolean => token.startsWith(OWN);
export const ownToken = (token: string): string => OWN + token;
export const bareToken = (token: string): string => token.slice(OWN.length);

/** What Python on this device answers to a request. */
export async function askDevice(path: string, init?: RequestInit): Promise<Response> {
  const { house } = await import("./house");
  return house.request(path, init);
}

const AWAY: readonly number[] = [502, 504]; // so says a proxy whose server does not answer

/** What the server answers, or this device where there is none: for all that needs nobody else. */
export async function askAnywhere(path: string, init?: RequestInit): Promise<Response> {
  if (device.alone) return askDevice(path, init);
  try {
    const answer = await fetch(path, init);
    if (!device.kept || !AWAY.includes(answer.status)) return answer;
  } catch (error) {
    if (!device.kept) throw error;
  }
  void app.look();
  return askDevice(path, init);
}

/** What only a server can answer. */
export const askServer = (path: string, init?: RequestInit): Promise<Response> =>
  DEMO ? askDevice(path, init) : fetch(path, init);
