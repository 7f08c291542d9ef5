import { expect, it } from "vitest";

import { DEAL_MS, dealing } from "./deal";

const seats = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

it.each([1, 2, 3, 7, 13])("a deal to %i others is over in 1.2 s and reaches every seat", (count) => {
  for (let cards = 3; cards <= 13; cards++) {
    const { flights, everyMs } = dealing(seats(count), cards);
    expect(flights.length).toBeLessThanOrEqual(12);
    expect(new Set(flights.map((one) => one.seat)).size).toBe(Math.min(count, 12));
    for (const { delayMs } of flights) expect(delayMs + DEAL_MS).toBeLessThanOrEqual(1200);
    expect(everyMs * (cards - 1) + DEAL_MS).toBeLessThanOrEqual(1200);
  }
});
