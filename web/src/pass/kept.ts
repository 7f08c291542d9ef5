// The seats of the other people who play on this device, by the code of their table: a reload loses nobody.
const KEY = "rumpus-passed";
const MOST_TABLES = 5;

type Passed = Record<string, string[]>;

function all(): Passed {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Passed | null;
    const good = Object.entries(stored ?? {}).filter(
      ([, tokens]) => Array.isArray(tokens) && tokens.every((token) => typeof token === "string"),
    );
    return Object.fromEntries(good);
  } catch {
    return {};
  }
}

function write(passed: Passed): void {
  const used = Object.entries(passed).filter(([, tokens]) => tokens.length);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(used.slice(-MOST_TABLES))));
  } catch {
    // this browser keeps nothing: the seats last as long as the page
  }
}

/** The tokens of all who play here but the first. */
export const others = (code: string): readonly string[] => all()[code] ?? [];

export function add(code: string, token: string): void {
  const { [code]: known = [], ...rest } = all();
  write({ ...rest, [code]: [...known, token] });
}

export function remove(code: string, token: string): void {
  const passed = all();
  write({ ...passed, [code]: (passed[code] ?? []).filter((one) => one !== token) });
}

/** The host has changed the code of the table. */
export function recode(old: string, code: string): void {
  const { [old]: tokens, ...rest } = all();
  if (tokens && old !== code) write({ ...rest, [code]: tokens });
}
