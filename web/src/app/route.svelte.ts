// Where we are: the fragment of the address. A room code is `#BCDFGHJK`, as in the links that people share.
export type Route =
  | { page: "home"; device: string | null } // the code of a seat that moves to this device
  | { page: "room"; code: string }
  | { page: "rules"; game: string | null } // null: any
  | { page: "learn"; game: string | null }
  | { page: "coach"; name: string }
  | { page: "replay"; name: string | null; step: number | null }
  | { page: "screen"; code: string | null } // the table for a whole room; null: the code is typed there
  | { page: "pad"; id: string | null; circle: string | null } // without an id a new one, perhaps for a circle's book
  | { page: "cards"; game: string | null } // what a game can tell of real cards; null: the first that can
  | { page: "history" }
  | { page: "daily" }
  | { page: "deal"; id: string } // one that many play: of a day, or with a score to beat
  | { page: "circles"; code: string | null } // the code of a circle on another device
  | { page: "circle"; id: string; secret: string | null; part: CirclePart }; // with the secret of its link: invited to it

/** The parts of a circle's page. */
export const CIRCLE_PARTS = ["play", "book", "league", "members", "settings"] as const;
export type CirclePart = (typeof CIRCLE_PARTS)[number];

const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** The code in what somebody typed or pasted, a whole link included; null if there is none. */
export function codeIn(typed: string): string | null {
  const letters = (typed.split("#").pop() ?? "").toUpperCase().replace(/[^A-Z]/g, "");
  return CODE.test(letters) ? letters : null;
}

/** `search` is the query of the address; people may also put `?screen` behind the code. */
export function parse(hash: string, search = ""): Route {
  const [path = "", asked = ""] = hash.replace(/^#\/?/, "").split("?"); // codes, games and names of records need no escapes
  const screen = [search, asked].some((query) => new URLSearchParams(query).has("screen"));
  if (screen) return { page: "screen", code: CODE.test(path.toUpperCase()) ? path.toUpperCase() : null };
  const [first = "", second = "", third = ""] = path.split("/");
  if (CODE.test(first.toUpperCase())) return { page: "room", code: first.toUpperCase() };
  if (first === "rules") return { page: "rules", game: second || null };
  if (first === "learn") return { page: "learn", game: second || null };
  if (first === "replay") return { page: "replay", name: second || null, step: third === "" ? null : Number(third) };
  if (first === "pad") {
    const isNew = second === "" || second === "for";
    return { page: "pad", id: isNew ? null : second, circle: isNew ? third || null : null };
  }
  if (first === "cards") return { page: "cards", game: second || null };
  if (first === "history") return { page: "history" };
  if (first === "daily") return { page: "daily" };
  if (first === "deal" && second) return { page: "deal", id: second };
  if (first === "circles") return { page: "circles", code: second || null };
  if (first === "circle" && second) {
    const part = CIRCLE_PARTS.find((one) => one === third); // no secret is so short
    return { page: "circle", id: second, secret: part ? null : third || null, part: part ?? "play" };
  }
  if (first === "coach" && second) return { page: "coach", name: second };
  if (first === "device") return { page: "home", device: second || null };
  return { page: "home", device: null };
}

/** The link of a circle, /circle/ID#SECRET, as a fragment like all others: the page stays where it was loaded from. */
export function circleLink(pathname: string, hash: string): string | null {
  const id = /^\/circle\/([\w-]+)\/?$/.exec(pathname)?.[1];
  return id ? `#/circle/${id}/${hash.slice(1)}` : null;
}

const invited = circleLink(location.pathname, location.hash);
if (invited) history.replaceState(history.state, "", `/${invited}`);

class Here {
  route = $state.raw<Route>(parse(location.hash, location.search));

  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.hash, location.search)));
  }
}

export const here = new Here();

export function go(hash: string): void {
  location.hash = hash;
}
