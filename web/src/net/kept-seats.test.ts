// Seats that a browser keeps, by code.
import { afterEach, describe, expect, it } from "vitest";

import { all, find, keep, recode } from "./kept-seats";

const seat = { code: "BCDFGHJK", token: "t", game: "wig_out", link: "http://192.0.2.1:8000/#BCDFGHJK" };
afterEach(() => localStorage.clear());

describe("a new code", () => {
  it("keeps the seat, with the link that others reach", () => {
    keep(seat);
    recode("BCDFGHJK", "XZXZXZXZ");
    expect(find("BCDFGHJK")).toBeUndefined();
    expect(find("XZXZXZXZ")).toMatchObject({ token: "t", link: "http://192.0.2.1:8000/#XZXZXZXZ" });
  });

  it("of a seat that was not kept changes nothing", () => {
    keep(seat);
    recode("LLLLLLLL", "XZXZXZXZ");
    recode("BCDFGHJK", "BCDFGHJK");
    expect(all()).toMatchObject([seat]);
  });
});
