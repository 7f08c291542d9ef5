import { expect, test } from "vitest";

import { shared } from "./sharing";

const before = {
  public: {
    sides: [
      { up: ["r1", null], down: 6 },
      { up: ["g2"], down: 5 },
    ],
    piles: [{ height: 3 }],
  },
  private: null,
};
const fresh = (): typeof before => JSON.parse(JSON.stringify(before)) as typeof before;

test("what is equal is the same object", () => {
  expect(shared(before, fresh())).toBe(before);
});

test("what has changed is new, and all beside it is not", () => {
  const after = fresh();
  after.public.sides[1]!.down = 4;
  const found = shared(before, after);
  expect(found).toEqual(after);
  expect(found.public.sides[0]).toBe(before.public.sides[0]);
  expect(found.public.sides[1]!.up).toBe(before.public.sides[1]!.up);
  expect(found.public.sides[1]).not.toBe(before.public.sides[1]);
  expect(found.public.piles).toBe(before.public.piles);
});

test("longer, shorter, missing and other kinds are told apart", () => {
  for (const [one, other] of [
    [[1, 2], [1]],
    [[1], [1, 2]],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ b: 1 }, { a: 1 }],
    [null, {}],
    [[], {}],
    [{ a: [] }, { a: null }],
  ]) {
    expect(shared(one, other)).toEqual(other);
    expect(shared(one, other)).not.toBe(one);
  }
});
