import { expect, test } from "vitest";
import type { Desk } from "../../net/desk";
import { markOf } from "./marks";

const people = [
  { id: 1, name: "Ana", avatar: "fox", program: false },
  { id: 2, name: "Script", avatar: "owl", program: true },
];
const seats = people.map(({ id, name, avatar }) => ({ name, avatar, person: id }));

test("a program is marked as a bot, and as away while it is not connected", () => {
  const desk = (here: number[]) => ({ lobby: { people, seats }, here }) as unknown as Desk;
  expect([0, 1].map((seat) => markOf(desk([1, 2]), seat))).toEqual(["none", "bot"]);
  expect(markOf(desk([1]), 1)).toBe("away");
});
