// What is found in the record of a match, and what is not an achievement.
import { describe, expect, it } from "vitest";

import type { Reel } from "../net/replay.svelte";
import { fakeLobby } from "./shared/fake-desk.svelte";
import { gameOf } from "./index";
import { comeback } from "./shared/awards";

type Steps = [line: object, table?: object, hands?: (string[] | null)[]][];

/** A record of these lines, with what lay on the table after each and what was in the hands; seat 2 is a bot. */
function reel(game: string, steps: Steps): Reel {
  const lobby = fakeLobby(game, ["Ana", "Bo", "Cleo"]);
  const seats = lobby.seats.map((place, seat) => ({ ...place!, bot: seat === 2 ? "casual" : null }));
  const made = steps.map(([line, table, hands], n) => ({
    line: { n, at: n, by: null, ...line },
    public: { totals: [], sheet: [], ...table },
    private: (hands ?? []).map((hand) => hand && { hand }),
  }));
  return { game, lobby: { ...lobby, seats }, steps: made as unknown as Reel["steps"] };
}
async function found(game: string, steps: Steps): Promise<Record<string, [seats: number[], facts: object]>> {
  const { awards } = await gameOf(game).awards!();
  const all = awards.flatMap((award) => award(reel(game, steps)) ?? []);
  return Object.fromEntries(all.map(({ kind, seats, facts }) => [kind, [seats, facts]]));
}

describe("awards", () => {
  it("of the race of piles: the quickest answer of a person who held the card, cards in a row, lucky draws", async () => {
    const afro = { piles: { afro: 2 } };
    const both = { piles: { afro: 2, bun: 2 } };
    const held = [["bun"], ["afro"], ["afro"]];
    const all = await found("wig_out", [
      [{ do: "deal" }, { piles: {} }, held],
      [{ do: "start", by: 0, cards: ["afro", "afro"], at: 10 }, afro, held],
      [{ do: "lay", by: 1, card: "afro", at: 10.32 }, afro, held], // held it: 320 ms
      [{ do: "start", by: 0, cards: ["bun", "bun"], at: 12 }, both, held],
      [{ do: "lay", by: 2, card: "bun", at: 12.01 }, both, held], // a bot, which did not even hold it
      [{ do: "draw", by: 1, card: "afro", at: 13 }, both, held],
      [{ do: "draw", by: 1, card: "nest", at: 14 }, both, held],
      [{ do: "draw", by: 1, card: "bun", at: 15 }, both, held],
      [{ do: "start", by: 0, cards: ["nest", "nest"], at: 16 }, both, held],
      [{ do: "start", by: 0, cards: ["bolt", "bolt", "bolt"], at: 17 }, both, held],
    ]);
    expect(all["reaction"]).toEqual([[1], { ms: 320 }]);
    expect(all["streak"]).toEqual([[0], { count: 5 }]);
    expect(all["fits"]).toEqual([[1], { count: 2 }]);
  });

  it("of the race of lanes: an answer to another side's card, not to one's own", async () => {
    const table = { sides: [{ seats: [0] }, { seats: [1] }, { seats: [2] }] };
    const all = await found("wackee_six", [
      [{ do: "play", by: 0, card: "r1", from: 0, at: 1 }, table],
      [{ do: "play", by: 0, card: "r2", from: 1, at: 1.1 }, table], // one's own
      [{ do: "play", by: 1, card: "w", as: "r3", from: 2, at: 1.5 }, table],
      [{ do: "play", by: 2, card: "r4", from: 2, at: 1.6 }, table], // a bot
      ...["g1", "b1", "y1"].flatMap((card): Steps => [
        [{ do: "turn", by: 0 }, table],
        [{ do: "play", by: 0, card, from: "deck" }, table],
      ]),
      [{ do: "play", by: 0, card: "g2", from: "deck" }, table], // not turned for it
    ]);
    expect(all["reaction"]).toEqual([[1], { ms: 400 }]);
    expect(all["turns"]).toEqual([[0], { count: 3 }]);
    expect(all["streak"]).toEqual([[0], { count: 4 }]);
  });

  it("of the game in turns: the longest run, wilds from the draw pile, who was out first", async () => {
    const wild = { wild: "5", out: 1 };
    const all = await found("five_crowns", [
      [{ do: "take", by: 0, from: "draw", card: "5h" }, wild],
      [{ do: "take", by: 0, from: "discard", card: "5c" }, wild], // everybody saw it lie there
      [{ do: "take", by: 0, from: "draw", card: "**" }, wild],
      [{ do: "discard", by: 1, card: "3t", melds: [["7h", "8h", "5c", "Th"]] }, wild],
      [{ do: "discard", by: 0, card: "3t", melds: [["9h", "9c", "9d", "9s", "9t"]] }, wild], // a book
      [{ do: "score" }, wild],
      [{ do: "score" }, wild],
    ]);
    expect(all["run"]).toEqual([[1], { count: 4 }]);
    expect(all["wilds"]).toEqual([[0], { count: 2 }]);
    expect(all["out"]).toEqual([[1], { count: 2 }]);
  });

  it("of any game: who came from furthest behind", () => {
    const sheet = [
      [1, 5, 9],
      [20, 9, 1],
    ];
    const match = reel("wig_out", [[{ do: "score" }, { sheet, totals: [21, 14, 10] }]]);
    expect(comeback(true)(match)).toEqual({ kind: "comeback", seats: [2], facts: { from: 3, to: 1 } });
    expect(comeback(false)(match)).toEqual({ kind: "comeback", seats: [0], facts: { from: 3, to: 1 } });
    const pairs = (): number[][] => [[0], [1], [2, 3]];
    expect(comeback(true, pairs)(match)?.seats).toEqual([2, 3]);
  });

  it("nothing is made up where nothing happened", async () => {
    for (const game of ["wig_out", "wackee_six", "five_crowns", "a_game_of_the_server"])
      expect(await found(game, [[{ do: "deal" }]])).toEqual({});
  });
});
