// The cards as pictures, drawn once for all: a card on the table is then one element with a number, which a race can
// change a hundred times without laying out or painting a drawing again.
import { BACKS, COLOURS, type Colour, INK, PATTERN, SHAPE, SWIRL, TINT } from "./art";

function shape(of: Colour, x: number, y: number, size: number, fill: string): string {
  const stroke = `stroke="${INK}" stroke-width="${60 / size}" stroke-linejoin="round"`;
  return `<path d="${SHAPE[of]}" transform="translate(${x} ${y}) scale(${size / 20})" fill="${fill}" ${stroke}/>`;
}

function pattern({ d, stroke }: { d: string; stroke: number }, tint: string, opacity: number): string {
  const paint = stroke ? `fill="none" stroke="${tint}" stroke-width="${stroke}"` : `fill="${tint}"`;
  return `<path d="${d}" ${paint} stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;
}

const swirl = (stroke: number): string =>
  SWIRL.map(
    (arm) =>
      `<path d="${arm.d}" fill="${TINT[arm.colour]}" stroke="${INK}" stroke-width="${stroke}" stroke-linejoin="round"/>`,
  ).join("");

const mark = (colour: Colour): string => (colour === "y" ? INK : "#fff");

export function face(colour: Colour): string {
  const [tint, opacity] = colour === "y" ? [INK, 0.13] : ["#fff", 0.2];
  const ground = `<path d="M0 0h70v100H0z" fill="${TINT[colour]}"/>`;
  return (
    ground +
    pattern(PATTERN[colour], tint, opacity) +
    shape(colour, 5, 6, 18, mark(colour)) +
    shape(colour, 47, 76, 18, mark(colour))
  );
}

export const wild =
  swirl(2) +
  shape("r", 42, 62, 20, "#fff") +
  shape("g", 6, 62, 20, "#fff") +
  shape("b", 6, 18, 20, "#fff") +
  shape("y", 42, 18, 20, "#fff");

/** A wild that lies sideways on a pile of this colour. */
const across = (colour: Colour): string =>
  `<g transform="translate(100 0) rotate(90)">${swirl(2)}</g>` +
  shape(colour, 5, 5, 20, "#fff") +
  shape(colour, 75, 45, 20, "#fff");

function back(side: (typeof BACKS)[number]): string {
  const ground = `<path d="M0 0h70v100H0z" fill="#fffaf0"/><path d="M7 7h56v86H7z" fill="${side.tint}" stroke="${INK}" stroke-width="2" stroke-linejoin="round"/>`;
  return `${ground}<svg x="9" y="9" width="52" height="82" viewBox="9 9 52 82">${pattern(side.pattern, "#fff", 0.55)}</svg>`;
}

const small = (colour: Colour): string =>
  `<path d="M0 0h18v24H0z" fill="${TINT[colour]}"/><path d="${SHAPE[colour]}" transform="translate(5.4 1.8) scale(0.36)" fill="${mark(colour)}"/>`;

// Where cards of one size lie. Each place has pictures of its own: a browser lays one out again for every other size.
const PLACES = ["", ".hand", ".turned", ".air"];

function rule(name: string, width: number, height: number, drawing: string, place = ""): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"><!--${place}-->${drawing}</svg>`;
  return `${place} .wackee-${name}{background-image:url("data:image/svg+xml,${encodeURIComponent(svg)}")}`;
}

function rules(): string {
  const all = [rule("small-w", 18, 24, `<g transform="translate(0 -1) scale(0.26)">${swirl(3)}</g>`)];
  for (const place of PLACES) {
    all.push(rule("w", 70, 100, wild, place));
    for (const colour of COLOURS)
      all.push(rule(colour, 70, 100, face(colour), place), rule(`w${colour}`, 100, 70, across(colour), place));
  }
  for (const colour of COLOURS) all.push(rule(`small-${colour}`, 18, 24, small(colour)));
  BACKS.forEach((one, side) => all.push(rule(`back-${side}`, 70, 100, back(one))));
  return all.join("\n");
}

// a sheet of its own: the security policy forbids styles in the page, not those that a script makes
if (typeof CSSStyleSheet === "function" && "adoptedStyleSheets" in document) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
