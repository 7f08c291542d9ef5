// Five Crowns in pictures to share.
import { say } from "../../app/text.svelte";
import { drawn } from "../../picture/raster";
import type { FiveCrownsView, View } from "../../wire";
import type { Picturing, PictureLine } from "../manifest";
import Card from "./Card.svelte";

const all = (view: View) => (view as FiveCrownsView).public;

export const picture: Picturing = {
  card: (card, view, width) => drawn(Card, { card, wild: all(view).wild }, width),
  opened: (view, party) => {
    const { laid, shown } = all(view);
    return [...(laid[party] ?? []), shown?.[party] ?? []].filter((group) => group.length);
  },
  position: (view, nameOf) => {
    const { laid, discard } = all(view);
    const hand = (view as FiveCrownsView).private?.hand ?? [];
    const melds = laid.flatMap((groups, seat): PictureLine[] =>
      groups?.length ? [{ label: nameOf(seat), seat, groups }] : [],
    );
    const top: PictureLine[] = discard === null ? [] : [{ label: say("picture-discard"), groups: [[discard]] }];
    const own: PictureLine[] =
      view.seat === null || !hand.length
        ? []
        : [{ label: say("picture-hand", { name: nameOf(view.seat) }), seat: view.seat, groups: [hand] }];
    return [...top, ...melds, ...own];
  },
};
