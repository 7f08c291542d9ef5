// The helper for real cards: what it shows is the answer for the hand that lies there.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";

import { set } from "../../app/settings.svelte";
import type { FiveCrownsBestMelds } from "../../wire";
import RealCards from "./RealCards.svelte";

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it("an answer for an older hand that comes last does not take the place of the newer one", async () => {
  set({ language: "en" });
  const answers: ((best: FiveCrownsBestMelds) => void)[] = [];
  vi.stubGlobal(
    "fetch",
    () => new Promise((done) => answers.push((best) => done(new Response(JSON.stringify(best), { status: 200 })))),
  );
  render(RealCards, { props: { game: "five_crowns" } });
  for (const card of ["4 of hearts", "5 of hearts", "6 of hearts", "king of spades"])
    await fireEvent.click(await screen.findByRole("button", { name: new RegExp(`${card}`, "i") }));
  await vi.waitFor(() => expect(answers).toHaveLength(2)); // with three cards, and with the one just taken
  answers[1]!({ melds: [["4h", "5h", "6h"]], left: [], points: 0, discard: "Ks" });
  expect(await screen.findByText("You can go out!")).toBeTruthy();
  answers[0]!({ melds: [["4h", "5h", "6h"]], left: [], points: 0, discard: null });
  await new Promise((later) => setTimeout(later, 0));
  expect(screen.getByText("You can go out!")).toBeTruthy();
});
