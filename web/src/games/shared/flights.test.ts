import { expect, test } from "vitest";

import { Flights } from "./flights.svelte";

const here = document.createElement("div");
const lively = (): Flights<string> => new Flights({ shown: 8, onlyOwnWhenCalm: true, calm: () => false });

test("a few cards fly at once, and own moves find a place beside them", () => {
  const flights = lively();
  for (let card = 1; card <= 20; card += 1) flights.send(`r${card}`, here, here);
  expect(flights.all).toHaveLength(8);
  expect(flights.send("g1", here, here, { waits: true })).not.toBeNull();
  for (let card = 1; card <= 20; card += 1) flights.send("g2", here, here, { waits: true });
  expect(flights.all).toHaveLength(12);
});

test("a place is used again when its card has landed", () => {
  const flights = lively();
  const first = flights.send("r1", here, here)!;
  flights.settle(first.id);
  expect(flights.all).toEqual([]);
  flights.send("r2", here, here);
  expect(flights.places[0]!.flight?.card).toBe("r2");
  flights.settle(first.id); // long gone
  expect(flights.all).toHaveLength(1);
});

test("a beaten card turns back, and nothing flies where things should be calm", () => {
  const flights = lively();
  flights.home(flights.send("r1", here, here, { waits: true })!.id);
  expect(flights.all[0]!.back).toBe(true);
  const still = new Flights<string>({ onlyOwnWhenCalm: true, calm: () => true });
  expect(still.send("r2", here, here)).toBeNull();
  expect(still.send("r3", here, here, { waits: true })).not.toBeNull();
  expect(still.send("r4", null, here, { waits: true })).toBeNull();
});

test("a card that has landed says so, once", () => {
  const flights = lively();
  let landed = 0;
  const flight = flights.send("r1", here, here, { landed: () => (landed += 1) })!;
  flights.settle(flight.id);
  flights.settle(flight.id);
  expect(landed).toBe(1);
});
