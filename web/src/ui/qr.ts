// A link as a QR code, drawn here: the server has better things to do, and the link holds the code of the table.
import { correction, generate } from "lean-qr/nano";

const MARGIN = 4; // in modules, on each side; the standard asks for it, and cameras need it

export interface Picture {
  /** The side of the square, in modules, with its margin. */
  side: number;
  /** The dark modules, as the outline of an SVG path. */
  path: string;
}

/** The QR code of a link. Throws if the link is longer than a code can hold, about 2,300 letters. */
export function picture(link: string): Picture {
  const code = generate(link, { minCorrectionLevel: correction.M });
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y) || code.get(x - 1, y)) continue;
      let end = x + 1;
      while (code.get(end, y)) end++;
      path += `M${x + MARGIN} ${y + MARGIN}h${end - x}v1H${x + MARGIN}z`;
    }
  }
  return { side: code.size + 2 * MARGIN, path };
}
