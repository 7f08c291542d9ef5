// Where the cards of a hand lie: as big as they fit, in one row or two, or three on a narrow phone, with a gap between groups.
export const RATIO = 1.4; // height to width
const BIGGEST = 114;
const SMALLEST = 44;
const TARGETS = [44, 42, 40, 36, 28]; // so much of every card can be touched; less only where there is no other way
const WAYS: readonly (readonly [apart: boolean, ...rows: number[]])[] = [
  [true, 1, 2],
  [false, 1, 2],
  [true, 3],
  [false, 3],
];
const GAP = 8; // between groups, which overlap only where there are too many
const TIGHT = 4; // the same where there is no room for it
const AIR = 6; // between cards of a group, where there is room
export const BRACKET = 24; // below each row
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
}

interface Item {
  id: string;
  group: number;
}

/** The cards of each group in order, the loose ones as the last group. */
export function layOut(groups: readonly (readonly string[])[], width: number, height: number): Layout {
  const items = groups.flatMap((ids, group) => ids.map((id) => ({ id, group })));
  for (const target of TARGETS) {
    for (const [apart, ...tried] of WAYS) {
      for (let card = BIGGEST; card >= SMALLEST; card -= 2) {
        for (const rows of tried) {
          const lines = split(items, rows, apart);
          const fits = rows * (card * RATIO + BRACKET) + LIFT <= height;
          const seen = Math.max(target, card * 0.6);
          if (fits && lines.every((line) => step(line, card, width, apart) >= seen))
            return place(lines, card, width, height, apart);
        }
      }
    }
  }
  return place(split(items, items.length > 8 ? 2 : 1, false), SMALLEST, width, height, false);
}

/** Rows of about the same length, cut between groups if that is not far off and there is room for it. */
function split(items: Item[], rows: number, roomy: boolean): Item[][] {
  if (rows === 1 || items.length < 2) return [items];
  let best = 1;
  let cost = Infinity;
  for (let cut = 1; cut < items.length; cut++) {
    const torn = items[cut - 1]!.group === items[cut]!.group ? (roomy ? 2.5 : 0.5) : 0;
    const uneven = Math.abs(items.length - rows * cut);
    if (uneven + torn < cost) [best, cost] = [cut, uneven + torn];
  }
  return [items.slice(0, best), ...split(items.slice(best), rows - 1, roomy)];
}

function gaps(line: Item[]): number {
  return line.filter((item, at) => at > 0 && item.group !== line[at - 1]!.group).length;
}

/** From one card to the next of its group; 0 where the groups have no room. Many small groups overlap each other too. */
function step(line: Item[], card: number, width: number, apart: boolean): number {
  const between = gaps(line);
  const room = width - card - between * (apart ? card + GAP : TIGHT);
  const steps = line.length - 1 - (apart ? between : 0);
  if (steps < 1) return room >= 0 ? card + AIR : 0;
  return Math.max(0, Math.min(card + AIR, room / steps));
}

function place(lines: Item[][], card: number, width: number, height: number, apart: boolean): Layout {
  const down = Math.max(0, (height - LIFT - lines.length * (card * RATIO + BRACKET)) / 2);
  const spots = new Map<string, Spot>();
  const brackets: Bracket[] = [];
  lines.forEach((line, row) => {
    const by = step(line, card, width, apart);
    const between = gaps(line);
    const across = apart ? card + GAP : by + TIGHT;
    const whole = card + by * (line.length - 1 - between) + across * between;
    const y = LIFT + down + row * (card * RATIO + BRACKET);
    let x = Math.max(0, (width - whole) / 2);
    line.forEach((item, at) => {
      const before = line[at - 1];
      const last = brackets.at(-1);
      if (before) x += before.group === item.group ? by : across;
      spots.set(item.id, { x, y, row });
      if (before?.group === item.group && last) last.width = x + card - last.x;
      else {
        if (before && last) last.width = Math.min(last.width, x - TIGHT / 2 - last.x); // what the next group covers
        brackets.push({ group: item.group, x, y: y + card * RATIO, width: card });
      }
    });
  });
  return { card, spots, brackets };
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
