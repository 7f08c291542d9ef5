// A picture to share: what happened, who was there with which points, and their cards. Drawn in the look of the table.
import { blank, type Drawing, FINE, fonts, image } from "./raster";

export interface Group {
  cards: Drawing[];
}

export interface PosterRow {
  faces: Drawing[];
  name: string;
  /** At the right edge. */
  points?: string;
  /** Before the faces. */
  rank?: string;
  best?: boolean;
  groups: Group[];
}

export interface Poster {
  title: string;
  /** A word that bursts. */
  word?: string;
  words: string;
  rows: PosterRow[];
  /** Below everything: whose view it is, where it comes from. */
  notes: string[];
}

const WIDTH = 1080;
const EDGE = 48;
const FACE = 84;
const GAP = 12; // between cards of a group
const APART = 34; // between groups
const LEAST_CARD = 54;

/** Colours of the page, by day or by night. */
function colours(): { table: string; light: string; on: string; sun: string; coral: string; print: string } {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string, usual: string): string => style.getPropertyValue(name).trim() || usual;
  return {
    table: of("--table", "#174b4e"),
    light: of("--table-2", "#1f5f62"),
    on: of("--on-table", "#fff"),
    sun: of("--sun", "#f2b134"),
    coral: of("--coral", "#c8421c"),
    print: of("--print", "#1d1b26"),
  };
}

type Paint = ReturnType<typeof colours>;

const font = (size: number, weight = 600): string => `${weight} ${size}px Fredoka, "Trebuchet MS", sans-serif`;

/** Lines of at most this width. */
export function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A name that is too long ends in an ellipsis. */
export function shortened(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && measure(`${letters.join("")}…`) > width) letters.pop();
  return `${letters.join("")}…`;
}

export interface Placed {
  card: Drawing;
  x: number;
  y: number;
  width: number;
}

/** Where the cards of all groups lie in rows of this width, as large as they can be in at most two rows; and how high that is. */
export function layCards(
  groups: readonly Group[],
  width: number,
  largest: number,
): { cards: Placed[]; height: number } {
  const ratio = groups
    .flatMap((group) => group.cards)
    .reduce((most, { width: w, height: h }) => Math.max(most, h / w), 0);
  for (let size = largest; ; size -= 4) {
    const cards: Placed[] = [];
    let [x, row] = [0, 0];
    for (const { cards: group } of groups) {
      const whole = group.length * (size + GAP) - GAP;
      if (x > 0 && x + whole > width) [x, row] = [0, row + 1];
      for (const card of group) {
        if (x > 0 && x + size > width) [x, row] = [0, row + 1];
        cards.push({ card, x, y: row * (size * ratio + GAP), width: size });
        x += size + GAP;
      }
      x += APART - GAP;
    }
    if (row < 2 || size <= LEAST_CARD) return { cards, height: cards.length ? (row + 1) * (size * ratio + GAP) : 0 };
  }
}

const BURST =
  "M100 4l16 33 27-25 2 37 36-9-13 34 37 8-29 23 25 27-36 4 9 36-34-12-7 37-24-28-26 27-6-36-35 11 9-36-37-3 25-28-30-22 37-9-14-34 37 9 1-37 28 25z";

/** Draws a poster; as high as it has to be. */
export async function paint(poster: Poster): Promise<HTMLCanvasElement> {
  await fonts();
  const burst = poster.word
    ? await image(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 208 208" width="800" height="800"><path d="${BURST}" fill="${colours().coral}" stroke="${colours().print}" stroke-width="3.5" stroke-linejoin="round"/></svg>`,
      )
    : null;
  const height = compose(blank(1, 1).context, poster, burst, false);
  const sheet = blank(WIDTH, height);
  compose(sheet.context, poster, burst, true);
  return sheet.canvas;
}

