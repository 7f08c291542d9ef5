// The table of Five Crowns in every state: #take, #discard, … with ?es, ?night, ?left, ?letters, ?calm.
import { mount } from "svelte";

import "../src/app/app.css";
import Card from "../src/games/five_crowns/Card.svelte";
import GameStage from "../src/games/GameStage.svelte";
import { FiveCrownsDesk, type Scene, TAKES, discardsOf } from "../src/games/five_crowns/fake-desk.svelte";
import { set } from "../src/app/settings.svelte";

const FULL = ["9t", "9c", "9s", "9d", "Kt", "Kh", "3h", "4h", "5h", "**", "Qd", "Js", "7d", "7d"];
const BEST = [
  ["9t", "9c", "9s", "9d"],
  ["3h", "4h", "5h"],
  ["Kt", "Kh", "**"],
];
const SEVEN = ["6h", "7h", "8h", "5c", "5d", "**", "Js", "3t"];
const SEVEN_BEST = [
  ["6h", "7h", "8h"],
  ["5c", "5d", "**"],
];
const laidBy = (players: number, laid: Record<number, string[][]>): (string[][] | null)[] =>
  Array.from({ length: players }, (_, seat) => laid[seat] ?? null);
const OUT = [
  ["Tt", "Jt", "Qt"],
  ["4c", "4d", "4s", "9h"],
];

const scenes: Record<string, Scene> = {
  take: { hand: SEVEN.slice(0, 7), melds: SEVEN_BEST, legal: TAKES, public: { dealt: 7, discard: "9h" } },
  first: { hand: ["3h", "8c", "Jd"], legal: TAKES, players: 2 },
  wait: { hand: SEVEN.slice(0, 7), melds: SEVEN_BEST, public: { dealt: 7, turn: 2, taken: true } },
  discard: { hand: FULL, melds: BEST, legal: discardsOf(FULL), public: { dealt: 13, taken: true, discard: "Kd" } },
  out: {
    hand: [...SEVEN.slice(0, 6), "9s", "3t"],
    melds: [
      ["6h", "7h", "8h"],
      ["5c", "5d", "**", "9s"],
    ],
    legal: discardsOf([...SEVEN.slice(0, 6), "9s", "3t"], ["3t"]),
    public: { dealt: 7, taken: true },
  },
  looking: { hand: FULL, melds: BEST, legal: discardsOf(FULL), public: { dealt: 13, taken: true } },
  last: {
    hand: SEVEN,
    melds: SEVEN_BEST,
    legal: discardsOf(SEVEN),
    public: { dealt: 7, taken: true, out: 2, laid: laidBy(4, { 2: OUT, 3: [["Kc", "Ks", "9d"]] }) },
  },
  lastwait: {
    hand: SEVEN.slice(0, 7),
    melds: SEVEN_BEST,
    public: { dealt: 7, turn: 3, out: 2, laid: laidBy(4, { 2: OUT }) },
  },
  own: { hand: FULL, melds: BEST, legal: discardsOf(FULL), public: { dealt: 13, taken: true } },
  careful: { hand: FULL, melds: BEST, legal: discardsOf(FULL), public: { dealt: 13, taken: true } },
  // a card is taken after the first moment
  taken: {
    hand: ["7h", "7s", "Kc", "7c"],
    melds: [["7h", "7s", "7c"]],
    legal: discardsOf(["7h", "7s", "Kc", "7c"], ["Kc"]),
    public: { dealt: 3, taken: true },
  },
  taken13: {
    hand: FULL.toSpliced(6, 1).concat("3h"),
    melds: BEST,
    legal: discardsOf(FULL),
    public: { dealt: 13, taken: true, discard: "Kd" },
  },
  many: { players: 14, hand: FULL, melds: BEST, legal: discardsOf(FULL), public: { dealt: 13, taken: true } },
  manylast: {
    players: 14,
    hand: FULL,
    melds: BEST,
    legal: discardsOf(FULL),
    public: {
      dealt: 13,
      taken: true,
      out: 5,
      laid: laidBy(14, { 5: [...BEST, ["Jc", "Jd", "Kh"]], 6: OUT, 7: [], 8: OUT, 9: BEST, 10: OUT }),
    },
  },
  watch: { seat: null, players: 5, public: { dealt: 8, turn: 3, taken: true } },
  watchlast: {
    seat: null,
    players: 5,
    public: { dealt: 7, turn: 3, taken: true, out: 2, laid: laidBy(5, { 2: OUT }) },
  },
  timer: {
    hand: SEVEN.slice(0, 7),
    melds: SEVEN_BEST,
    legal: TAKES,
    public: { dealt: 7 },
    lobby: { settings: { turn_s: 30, hints: true } },
  },
  nohints: {
    hand: FULL,
    legal: discardsOf(FULL),
    public: { dealt: 13, taken: true },
    lobby: { settings: { hints: false } },
  },
  dealing: { hand: [], public: { phase: "deal", round: 0 } },
  score: {
    hand: ["Js"],
    public: {
      phase: "deal",
      dealt: 7,
      out: 2,
      round: 5,
      laid: [
        [
          ["6h", "7h", "8h"],
          ["5c", "5d", "**"],
        ],
        [],
        OUT,
        [["Kc", "Ks", "9d"]],
      ],
      shown: [["Js"], ["3t", "4h", "Tc", "Td", "Js", "Qh", "**"], [], ["3c", "8d", "Qs", "4t"]],
      sheet: [[11, 125, 0, 27]],
      totals: [44, 160, 21, 80],
    },
  },
};

