// How the table lies in the room it has, so that six piles, seven cards of one's own and every button keep 44 pixels.
const WIDE = { width: 880, height: 560 };
const PHONE = 600; // narrower is a phone upright, whatever its height
const LOW = 680;
const NARROW = 360;
const ROOMY = 790; // in a row: sides, six piles and seven cards

/** The classes of the table: wide; tall (low, narrow); flat, a phone on its side or a page at 200 % (tight). */
export function shapeOf(width: number, height: number): string {
  if (width >= WIDE.width && height >= WIDE.height) return "wide";
  if (width < PHONE || height >= WIDE.height)
    return `tall${height < LOW ? " low" : ""}${width < NARROW ? " narrow" : ""}`;
  return width < ROOMY ? "flat tight" : "flat";
}

export type Form = "square" | "upright" | "rows";

/** The lanes: two by two where there is room; few piles in upright lanes with big cards; else four rows. */
export function formOf(shape: string, room: number): Form {
  if (shape === "wide") return "square";
  return room <= 3 ? "upright" : "rows";
}

const GAP = 5; // between two lanes
const LARGEST = 120;
const LABEL = 21; // the next number of a pile, beside it
export const TARGET = 44;

/** The width of a card, of a place for a pile, and how far it is from one place to the next, in lanes of this size altogether. */
export function pileSize(
  form: Form,
  width: number,
  height: number,
  room: number,
  low = false,
): { card: number; place: number; x: number; y: number } {
  const [across, down] = { square: [2, 2], upright: [4, 1], rows: [1, 4] }[form] as [number, number];
  const beside = low && form === "rows"; // the next number stands beside a card, not below it
  const [sides, ends] = form === "upright" ? [13, 19] : [19, beside ? 9 : 13]; // borders and margins of a lane
  const inner = { w: (width - GAP * (across - 1)) / across - sides, h: (height - GAP * (down - 1)) / down - ends };
  if (form === "upright") {
    const each = (inner.h - 8) / room;
    const card = Math.max(20, Math.min(inner.w - 2, (each - 12) * 0.7, LARGEST));
    return { card, place: Math.max(card, inner.w), x: 0, y: Math.min(each, (card * 10) / 7 + 14) };
  }
  const each = inner.w / room;
  const between = Math.max(1, Math.min(4, each - TARGET));
  const label = beside ? LABEL : 0;
  const card = Math.max(20, Math.min(each - between - label, (inner.h - (beside ? 0 : 8)) * 0.7, LARGEST));
  const place = Math.min(each - between, Math.max(beside ? card + label : card * 1.2, TARGET));
  return { card, place, x: place + between, y: 0 };
}
