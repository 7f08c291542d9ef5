// What a screen reader hears: the own move with what it brought, and the middle in one calm sentence.
import { nameOf } from "../../net/desk";
import { say } from "../../app/text.svelte";
import type { Line, WackeeSixView } from "../../wire";
import { mainLeft, meant, plays, playWords, sideName, type WackeeDesk, words } from "./moves";

const NEAR = 2; // main cards left: about to go out

/** A line of the round in words, if it is worth saying at once. */
export function lineWords(line: Line, desk: WackeeDesk, after: WackeeSixView): string {
  const mine = line.by !== null && line.by === desk.seat;
  const side = after.private === null ? undefined : after.public.sides[after.private.side];
  if (line.do === "go") return say("wackee-go");
  if (line.do === "shout") return `${calledWords(desk, line.by)} ${say("wackee-no-more")}`;
  if (!mine || !side) return "";
  const top = side.top.at(-1);
  if (line.do === "recycle") return say("wackee-heard-over");
  if (line.do === "turn") return top ? say("wackee-heard-turned", { card: words(top) }) : "";
  if (line.do !== "play") return "";
  const played = say("wackee-heard-played", { card: playWords(line) });
  if (line.from === "deck") return top ? `${played} ${say("wackee-heard-top", { card: words(top) })}` : played;
  const fresh = side.up[line.from];
  if (fresh) return `${played} ${say("wackee-heard-new", { place: line.from + 1, card: words(fresh) })}`;
  return mainLeft(side) ? played : `${played} ${say("wackee-heard-only-call")}`;
}

export function calledWords(desk: WackeeDesk, seat: number | null): string {
  return say("wackee-called", {
    me: seat !== null && seat === desk.seat ? "yes" : "no",
    who: seat === null ? "" : nameOf(desk, seat),
  });
}

/** The middle, for the one who plays: what is ready, and who is about to go out. */
export function summary(desk: WackeeDesk): string {
  const view = desk.view;
  if (!view || view.private === null || view.public.phase !== "play") return "";
  const cards = [...new Set(plays(desk.legal).map((play) => words(play.card === "w" ? "w" : meant(play))))];
  const ready = cards.length ? say("wackee-heard-ready", { cards: cards.join(", ") }) : say("wackee-heard-none");
  const near = view.public.sides
    .filter((side, number) => number !== view.private!.side && mainLeft(side) <= NEAR)
    .map((side) => say("wackee-heard-near", { who: sideName(desk, side), left: mainLeft(side) }));
  return [ready, ...near].join(" ");
}
