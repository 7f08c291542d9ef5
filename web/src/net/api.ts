// The few HTTP requests: a seat, the games on offer, records.
import type { Invitation, JoinTable, Layout, Look, MoveDevice, OpenTable, Problem, Seated } from "../wire";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.expected);
  }
}

/** JSON Schema of a struct: `$ref` leads into `$defs`. */
export interface StructSchema {
  $ref?: string;
  $defs?: Record<string, { properties?: Record<string, FieldSchema> }>;
}

/** JSON Schema of one field, as far as our options and settings use it. */
export interface FieldSchema {
  type?: string;
  anyOf?: FieldSchema[];
  enum?: (string | number)[];
  minimum?: number;
  maximum?: number;
  items?: FieldSchema;
  default?: unknown;
  "x-group"?: string;
  "x-per"?: string;
  "x-is"?: string;
  "x-for"?: string;
  "x-choices"?: Record<string, number>;
  "x-usual"?: number | Record<string, number>;
}

export interface GameOffer {
  title: string;
  seats: [number, number];
  race: boolean;
  lowest_wins: boolean;
  options: StructSchema;
  /** Every kind of card, in the order of the pack. */
  kinds?: string[];
  /** How its deals and reshuffles lay shuffled cards out. */
  chance?: Record<string, Layout>;
}

/** What the server says of a game that the client has no table for. */
export interface GameText {
  /** Fluent messages. */
  ftl: string;
  /** The name of each card in words. */
  cards: Record<string, string>;
  /** Markdown. */
  rules: string;
}

export interface Offer {
  version: number;
  games: Record<string, GameOffer>;
  settings: StructSchema;
  levels: string[];
  avatars: string[];
  phrases: string[];
  emotes: string[];
  requests: string[];
  name_length: number;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return (await answer.json()) as T;
}

async function problem(answer: Response): Promise<Problem> {
  try {
    return (await answer.json()) as Problem;
  } catch {
    return { reason: "table-fault", expected: answer.statusText };
  }
}

export const openTable = (ask: OpenTable): Promise<Seated> => post("/api/tables", ask);
export const lookAt = (ask: Look): Promise<Invitation> => post("/api/look", ask);
export const joinTable = (ask: JoinTable): Promise<Seated> => post("/api/join", ask);
export const moveDevice = (ask: MoveDevice): Promise<Seated> => post("/api/device", ask);

async function get<T>(path: string): Promise<T> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return (await answer.json()) as T;
}

/** What can be played and set here. */
export const offer = (): Promise<Offer> => get("/api/games");
/** The words of a game that the client does not know. */
export const gameText = (game: string, language: string): Promise<GameText> =>
  get(`/api/games/${encodeURIComponent(game)}/text/${language}`);

/** A record as steps, one JSON object a line behind the header: of a finished match by name, or of a file's text. */
export async function steps(source: { name: string } | { text: string }): Promise<string> {
  const answer =
    "name" in source
      ? await fetch(`/api/records/${encodeURIComponent(source.name)}/steps`)
      : await fetch("/api/replay", { method: "POST", body: source.text });
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return answer.text();
}
