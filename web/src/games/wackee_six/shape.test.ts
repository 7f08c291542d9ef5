import { describe, expect, test } from "vitest";

import { formOf, pileSize, shapeOf, TARGET } from "./shape";

describe("the shape of the table", () => {
  test.each([
    [390, 788, "tall"],
    [375, 611, "tall low"],
    [320, 512, "tall low narrow"],
    [844, 334, "flat"],
    [640, 344, "flat tight"],
    [1280, 744, "wide"],
    [768, 968, "tall"],
  ])("%i by %i is %s", (width, height, shape) => {
    expect(shapeOf(width, height)).toBe(shape);
  });
});

describe("places for piles", () => {
  // the widths that the table's columns leave to the lanes: a phone, a small one, on its side, 200 % zoom, a desktop
  test.each([
    ["tall", 374, 300],
    ["tall low narrow", 312, 250],
    ["tall low", 359, 181],
    ["flat", 337, 280],
    ["flat tight", 301, 280],
    ["wide", 1264, 360],
    ["wide", 864, 250],
  ])("are big enough for a finger in a table that is %s, %i wide", (shape, width, height) => {
    for (const room of [1, 2, 3, 4, 5, 6]) {
      const form = formOf(shape, room);
      const size = pileSize(form, width, height, room, shape.includes("low"));
      expect(size.place).toBeGreaterThanOrEqual(TARGET);
      if (form === "upright") expect(size.y).toBeGreaterThanOrEqual(TARGET);
      else expect(size.x).toBeGreaterThan(size.place); // no two overlap
    }
  });
});
