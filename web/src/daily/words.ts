// The words of the deals that many play, which come with their pages.
import { settings } from "../app/settings.svelte";
import { addCatalogue, say } from "../app/text.svelte";
import { gameOf } from "../games";
import { isHere } from "../net/challenges";
import type { ChallengeRow, ChallengeView } from "../wire";

addCatalogue(
  import.meta.glob<string>("../../../src/rumpus/text/*/web_daily.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

/** A date in UTC, as people write it: "November 18". */
export function dateWords(date: string): string {
  const form = new Intl.DateTimeFormat(settings.language, { month: "long", day: "numeric", timeZone: "UTC" });
  return form.format(new Date(`${date}T12:00:00Z`));
}

/** How long something takes: 7:05. */
export function timeWords(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** When something is, in so many seconds: "at 18:00 (in 5 h 12 min)". */
export function whenWords(inSeconds: number, now = Date.now()): string {
  const clock = new Intl.DateTimeFormat(settings.language, { hour: "numeric", minute: "2-digit" });
  const minutes = Math.max(1, Math.round(inSeconds / 60));
  return say("daily-when", {
    time: clock.format(new Date(Math.round((now + inSeconds * 1000) / 60_000) * 60_000)),
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  });
}

/** What is played, in short: the game, and the day or who set it. */
export function titleOf(view: Pick<ChallengeView, "game" | "day" | "by" | "round">): string {
  const game = gameOf(view.game).title();
  if (view.day !== null) return say("daily-of", { game, date: dateWords(view.day) });
  return say(view.round === null ? "daily-beat-of" : "daily-beat-round-of", {
    ...{ game, name: view.by ?? "", round: view.round ?? 0 },
  });
}

/** How the match of this device went, against who set it or among those of the day. */
export function verdict(view: ChallengeView, lowestWins: boolean): string {
  const mine = view.mine;
  if (!mine) return view.state === "void" ? say("daily-void") : "";
  if (view.day === null && view.beat !== null && view.by !== null) {
    const ahead = lowestWins ? view.beat - mine.points : mine.points - view.beat;
    const facts = { name: view.by, mine: mine.points, theirs: view.beat };
    if (isSetter(view)) return say("daily-set", { points: mine.points });
    return say(ahead > 0 ? "daily-won" : ahead < 0 ? "daily-lost" : "daily-even", facts);
  }
  if (isHere(view.id)) return say("daily-own-points", { points: mine.points });
  return say("daily-place", {
    place: say("web-rank", { rank: mine.place }),
    count: view.played,
    points: mine.points,
  });
}

/** Whether this device has set the score to beat. */
export function isSetter({ mine }: ChallengeView): boolean {
  return mine?.setter ?? false;
}

/** What one sends to others, without a word about the cards. */
export function shareWords(view: ChallengeView): string {
  const title = titleOf(view);
  if (view.mine && isHere(view.id)) return say("daily-share-points", { title, points: view.mine.points });
  return view.mine
    ? say("daily-share", { title, points: view.mine.points, place: say("web-rank", { rank: view.mine.place }) })
    : say("daily-share-new", { title });
}

export const placeWords = (row: ChallengeRow): string => say("web-rank", { rank: row.rank });