/** Lays a poster out, and draws it if told to; gives its height. */
function compose(
  pen: CanvasRenderingContext2D,
  poster: Poster,
  burst: HTMLImageElement | null,
  draws: boolean,
): number {
  const paint = colours();
  const inner = WIDTH - 2 * EDGE;
  const measure = (text: string): number => pen.measureText(text).width;
  if (draws) {
    pen.fillStyle = paint.table;
    pen.fillRect(0, 0, pen.canvas.width / FINE, pen.canvas.height / FINE);
  }
  let y = EDGE;
  const centred = (text: string, size: number, weight: number, colour: string): void => {
    pen.font = font(size, weight);
    for (const line of wrap(text, inner, measure)) {
      y += size;
      Object.assign(pen, { fillStyle: colour, textAlign: "center" });
      if (draws) pen.fillText(line, WIDTH / 2, y);
      y += size * 0.25;
    }
  };
  centred(poster.title, 40, 500, paint.on);
  if (poster.word && burst) y = bursts(pen, poster.word, burst, y, paint, draws);
  centred(poster.words, poster.word ? 44 : 60, 700, poster.word ? paint.on : paint.sun);
  y += 28;
  for (const row of poster.rows) y = rowAt(pen, row, y, inner, paint, draws) + 16;
  y += 8;
  for (const note of poster.notes) centred(note, 28, 500, paint.on);
  return y + EDGE;
}

function bursts(
  pen: CanvasRenderingContext2D,
  word: string,
  burst: HTMLImageElement,
  y: number,
  paint: Paint,
  draws: boolean,
): number {
  const side = 420;
  if (draws) {
    pen.drawImage(burst, (WIDTH - side) / 2, y + 8, side, side);
    pen.save();
    pen.translate(WIDTH / 2, y + 8 + side / 2);
    pen.rotate((-6 * Math.PI) / 180);
    pen.font = font(84, 700);
    const size = Math.min(84, (84 * side * 0.86) / pen.measureText(word).width); // as large as the burst holds
    pen.font = font(size, 700);
    Object.assign(pen, { textAlign: "center", textBaseline: "middle", lineJoin: "round", lineWidth: size * 0.22 });
    pen.strokeStyle = paint.print;
    pen.fillStyle = "#fffaf0";
    pen.strokeText(word, 0, 0);
    pen.fillText(word, 0, 0);
    pen.restore();
  }
  return y + side + 20;
}

function rowAt(
  pen: CanvasRenderingContext2D,
  row: PosterRow,
  y: number,
  inner: number,
  paint: Paint,
  draws: boolean,
): number {
  const pad = 20;
  const head = row.faces.length || row.name ? FACE : 0;
  const { cards, height } = layCards(row.groups, inner - 2 * pad, 132);
  const whole = head + (height ? height + (head ? 14 : 0) : 0) + 2 * pad - (height ? GAP : 0);
  if (!draws) return y + whole;
  pen.beginPath();
  pen.roundRect(EDGE, y, inner, whole, 22);
  pen.fillStyle = paint.light;
  pen.fill();
  if (row.best) Object.assign(pen, { strokeStyle: paint.sun, lineWidth: 6 });
  if (row.best) pen.stroke();
  let x = EDGE + pad;
  const middle = y + pad + FACE / 2;
  const write = (text: string, size: number, at: number, align: CanvasTextAlign, colour: string): void => {
    pen.font = font(size);
    Object.assign(pen, { textAlign: align, textBaseline: "middle", fillStyle: colour });
    pen.fillText(text, at, middle);
    pen.textBaseline = "alphabetic";
  };
  if (row.rank) {
    write(row.rank, 34, x, "left", paint.on);
    x += 84;
  }
  for (const face of row.faces) {
    pen.drawImage(face.canvas, x, y + pad, FACE, FACE);
    x += FACE - 14;
  }
  if (row.faces.length) x += 34;
  pen.font = font(44);
  const points = row.points ?? "";
  const room = EDGE + inner - pad - x - (points ? pen.measureText(points).width + 24 : 0);
  write(
    shortened(row.name, room, (text) => pen.measureText(text).width),
    44,
    x,
    "left",
    paint.on,
  );
  if (points) write(points, 44, EDGE + inner - pad, "right", row.best ? paint.sun : paint.on);
  for (const { card, x: left, y: top, width } of cards)
    pen.drawImage(
      card.canvas,
      EDGE + pad + left,
      y + pad + (head ? head + 14 : 0) + top,
      width,
      (width * card.height) / card.width,
    );
  return y + whole;
}
