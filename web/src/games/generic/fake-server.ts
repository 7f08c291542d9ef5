// A server with a game that the client has no table for, made by hand for tests.
import { vi } from "vitest";

import type { GameText, Offer } from "../../net/api";

export const PLUGIN = "crazy_eights";

const FTL = {
  en: `crazy_eights-about = Match the suit or the rank. Eights are wild.
crazy_eights-do-play = Play { $card }
crazy_eights-do-wild = Play { $card } and call { $suit }
crazy_eights-round-over = { $why ->
    [blocked] Nobody can move.
   *[out] Somebody is out of cards.
}
crazy_eights-option-rounds = Deals
option-sharp = Sharp rules
option-sharp-help = Nobody is told anything.
ce-no-match = { $card } does not match.`,
  es: "crazy_eights-do-play = Jugar { $card }",
};
const CARDS = {
  en: { "7h": "7 of hearts", "8s": "8 of spades", Qd: "queen of diamonds" },
  es: { "7h": "7 de corazones", "8s": "8 de picas", Qd: "reina de diamantes" },
};

export const text = (language: "en" | "es"): GameText => ({
  ftl: FTL[language],
  cards: CARDS[language],
  rules: language === "en" ? "# Crazy Eights\n\n[CE-01] Match." : "# Ochos locos\n\n[CE-01] Iguala.",
});

export const OFFER: Offer = {
  version: 1,
  games: {
    [PLUGIN]: {
      title: "Crazy Eights",
      seats: [2, 7],
      race: false,
      lowest_wins: true,
      options: {
        $ref: "#/$defs/Options",
        $defs: {
          Options: {
            properties: {
              first_dealer: {
                anyOf: [{ enum: ["host", "random"] }, { type: "integer", minimum: 0, maximum: 31 }],
                default: "host",
                "x-is": "seat",
              },
              rounds: { type: "integer", minimum: 1, maximum: 20, default: 3 },
              sharp: { type: "boolean", default: false, "x-group": "experts" },
              head_start: {
                anyOf: [{ type: "array", items: { type: "integer", minimum: -500, maximum: 500 } }, { type: "null" }],
                default: null,
                "x-group": "ages",
                "x-per": "party",
                "x-usual": 0,
              },
            },
          },
        },
      },
    },
  },
  settings: {
    $ref: "#/$defs/Settings",
    $defs: {
      Settings: {
        properties: {
          hints: { type: "boolean", default: true },
          turn_s: { anyOf: [{ type: "integer", minimum: 5, maximum: 600 }, { type: "null" }], default: null },
          stand_in: { enum: ["beginner", "casual"], default: "casual", "x-group": "experts" },
        },
      },
    },
  },
  levels: ["beginner", "casual", "skilled", "expert"],
  avatars: [],
  phrases: [],
  emotes: [],
  requests: [],
  name_length: 20,
};

/** Answers what a page asks of the server; undo it with vi.unstubAllGlobals. */
export function stubServer(): void {
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("fetch", (path: string) => {
    const language = /\/text\/(en|es)$/.exec(path)?.[1] as "en" | "es" | undefined;
    const found = path === "/api/games" ? OFFER : language ? text(language) : null;
    return Promise.resolve(new Response(JSON.stringify(found ?? { reason: "no" }), { status: found ? 200 : 404 }));
  });
}