const query = new URLSearchParams(location.search);
set({
  language: query.has("es") ? "es" : "en",
  leftHanded: query.has("left"),
  letters: query.has("letters"),
  careful: true,
  sound: false,
});
document.documentElement.dataset["night"] = String(query.has("night"));
document.documentElement.dataset["calm"] = String(query.has("calm"));

const app = document.getElementById("app")!;
const name = location.hash.slice(1);
if (name === "cards") {
  Object.assign(app.style, { flexFlow: "row wrap", display: "flex", gap: "8px", padding: "8px" });
  const wanted = query.get("only")?.split(",");
  for (const card of wanted ?? [
    "**",
    null,
    ..."thcsd"
      .split("")
      .flatMap((suit) => ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"].map((rank) => rank + suit)),
  ]) {
    const target = document.createElement("div");
    target.style.width = `${query.get("width") ?? 90}px`;
    app.append(target);
    mount(Card, { target, props: { card, wild: "7" } });
  }
} else if (scenes[name]) {
  const desk = new FiveCrownsDesk(scenes[name]);
  desk.answer = null;
  if (name === "looking") desk.more = true;
  if (name === "timer") desk.turnUntil = performance.now() + 9000;
  Object.assign(document.body.style, { overflow: "hidden" });
  Object.assign(app.style, { height: "100dvh" }); // as high as the window, like the real page
  const bar = document.createElement("div"); // stands for the page's bar
  Object.assign(bar.style, { height: "56px", flex: "none", background: "var(--table-2)" });
  app.append(bar);
  const game = document.createElement("div");
  Object.assign(game.style, { flex: "1", minHeight: "0", display: "flex", flexDirection: "column" });
  app.append(game);
  if (name.startsWith("taken")) {
    const whole = scenes[name]!;
    const hand = whole.hand!.slice(0, -1);
    const card = whole.hand!.at(-1)!;
    const melds = (whole.melds ?? []).filter((meld) => meld.every((one) => hand.includes(one)));
    desk.show({ ...whole, hand, melds, legal: TAKES, public: { ...whole.public, taken: false } });
    setTimeout(() => desk.become(whole, [{ do: "take", from: "draw", card, by: 0 }]), 400);
  }
  mount(GameStage, { target: game, props: { desk, game: "five_crowns" } });
  Object.assign(window, { desk });
} else {
  app.innerHTML = ["cards", ...Object.keys(scenes)]
    .map((one) => `<p><a href="#${one}" target="_blank">${one}</a></p>`)
    .join("");
}
