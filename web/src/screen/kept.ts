// The tables that this device shows as a screen. Kept apart from its seats: the same browser may play in another window.
import type { Kept } from "../net/kept-seats";

type Shown = Pick<Kept, "code" | "token" | "link">;

const KEY = "rumpus-screens";
const MOST = 5;

function all(): Shown[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Shown[];
    return Array.isArray(stored)
      ? stored.filter((one) => typeof one?.code === "string" && typeof one.token === "string")
      : [];
  } catch {
    return [];
  }
}

function write(shown: Shown[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(shown));
  } catch {
    // this browser keeps nothing: after a reload it joins again
  }
}

export function keep({ code, token, link }: Shown): void {
  write([{ code, token, link }, ...all().filter((one) => one.code !== code)].slice(0, MOST));
}

export const find = (code: string): Shown | undefined => all().find((one) => one.code === code);

export const drop = (code: string): void => write(all().filter((one) => one.code !== code));

/** The host has changed the code of the table. */
export function recode(old: string, code: string): void {
  const shown = find(old);
  if (!shown || old === code) return;
  drop(old);
  keep({ ...shown, code, link: `${shown.link.split("#")[0]}#${code}` });
}
