// What a game's table is drawn from: a live table, or a step of a replay. Components of the games know nothing else.
import type { Action, LobbyView, Reason, View } from "../wire";
import type { Answer, Ask } from "./connection";
import type { News } from "./table.svelte";

/** What a good player would do, and why, where the game says it. */
export interface Advice {
  action: Action;
  why: Reason | null;
}

export interface Desk<V extends View = View> {
  /** What this viewer sees. */
  readonly view: V | null;
  /** What this seat may do now; nothing in a replay or for a spectator. */
  readonly legal: Action[];
  /** Going out is still being looked into. */
  readonly more: boolean;
  /** The viewer's seat; null looks on. */
  readonly seat: number | null;
  readonly lobby: LobbyView | null;
  /** Moves that are made and not answered yet. */
  readonly pending: Action[];
  /** The people who are connected, where that is known. */
  readonly here?: number[];
  /** The seats that are ready for the next deal, or in a race for GO, where that is known. */
  readonly readySeats?: readonly number[];
  /** Is it shown to a whole room? Then nobody in particular watches. */
  readonly forRoom?: boolean;
  /** Who plays here: the same as long as a page keeps the seat, however often its table is redrawn. */
  readonly owner?: object;
  /** When the turn timer ends, by performance.now(). */
  readonly turnUntil: number | null;
  act(action: Action): Promise<Answer | null>;
  ask(message: Ask): Promise<Answer | null>;
  listen(hear: (news: News) => void): () => void;
}

/** The name of who sits on a seat. */
export function nameOf(desk: Desk, seat: number): string {
  return desk.lobby?.seats[seat]?.name ?? `${seat + 1}`;
}

/** The seats round the table as this viewer sees them: the one on the left first, oneself left out. */
export function others(desk: Desk): number[] {
  const count = desk.lobby?.seats.length ?? 0;
  const start = desk.seat ?? -1;
  const all = Array.from({ length: count }, (_, step) => (start + 1 + step + count) % count);
  return all.filter((seat) => seat !== desk.seat);
}
