// The seats this browser has: a token for each room code, so that a reload or a closed tab loses nothing.
export interface Kept {
  code: string;
  token: string;
  game: string;
  /** What to share: an address that others reach, too. */
  link: string;
  at: number;
  /** Is the last match there over? */
  over?: boolean;
}

const KEY = "rumpus-seats";
const MOST = 20;

export function all(): Kept[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
    return Array.isArray(stored)
      ? stored.filter((one) => typeof one?.code === "string" && typeof one.token === "string")
      : [];
  } catch {
    return [];
  }
}

export function keep(one: Omit<Kept, "at">): void {
  const others = all().filter((other) => other.code !== one.code);
  write([{ ...one, at: Date.now() }, ...others].slice(0, MOST));
}

export function find(code: string): Kept | undefined {
  return all().find((one) => one.code === code);
}

export function drop(code: string): void {
  write(all().filter((one) => one.code !== code));
}

/** Whether the last match at a table is over: the home page offers first what can be gone on with. */
export function mark(code: string, over: boolean): void {
  if (find(code) && Boolean(find(code)?.over) !== over)
    write(all().map((one) => (one.code === code ? { ...one, over } : one)));
}

/** The host has changed the code: the seat is kept under the new one. */
export function recode(old: string, code: string): void {
  const kept = find(old);
  if (!kept || old === code) return;
  drop(old);
  keep({ ...kept, code, link: `${kept.link.split("#")[0]}#${code}` });
}

function write(kept: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // this browser keeps nothing; the seat lasts as long as the page
  }
}
