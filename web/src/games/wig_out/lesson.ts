// The tutorial table: a scripted deck, and the moves to make on it, one of every kind.
import type { Line } from "../../wire";
import type { Lesson } from "../manifest";
import { LESSON_SETTINGS, without } from "../shared/lesson";
import { CHARACTERS } from "./cards";

export function lesson(): Lesson {
  const pack: string[] = CHARACTERS.flatMap((name) => Array.from({ length: 5 }, () => name));
  const mine = ["mohawk", "afro", "afro", "bun", "bun", "nest", "flame"];
  const bots = ["curls", "curls", "pigtails", "pigtails", "bolt", "bolt", "beehive"];
  const turned = ["mohawk", "braid"];
  const next = ["nest", "flame"];
  const deck = [...next, ...without(pack, [...mine, ...bots, ...turned, ...next])];
  const has = (card: string) => (line: Line) => "cards" in line && line.do === "start" && line.cards.includes(card);
  return {
    open: {
      game: "wig_out",
      options: { rounds: 1, bot_pace: 8 },
      bots: ["beginner"],
      settings: LESSON_SETTINGS,
      deals: [{ do: "deal", round: 1, dealer: 0, hands: [mine, bots], turned, deck }],
    },
    tasks: [
      { key: "goal" },
      { key: "go", done: (line) => line.do === "go" },
      { key: "lay", done: (line) => line.do === "lay" },
      { key: "start", done: has("afro") },
      { key: "start-again", done: has("bun") },
      { key: "draw", done: (line) => line.do === "draw" },
      { key: "pair", done: has("nest") },
      { key: "draw-again", done: (line) => line.do === "draw" },
      { key: "last", done: has("flame") },
      { key: "shout", done: (line) => line.do === "shout" },
      { key: "scored" },
    ],
  };
}
