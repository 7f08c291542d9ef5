// The manifest of any game that only the server knows: what it is called comes from the server, the table is generic.
import { settings } from "../../app/settings.svelte";
import { say, sayAny } from "../../app/text.svelte";
import { offers } from "../../net/offers.svelte";
import type { Manifest } from "../manifest";
import { serverText } from "./server-text.svelte";
import { actionWords, cardWords, readable } from "./words";

const USUAL_BOTS = 2;
const made = new Map<string, Manifest>();

export function genericGame(name: string): Manifest {
  let found = made.get(name);
  if (!found) made.set(name, (found = make(name)));
  return found;
}

function make(name: string): Manifest {
  const seats = (): [number, number] => offers.game(name)?.seats ?? [2, 2];
  const known = (): unknown => serverText(name, settings.language); // its messages come with it
  return {
    name,
    Table: () => import("./Table.svelte"),
    Opened: () => import("./Opened.svelte"),
    awards: async () => {
      const { comeback } = await import("../shared/awards");
      return { awards: [comeback(offers.game(name)?.lowest_wins ?? false)] };
    },
    progress: (view) => ({ round: Math.max(1, view.public.round), rounds: null, target: null }),
    title: () => {
      known();
      return offers.game(name)?.title ?? readable(name);
    },
    about: () => {
      known();
      const [least, most] = seats();
      return sayAny([`${name}-about`]) ?? say("generic-about", { least, most });
    },
    get startBots() {
      const [least, most] = seats();
      return Math.max(least - 1, Math.min(USUAL_BOTS, most - 1));
    },
    cardWords: (card) => cardWords(name, card),
    hintWords: (action) => actionWords(name, action),
    hintSpots: (action) => [`[data-action=${JSON.stringify(JSON.stringify(action))}]`],
    rules: (language) => serverText(name, language as typeof settings.language)?.rules ?? "",
    roundOver: (why) => {
      known();
      return sayAny([`${name}-round-over`], { why }) ?? say("web-round-over", { why: "out" });
    },
  };
}
