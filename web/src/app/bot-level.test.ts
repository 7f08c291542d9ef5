// The level of the bots follows what somebody wins, and settles where about half of the matches are won.
import { afterEach, describe, expect, it } from "vitest";

import {
  adapted,
  choose,
  easedOptions,
  headStartFor,
  learnFrom,
  LEVELS,
  levelFor,
  paceFor,
  type Skill,
  skillAt,
} from "./bot-level";

afterEach(() => localStorage.clear());
const one = { name: "one" };
const after = (...results: boolean[]): Skill =>
  results.reduce((skill, won) => adapted(skill, won), { level: "casual", ease: 0, balance: 0, chosen: null } as Skill);

describe("the level of the bots", () => {
  it("goes up after two wins and down after two losses, and one of each changes nothing", () => {
    expect(after(true, true).level).toBe("skilled");
    expect(after(false, false).level).toBe("beginner");
    expect(after(true, false, true, false)).toMatchObject({ level: "casual", balance: 0 });
    expect(after(true, true, true)).toMatchObject({ level: "skilled", balance: 1 });
  });

  it("stays within the levels that there are", () => {
    expect(after(...Array.from({ length: 20 }, () => true)).level).toBe("master");
    expect(after(...Array.from({ length: 20 }, () => false)).level).toBe("beginner");
  });

  it.each([
    ["a child", [0.5, 0.2, 0.1, 0.02, 0.01]],
    ["a family", [0.75, 0.45, 0.25, 0.1, 0.05]],
    ["somebody good", [0.95, 0.8, 0.55, 0.3, 0.2]],
    ["a champion", [0.99, 0.95, 0.8, 0.65, 0.5]],
  ])("lets %s win 40 to 60 percent of many matches", (_, chances) => {
    let seed = 7; // a generator of our own, so that every run is the same
    const chance = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
    let skill: Skill = { level: "beginner", ease: 0, balance: 0, chosen: null };
    let wins = 0;
    for (let match = 0; match < 5000; match += 1) {
      const won = chance() < chances[LEVELS.indexOf(skill.level)]!;
      wins += Number(won);
      skill = adapted(skill, won);
    }
    expect(wins / 5000).toBeGreaterThan(0.4);
    expect(wins / 5000).toBeLessThan(0.6);
  });

  it("is kept for each game, and a choice goes before it", () => {
    expect(levelFor(one)).toBe("beginner");
    learnFrom(one, true);
    learnFrom(one, true);
    expect([levelFor(one), levelFor({ name: "two" })]).toEqual(["casual", "beginner"]);
    choose(one, "expert");
    expect(levelFor(one)).toBe("expert");
    choose(one, null);
    expect(levelFor(one)).toBe("casual");
  });

  it("of a race goes on below beginners: bots get slower, and quicker again before they get better", () => {
    const race = { name: "race", startEase: 1 };
    expect([levelFor(race), paceFor(race)]).toEqual(["beginner", 1.35]);
    for (let match = 0; match < 40; match += 1) learnFrom(race, false);
    expect([levelFor(race), paceFor(race)]).toEqual(["beginner", 8]);
    choose(race, "beginner");
    expect(paceFor(race)).toBe(1);
    choose(race, null);
    for (let match = 0; match < 14; match += 1) learnFrom(race, true);
    expect([levelFor(race), paceFor(race)]).toEqual(["beginner", 1]);
    learnFrom(race, true);
    learnFrom(race, true);
    expect([levelFor(race), paceFor(race)]).toEqual(["casual", 1]);
  });

  it("goes on below beginners with a head start where slower bots make no difference", () => {
    const turns = { name: "turns", startEase: 0, easePoints: -20 };
    expect(easedOptions(turns, 2)).toEqual({});
    for (let match = 0; match < 4; match += 1) learnFrom(turns, false);
    expect([levelFor(turns), paceFor(turns), headStartFor(turns)]).toEqual(["beginner", 1, -40]);
    expect(easedOptions(turns, 2)).toEqual({ head_start: [-40, 0, 0] });
    for (let match = 0; match < 40; match += 1) learnFrom(turns, false);
    expect(headStartFor(turns)).toBe(-140);
    choose(turns, "beginner");
    expect(easedOptions(turns, 2)).toEqual({});
    choose(turns, null);
    for (let match = 0; match < 16; match += 1) learnFrom(turns, true);
    expect([levelFor(turns), headStartFor(turns)]).toEqual(["casual", 0]);
  });

  it("of a race makes the bots of a table slower", () => {
    const race = { name: "race", startEase: 1 };
    expect(easedOptions(race, 2)).toEqual({ bot_pace: 1.35 });
  });

  it("of a game that says nothing is never below beginners", () => {
    for (let match = 0; match < 10; match += 1) learnFrom(one, false);
    expect([levelFor(one), easedOptions(one, 2)]).toEqual(["beginner", {}]);
  });

  it("what somebody else has left there breaks nothing", () => {
    for (const left of ["{", "null", "[1]", '{"one": null}', '{"one": {"level": "god", "balance": "x"}}']) {
      localStorage.setItem("rumpus-levels", left);
      expect(skillAt(one)).toEqual({ level: "beginner", ease: 0, balance: 0, chosen: null });
    }
  });
});
