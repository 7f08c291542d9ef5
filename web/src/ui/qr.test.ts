import jsQR from "jsqr";
import { expect, test } from "vitest";

import { picture } from "./qr";

const SCALE = 4; // pixels a module

/** What a camera reads from the picture. */
function read(link: string): string | undefined {
  const { side, path } = picture(link);
  const width = side * SCALE;
  const pixels = new Uint8ClampedArray(4 * width * width).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(run)) * SCALE; column++)
        pixels.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3);
  return jsQR(pixels, width, width)?.data;
}

test.each([
  "http://192.168.1.7:8000/#BCDFGHJK",
  "http://[fe80::1ff:fe23:4567:890a]:8000/#BCDFGHJK",
  "https://cards.example.org/#BCDFGHJK",
  "https://a-very-long-name-of-a-tunnel-that-somebody-has-rented.example.com:65535/games/#BCDFGHJK",
  "https://xn--mnchen-3ya.example/#BCDFGHJK",
])("the picture of %s reads as that link", (link) => {
  expect(read(link)).toBe(link);
});

test("the picture has the margin that cameras need", () => {
  const { side, path } = picture("http://192.168.1.7:8000/#BCDFGHJK");
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(
    (run) => run.slice(1).map(Number) as [number, number, number],
  );
  expect(Math.min(...runs.map(([x]) => x))).toBe(4);
  expect(Math.min(...runs.map(([, y]) => y))).toBe(4);
  expect(Math.max(...runs.map(([x, , run]) => x + run))).toBe(side - 4);
});
