// Statistics of a book: laws that hold for any list of results, and examples worked out by hand.
import { describe, expect, it } from "vitest";

import { bookOf, gamesIn, lowestWins, only } from "./book";
import { asMembers } from "./circle-people";
import { evenings } from "./evenings";
import { many, match, person, seeded } from "./fake-results";
import { asFile, fromFile } from "./file";
import { duels, streaks, tallies } from "./people";
import { ratings } from "./rating";
import { records } from "./records";
import { isResult } from "./result";

const nobody = () => null;
const SEEDS = [1, 2, 3, 4, 5];
const shuffled = <T>(list: readonly T[], seed: number): T[] => {
  const random = seeded(seed);
  return [...list].sort(() => random() - 0.5);
};

describe("whatever was played", () => {
  it("the order in which results arrive changes nothing", () => {
    for (const seed of SEEDS) {
      const results = many(60, seed);
      const [one, other] = [bookOf(results, nobody), bookOf(shuffled(results, seed), nobody)];
      expect(other).toEqual(one);
      expect(ratings(other)).toEqual(ratings(one));
    }
  });

  it("what one has won the other has lost, and every meeting counts once", () => {
    for (const seed of SEEDS) {
      const all = duels(bookOf(many(60, seed), nobody));
      for (const [key, against] of all)
        for (const [other, duel] of against) {
          expect(all.get(other)!.get(key)).toEqual({ won: duel.lost, lost: duel.won, tied: duel.tied });
          expect(duel.won + duel.lost + duel.tied).toBeGreaterThan(0);
        }
    }
  });

  it("nobody wins more than they played, or more in a row than in all", () => {
    for (const seed of SEEDS) {
      const book = bookOf(many(60, seed), nobody);
      const runs = streaks(book);
      for (const { key, played, won } of tallies(book)) {
        expect(won).toBeLessThanOrEqual(played);
        expect(runs.get(key)!.best).toBeLessThanOrEqual(won);
        expect(runs.get(key)!.now).toBeLessThanOrEqual(runs.get(key)!.best);
        expect(won > 0).toBe(runs.get(key)!.best > 0);
      }
    }
  });

  it("evenings hold every match once, in order, with pauses between them", () => {
    for (const seed of SEEDS) {
      const book = bookOf(many(60, seed), nobody);
      const all = evenings(book);
      expect(all.flatMap((one) => one.played).length).toBe(book.played.length);
      for (const [at, one] of all.entries()) {
        expect(one.from).toBeLessThanOrEqual(one.to);
        if (at) expect(all[at - 1]!.from - one.to).toBeGreaterThan(5 * 3600);
      }
    }
  });

  it("a record of everybody is at least as good as anybody's own", () => {
    for (const seed of SEEDS) {
      const book = bookOf(many(60, seed), nobody);
      for (const game of gamesIn(book)) {
        const all = new Map(records(book, game).map((one) => [one.kind, one]));
        for (const { key } of tallies(book))
          for (const own of records(book, game, key)) {
            const best = all.get(own.kind)!;
            expect(own.who).toContain(key);
            const lower = ["fastest-round", "best", "best-round"].includes(own.kind); // here the lowest wins
            if (lower) expect(best.value).toBeLessThanOrEqual(own.value);
            else expect(best.value).toBeGreaterThanOrEqual(own.value);
          }
      }
    }
  });
});

describe("an evening of three", () => {
  const people = ["Ana", "Bo", "Comet"];
  const one = match(people, [[0, 10, 5], [20, 0, 5], [0, 30, 20]], { id: "1", at: 1000, round_ms: [9000, 4000, 8000] }); // prettier-ignore
  const two = match(people, [[0, 40, 9], [0, 5, 9], [50, 0, 40]], { id: "2", at: 2000 }); // prettier-ignore
  const three = match(people, [[3, 0, 9]], { id: "3", at: 90_000 });
  const book = bookOf([three, one, two], ({ players }) => players.findIndex(({ name }) => name === "Ana"));

  it("knows who one is, and everybody else by name", () => {
    expect([...book.people.keys()]).toEqual(["me", "name:bo", "name:comet"]);
    expect(book.people.get("me")).toMatchObject({ name: "Ana", me: true });
  });

  it("counts wins, streaks and who beat whom", () => {
    expect(tallies(book).map(({ key, won }) => [key, won])).toEqual([["me", 1], ["name:bo", 2], ["name:comet", 0]].sort((a, b) => Number(b[1]) - Number(a[1]))); // prettier-ignore
    expect(streaks(book).get("name:bo")).toEqual({ now: 2, best: 2, at: 90_000 });
    expect(streaks(book).get("me")).toEqual({ now: 0, best: 1, at: 1000 });
    expect(duels(book).get("me")!.get("name:bo")).toEqual({ won: 1, lost: 2, tied: 0 });
  });

  it("finds the fastest round and who won it, the comeback, the best and the worst", () => {
    const all = new Map(records(book, "any").map((found) => [found.kind, found]));
    expect(all.get("fastest-round")).toMatchObject({ value: 4000, who: ["name:bo"], round: 2 });
    expect(all.get("comeback")).toMatchObject({ value: 45, who: ["name:bo"] }); // 45 to 0 behind, and won by 45 to 50
    expect(all.get("best")).toMatchObject({ value: 0, who: ["name:bo"] });
    expect(all.get("worst")).toMatchObject({ value: 58, who: ["name:comet"] });
    expect(all.get("worst-round")).toMatchObject({ value: 50, who: ["me"], round: 3 });
    expect(records(book, "any", "name:comet").find(({ kind }) => kind === "comeback")).toBeUndefined();
  });

  it("is two evenings, the newest first", () => {
    expect(evenings(book).map(({ played }) => played.map(({ result }) => result.id))).toEqual([["3"], ["1", "2"]]);
  });

  it("can be looked at by game and by person", () => {
    expect(only(book, "other", null).played).toEqual([]);
    expect(only(book, "any", "name:bo").played).toHaveLength(3);
    expect(only(book, null, "name:zoe").played).toEqual([]);
  });
});

