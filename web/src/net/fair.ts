// Checks a deal on this page (docs/record.md): the seed against the commit, then the shuffle, card by card.
// Loaded when somebody asks; it needs no network and no secure page, which WebCrypto would.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { GameOffer, Layout, RoundDeals } from "../wire";
import type { Proof } from "./proof";

/** What is wrong: the seed is not of the chain, other cards come out, or not those that this page was shown. */
export type Finding = { ok: true } | { ok: false; why: "chain" | "cards" | "seen" | "unknown"; seed: number };

export const CHAIN = 256;
const LONGEST_PACK = 256; // one byte a draw

/** Checks every shuffle of one round. */
export function check(proof: Proof, game: Pick<GameOffer, "chance" | "kinds">): Finding {
  const { deals } = proof;
  if (deals.commits[0] !== proof.commit) return { ok: false, why: "chain", seed: deals.numbers[0] ?? 0 };
  for (const [at, seed] of deals.seeds.entries()) {
    const number = deals.numbers[at] ?? 0;
    const line = deals.lines[at] as unknown as Plain | undefined;
    const layout = line ? game.chance?.[String(line.do)] : undefined;
    if (!line || !layout) return { ok: false, why: "unknown", seed: number };
    if (!proven(seed, number, deals)) return { ok: false, why: "chain", seed: number };
    const label = proof.shared && at ? `${number}.${at}` : number;
    const stream = streamOf(seed, proof.game, label, proof.salts);
    if (!drawnAgain(line, layout, stream, proof, game.kinds ?? [])) return { ok: false, why: "cards", seed: number };
    if (!asSeen(line, layout, proof)) return { ok: false, why: "seen", seed: number };
  }
  return { ok: true };
}

type Plain = Record<string, unknown>;

/** Hashing leads from the seed down to the commit of its chain. */
export function proven(seed: string, number: number, deals: Pick<RoundDeals, "commits">): boolean {
  if (!/^[0-9a-f]{64}$/.test(seed) || number < 1) return false;
  let value = hexToBytes(seed);
  for (let left = ((number - 1) % CHAIN) + 1; left > 0; left--) value = sha256(value);
  return bytesToHex(value) === deals.commits[Math.floor((number - 1) / CHAIN)];
}

/** The bytes that shuffle one fact; its label is the number of its seed, or tells those of one seed apart. */
export function* streamOf(
  seed: string,
  game: string,
  label: number | string,
  salts: string[],
): Generator<number, never> {
  const key = hmac(sha256, hexToBytes(seed), utf8ToBytes(`rumpus/1|${game}|${label}|${salts.join(",")}`));
  const counter = new Uint8Array(8);
  const view = new DataView(counter.buffer);
  for (let block = 0; ; block++) {
    view.setUint32(4, block);
    yield* hmac(sha256, key, counter);
  }
}

export function below(n: number, stream: Iterator<number>): number {
  for (;;) {
    const byte = stream.next().value as number;
    if (byte < 256 - (256 % n)) return byte % n;
  }
}

export function shuffled(pack: string[], stream: Iterator<number>): string[] {
  const cards = [...pack];
  for (let last = cards.length - 1; last > 0; last--) {
    const other = below(last + 1, stream);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  return cards;
}

function drawnAgain(line: Plain, layout: Layout, stream: Iterator<number>, proof: Proof, kinds: string[]): boolean {
  const first = layout.first ? line[layout.first] : null;
  if (proof.randomDealer && line.round === 1 && below(proof.players, stream) !== first) return false;
  const parts = layout.each ? (line[layout.each] as Plain[]) : [line];
  return parts.every((part) => {
    const cards = layout.order.flatMap((field) =>
      field.startsWith("*") ? inTurn(part[field.slice(1)] as string[][], Number(first)) : flat(part[field]),
    );
    const pack = packFor(cards, layout, kinds);
    return pack.length <= LONGEST_PACK && shuffled(pack, stream).join() === cards.join();
  });
}

/** As they were before the shuffle. */
function packFor(cards: string[], layout: Layout, kinds: string[]): string[] {
  if (!layout.pack) return [...cards].sort((a, b) => kinds.indexOf(a) - kinds.indexOf(b));
  const packs = Math.max(1, Math.round(cards.length / layout.pack.length));
  return Array.from({ length: packs }, () => layout.pack!).flat();
}

/** One card each, clockwise from the left of this seat, until each hand has its number. */
function inTurn(hands: string[][], dealer: number): string[] {
  const around = hands.map((_, step) => hands[(dealer + 1 + step) % hands.length]!);
  const most = Math.max(...hands.map((hand) => hand.length));
  const rounds = Array.from({ length: most }, (_, at) =>
    around.flatMap((hand) => (at < hand.length ? [hand[at]!] : [])),
  );
  return rounds.flat();
}

function flat(part: unknown): string[] {
  return Array.isArray(part) ? part.flatMap(flat) : [String(part)];
}

/** Nothing that this page was told of the fact is different now, and the own hand is the one that was dealt. */
function asSeen(line: Plain, layout: Layout, proof: Proof): boolean {
  const shown = proof.seen?.lines.find((one) => one.do === line.do && (!("round" in line) || one.round === line.round));
  if (shown && line.round !== undefined && !within(shown, line)) return false;
  const field = layout.order.map((name) => name.replace("*", "")).find((name) => isHands(line[name], proof.players));
  const seat = proof.seen?.seat;
  if (field === undefined || seat == null || !proof.seen?.own || line.round === undefined) return true;
  const held = [...proof.seen.own];
  return (line[field] as string[][])[seat]!.every((card) => {
    const at = held.indexOf(card);
    if (at >= 0) held.splice(at, 1);
    return at >= 0;
  });
}

const isHands = (part: unknown, players: number): boolean =>
  Array.isArray(part) && part.length === players && part.every((hand) => Array.isArray(hand));

/** Whether all that is said in `told` is said in `whole` too. */
export function within(told: unknown, whole: unknown): boolean {
  if (told === null || told === undefined) return true;
  if (Array.isArray(told)) {
    return Array.isArray(whole) && whole.length === told.length && told.every((one, at) => within(one, whole[at]));
  }
  if (typeof told === "object") {
    return typeof whole === "object" && whole !== null
      ? Object.entries(told).every(([name, value]) => within(value, (whole as Plain)[name]))
      : false;
  }
  return told === whole;
}
