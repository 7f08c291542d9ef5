// The drawing of the cards: a shape and a pattern for each colour, six backs. All on a card of 70 by 100.
export type Colour = "r" | "g" | "b" | "y";
export const COLOURS: readonly Colour[] = ["r", "g", "b", "y"];

export const INK = "#1d1b26";
export const PAPER = "#fffaf0";
export const TINT: Record<Colour, string> = { r: "#d55e00", g: "#009e73", b: "#0072b2", y: "#f0e442" };

/** Triangle, square, circle, star, within 20 by 20. */
export const SHAPE: Record<Colour, string> = {
  r: "M10 1.500L19 18H1z",
  g: "M2.5 2.500h15v15h-15z",
  b: "M10 1.500a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1 0-17z",
  y: "M10 .8l2.8 6.2 6.7.7-5 4.5 1.4 6.6-5.9-3.4-5.9 3.4 1.4-6.6-5-4.5 6.7-.7z",
};

/** A path that is stroked with this width; 0 fills it. */
interface Pattern {
  d: string;
  stroke: number;
}

function grid(stepX: number, stepY: number, mark: (x: number, y: number) => string, stagger = 0): string {
  const marks: string[] = [];
  for (let row = 0, y = 0; y <= 100; row += 1, y += stepY) {
    for (let x = row % 2 ? stagger : 0; x <= 70; x += stepX) marks.push(mark(x, y));
  }
  return marks.join("");
}

const times = (count: number, mark: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => mark(at)).join("");

export const PATTERN: Record<Colour, Pattern> = {
  r: { d: times(10, (at) => `M${at * 18 - 4}-4L${at * 18 - 116} 108`), stroke: 6 },
  g: { d: grid(17.5, 10, (x, y) => `M${x} ${y}h.01`, 8.75), stroke: 6 },
  b: { d: times(8, (at) => `M-6 ${at * 14 + 2}q7-9 14 0t14 0 14 0 14 0 14 0 14 0`), stroke: 4 },
  y: { d: grid(28, 14, (x, y) => `M${x} ${y}h14v14h-14z`, 14), stroke: 0 },
};

/** One arm of the swirl that fills a wild, turning round the middle of the card. */
function arm(quarter: number): string {
  const point = (radius: number, turn: number, curl = radius): string => {
    const angle = ((turn + curl * 1.5) * Math.PI) / 180;
    return `${(35 + radius * Math.cos(angle)).toFixed(1)} ${(50 + radius * Math.sin(angle)).toFixed(1)}`;
  };
  const radii = [0, 8, 16, 24, 32, 40, 50, 64];
  const out = radii.map((radius) => point(radius, quarter * 90));
  const back = radii.map((radius) => point(radius, quarter * 90 + 92)).reverse();
  return `M${[...out, point(130, quarter * 90 + 46, 64), ...back].join("L")}z`;
}

export const SWIRL: readonly { colour: Colour; d: string }[] = COLOURS.map((colour, at) => ({ colour, d: arm(at) }));

/** The backs of the six sides, told apart by colour and by pattern. */
export const BACKS: readonly { tint: string; pattern: Pattern }[] = [
  { tint: "#7b3fa0", pattern: { d: grid(20, 12, (x, y) => `M${x} ${y - 5}l5 5-5 5-5-5z`, 10), stroke: 0 } }, // diamonds
  {
    tint: "#b93a14",
    pattern: { d: times(8, (at) => `M-5 ${at * 14}l10 7 10-7 10 7 10-7 10 7 10-7 10 7 10-7`), stroke: 3 },
  }, // zigzags
  { tint: "#27407a", pattern: { d: grid(16, 10, (x, y) => `M${x} ${y}h.01`, 8), stroke: 7 } }, // spots
  { tint: "#456018", pattern: { d: grid(18, 12, (x, y) => `M${x - 4} ${y}h8M${x} ${y - 4}v8`, 9), stroke: 3 } }, // crosses
  {
    tint: "#a82c5f",
    pattern: { d: grid(20, 14, (x, y) => `M${x - 5} ${y}a5 5 0 1 1 10 0a5 5 0 1 1-10 0`, 10), stroke: 2.5 },
  }, // rings
  {
    tint: "#4a4e69",
    pattern: { d: times(9, (at) => `M0 ${at * 12}h70`) + grid(20, 12, (x, y) => `M${x} ${y}v12`, 10), stroke: 2.5 },
  }, // bricks
];