describe("who is who", () => {
  it("a member is known by the id, a bot by its level, whatever they are called", () => {
    const first = match(["Ana", "Chip", "Bo"], [[0, 1, 2]], { id: "1" });
    first.players = [person("Ana", { member: "a1" }), person("Chip", { bot: "expert" }), person("Bo")];
    const second = match(["Anita", "Dale", "BO "], [[0, 1, 2]], { id: "2" });
    second.players = [person("Anita", { member: "a1" }), person("Dale", { bot: "expert" }), person("BO ")];
    const book = bookOf([first, second], nobody);
    expect([...book.people.values()].map(({ key, name }) => [key, name])).toEqual([
      ["member:a1", "Anita"],
      ["bot:expert", "Dale"],
      ["name:bo", "BO "],
    ]);
  });

  it("partners win together and not against each other", () => {
    const pairs = match(["ab", "cd"], [[10, 5]], { parties: [[0, 2], [1, 3]] }, -1); // prettier-ignore
    pairs.players = ["Ana", "Bo", "Comet", "Dee"].map((name) => person(name));
    const book = bookOf([pairs], nobody);
    expect(tallies(book).filter(({ won }) => won).map(({ key }) => key)).toEqual(["name:ana", "name:comet"]); // prettier-ignore
    expect(duels(book).get("name:ana")!.has("name:comet")).toBe(false);
    expect(lowestWins([pairs])).toBe(false);
    expect(ratings(book).map(({ key }) => key).slice(0, 2).sort()).toEqual(["name:ana", "name:comet"]); // prettier-ignore
  });
});

describe("ratings", () => {
  it("a program has a line of its own, apart from a person and a member of that name", () => {
    const played = match(["Ana", "Bo"], [[1, 2]], { players: [person("Ana"), person("Ana", { program: true })] });
    const book = bookOf([played], nobody);
    expect(ratings(book).map(({ key }) => key)).toEqual(["name:ana", "program:ana"]);
    expect([...book.people.values()].map(({ program }) => program)).toEqual([false, true]);
    const named = asMembers(played, [{ id: "m1", name: "ana" }]);
    expect(named.players.map(({ member }) => member)).toEqual(["m1", null]);
  });

  it("who wins more stands higher, bots among them, and nobody begins as a champion", () => {
    const results = Array.from({ length: 30 }, (_, at) => {
      const one = match(["Ana", "Chip", "Bo"], [at % 5 ? [0, 5, 9] : [9, 5, 0]], { id: `${at}`, at });
      one.players[1] = person("Chip", { bot: "expert" });
      return one;
    });
    const after = ratings(bookOf(results, nobody));
    expect(after.map(({ key }) => key)).toEqual(["name:ana", "bot:expert", "name:bo"]);
    expect(after[0]!.value).toBeGreaterThan(1000);
    expect(after.every(({ played }) => played === 30)).toBe(true);
    const first = ratings(bookOf(results.slice(1, 2), nobody));
    expect(first[0]!.value).toBeLessThan(after[0]!.value);
  });

  it("offline matches do not count, and two bots of a level are one player", () => {
    const offline = match(["Ana", "Bo"], [[0, 5]], { kind: "offline" });
    expect(ratings(bookOf([offline], nobody))).toEqual([]);
    const bots = match(["Ana", "Chip", "Dale"], [[9, 0, 5]]);
    bots.players = [person("Ana"), person("Chip", { bot: "casual" }), person("Dale", { bot: "casual" })];
    expect(ratings(bookOf([bots], nobody)).map(({ key, played }) => [key, played])).toEqual([
      ["bot:casual", 1],
      ["name:ana", 1],
    ]);
  });
});

describe("a file", () => {
  const own = many(20, 3).map((one) => ({ ...one, mine: 0 }));
  it("brings everything back", () => {
    expect(fromFile(asFile(own))).toEqual(own);
  });
  it("of anything else is refused, and broken results are left out", () => {
    for (const text of ["", "null", "[]", "{}", '{"format":"rumpus-history"}']) expect(fromFile(text)).toBeNull();
    const broken = [
      null,
      1,
      {},
      { ...own[0], ranks: [1] },
      { ...own[0], parties: [[99]] },
      { ...own[0], totals: ["x"] },
    ];
    expect(fromFile(JSON.stringify({ format: "rumpus-history", results: [...broken, own[1]] }))).toEqual([own[1]]);
    expect(fromFile(asFile([{ ...own[0]!, mine: 77 }]))![0]!.mine).toBeNull();
    expect(isResult({ ...own[0], rounds: [[1, 2, 3, 4, 5, 6, 7, 8]] })).toBe(false);
  });
});
