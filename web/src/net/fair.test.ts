// Deals of real tables are checked, and one changed card, seed, salt or commit is noticed.
import { describe, expect, it } from "vitest";
import type { GameOffer, Line, RecordFair, RoundDeals } from "../wire";
import { below, check, proven, shuffled, streamOf, within } from "./fair";
import { ofReel, roundsOf, type Proof } from "./proof";
import { read } from "./replay.svelte";
import { Salts } from "./salts";
import { fakeLobby } from "../games/shared/fake-desk.svelte";

interface Vector {
  header: { game: string; options: object; seats: object[]; fair: RecordFair };
  lines: Line[];
  chance: GameOffer["chance"];
  kinds: string[];
  reshuffle?: RoundDeals;
}

const files = import.meta.glob<Record<string, Vector>>("../../../tests/golden/vectors/deals.json", {
  import: "default",
  eager: true,
});
const vectors = Object.entries(Object.values(files)[0]!);

function proofs(vector: Vector): Proof[] {
  const { header, lines, chance } = vector;
  return roundsOf(lines, header.fair, (line) => line.do in chance!).map((deals) => ({
    game: header.game,
    players: header.seats.length,
    randomDealer: true,
    salts: header.fair.salts,
    shared: Boolean(header.fair.shared),
    commit: header.fair.commit,
    deals,
    seen: null,
    salted: null,
  }));
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe.each(vectors)("a record of %s", (_, vector) => {
  it("checks, round by round", () => {
    expect(proofs(vector).length).toBeGreaterThan(0);
    for (const proof of proofs(vector)) expect(check(proof, vector)).toEqual({ ok: true });
  });

  it("does not check with one thing changed", () => {
    const [proof] = proofs(vector);
    const other = (change: (proof: Proof) => void): unknown => {
      const changed = copy(proof!);
      change(changed);
      return check(changed, vector);
    };
    const seed = proof!.deals.seeds[0]!;
    const flipped = (seed.startsWith("0") ? "1" : "0") + seed.slice(1);
    expect(other((one) => (one.deals.seeds[0] = flipped))).toMatchObject({ ok: false, why: "chain" });
    expect(other((one) => (one.deals.seeds[0] = "no hex"))).toMatchObject({ ok: false, why: "chain" });
    expect(other((one) => (one.deals.commits[0] = flipped))).toMatchObject({ ok: false, why: "chain" });
    expect(other((one) => (one.commit = flipped))).toMatchObject({ ok: false, why: "chain" }); // bound to something else
    expect(other((one) => (one.deals.numbers[0] = 9))).toMatchObject({ ok: false, why: "chain" });
    expect(other((one) => (one.salts[0] = "00"))).toMatchObject({ ok: false, why: "cards" });
    expect(other((one) => one.salts.reverse())).toMatchObject({ ok: false, why: "cards" });
    expect(other((one) => swapCards(one.deals.lines[0]))).toMatchObject({ ok: false, why: "cards" });
    expect(other((one) => (one.randomDealer = false))).toMatchObject({ ok: false, why: "cards" });
    expect(other((one) => (one.deals.lines[0]!.do = "shout"))).toMatchObject({ ok: false, why: "unknown" });
  });

  it("does not check if this page was shown something else", () => {
    const [proof] = proofs(vector);
    const line = copy(proof!.deals.lines[0]) as unknown as Record<string, unknown>;
    const hands = line.hands as string[][] | undefined;
    const seen = { lines: [{ do: line.do, round: line.round, by: null }], seat: 0, own: hands?.[0] ?? null };
    expect(check({ ...proof!, seen }, vector)).toEqual({ ok: true });
    const wrong = { ...seen, lines: [{ ...seen.lines[0]!, by: 1 }] };
    expect(check({ ...proof!, seen: wrong }, vector)).toMatchObject({ ok: false, why: "seen" });
    if (!hands) return;
    const others = { ...seen, own: ["?", ...hands[0]!.slice(1)] };
    expect(check({ ...proof!, seen: others }, vector)).toMatchObject({ ok: false, why: "seen" });
  });

  it("checks a reshuffle, where there is one", () => {
    if (!vector.reshuffle) return;
    const deals = copy(vector.reshuffle);
    const proof = { ...proofs(vector)[0]!, commit: deals.commits[0]!, deals };
    expect(check(proof, vector)).toEqual({ ok: true });
    swapCards(proof.deals.lines[0]);
    expect(check(proof, vector)).toMatchObject({ ok: false, why: "cards", seed: 200 });
  });

  it("finds the round of a step of a replay", () => {
    const steps = vector.lines.map((line) => JSON.stringify({ line, public: {}, private: [] }));
    const reel = read([JSON.stringify(vector.header), ...steps].join("\n"));
    const last = ofReel(reel, reel.steps.length - 1, vector.chance!);
    expect(last && check(last, vector)).toEqual({ ok: true });
    expect(ofReel({ ...reel, lobby: { ...reel.lobby, fair: null } }, 0, vector.chance!)).toBeNull();
    expect(ofReel({ ...reel, steps: reel.steps.slice(0, 1) }, 0, vector.chance!)).toBeNull();
  });
});

/** Two different cards change places. */
function swapCards(part: unknown): boolean {
  if (Array.isArray(part) && part.every((card) => typeof card === "string")) {
    const at = part.findIndex((card) => card !== part[0]);
    if (at > 0) [part[0], part[at]] = [part[at]!, part[0]!];
    return at > 0;
  }
  return typeof part === "object" && part !== null && Object.values(part).some(swapCards);
}

describe("the pieces", () => {
  it("are those of docs/record.md", () => {
    const stream = streamOf("11".repeat(32), "wig" + "_out", 7, ["aa", "", "0f"]);
    expect(shuffled([..."0123456789"], stream).join("")).toBe("4387602591");
    expect(below(1, streamOf("11".repeat(32), "x", 1, []))).toBe(0);
    expect(proven("11".repeat(32), 0, { commits: [] })).toBe(false);
    expect(within({ a: [1, null] }, { a: [1, 2], b: 3 })).toBe(true);
    expect(within({ a: [1] }, { a: [1, 2] })).toBe(false);
    expect(within({ a: 1 }, null)).toBe(false);
  });

  it("number the deals that are dealt again", () => {
    const deal = (round: number): Line => ({ by: null, do: "deal", round }) as unknown as Line;
    const other = { by: null, do: "reshuffle" } as unknown as Line;
    const reveal = { by: null, do: "reveal", seeds: ["a"] } as unknown as Line;
    const fair = { v: 1, commit: "c", salts: [], again: { deals: [1, 3], next: 5, turn: 1 } };
    const found = roundsOf([deal(1), other, reveal, deal(2), deal(3)], fair, (line) => line.do !== "reveal");
    expect(found.map((one) => one.numbers)).toEqual([[1, 5], [3], [6]]);
    expect(found.map((one) => one.seeds)).toEqual([["a"], [], []]);
  });

  it("have one seed a round where they are shared", () => {
    const deal = (round: number): Line => ({ by: null, do: "deal", round }) as unknown as Line;
    const other = { by: null, do: "reshuffle" } as unknown as Line;
    const lines = [deal(1), other, other, deal(2), deal(3), other];
    const numbers = (shared: object): number[][] =>
      roundsOf(lines, { v: 1, commit: "c", salts: [], shared }, () => true).map((one) => one.numbers);
    expect(numbers({ deals: [1, 3], next: 6 })).toEqual([[1, 1, 1], [3], [6, 6]]);
    expect(numbers({ day: "2026-11-18" })).toEqual([[1, 1, 1], [2], [3, 3]]);
  });
});

describe("this browser's salt", () => {
  const fair = (commit: string, salts: string[] = []): RecordFair => ({ v: 1, commit, salts });
  const lobby = (told: RecordFair | null, stage: "lobby" | "match" = "lobby") =>
    fakeLobby("any", ["Ana", "Bo"], { stage, fair: told });

  it("is sent once for a commit, and again on a new connection, and survives a reload", () => {
    sessionStorage.clear();
    const salts = new Salts();
    expect(salts.reply(lobby(null), true)).toBeNull();
    const first = salts.reply(lobby(fair("c1")), false);
    expect(first?.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(salts.reply(lobby(fair("c1")), false)).toBeNull();
    expect(salts.reply(lobby(fair("c1")), true)).toEqual(first);
    expect(new Salts().reply(lobby(fair("c1")), true)).toEqual(first);
    expect(salts.reply(lobby(fair("c1", ["a"]), "match"), true)).toBeNull();
    expect(salts.reply(lobby(fair("c2")), false)?.salt).not.toBe(first?.salt);
  });

  it("comes with what the table was bound to before the match", () => {
    sessionStorage.clear();
    const salts = new Salts();
    const at = (match: number, told = fair("c1")) => ({ ...lobby(told, "match"), code: "BCDFGHJK", match });
    salts.reply({ ...lobby(fair("c1")), code: "BCDFGHJK", match: 2 }, true);
    for (const page of [salts, new Salts()]) expect(page.sealed(at(3, fair("c2")))).toBe("c1");
    expect(salts.sealed(at(4))).toBeNull(); // a match later
    expect(salts.sealed({ ...at(3), code: "LMNPQRST" })).toBeNull();
    expect(salts.sealed(at(3, { ...fair("c0"), again: { deals: [1], next: 2, turn: 1 } }))).toBeNull();
  });

  it("is looked for among those of the match", () => {
    sessionStorage.setItem("rumpus-salt", "broken");
    const salts = new Salts();
    const { salt } = salts.reply(lobby(fair("c1")), true)!;
    expect(salts.counted(lobby(fair("c1", [salt, ""]), "match"), 0)).toBe("yes");
    expect(salts.counted(lobby(fair("c1", ["", ""]), "match"), 0)).toBe("late");
    expect(salts.counted(lobby(fair("c1", ["ff", ""]), "match"), 0)).toBe("no");
    expect(salts.counted(lobby(fair("c2", ["ff", ""]), "match"), 0)).toBeNull();
    expect(salts.counted(lobby(fair("c1", [salt, ""]), "match"), null)).toBeNull();
  });
});
