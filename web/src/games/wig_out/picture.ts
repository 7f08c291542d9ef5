// Wig Out! in pictures to share.
import { say } from "../../app/text.svelte";
import { drawn } from "../../picture/raster";
import type { View, WigOutView } from "../../wire";
import type { Picturing, PictureLine } from "../manifest";
import Card from "./Card.svelte";
import { CHARACTERS } from "./cards";

const all = (view: View) => (view as WigOutView).public;
const sorted = (cards: readonly string[]): string[] =>
  CHARACTERS.flatMap((character) => cards.filter((card) => card === character));

export const picture: Picturing = {
  card: (card, _, width) => drawn(Card, { card }, width),
  opened: (view, party) => [sorted(all(view).shown?.[party] ?? [])].filter((group) => group.length),
  position: (view, nameOf) => {
    const piles = CHARACTERS.filter((card) => (all(view).piles[card] ?? 0) > 0);
    const hand = sorted((view as WigOutView).private?.hand ?? []);
    const own: PictureLine[] =
      view.seat === null || !hand.length
        ? []
        : [{ label: say("picture-hand", { name: nameOf(view.seat) }), seat: view.seat, groups: [hand] }];
    return [{ label: say("picture-middle"), groups: [piles] }, ...own];
  },
};
