// This browser's part in the chance of a match: a salt, made once the table has told what it is bound to.
import type { LobbyView } from "../wire";

const KEY = "rumpus-salt"; // of this tab: a reload must know what it has sent
const SALT_BYTES = 16;

interface Kept {
  commit: string;
  salt: string;
  /** The table, and how many matches it had begun by then. */
  code?: string;
  match?: number;
}

export class Salts {
  private kept: Kept | null;
  private readonly key: string;

  /** `whose` tells the players of one device apart, where there are several. */
  constructor(whose = "") {
    this.key = whose ? `${KEY}-${whose}` : KEY;
    this.kept = read(this.key);
  }

  /** What to send after this lobby: to a new commit, and again on every new connection. */
  reply(lobby: LobbyView, connected: boolean): { type: "salt"; commit: string; salt: string } | null {
    const commit = lobby.fair?.commit;
    if (commit === undefined || lobby.stage !== "lobby") return null;
    if (this.kept?.commit !== commit) {
      this.kept = { commit, salt: fresh(), code: lobby.code, match: lobby.match };
      write(this.key, this.kept);
    } else if (!connected) return null;
    return { type: "salt", commit, salt: this.kept.salt };
  }

  /** What this page was shown before the match began; null if it was not here. The same deal again was sealed earlier. */
  sealed(lobby: LobbyView): string | null {
    const here = this.kept?.code === lobby.code && (this.kept?.match ?? 0) + 1 === lobby.match;
    return here && !lobby.fair?.again && !lobby.fair?.shared ? (this.kept?.commit ?? null) : null;
  }

  /** Whether the match is dealt with our salt; null where it need not be. "late": the table has none of ours. */
  counted(lobby: LobbyView, seat: number | null): "yes" | "late" | "no" | null {
    const fair = lobby.fair;
    if (!fair || seat === null || fair.again || fair.shared || lobby.stage === "lobby") return null;
    if (this.kept?.commit !== fair.commit) return null;
    return fair.salts[seat] === this.kept.salt ? "yes" : fair.salts[seat] === "" ? "late" : "no";
  }
}

function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function read(key: string): Kept | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
    return typeof stored?.commit === "string" && typeof stored.salt === "string" ? stored : null;
  } catch {
    return null;
  }
}

function write(key: string, kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing checks as long as the page stays
  }
}
