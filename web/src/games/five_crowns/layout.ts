// Where the cards of a hand lie. How big they are follows from the number of places and the room alone, so that no card
// shrinks when one is taken: a place is kept for that one from the start, at the end of the last row.
export const RATIO = 1.4; // height to width
const BIGGEST = 150;
const SMALLEST = 44;
const TARGETS = [44, 42, 40, 36, 28]; // so much of every card can be touched; less only where there is no other way
const WAYS: readonly (readonly [lean: boolean, rows: readonly number[]])[] = [
  [false, [1, 2]],
  [false, [3]], // three rows only where two do not do
  [true, [1, 2]],
  [true, [3]],
];
const SEEN = 0.64; // so much of every card is seen, of its width; more where there are few cards
const SEEN_OF_FEW: readonly [places: number, seen: number][] = [
  [4, 1],
  [7, 0.8],
];
const GAP = 10; // between groups, which overlap only where there are too many
const TIGHT = 5; // the same where there is no room for it
const AIR = 6; // between cards of a group, where there is room
const APART = 12; // before the card that was taken
const LEAN = 2; // between groups, and before the card that was taken, on the narrowest phones
const LEAN_APART = 4;
export const BRACKET = 20; // below each row
export const LIFT = 16; // above the first row

export interface Spot {
  x: number;
  y: number;
  row: number;
}

/** A bracket under the cards of one group, or the part of it in one row. */
export interface Bracket {
  group: number;
  x: number;
  y: number;
  width: number;
}

export interface Layout {
  card: number; // width
  spots: Map<string, Spot>;
  brackets: Bracket[];
  /** Where a taken card stands; null where all cards are in the groups. */
  slot: Spot | null;
}

/** The room for a hand, and how many cards it can have in this round. */
export interface Room {
  width: number;
  height: number;
  places: number;
}

export interface Size {
  card: number;
  rows: number;
}

interface Item {
  id: string | null; // null: the place of a taken card
  group: number;
}

/** How big the cards are and in how many rows they lie. It does not depend on the groups or on the turn. */
export function sizeOf({ width, height, places }: Room): Size {
  const seen = SEEN_OF_FEW.find(([most]) => places <= most)?.[1] ?? SEEN;
  for (const target of TARGETS) {
    for (const [lean, tried] of WAYS) {
      for (let card = BIGGEST; card >= SMALLEST; card -= 2) {
        for (const rows of tried) {
          const fits = rows * (card * RATIO + BRACKET) + LIFT <= height;
          const step = Math.max(target, card * seen);
          if (fits && widthAt(Math.ceil(places / rows), card, step, lean) <= width) return { card, rows };
        }
      }
    }
  }
  return { card: SMALLEST, rows: places > 8 ? 2 : 1 };
}

/** How wide a row of so many cards is: every third begins a group, and the last stands apart, unless room is scarce. */
function widthAt(cards: number, card: number, step: number, lean: boolean): number {
  if (lean || cards < 2) return card + step * (cards - 1) + LEAN_APART;
  return card + step * (cards - 2) + TIGHT * Math.ceil(cards / 3) + card + APART;
}

/** The cards of each group in order, the loose ones as the last group; `slot` keeps the place of a taken card. */
export function layOut(groups: readonly (readonly string[])[], room: Room, slot: boolean): Layout {
  const items: Item[] = groups.flatMap((ids, group) => ids.map((id) => ({ id, group })));
  if (slot) items.push({ id: null, group: groups.length });
  const { card, rows } = sizeOf(room);
  const longest = Math.max(Math.ceil(room.places / rows), longestRow(card, room));
  return place(split(items, rows, longest), card, rows, room);
}

/** How many cards of this size a row can hold with ease. */
function longestRow(card: number, { width, places }: Room): number {
  const step = Math.max(TARGETS[0]!, card * SEEN);
  let count = 1;
  while (count < places && widthAt(count + 1, card, step, false) <= width) count++;
  return count;
}

