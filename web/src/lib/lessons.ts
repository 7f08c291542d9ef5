// The tutorial tables: a scripted deck for each game, and the moves to make on it, one of every kind.
import type { Line, OpenTable } from "../wire";

/** One thing to do; the text keys are learn-GAME-STEP. */
export interface Task {
  key: string;
  /** Is this line of the learner's what was asked for? Without one the learner reads and goes on. */
  done?: (line: Line) => boolean;
}

export interface Lesson {
  open: Pick<OpenTable, "game" | "options" | "deals" | "bots" | "settings">;
  tasks: Task[];
}

const CHARACTERS = [
  "beehive",
  "mohawk",
  "afro",
  "pigtails",
  "moptop",
  "curls",
  "bun",
  "bolt",
  "flame",
  "braid",
  "onehair",
  "nest",
];
const SETTINGS = { wait_s: 300, countdown_s: 2, phrases: false, grace_s: 600 };

/** What is left of a pack when these cards are taken out of it. */
function without(pack: string[], cards: string[]): string[] {
  const rest = [...pack];
  for (const card of cards) rest.splice(rest.indexOf(card), 1);
  return rest;
}

function wigOut(): Lesson {
  const pack = CHARACTERS.flatMap((name) => Array.from({ length: 5 }, () => name));
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
      settings: SETTINGS,
      deals: [{ do: "deal", round: 1, dealer: 0, hands: [mine, bots], turned, deck }],
    },
    tasks: [
      { key: "go", done: (line) => line.do === "go" },
      { key: "lay", done: (line) => line.do === "lay" },
      { key: "start", done: has("afro") },
      { key: "start-again", done: has("bun") },
      { key: "draw", done: (line) => line.do === "draw" },
      { key: "pair", done: has("nest") },
      { key: "draw-again", done: (line) => line.do === "draw" },
      { key: "last", done: has("flame") },
      { key: "shout", done: (line) => line.do === "shout" },
    ],
  };
}

function wackeeSix(): Lesson {
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
      settings: SETTINGS,
      deals: [{ do: "deal", round: 1, starter: 0, sides: [side(0, up, deck), side(1, otherUp, other)] }],
    },
    tasks: [
      { key: "go", done: (line) => line.do === "go" },
      { key: "one", done: plays("r1") },
      { key: "two", done: plays("r2") },
      { key: "turn", done: (line) => line.do === "turn" },
      { key: "deck", done: (line) => line.do === "play" && line.from === "deck" },
      { key: "wild", done: plays("w") },
      { key: "more", done: plays("b1") },
      { key: "recycle", done: (line) => line.do === "recycle" },
      { key: "finish", done: plays("g1") },
      { key: "shout", done: (line) => line.do === "shout" },
    ],
  };
}

function fiveCrowns(): Lesson {
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
      settings: SETTINGS,
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

export const LESSONS: Record<string, () => Lesson> = {
  wig_out: wigOut,
  wackee_six: wackeeSix,
  five_crowns: fiveCrowns,
};
