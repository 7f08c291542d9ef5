// Components that draw an SVG, as pictures for a canvas. An SVG that is shown as an image knows neither our style sheets nor
// our fonts: looks are written into it, and its letters are drawn by the canvas, which has the font of the page.
import { flushSync, mount, unmount, type Component } from "svelte";

const LOOKS = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-opacity"],
  ...["opacity", "display", "visibility"],
];
/** Drawn twice as fine as asked for, so that it stays sharp where it is shown smaller or larger. */
export const FINE = 2;

export interface Drawing {
  canvas: HTMLCanvasElement;
  /** In the units of the picture. */
  width: number;
  height: number;
}

/** The font of the page must be there before a canvas can write with it. */
export const fonts = (): Promise<unknown> =>
  Promise.all(["500 20px Fredoka", "600 20px Fredoka", "700 20px Fredoka"].map((font) => document.fonts?.load(font)));

export function blank(width: number, height: number): Drawing & { context: CanvasRenderingContext2D } {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width * FINE);
  canvas.height = Math.ceil(height * FINE);
  const context = canvas.getContext("2d")!;
  context.scale(FINE, FINE);
  return { canvas, context, width, height };
}

/** The text of an SVG as an image. */
export async function image(svg: string): Promise<HTMLImageElement> {
  const found = new Image();
  found.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await found.decode();
  return found;
}

interface Letters {
  text: string;
  x: number;
  y: number;
  font: string;
  spacing: string;
  fill: string;
}

function lettersOf(text: SVGTextElement, corner: DOMRect, scale: number): Letters {
  const style = getComputedStyle(text);
  const matrix = text.getScreenCTM()!;
  const at = new DOMPoint(text.x.baseVal.getItem(0).value, text.y.baseVal.getItem(0).value).matrixTransform(matrix);
  return {
    text: text.textContent ?? "",
    x: at.x - corner.left,
    y: at.y - corner.top,
    font: `${style.fontWeight} ${parseFloat(style.fontSize) * scale}px ${style.fontFamily}`,
    spacing: `${(parseFloat(style.letterSpacing) || 0) * scale}px`,
    fill: style.fill,
  };
}

/** What a component draws, so many pixels wide. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each component has props of its own
export async function drawn(Part: Component<any>, props: Record<string, unknown>, width: number): Promise<Drawing> {
  const box = document.createElement("div");
  box.style.cssText = `position:fixed;left:-9999px;top:0;width:${width}px;contain:layout`;
  document.body.append(box);
  const part = mount(Part, { target: box, props });
  flushSync();
  try {
    return await copied(box.querySelector("svg")!, width);
  } finally {
    void unmount(part);
    box.remove();
  }
}

async function copied(svg: SVGSVGElement, width: number): Promise<Drawing> {
  const { width: w, height: h } = svg.viewBox.baseVal;
  const corner = svg.getBoundingClientRect();
  const scale = width / w;
  const drawing = blank(width, h * scale);
  const letters = [...svg.querySelectorAll("text")].map((text) => lettersOf(text, corner, scale));
  const copy = withLooks(svg);
  copy.setAttribute("width", String(drawing.canvas.width));
  copy.setAttribute("height", String(drawing.canvas.height));
  const picture = await image(new XMLSerializer().serializeToString(copy));
  drawing.context.drawImage(picture, 0, 0, width, h * scale);
  for (const { text, x, y, font, spacing, fill } of letters) {
    Object.assign(drawing.context, { font, fillStyle: fill, letterSpacing: spacing });
    drawing.context.fillText(text, x, y);
  }
  return drawing;
}

/** A copy of a drawing that needs no style sheet, without its letters. */
function withLooks(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = svg.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((node, at) => {
    const style = getComputedStyle(from[at]!);
    if (!node.closest("defs")) for (const look of LOOKS) node.setAttribute(look, style.getPropertyValue(look));
    node.removeAttribute("class");
    node.removeAttribute("style");
  });
  copy.querySelectorAll("text").forEach((text) => text.remove());
  return copy;
}
