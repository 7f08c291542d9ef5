// Where we are: the fragment of the address. A room code is `#BCDFGHJK`, as in the links that people share.
export type Route =
  | { page: "home"; device: string | null } // the code of a seat that moves to this device
  | { page: "room"; code: string }
  | { page: "rules"; game: string | null } // null: any
  | { page: "learn"; game: string | null }
  | { page: "replay"; name: string | null; step: number | null };

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
  if (first === "rules") return { page: "rules", game: second || null };
  if (first === "learn") return { page: "learn", game: second || null };
  if (first === "replay") return { page: "replay", name: second || null, step: third === "" ? null : Number(third) };
  if (first === "device") return { page: "home", device: second || null };
  return { page: "home", device: null };
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
