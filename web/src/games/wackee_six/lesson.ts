// The tutorial table: a scripted deck, and the moves to make on it, one of every kind.
import type { Line } from "../../wire";
import type { Lesson } from "../manifest";
import { LESSON_SETTINGS, without } from "../shared/lesson";

export function lesson(): Lesson {
  const pack = [
    ...["r", "g", "b", "y"].flatMap((colour) => Array.from({ length: 13 }, (_, at) => `${colour}${at + 1}`)),
    "w",
    "w",
  ];
  const up = ["r1", "r2", "w", "b1", "b2", "g1"];
  const first = ["y12", "y13", "r3"];
  const rest = without(pack, [...up, ...first]);
  const low = rest.filter((card) => /^[rgby][1-5]$/.test(card) || card === "w"); // kept from the top, so that turning stays quiet
  const deck = [...first, ...rest.filter((card) => !low.includes(card)), ...low];
  const otherUp = ["y7", "g9", "b10", "r11", "y9", "g12"];
  const other = without(pack, otherUp).reverse();
  const side = (seat: number, row: string[], cards: string[]) => ({
    seats: [seat],
    turner: seat,
    main: seat,
    up: row,
    down: [],
    deck: cards,
  });
  const plays = (card: string) => (line: Line) => line.do === "play" && line.card === card;
  return {
    open: {
      game: "wackee_six",
      options: { target: 1, bot_pace: 8, down: [0, 0] },
      bots: ["beginner"],
      settings: LESSON_SETTINGS,
      deals: [{ do: "deal", round: 1, starter: 0, sides: [side(0, up, deck), side(1, otherUp, other)] }],
    },
    tasks: [
      { key: "goal" },
      { key: "go", done: (line) => line.do === "go" },
      { key: "one", done: plays("r1") },
      { key: "two", done: plays("r2") },
      { key: "turn", done: (line) => line.do === "turn" },
      { key: "deck", done: plays("r3") },
      { key: "wild", done: plays("w") },
      { key: "more", done: plays("b1") },
      { key: "rest", shows: (legal) => legal.find((action) => action.do === "turn") },
      { key: "recycle", done: (line) => line.do === "recycle" },
      { key: "finish", done: plays("b2") },
      { key: "finish-last", done: plays("g1") },
      { key: "shout", done: (line) => line.do === "shout" },
      { key: "scored" },
    ],
  };
}
