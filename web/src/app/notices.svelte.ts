// Short messages around a table. They have one place, one after the other: what somebody says waits for what the page itself says.

/** The speaker, or the kind of notice: a refusal and the like, or a hint. */
export type Kind = "said" | "told" | "hint";

export interface Notice {
  id: number;
  kind: Kind;
  words: string;
  /** Who says what, where a person or a bot speaks. */
  said?: Said;
}

/** A narrow bar shows the name in a line of its own, and of a reaction only its picture. */
export interface Said {
  who: string;
  what: string;
  avatar: string | undefined;
  /** A reaction, which is drawn beside the words. */
  emote: string | undefined;
}

// What people say is short, and on a phone it takes the place of the score for that long.
const SHOWN_MS: Record<Kind, number> = { said: 2000, told: 3500, hint: 12_000 };
const MOST_WAITING = 3;

export class Notices {
  private waiting = $state.raw<Notice[]>([]);
  private count = 0;
  private timer = 0;

  /** The one that is shown now. */
  get shown(): Notice | null {
    return this.waiting[0] ?? null;
  }

  /** The page says something: at once, instead of what it said before. */
  tell(words: string, kind: "told" | "hint" = "told"): void {
    const said = this.waiting.filter((one) => one.kind === "said");
    this.show([{ id: ++this.count, kind, words }, ...said]);
  }

  /** Somebody says something; it waits for its turn. `idle` talk is left out if anything is shown. */
  hear(words: string, said: Said, idle: boolean): void {
    if (this.waiting.length >= (idle ? 1 : MOST_WAITING)) return;
    const heard: Notice = { id: ++this.count, kind: "said", words, said };
    if (this.waiting.length) this.waiting = [...this.waiting, heard];
    else this.show([heard]);
  }

  /** Takes a kind of message back that is no longer true. */
  drop(kind: Kind): void {
    const left = this.waiting.filter((one) => one.kind !== kind);
    if (left.length !== this.waiting.length) this.show(left);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private show(waiting: Notice[]): void {
    clearTimeout(this.timer);
    this.waiting = waiting;
    const first = waiting[0];
    if (first) this.timer = window.setTimeout(() => this.show(this.waiting.slice(1)), SHOWN_MS[first.kind]);
  }
}
