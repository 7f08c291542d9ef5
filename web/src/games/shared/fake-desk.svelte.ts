// A desk made by hand, for tests and stories: it plays nothing, and remembers what was done and asked.
import type { Answer, Ask } from "../../net/connection";
import type { Desk } from "../../net/desk";
import type { News } from "../../net/table.svelte";
import type { Action, Line, LobbyView, Refused, View } from "../../wire";

export const NAMES =
  "Ana,Bo,Carmen,Dev,Elif,Federica-Alexandra,Grandma Jo,Hugo,Ines,Jun,Kofi,Lena,Maximilian,Noor".split(",");
const FACES = "fox,owl,whale,cat,bear,frog,hare,crab,bee,goat,crow,mole,seal,newt".split(",");

/** A lobby in which every seat is taken by a person, whose number is that of the seat. */
export function fakeLobby(game: string, names: readonly string[], more: Partial<LobbyView> = {}): LobbyView {
  const people = names.map((name, id) => ({ id, name, avatar: FACES[id % FACES.length]! }));
  return {
    code: "BCDFGHJK",
    game,
    options: {},
    settings: {},
    stage: "match",
    seats: people.map(({ id, name, avatar }) => ({ name, avatar, person: id })),
    people,
    host: 0,
    paused: false,
    sides: null,
    turners: [],
    match: 1,
    scripted: false,
    stop: [],
    record: null,
    ...more,
  };
}

/** What a desk shows; the rest is as it was. */
export interface Shown<V extends View> {
  view?: V | null;
  lobby?: LobbyView;
  seat?: number | null;
  legal?: Action[];
  pending?: Action[];
  readySeats?: number[];
}

export class FakeDesk<V extends View = View> implements Desk<V> {
  view = $state.raw<V | null>(null);
  legal = $state.raw<Action[]>([]);
  more = $state(false);
  seat = $state<number | null>(0);
  lobby = $state.raw<LobbyView | null>(null);
  pending = $state.raw<Action[]>([]);
  turnUntil = $state<number | null>(null);
  readySeats = $state.raw<number[]>([]);
  readonly acted: Action[] = [];
  readonly asked: Ask[] = [];
  /** The answer to every move from now on; null waits forever. */
  answer: Answer | null = { type: "done", id: "", seq: 1 };
  /** How long an answer takes. */
  answerMs = 0;
  private readonly listeners = new Set<(news: News) => void>();

  constructor(shown: Shown<V> = {}) {
    this.set(shown);
  }

  set(shown: Shown<V>): void {
    Object.assign(this, shown);
  }

  /** Something happens: the view first, then the news, as a table store does it. */
  happen(shown: Shown<V>, lines: Line[]): void {
    const before = this.view;
    this.set(shown);
    this.tell({ kind: "lines", lines, at: 0, before });
  }

  tell(news: News): void {
    for (const hear of this.listeners) hear(news);
  }

  /** Every move is refused from now on. */
  refuse(refused: Omit<Refused, "type" | "id">): void {
    this.answer = { type: "refused", id: "1", ...refused };
  }

  async act(action: Action): Promise<Answer | null> {
    this.acted.push(action);
    this.pending = [...this.pending, action];
    if (this.answer === null) return new Promise(() => undefined);
    const answer = this.answer;
    await (this.answerMs ? new Promise((later) => setTimeout(later, this.answerMs)) : Promise.resolve());
    this.pending = this.pending.filter((one) => one !== action);
    if (answer.type === "refused") this.tell({ kind: "refused", refused: answer, action });
    return answer;
  }

  async ask(message: Ask): Promise<Answer | null> {
    this.asked.push(message);
    await Promise.resolve();
    return { type: "done", id: "", seq: 1, found: this.find(message) };
  }

  listen(hear: (news: News) => void): () => void {
    this.listeners.add(hear);
    return () => this.listeners.delete(hear);
  }

  /** The answer to a question; games that have questions of their own answer them here. */
  protected find(_message: Ask): unknown {
    return null;
  }
}
