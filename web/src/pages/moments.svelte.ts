// The moments of a live table: hears its news, keeps the table as it looked while the round's end is shown, and tells the time.
import { calm } from "../app/settings.svelte";
import { gameOf } from "../games";
import type { AnyDesk, Climax } from "../games/manifest";
import type { News, TableStore } from "../net/table.svelte";
import type { Line, LobbyView, View } from "../wire";
import { FIRST, type Happening, type Moment, next, type Rest } from "./moment";

export class Moments {
  now = $state.raw<Moment>(FIRST);
  /** The table as it was when the last card had been played, while that is shown. */
  held = $state.raw<View | null>(null);
  /** What burst last in the round that is over, for a picture of it. */
  last: Climax | null = null;
  private timer = 0;

  constructor(
    private readonly table: TableStore,
    private readonly turned: (from: Moment, to: Moment) => void = () => undefined,
  ) {
    this.now = { kind: whereIs(table.lobby, table.view) };
  }

  /** Hears of everything from now on; gives the way to stop. */
  listen(): () => void {
    const stop = this.table.listen((news) => this.hear(news));
    return () => {
      clearTimeout(this.timer);
      stop();
    };
  }

  /** A tap or a key of somebody who has seen enough. */
  skip(): void {
    this.be({ kind: "skipped", at: performance.now() });
  }

  /** The person leaves the result of the match. */
  leave(): void {
    this.be({ kind: "left", leads: whereIs(this.table.lobby, this.table.view) });
  }

  private hear(news: News): void {
    if (news.kind === "welcome") this.be({ kind: "arrived", leads: whereIs(this.table.lobby, this.table.view) });
    if (news.kind !== "lines") return;
    const game = gameOf(this.table.lobby!.game);
    const score = news.lines.find((line) => line.do === "score");
    const climaxes = news.lines.map((line) => game.climax?.(line, this.table, news.before) ?? null);
    const leads = leadsTo(news.lines);
    if (leads === "play") this.last = null;
    const at = climaxes.findIndex((one) => one !== null);
    if (at >= 0) this.last = game.climax!(news.lines[at]!, forAnybody(this.table), news.before);
    if (leads !== null && leads !== "play" && news.before && this.now.kind !== "over")
      this.held = game.settled?.(news.before, news.lines) ?? news.before;
    this.be({
      kind: "lines",
      at: performance.now(),
      climax: climaxes.find((one) => one !== null) ?? null,
      leads,
      ending: score?.do === "score" ? game.roundOver(score.why) : "",
      calm: calm(),
    });
  }

  private be(event: Happening): void {
    const before = this.now;
    this.now = next(before, event);
    clearTimeout(this.timer);
    if (this.now.kind === "climax") {
      const left = this.now.until - performance.now();
      this.timer = window.setTimeout(() => this.be({ kind: "passed", at: performance.now() + 1 }), left);
    } else this.held = null;
    if (this.now !== before) this.turned(before, this.now);
  }
}

/** The table for somebody who was not there: a picture says who did it, not "you". */
const forAnybody = ({ lobby, view }: Pick<AnyDesk, "lobby" | "view">): AnyDesk =>
  ({ lobby, view, seat: null }) as AnyDesk;

/** Where these lines lead to; null if the round goes on. */
function leadsTo(lines: readonly Line[]): Rest | null {
  if (lines.some((line) => line.do === "result")) return "over";
  const last = lines.findLast((line) => line.do === "deal" || line.do === "score");
  return last ? (last.do === "deal" ? "play" : "open") : null;
}

/** Where a match stands for who has just come. */
function whereIs(lobby: LobbyView | null, view: View | null): Rest {
  if (lobby?.stage === "over") return "over";
  return lobby?.stage === "match" && view?.public.phase === "deal" && view.public.round > 0 ? "open" : "play";
}
