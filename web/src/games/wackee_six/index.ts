import type { Action, View, WackeeSixOptions, WackeeSixView } from "../../wire";
import type { Manifest } from "../manifest";
import { builtInWords } from "../shared/words";
import { cardWords } from "./cards";
import { climax } from "./climax";
import { forcedOptions, lobbySides, nextPairs } from "./sides";

function hintSpots(action: Action): string[] {
  if (action.do === "turn" || action.do === "recycle") return ["[data-deck]"];
  if (action.do !== "play") return ["[data-call]"];
  const meant = action.as ?? action.card;
  return [
    `[data-from="${action.from}"]`,
    meant.slice(1) === "1" ? `[data-new="${meant[0]}"]` : `[data-next="${meant}"]`,
  ];
}
const USUAL_TARGET = 100;

export const wackeeSix: Manifest = {
  name: "wackee_six",
  Table: () => import("./Table.svelte"),
  handOnly: true,
  Emblem: () => import("./Emblem.svelte"),
  ...builtInWords("wackee_six", cardWords),
  hintSpots,
  startBots: 2,
  startEase: 2,
  RuleExample: () => import("./RuleExample.svelte"),
  lesson: async () => (await import("./lesson")).lesson(),
  climax,
  Opened: () => import("./Opened.svelte"),
  awards: () => import("./awards"),
  picture: () => import("./picture"),
  pad: () => import("./pad"),
  progress: (view, lobby) => ({
    round: Math.max(1, view.public.round),
    rounds: null,
    target: (lobby.options as WackeeSixOptions).target ?? USUAL_TARGET,
  }),
  BetweenRounds: () => import("./Roles.svelte"),
  parties: (view: View) => (view as WackeeSixView).public.sides.map((side) => side.seats),
  lobbyParties: lobbySides,
  nextPairs,
  forcedOptions,
  showsRefusals: true,
  ownPhrases: ["need-card", "have-card", "your-call"],
};
