// Where the pips of a number card lie, right of its corner: in two columns and the middle between them.
const [LEFT, MIDDLE, RIGHT] = [50, 66, 82];
const FOUR = [22, 54, 86, 118];
const THREE = [22, 70, 118];

/** The centre of each pip; those in the lower half stand on their head. */
export type Pip = readonly [x: number, y: number];

const pairs = (rows: readonly number[]): Pip[] => rows.flatMap((y) => [[LEFT, y] as const, [RIGHT, y] as const]);
const middle = (...rows: number[]): Pip[] => rows.map((y) => [MIDDLE, y] as const);

export const PIPS: Record<string, readonly Pip[]> = {
  3: middle(...THREE),
  4: pairs([22, 118]),
  5: [...pairs([22, 118]), ...middle(70)],
  6: pairs(THREE),
  7: [...pairs(THREE), ...middle(46)],
  8: [...pairs(THREE), ...middle(46, 94)],
  9: [...pairs(FOUR), ...middle(70)],
  T: [...pairs(FOUR), ...middle(38, 102)],
};
