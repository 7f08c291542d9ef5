// The options of a game and the settings of a table as fields to fill in, read from the JSON Schema that the server serves.
import type { FieldSchema, StructSchema } from "./api";

export const GROUPS = ["usual", "ages", "experts"] as const;
export type Group = (typeof GROUPS)[number];

export interface Choice {
  /** The end of the key of its words. */
  name: string;
  value: string | number;
}

export interface Field {
  name: string;
  of: "options" | "settings";
  group: Group;
  /** handicap: one number for each party. */
  kind: "flag" | "number" | "choice" | "seat" | "handicap";
  /** Can it be left to the table? */
  nullable: boolean;
  integer: boolean;
  least: number;
  most: number;
  choices: Choice[];
  default: unknown;
  /** Of a handicap: the number of a party that has none. */
  usual(parties: number): number;
}

/** The fields of a struct; those that matter only in a race, or only in turns, where they do. */
export function fieldsOf(schema: StructSchema | undefined, of: Field["of"], race: boolean): Field[] {
  const name = schema?.$ref?.split("/").pop() ?? "";
  const properties = schema?.$defs?.[name]?.properties ?? {};
  return Object.entries(properties)
    .filter(([, field]) => field["x-for"] === undefined || (field["x-for"] === "race") === race)
    .flatMap(([key, field]) => fieldOf(key, field, of) ?? []);
}

/** null for what nobody can fill in here: it keeps its value. */
function fieldOf(name: string, schema: FieldSchema, of: Field["of"]): Field | null {
  const inner = schema.anyOf?.find((one) => one.type !== "null") ?? schema;
  const range = inner.type === "array" ? (inner.items ?? {}) : inner;
  const kind = kindOf(schema, inner);
  if (!kind) return null;
  const group = GROUPS.find((one) => one === schema["x-group"]) ?? "usual";
  return {
    name,
    of,
    group,
    kind,
    nullable: schema.anyOf?.some((one) => one.type === "null") ?? false,
    integer: range.type === "integer",
    least: range.minimum ?? -Infinity,
    most: range.maximum ?? Infinity,
    choices: choicesOf(schema, inner),
    default: schema.default,
    usual: (parties) => usualOf(schema["x-usual"], parties),
  };
}

function kindOf(schema: FieldSchema, inner: FieldSchema): Field["kind"] | null {
  if (inner.type === "array") return schema["x-per"] ? "handicap" : null;
  if (schema["x-is"] === "seat") return "seat";
  if (inner.enum || schema["x-choices"]) return "choice";
  if (inner.type === "boolean") return "flag";
  return inner.type === "integer" || inner.type === "number" ? "number" : null;
}

function choicesOf(schema: FieldSchema, inner: FieldSchema): Choice[] {
  const named = Object.entries(schema["x-choices"] ?? {}).map(([name, value]) => ({ name, value }));
  return named.length ? named : (inner.enum ?? []).map((value) => ({ name: String(value), value }));
}

/** It may depend on the number of parties: for up to so many. */
function usualOf(usual: FieldSchema["x-usual"], parties: number): number {
  if (typeof usual !== "object") return usual ?? 0;
  const limits = Object.keys(usual).map(Number);
  const limit = limits.filter((most) => most >= parties).sort((a, b) => a - b)[0] ?? Math.max(...limits);
  return usual[limit] ?? 0;
}

export type Typed = { value: number } | { wrong: "number" | "integer" | "range" };

/** What somebody typed into a field of numbers, or what is wrong with it. */
export function readNumber(field: Pick<Field, "integer" | "least" | "most">, typed: string): Typed {
  const value = Number(typed.trim().replace(",", "."));
  if (typed.trim() === "" || !Number.isFinite(value)) return { wrong: "number" };
  if (value < field.least || value > field.most) return { wrong: "range" };
  if (field.integer && !Number.isInteger(value)) return { wrong: "integer" };
  return { value };
}

/** A handicap for so many parties; null if nobody has any. */
function fitHandicap(field: Field, values: readonly number[] | null | undefined, parties: number): number[] | null {
  if (!values) return null;
  const fitted = Array.from({ length: parties }, (_, party) => values[party] ?? field.usual(parties));
  return fitted.some((value) => value !== field.usual(parties)) ? fitted : null;
}

/** The same with another number for one of them; null is the usual one. */
export function setHandicap(
  field: Field,
  values: readonly number[] | null | undefined,
  parties: number,
  party: number,
  value: number | null,
): number[] | null {
  const all = Array.from({ length: parties }, (_, at) => values?.[at] ?? field.usual(parties));
  all[party] = value ?? field.usual(parties);
  return fitHandicap(field, all, parties);
}
