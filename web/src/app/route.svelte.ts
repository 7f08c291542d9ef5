// Where we are: the fragment of the address. A room code is `#BCDFGHJK`, as in the links that people share.
export type Route =
  | { page: "home" }
  | { page: "room"; code: string }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string }
  | { page: "replay"; name: string | null; step: number | null };

export const GAMES = ["wig_out", "wackee_six", "five_crowns"] as const;
export type GameName = (typeof GAMES)[number];
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** The code in what somebody typed or pasted, a whole link included; null if there is none. */
export function codeIn(typed: string): string | null {
  const letters = (typed.split("#").pop() ?? "").toUpperCase().replace(/[^A-Z]/g, "");
  return CODE.test(letters) ? letters : null;
}

export function parse(hash: string): Route {
  const path = hash.replace(/^#\/?/, ""); // codes, games and names of records need no escapes
  const [first = "", second = "", third = ""] = path.split("/");
  if (CODE.test(first.toUpperCase())) return { page: "room", code: first.toUpperCase() };
  const game = (GAMES as readonly string[]).includes(second) ? second : "wig_out";
  if (first === "rules") return { page: "rules", game };
  if (first === "learn") return { page: "learn", game };
  if (first === "replay") return { page: "replay", name: second || null, step: third === "" ? null : Number(third) };
  return { page: "home" };
}

class Here {
  route = $state.raw<Route>(parse(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = parse(location.hash)));
  }
}

export const here = new Here();

export function go(hash: string): void {
  location.hash = hash;
}