/** Rows of about the same length, cut between groups if that is not far off; none is longer than `longest`. */
function split(items: Item[], rows: number, longest: number): Item[][] {
  if (rows === 1 || items.length < 2) return [items];
  let best = 1;
  let cost = Infinity;
  for (let cut = 1; cut < items.length; cut++) {
    const torn = items[cut - 1]!.group === items[cut]!.group ? 2.5 : 0;
    const uneven = Math.abs(items.length - rows * cut);
    const crammed = 9 * Math.max(0, cut - longest, items.length - cut - longest * (rows - 1));
    if (uneven + torn + crammed < cost) [best, cost] = [cut, uneven + torn + crammed];
  }
  return [items.slice(0, best), ...split(items.slice(best), rows - 1, longest)];
}

type Kind = "step" | "gap" | "slot";

/** From each card of a row to the next: a step within a group, more between groups, and most before a taken card. */
function steps(line: Item[], card: number, width: number): number[] {
  const kinds = line.slice(1).map((item, at): Kind => {
    if (item.id === null) return "slot";
    return item.group === line[at]!.group ? "step" : "gap";
  });
  // from roomy to crammed: what is added to a step, or to a whole card, which then lies free
  const ways: Record<Kind, { whole: boolean; more: number }>[] = [
    { step: step(0), gap: free(GAP), slot: free(APART) },
    { step: step(0), gap: step(TIGHT), slot: free(APART) },
    { step: step(0), gap: step(TIGHT), slot: step(APART) },
    { step: step(0), gap: step(LEAN), slot: step(LEAN_APART) },
  ];
  for (const way of ways) {
    const fixed = kinds.reduce((sum, kind) => sum + way[kind].more + (way[kind].whole ? card : 0), card);
    const flexible = kinds.filter((kind) => !way[kind].whole).length;
    const by = flexible ? Math.min(card + AIR, (width - fixed) / flexible) : card;
    const fits = flexible ? by >= Math.min(card, Math.max(TARGETS[0]!, card * SEEN)) : fixed <= width;
    if (fits || way === ways.at(-1))
      return kinds.map((kind) => way[kind].more + (way[kind].whole ? card : Math.max(0, by)));
  }
  return [];
}
const step = (more: number) => ({ whole: false, more });
const free = (more: number) => ({ whole: true, more });

function place(lines: Item[][], card: number, rows: number, { width, height }: Room): Layout {
  const tall = card * RATIO + BRACKET;
  const down = Math.max(0, (height - LIFT - rows * tall) / 2);
  const layout: Layout = { card, spots: new Map(), brackets: [], slot: null };
  lines.forEach((line, row) => {
    const along = steps(line, card, width);
    const whole = along.reduce((sum, by) => sum + by, card);
    const y = LIFT + down + row * tall;
    let x = Math.max(0, (width - whole) / 2);
    line.forEach((item, at) => {
      x += along[at - 1] ?? 0;
      if (item.id === null) layout.slot = { x, y, row };
      else {
        layout.spots.set(item.id, { x, y, row });
        embrace(layout.brackets, item.group, x, y + card * RATIO, card, at > 0);
      }
    });
  });
  return layout;
}

/** Draws the last bracket longer, or begins one; `beside` says that a card lies left of this one. */
function embrace(brackets: Bracket[], group: number, x: number, y: number, card: number, beside: boolean): void {
  const last = brackets.at(-1);
  if (beside && last?.group === group) last.width = x + card - last.x;
  else {
    if (beside && last) last.width = Math.min(last.width, x - TIGHT / 2 - last.x); // what the next group covers
    brackets.push({ group, x, y, width: card });
  }
}

/** Where a card would go that is let go here: a group and the place in it; null is far from all of them. */
export function dropAt(
  layout: Layout,
  groups: readonly (readonly string[])[],
  x: number,
  y: number,
): { group: number; index: number } | null {
  const tall = layout.card * RATIO + BRACKET;
  let found: { group: number; index: number } | null = null;
  let nearest = Infinity;
  groups.forEach((ids, group) =>
    ids.forEach((id, at) => {
      const spot = layout.spots.get(id);
      if (!spot || y < spot.y - LIFT || y > spot.y + tall) return;
      const off = x - (spot.x + layout.card / 2);
      if (Math.abs(off) < nearest) {
        nearest = Math.abs(off);
        found = { group, index: off < 0 ? at : at + 1 };
      }
    }),
  );
  return found;
}
