// The desk of a lesson: a live table on which only what the coach asks for can be done.
import type { Action } from "../wire";
import type { Answer, Ask } from "./connection";
import type { Desk } from "./desk";
import type { News, TableStore } from "./table.svelte";

export class LessonDesk implements Desk {
  constructor(
    private readonly table: TableStore,
    /** What the coach asks for now. */
    private readonly asks: () => (action: Action) => boolean,
    /** Something else was tried. */
    private readonly refused: () => void,
  ) {}

  readonly legal = $derived.by(() => this.table.legal.filter(this.asks()));
  get view() {
    return this.table.view;
  }
  get more() {
    return this.table.more;
  }
  get seat() {
    return this.table.seat;
  }
  get lobby() {
    return this.table.lobby;
  }
  get pending() {
    return this.table.pending;
  }
  get here() {
    return this.table.here;
  }
  get turnUntil() {
    return this.table.turnUntil;
  }

  async act(action: Action): Promise<Answer | null> {
    if (this.asks()(action)) return this.table.act(action);
    this.refused();
    return null;
  }

  ask(message: Ask): Promise<Answer> {
    return this.table.ask(message);
  }

  listen(hear: (news: News) => void): () => void {
    return this.table.listen(hear);
  }
}
