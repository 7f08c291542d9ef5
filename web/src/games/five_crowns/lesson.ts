// The tutorial table: a scripted deck, and the moves to make on it, one of every kind.
import type { Lesson } from "../manifest";
import { LESSON_SETTINGS, without } from "../shared/lesson";

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
  return {
    open: {
      game: "five_crowns",
      options: { rounds: 2, bot_pace: 1 },
      bots: ["beginner"],
      settings: LESSON_SETTINGS,
      deals: [
        round(1, "3", 0, ["7h", "7s", "Kc"], ["9t", "Jd", "5c"], "Qt", ["7c", "7d", "7t", "7h", "7s", "7c"]),
        round(2, "4", 1, ["8h", "9h", "4c", "Kd"], ["5t", "Js", "6c", "Qd"], "Th", ["Jh", "7h", "8s", "9c"]),
      ],
    },
    tasks: [
      { key: "wait", done: (line) => line.do === "take" && line.from === "draw" },
      { key: "out", done: (line) => line.do === "discard" && line.melds != null },
      { key: "last", done: (line) => line.do === "score" },
      { key: "next", done: (line) => line.do === "deal" },
      { key: "pick", done: (line) => line.do === "take" && line.from === "discard" },
      { key: "wild", done: (line) => line.do === "discard" },
      { key: "end" },
    ],
  };
}
