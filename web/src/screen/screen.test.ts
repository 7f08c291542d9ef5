import { afterEach, expect, test } from "vitest";

import { parse } from "../app/route.svelte";
import { plain, screenLink, typedAddress } from "./addresses";
import * as shown from "./kept";
import { zoomFor } from "./room";

afterEach(() => localStorage.clear());

test("a screen is asked for in the query, or behind the code; without a code it asks for one", () => {
  expect(parse("#BCDFGHJK", "?screen")).toEqual({ page: "screen", code: "BCDFGHJK" });
  expect(parse("#bcdfghjk?screen")).toEqual({ page: "screen", code: "BCDFGHJK" });
  expect(parse("", "?screen")).toEqual({ page: "screen", code: null });
  expect(parse("#/", "?screen=1")).toEqual({ page: "screen", code: null });
  expect(parse("#/rules/wig_out", "?screen")).toEqual({ page: "screen", code: null });
  expect(parse("#BCDFGHJK", "?other")).toEqual({ page: "room", code: "BCDFGHJK" });
});

test("what is typed on a TV is short, and what is scanned leads to the table", () => {
  const link = "http://192.168.0.7:8000/#BCDFGHJK";
  expect(typedAddress(link)).toBe("192.168.0.7:8000/?screen");
  expect(plain("https://cards.example.org/#BCDFGHJK")).toBe("cards.example.org");
  const opened = new URL(screenLink(link, "CDFGHJKL"));
  expect(parse(opened.hash, opened.search)).toEqual({ page: "screen", code: "CDFGHJKL" });
});

test("a screen's place is no seat of this browser, and follows a new code", () => {
  shown.keep({ code: "BCDFGHJK", token: "t", link: "http://here/#BCDFGHJK" });
  expect(localStorage.getItem("rumpus-seats")).toBeNull();
  shown.recode("BCDFGHJK", "CDFGHJKL");
  expect(shown.find("BCDFGHJK")).toBeUndefined();
  expect(shown.find("CDFGHJKL")).toEqual({ code: "CDFGHJKL", token: "t", link: "http://here/#CDFGHJKL" });
  shown.drop("CDFGHJKL");
  expect(shown.find("CDFGHJKL")).toBeUndefined();
  localStorage.setItem("rumpus-screens", "[null, 7]");
  expect(shown.find("CDFGHJKL")).toBeUndefined();
});

test("everything is drawn larger on a larger screen, whichever way it stands", () => {
  const [hd, full, ultra] = [zoomFor(1280, 720), zoomFor(1920, 1080), zoomFor(3840, 2160)];
  expect(hd).toBeGreaterThan(1.1);
  expect(full).toBeCloseTo(1.5 * hd, 5);
  expect(ultra).toBeCloseTo(2 * full, 5);
  expect(zoomFor(1080, 1920)).toBeGreaterThan(1.5);
});
