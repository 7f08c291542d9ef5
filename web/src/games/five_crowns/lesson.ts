// The tutorial table: a scripted deck, and the moves to make on it, one of every kind.
import type { Action, Line } from "../../wire";
import type { Lesson } from "../manifest";
import { LESSON_SETTINGS, without } from "../shared/lesson";

/** A move as it is made, and as a line says that it was made. */
type Move = Action | Line;

export function lesson(): Lesson {
  const ranks = "3456789TJQK".split("");
  const pack = [
    ...["t", "h", "c", "s", "d"].flatMap((suit) => ranks.flatMap((rank) => [`${rank}${suit}`, `${rank}${suit}`])),
    ...Array.from({ length: 6 }, () => "**"),
  ];
  const round = (
    number: number,
    wild: string,
    dealer: number,
    mine: string[],
    bots: string[],
    discard: string,
    draw: string[],
  ) => {
    const rest = without(pack, [...mine, ...bots, discard, ...draw]);
    const high = rest.filter((card) => card !== "**" && !card.startsWith(wild));
    const wilds = rest.filter((card) => !high.includes(card));
    return {
      do: "deal" as const,
      round: number,
      dealer,
      wild,
      hands: [mine, bots],
      discard,
      draw: [...draw, ...high, ...wilds],
    };
  };
  const takes = (from: string) => (move: Move) => move.do === "take" && move.from === from;
  const discards = (card: string, out: boolean) => (move: Move) =>
    move.do === "discard" && move.card === card && Boolean(move.out || move.melds) === out;
  return {
    open: {
      game: "five_crowns",
      options: { rounds: 2, bot_pace: 1, first_dealer: "random" }, // as the deals below say: the learner goes first
      bots: ["expert"], // who never overlooks that it can go out
      settings: LESSON_SETTINGS,
      deals: [
        // whether the bot draws or picks up, a 3 is next for the learner
        round(1, "3", 1, ["7h", "7s", "Kc"], ["9t", "Jd", "5c"], "Qt", ["9d", "3c", "3d", "3h", "3s"]),
        // the bot goes out with four 6s, and either 10 of hearts is what it discards
        round(2, "4", 0, ["8h", "9h", "Qs", "Kd"], ["6t", "6d", "6c", "6s"], "Th", ["Th", "5d", "8s"]),
      ],
    },
    tasks: [
      { key: "goal" },
      { key: "points" },
      { key: "draw", done: takes("draw") },
      { key: "discard", done: discards("Kc", false) },
      { key: "again", done: takes("draw") },
      { key: "out", done: discards("9d", true) },
      { key: "last", done: (line) => line.do === "score" },
      { key: "next", nextRound: true },
      { key: "pick", done: takes("discard") },
      { key: "lay", done: (move) => move.do === "discard" && move.card === "Kd" },
      { key: "scored" },
      { key: "end" },
    ],
  };
}
