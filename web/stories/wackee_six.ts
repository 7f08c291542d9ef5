// The table of Wackee Six in every state; ?story=NAME&language=es&night=1&hand=left&calm=1 chooses one.
import { mount, tick } from "svelte";

import "../src/app/app.css";
import GameStage from "../src/games/GameStage.svelte";
import { lobby, side, view, wackeeSixDesk } from "../src/games/wackee_six/fake-desk.svelte";
import { set } from "../src/app/settings.svelte";
import type { FakeDesk } from "../src/games/shared/fake-desk.svelte";
import type { Action, WackeeSixPile, WackeeSixView } from "../src/wire";

const pile = (card: string, wild = false): WackeeSixPile => ({ colour: card[0]!, height: Number(card.slice(1)), wild });
const piles = (cards: string): WackeeSixPile[] =>
  cards.split(" ").map((card) => pile(card.replace("*", ""), card.endsWith("*")));
const play = (card: string, from: number | "deck", as?: string): Action => ({
  do: "play",
  card,
  from,
  ...(as ? { as } : {}),
});
const wilds = (from: number, all: string): Action[] => all.split(" ").map((as) => play("w", from, as));

const three = [
  side({
    seats: [0],
    up: ["r5", "g2", "w", "y11", "b9", "r12"],
    down: 4,
    deck: 21,
    turned: 9,
    top: ["g7", "y3", "b1"],
    played: Array(9).fill("r1"),
  }),
  side({ seats: [1], up: ["b3", "y4", "w", "g13", "r1", "b12"], down: 2, deck: 18, turned: 6 }),
  side({ seats: [2], up: ["y2", null, "r8", null, null, null], down: 0, deck: 30, turned: 3 }),
];
const middle = piles("r4 g1 b8* r9 y3 y10 g13 b13");
const solo = (more = {}) =>
  wackeeSixDesk({
    lobby: lobby(["Ana", "Bo", "Cleo"]),
    view: view({ sides: three, piles: middle, ...more }, 0),
    seat: 0,
  });

const names = ["Ana", "Bartholomew", "Cleo", "Dan", "Eva", "Fritz", "Gita", "Hugo", "Ida", "Jon", "Kim", "Lou"];
const pairs = Array.from({ length: 6 }, (_, at) =>
  side({
    seats: [at, at + 6],
    turner: at,
    main: at + 6,
    up: ["r5", "g12", "w", "y11", "b9", at % 2 ? null : "r13"],
    down: 6 - at,
    deck: 21,
    turned: 9,
    top: ["g7", "y3", "b6"],
  }),
);
const many = piles("r4 g1 b8* r9 y3 y10 g13 b13 r2 r11 r7 r1 g5 g6* g9 g10 b2 b3 b5 b12 y1 y2 y7 y12*");

const stories: Record<string, () => FakeDesk<WackeeSixView>> = {
  before: () => {
    const desk = solo({ phase: "ready", piles: [] });
    desk.legal = [{ do: "go" }];
    return desk;
  },
  waiting: () => {
    const desk = solo({ phase: "ready", piles: [], starter: 1 });
    setTimeout(() =>
      desk.tell({
        kind: "countdown",
        countdown: { type: "countdown", why: "go", ms: 3000 },
        until: performance.now() + 3000,
      }),
    );
    return desk;
  },
  play: () => {
    const desk = solo();
    desk.legal = [
      play("r5", 0),
      play("g2", 1),
      play("b9", 4),
      play("b1", "deck"),
      ...wilds(2, "r5 r10 g2 b9 y4 y11"),
      { do: "turn" },
    ];
    return desk;
  },
  recycle: () => {
    const desk = solo({ sides: [{ ...three[0]!, deck: 0, turned: 30 }, three[1]!] });
    desk.legal = [{ do: "recycle" }];
    return desk;
  },
  wild: () => {
    const desk = stories["play"]!();
    void tick().then(() => {
      document.querySelector<HTMLElement>('[data-from="2"]')?.click();
    });
    return desk;
  },
  partners: () => {
    const desk = wackeeSixDesk({
      lobby: lobby(names.slice(0, 8)),
      view: view(
        { sides: pairs.slice(0, 4).map((one, at) => ({ ...one, seats: [at, at + 4], main: at + 4 })), piles: middle },
        4,
      ),
      seat: 4,
    });
    desk.legal = [play("r5", 0), play("b9", 4), play("y11", 3), ...wilds(2, "r5 r10 g2 b9 y4 y11")];
    setTimeout(() => desk.tell({ kind: "said", said: { type: "said", phrase: "need-card", seat: 0, card: "g2" } }), 50);
    return desk;
  },
  picker: () => {
    const desk = stories["many"]!();
    void tick().then(() => document.querySelector<HTMLElement>(".partner button")?.click());
    return desk;
  },
  call: () => {
    const desk = solo({ sides: [{ ...three[0]!, up: Array(6).fill(null), down: 0 }, three[1]!, three[2]!] });
    desk.legal = [{ do: "shout" }];
    return desk;
  },
  called: () => solo({ phase: "called", caller: 2 }),
  beaten: () => {
    const desk = stories["play"]!();
    desk.refuse({ reason: "ws-no-pile", facts: { card: "r5" }, first: 1, by_ms: 40 });
    void tick().then(() => document.querySelector<HTMLElement>('[data-from="0"]')?.click());
    return desk;
  },
  many: () => {
    const desk = wackeeSixDesk({ lobby: lobby(names), view: view({ sides: pairs, piles: many }, 0), seat: 0 });
    desk.legal = [play("b6", "deck"), { do: "turn" }];
    return desk;
  },
  six: () => {
    const sides = pairs.map((one, at) => ({ ...one, seats: [at], turner: at, main: at }));
    const desk = wackeeSixDesk({ lobby: lobby(names.slice(0, 6)), view: view({ sides, piles: many }, 0), seat: 0 });
    desk.legal = [play("r5", 0), play("y11", 3), play("b6", "deck"), { do: "turn" }];
    return desk;
  },
  spectator: () => wackeeSixDesk({ lobby: lobby(names), view: view({ sides: pairs, piles: many }, null), seat: null }),
  score: () => solo({ phase: "deal", caller: 2, sheet: [[12, 3, 21]], totals: [12, 3, 21] }),
  roles: () => {
    const desk = stories["partners"]!();
    desk.view = {
      ...desk.view!,
      public: { ...desk.view!.public, phase: "deal", sheet: [[12, -3, 21, 7]], totals: [12, -3, 21, 7] },
    };
    desk.legal = [];
    return desk;
  },
};

const asked = new URLSearchParams(location.search);
const root = document.documentElement;
set({ language: asked.get("language") === "es" ? "es" : "en", leftHanded: asked.get("hand") === "left", sound: false });
root.dataset["night"] = String(asked.has("night"));
root.dataset["calm"] = String(asked.has("calm"));
const app = document.getElementById("app")!;
const bar = document.createElement("nav"); // as high as the bar of the page
Object.assign(bar.style, { height: "56px", display: "flex", gap: "8px", flexWrap: "wrap", overflow: "hidden" });
for (const name of Object.keys(stories)) {
  const link = document.createElement("a");
  link.href = `?story=${name}`;
  link.textContent = name;
  bar.append(link);
}
app.append(bar);
const game = document.createElement("div");
Object.assign(game.style, { flex: "1", minHeight: "0", display: "flex", flexDirection: "column" });
app.append(game);
const desk = (stories[asked.get("story") ?? "play"] ?? stories["play"]!)();
Object.assign(window, { desk });
mount(GameStage, { target: game, props: { desk, game: "wackee_six" } });
