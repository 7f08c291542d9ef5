import { describe, expect, it } from "vitest";

import type { StructSchema } from "./api";
import { type Field, fieldsOf, readNumber, setHandicap } from "./options";

const schema: StructSchema = {
  $ref: "#/$defs/Options",
  $defs: {
    Options: {
      properties: {
        dealer: {
          anyOf: [{ enum: ["host", "random"] }, { type: "integer", minimum: 0, maximum: 31 }],
          default: "host",
          "x-is": "seat",
        },
        rounds: { type: "integer", minimum: 1, maximum: 11, default: 11 },
        pace: { type: "number", minimum: 0.25, maximum: 8, default: 1, "x-choices": { fast: 0.5, normal: 1 } },
        tie: { type: "boolean", default: false },
        limit: { anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }], default: null, "x-group": "experts" },
        alone: { anyOf: [{ type: "integer" }, { type: "null" }], default: null, "x-is": "seat" },
        cards: {
          anyOf: [{ type: "array", items: { type: "integer", minimum: 1, maximum: 9 } }, { type: "null" }],
          default: null,
          "x-group": "ages",
          "x-per": "party",
          "x-usual": { 4: 7, 6: 5 },
        },
        countdown: { type: "number", minimum: 0, maximum: 10, default: 3, "x-for": "race" },
        turn: { type: "integer", minimum: 5, default: 20, "x-for": "turns" },
        odd: { type: "object", default: {} },
      },
    },
  },
};
const fields = fieldsOf(schema, "options", true);
const field = (name: string): Field => fields.find((one) => one.name === name)!;

describe("options from a schema", () => {
  it("every field has its kind, its group and its range", () => {
    expect(fields.map(({ name, kind, group }) => `${name} ${kind} ${group}`)).toEqual([
      "dealer seat usual",
      "rounds number usual",
      "pace choice usual",
      "tie flag usual",
      "limit number experts",
      "alone seat usual",
      "cards handicap ages",
      "countdown number usual",
    ]);
    expect([field("limit").nullable, field("rounds").nullable]).toEqual([true, false]);
    expect([field("cards").least, field("cards").most]).toEqual([1, 9]);
    expect(field("dealer").choices.map(({ value }) => value)).toEqual(["host", "random"]); // and the players
    expect(field("pace").choices).toEqual([
      { name: "fast", value: 0.5 },
      { name: "normal", value: 1 },
    ]);
    expect(fieldsOf(schema, "options", false).map(({ name }) => name)).toContain("turn");
  });

  it("bad input is told apart from good", () => {
    expect(readNumber(field("rounds"), " 7 ")).toEqual({ value: 7 });
    expect(readNumber(field("rounds"), "0")).toEqual({ wrong: "range" });
    expect(readNumber(field("rounds"), "2.5")).toEqual({ wrong: "integer" });
    expect(readNumber(field("rounds"), "")).toEqual({ wrong: "number" });
    expect(readNumber(field("countdown"), "1,5")).toEqual({ value: 1.5 });
  });

  it("a handicap has a number for everybody, and nobody's is none", () => {
    const cards = field("cards");
    expect(setHandicap(cards, null, 3, 1, 4)).toEqual([7, 4, 7]);
    expect(setHandicap(cards, [7, 4, 7], 3, 1, null)).toBeNull();
    expect(setHandicap(cards, [7, 4], 5, 4, 2)).toEqual([7, 4, 5, 5, 2]);
  });
});
