// The few HTTP requests: a seat, the games on offer, records.
import { askAnywhere, askDevice, askServer, bareToken, isOwn } from "../offline/device.svelte";
import { ownKey } from "./device-key";
import type { CoachPage, Invitation, JoinTable, Layout, Look, MoveDevice, OpenTable, Problem, Seated } from "../wire";

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
  /** Can a round of a match be played by itself? */
  single_rounds?: boolean;
  options: StructSchema;
  /** Can it say what could have been after a round? */
  coach?: boolean;
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

/** The key of a member's device, for what only members may do. */
export const shown = (key: string | null): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {});

/** A text as body is sent as it is. */
export async function post<T>(path: string, body: unknown, key: string | null = null, asks = askServer): Promise<T> {
  const answer = await asks(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...shown(key) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return (await answer.json()) as T;
}

export async function problem(answer: Response): Promise<Problem> {
  try {
    return (await answer.json()) as Problem;
  } catch {
    return { reason: "table-fault", expected: answer.statusText };
  }
}

/** `key`: of this device, where the table is one of a circle, which only a server keeps. */
export const openTable = (ask: OpenTable, key: string | null = null): Promise<Seated> =>
  post("/api/tables", ask, key, key ? askServer : askAnywhere);
export const lookAt = (ask: Look): Promise<Invitation> => post("/api/look", ask);
export const joinTable = (ask: JoinTable, key: string | null = null): Promise<Seated> => post("/api/join", ask, key);
export const moveDevice = (ask: MoveDevice): Promise<Seated> => post("/api/device", ask);

export async function get<T>(
  path: string,
  key: string | null = null,
  asks = key ? askServer : askAnywhere,
): Promise<T> {
  const answer = await asks(path, { headers: shown(key) });
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return (await answer.json()) as T;
}

/** What can be played and set here. */
export const offer = (): Promise<Offer> => get("/api/games");
/** The words of a game that the client does not know. */
export const gameText = (game: string, language: string): Promise<GameText> =>
  get(`/api/games/${encodeURIComponent(game)}/text/${language}`);

/**
 * A record as steps, one JSON object a line behind the header: of a finished match by name, or of a file's text. What was
 * played on this device is kept here, and no server knows its name.
 */
export async function steps(source: { name: string } | { text: string }): Promise<string> {
  const text = "name" in source ? await (await import("../offline/disk")).keptRecord(source.name) : source.text;
  const answer =
    text === null && "name" in source
      ? await askAnywhere(`/api/records/${encodeURIComponent(source.name)}/steps`, { headers: shown(ownKey()) })
      : await askAnywhere("/api/replay", { method: "POST", body: text });
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return answer.text();
}

/** One's own rounds by the token of a seat, one of them or all; a finished match by name; the text of a file. */
export type CoachSource = { token: string; round?: number } | { name: string } | { text: string };

/** What the coach says, from a place on that the page before has given. */
export async function coachPage(source: CoachSource, after: number): Promise<CoachPage> {
  if ("token" in source) {
    const { token } = source;
    if (!isOwn(token)) return post("/api/coach", { ...source, after });
    return post("/api/coach", { ...source, token: bareToken(token), after }, null, askDevice);
  }
  const text = "name" in source ? await (await import("../offline/disk")).keptRecord(source.name) : source.text;
  const answer =
    text === null && "name" in source
      ? await askAnywhere(`/api/records/${encodeURIComponent(source.name)}/coach?after=${after}`, {
          headers: shown(ownKey()),
        })
      : await askAnywhere(`/api/replay/coach?after=${after}`, { method: "POST", body: text });
  if (!answer.ok) throw new Refusal(answer.status, await problem(answer));
  return (await answer.json()) as CoachPage;
}
