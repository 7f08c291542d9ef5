// "Check this deal" asks the table, shuffles again, and says what came out.
import { render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { say } from "../app/text.svelte";
import { fakeLobby } from "../games/shared/fake-desk.svelte";
import { offers } from "../net/offers.svelte";
import { Salts } from "../net/salts";
import type { TableStore } from "../net/table.svelte";
import type { Line, LobbyView, RecordFair } from "../wire";
import CheckDeal from "./CheckDeal.svelte";

interface Vector {
  header: { game: string; options: LobbyView["options"]; seats: { name: string }[]; fair: RecordFair };
  lines: (Line & { seeds?: string[] })[];
}
const files = import.meta.glob<Record<string, Vector>>("../../../tests/golden/vectors/deals.json", {
  import: "default",
  eager: true,
});
const { header, lines, ...how } = Object.values(Object.values(files)[0]!)[0]!;

function table(seed: string, found = true): TableStore {
  const deals = { round: 1, numbers: [1], seeds: [seed], lines: [lines[0]], commits: [header.fair.commit] };
  const names = header.seats.map((seat) => seat.name);
  return {
    lobby: fakeLobby(header.game, names, { fair: header.fair, options: header.options }),
    view: { seat: 0, public: { round: 1 }, private: null },
    seat: 0,
    dealt: null,
    salts: new Salts(),
    ask: () => Promise.resolve(found ? { type: "done", id: "x", seq: 1, found: deals } : { type: "refused" }),
  } as unknown as TableStore;
}

async function press(store: TableStore): Promise<void> {
  vi.spyOn(offers, "load").mockResolvedValue();
  vi.spyOn(offers, "game").mockReturnValue({ title: "", ...how } as never);
  render(CheckDeal, { table: store });
  screen.getByRole("button", { name: say("web-check-deal") }).click();
}

afterEach(() => vi.restoreAllMocks());

describe("check this deal", () => {
  const seed = lines.find((line) => line.seeds)!.seeds![0]!;

  it("says that the cards were dealt fairly, and shows the numbers", async () => {
    await press(table(seed));
    expect(await screen.findByText(say("web-check-good", { count: 1 }))).toBeTruthy();
    expect(screen.getByText(header.fair.commit)).toBeTruthy();
    expect(screen.getByText(say("web-check-how"))).toBeTruthy();
  });

  it("says what is wrong", async () => {
    await press(table(seed.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))));
    expect(await screen.findByText(say("web-check-bad", { why: "chain", seed: 1 }))).toBeTruthy();
  });

  it("says when there is nothing to check yet", async () => {
    await press(table(seed, false));
    expect(await screen.findByText(say("web-check-none"))).toBeTruthy();
  });

  it("is not there where nobody promised anything", () => {
    const store = table(seed);
    render(CheckDeal, { table: { ...store, lobby: { ...store.lobby, fair: null } } as TableStore });
    expect(screen.queryByRole("button")).toBeNull();
  });
});
