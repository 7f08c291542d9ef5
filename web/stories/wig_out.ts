// The table of Wig Out! in its states: wig_out.html?story=play&language=es&night&left; without a story, a list of them.
import { mount } from "svelte";

import "../src/app/app.css";
import GameStage from "../src/games/GameStage.svelte";
import { CHARACTERS } from "../src/games/wig_out/cards";
import { wigOutDesk, plays } from "../src/games/wig_out/fake-desk.svelte";
import { set } from "../src/app/settings.svelte";
import type { FakeDesk } from "../src/games/shared/fake-desk.svelte";
import type { WigOutView } from "../src/wire";

const PILES = { afro: 2, bun: 1, flame: 3, nest: 5 };
const HAND = ["afro", "mohawk", "mohawk", "bolt", "nest", "onehair", "curls"];
const TWELVE = [...CHARACTERS, "mohawk", "mohawk", "curls"];
const POOR = ["mohawk", "bolt", "onehair", "curls"];
const play = { hand: HAND, legal: plays(HAND, PILES), public: { piles: PILES } };
const SHOWN = [
  ["afro", "bolt"],
  [],
  ["nest", "curls", "curls", "braid", "moptop"],
  ["bun"],
  ["flame", "beehive", "onehair"],
  ["mohawk", "mohawk", "bolt", "pigtails", "afro", "nest", "nest", "braid", "curls"],
];
const scored = (seats: number) => ({
  phase: "deal",
  hands: SHOWN.slice(0, seats).map((hand) => hand.length),
  shown: SHOWN.slice(0, seats),
  totals: SHOWN.slice(0, seats).map((hand, at) => hand.length + at * 2),
  sheet: [SHOWN.slice(0, seats).map((hand) => hand.length)],
});

const stories: Record<string, () => FakeDesk<WigOutView>> = {
  "before-go": () =>
    wigOutDesk({ hand: HAND, legal: [{ do: "go" }], public: { phase: "ready", piles: { afro: 1, bun: 1 } } }),
  "before-go-waiting": () => wigOutDesk({ hand: HAND, public: { phase: "ready", dealer: 2, piles: { afro: 2 } } }),
  countdown: () => {
    const desk = wigOutDesk({
      hand: HAND,
      legal: [{ do: "go" }],
      public: { phase: "ready", piles: { afro: 1, bun: 1 } },
    });
    setTimeout(
      () =>
        desk.tell({
          kind: "countdown",
          countdown: { type: "countdown", why: "go", ms: 3000 },
          until: performance.now() + 3000,
        }),
      100,
    );
    return desk;
  },
  play: () => wigOutDesk(play),
  twelve: () => wigOutDesk({ hand: TWELVE, legal: plays(TWELVE, PILES), public: { piles: PILES, deck: 3 } }),
  "must-draw": () => wigOutDesk({ hand: POOR, legal: [{ do: "draw" }], public: { piles: PILES } }),
  wait: () => wigOutDesk({ hand: POOR, public: { piles: PILES, deck: 0 } }),
  shout: () => wigOutDesk({ hand: [], legal: [{ do: "shout" }], public: { piles: PILES } }),
  shouted: () => {
    const desk = wigOutDesk({ hand: [], players: 4, public: scored(4) });
    setTimeout(() => desk.tell({ kind: "lines", at: 0, before: null, lines: [{ by: 1, do: "shout" }] }), 100);
    return desk;
  },
  near: () =>
    wigOutDesk({
      ...play,
      places: { 1: { bot: "casual", person: null }, 2: { stand_in: "casual" }, 3: { gone: true } },
      public: { piles: PILES, hands: [7, 1, 2, 5] },
    }),
  pending: () =>
    wigOutDesk({
      ...play,
      pending: [
        { do: "start", cards: ["mohawk", "mohawk"] },
        { do: "lay", card: "afro" },
      ],
    }),
  beaten: () => {
    const desk = wigOutDesk(play);
    const refused = { type: "refused" as const, id: "1", reason: "wo-deck-empty", first: 1, by_ms: 40 };
    setTimeout(() => desk.tell({ kind: "refused", refused, action: { do: "lay", card: "afro" } }), 300);
    return desk;
  },
  score: () => wigOutDesk({ hand: SHOWN[0]!, public: scored(4) }),
  six: () =>
    wigOutDesk({
      ...play,
      players: 6,
      places: { 3: { bot: "skilled", person: null } },
      public: {
        piles: Object.fromEntries(CHARACTERS.map((card, at) => [card, 1 + (at % 5)])),
        hands: [7, 5, 3, 2, 9, 4],
        dealer: 4,
      },
    }),
  "six-score": () => wigOutDesk({ hand: SHOWN[0]!, players: 6, public: scored(6) }),
  spectator: () => wigOutDesk({ seat: null, players: 6, public: { piles: PILES, hands: [6, 5, 3, 2, 9, 4] } }),
};

const asked = new URLSearchParams(location.search);
const app = document.getElementById("app")!;
document.documentElement.dataset["night"] = String(asked.has("night"));
document.documentElement.dataset["calm"] = String(asked.has("calm"));
set({ language: asked.get("language") === "es" ? "es" : "en", leftHanded: asked.has("left"), sound: false });
const story = stories[asked.get("story") ?? ""];
if (story) {
  const bar = document.createElement("header"); // as high as the bar of the real page
  bar.style.height = "56px";
  const target = document.createElement("div");
  Object.assign(target.style, { flex: "1", minHeight: "0", display: "flex", flexDirection: "column" });
  app.append(bar, target);
  const desk = story();
  Object.assign(window, { desk });
  mount(GameStage, { target, props: { desk, game: "wig_out" } });
} else {
  for (const name of Object.keys(stories)) {
    const link = document.createElement("a");
    link.href = `?story=${name}`;
    link.textContent = name;
    app.append(link);
  }
}
