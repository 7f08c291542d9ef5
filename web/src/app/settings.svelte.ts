// What a person has set for this browser; kept in its own storage, and nowhere else.
export interface Settings {
  language: "en" | "es";
  sound: boolean;
  volume: number; // of the sounds, from 0 to 100
  notify: boolean; // "your turn" while the page is hidden
  night: boolean | null; // null: as the system says
  leftHanded: boolean;
  calm: boolean | null; // less motion; null: as the system says
  quiet: boolean; // a calmer screen reader
  letters: boolean; // letters in the corners of the suits
  careful: boolean; // ask once before a slip
  byRank: boolean; // a hand is sorted by rank, not by suit
  handOnly: boolean; // the table is on another screen: only one's own cards, and big
  vibrate: boolean;
  name: string;
  avatar: string;
}

const KEY = "rumpus-settings";

function first(): Settings {
  const language = (navigator.languages ?? [navigator.language]).find((one) => /^(en|es)\b/i.test(one)) ?? "en";
  return {
    language: language.toLowerCase().startsWith("es") ? "es" : "en",
    sound: true,
    volume: 70,
    notify: false,
    night: null,
    leftHanded: false,
    calm: null,
    quiet: false,
    letters: false,
    careful: true,
    byRank: false,
    handOnly: false,
    vibrate: true,
    name: "",
    avatar: "",
  };
}

function kept(): Settings {
  const start = first();
  try {
    const stored = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}") as object);
    return {
      ...start,
      ...(Object.fromEntries(stored.filter(([key, value]) => suits(start, key, value))) as Partial<Settings>),
    };
  } catch {
    return start;
  }
}

/** What another version, or somebody's own hand, has left there is taken only if it is of the right kind. */
function suits(start: Settings, key: string, value: unknown): boolean {
  if (key === "language") return value === "en" || value === "es";
  const now = start[key as keyof Settings];
  return now === null ? value === null || typeof value === "boolean" : typeof value === typeof now;
}

export const settings = $state<Settings>(kept());

/** Changes settings and keeps them. */
export function set(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a browser that keeps nothing: they hold until the page is closed
  }
}

/** Follows what is set in another tab: otherwise the tab that changes something last would undo the others. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent): void => {
    if (event.key === KEY) Object.assign(settings, kept());
  };
  addEventListener("storage", follow);
  return () => {
    removeEventListener("storage", follow);
  };
}

/** Should things move less? */
export function calm(): boolean {
  return settings.calm ?? (typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches);
}

/** Is it night? */
export function night(): boolean {
  return settings.night ?? (typeof matchMedia === "function" && matchMedia("(prefers-color-scheme: dark)").matches);
}
