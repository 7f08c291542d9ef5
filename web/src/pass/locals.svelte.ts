// Several people on one device that they hand round. Each has a seat and a connection of their own, as if they had brought
// a phone, so the server tells nobody another one's cards; this decides whose cards the page shows, and when it shows none.
import { gameOf } from "../games";
import { Salts } from "../net/salts";
import * as seats from "../net/kept-seats";
import type { TableStore } from "../net/table.svelte";
import { CLOSE } from "../wire";
import * as passed from "./kept";

const LINGER_MS = 1600; // after a turn: its player sees the last card land, and who went out
const TELL_APART = 8; // letters of a token
/** After these the seat is not on this device any more. */
const GONE: ReadonlySet<number> = new Set([CLOSE.token, CLOSE.lapsed, CLOSE.removed, CLOSE.newer]);

/** A round of a match: what somebody has opened is open for that long. */
const roundOf = ({ lobby, view }: TableStore): string => `${lobby?.match ?? 0} ${view?.public.round ?? 0}`;

export class Locals {
  /** Everybody on this device, the first one who sat down here first. */
  tables = $state.raw<readonly TableStore[]>([]);
  readonly several = $derived(this.tables.length > 1);
  /** Whose cards were opened by a tap, and in which round. */
  private opened = $state.raw<{ table: TableStore; round: string } | null>(null);
  private readonly tokens = new Map<TableStore, string>();
  private lingering = 0;
  private readonly stop: () => void;

  /** Who has the turn, if that is somebody here. */
  readonly acting: TableStore | null = $derived(this.tables.find((table) => isTurn(table)) ?? null);
  /** The person to hand the device to: the one who has the turn, or the next one here. */
  readonly due: TableStore = $derived(this.acting ?? this.nextHere());
  /** The table that the page shows; null while nobody's cards may be seen. */
  readonly shown: TableStore | null = $derived.by(() => {
    const opened = this.opened;
    const front = this.front(opened?.table ?? null);
    if (isOpen(front)) return front;
    return opened && opened.round === roundOf(opened.table) ? opened.table : null;
  });

  constructor(
    private code: string,
    main: TableStore,
    /** A connection for a seat, whatever it is made of. */
    private readonly connect: (token: string, salts: Salts) => TableStore,
  ) {
    const others = passed.others(code).map((token) => this.opening(token));
    this.sit([main, ...others]);
    this.stop = $effect.root(() => {
      $effect(() => this.drawCurtain());
      $effect(() => this.getReady());
      $effect(() => this.stayAwake());
      $effect(() => this.sendOff());
      $effect(() => {
        this.code = main.lobby?.code ?? this.code;
      });
    });
  }

  /** Somebody else has sat down here. */
  add(token: string): void {
    passed.add(this.code, token);
    this.sit([...this.tables, this.opening(token)]);
  }

  /** The one whom the device is handed to has it, and wants to see their cards. */
  open(): void {
    this.opened = { table: this.due, round: roundOf(this.due) };
  }

  /** The first one here has lost the seat, or taken it elsewhere: the next one continues in this browser. */
  takeOver(code: string, why: number): void {
    const next = this.tables.find((table) => table !== this.tables[0] && table.closed === null);
    const token = next && this.tokens.get(next);
    const game = this.tables[0]?.lobby?.game;
    if (!token || !game || !GONE.has(why)) return;
    seats.keep({ code, token, game, link: seats.find(code)?.link ?? `${location.origin}/#${code}` });
    passed.remove(code, token);
    location.reload();
  }

  close(): void {
    clearTimeout(this.lingering);
    this.stop();
    for (const table of this.tables.slice(1)) table.close();
  }

  /** What somebody here may still take back: the device has been handed on too early. */
  takeBack(): { table: TableStore; take: () => void } | null {
    for (const table of this.tables) {
      const action = table.lobby && gameOf(table.lobby.game).passing?.takeBack?.(table.legal);
      if (action && table.pending.length === 0) return { table, take: () => void table.act(action) };
    }
    return null;
  }

  private opening(token: string): TableStore {
    const table = this.connect(token, new Salts(token.slice(0, TELL_APART)));
    this.tokens.set(table, token);
    return table;
  }

  private sit(tables: readonly TableStore[]): void {
    this.tables = tables;
    for (const table of tables) table.companions = tables.filter((other) => other !== table);
  }

  /** Who shows what everybody may see: the one who has the device; after a tie somebody who is asked. */
  private front(holder: TableStore | null): TableStore {
    const asked = this.tables.find((table) => table.lobby?.play_off?.asked.includes(table.you));
    return asked ?? (holder && this.tables.includes(holder) ? holder : this.tables[0]!);
  }

  private nextHere(): TableStore {
    const [first] = this.tables;
    const lobby = first?.lobby;
    const turn = lobby && first.view ? (gameOf(lobby.game).passing?.turn(first.view) ?? 0) : 0;
    const count = lobby?.seats.length || 1;
    const away = (table: TableStore): number => ((table.seat ?? 0) - turn + count) % count;
    return [...this.tables].sort((a, b) => away(a) - away(b))[0]!;
  }

  /** The turn has gone to somebody else here: after a moment nobody's cards are seen. A turn that was taken back goes on. */
  private drawCurtain(): void {
    clearTimeout(this.lingering);
    const elsewhere = this.acting !== null && this.opened !== null && this.acting !== this.opened.table;
    if (elsewhere) this.lingering = window.setTimeout(() => (this.opened = null), LINGER_MS);
  }

  /** The first one speaks for all: the host is ready by starting, a guest by saying so. */
  private getReady(): void {
    const [main, ...others] = this.tables;
    if (main?.lobby?.stage !== "lobby" || !(main.isHost || main.place(main.seat)?.ready)) return;
    for (const table of others)
      if (table.lobby?.stage === "lobby" && table.place(table.seat)?.ready === false)
        void table.askAlone({ type: "ready" });
  }

  /** People who sit round one device are not idle: nobody else waits for them. */
  private stayAwake(): void {
    const people = this.tables[0]?.lobby?.seats.flatMap((place) => (place?.person != null ? [place.person] : [])) ?? [];
    if (!people.every((person) => this.tables.some((table) => table.you === person))) return;
    for (const table of this.tables)
      if (table.idle.some((one) => one.seat === table.seat)) void table.ask({ type: "back" });
  }

  /** Who was removed, or plays on elsewhere, leaves the round of the device. */
  private sendOff(): void {
    const gone = this.tables.slice(1).filter((table) => table.closed && GONE.has(table.closed.code));
    for (const table of gone) passed.remove(this.code, this.tokens.get(table) ?? "");
    if (gone.length) this.sit(this.tables.filter((table) => !gone.includes(table)));
  }
}

function isTurn({ lobby, view, seat }: TableStore): boolean {
  return lobby !== null && view !== null && seat !== null && gameOf(lobby.game).passing?.turn(view) === seat;
}

/** Does the table show nothing that is not for everybody: no match, or all hands open between two rounds? */
function isOpen({ lobby, view, ended }: TableStore): boolean {
  if (ended || lobby?.stage !== "match") return true;
  return view !== null && view.public.phase === "deal" && view.public.round > 0;
}
