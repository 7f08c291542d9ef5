// The rules of every game: contents, and drawings with words in both languages beside the clauses they belong to.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { set } from "../app/settings.svelte";
import { GAMES } from "../games";
import Rules from "./Rules.svelte";

beforeEach(() => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("nobody answers"))));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  set({ language: "en" });
});

describe.each(GAMES.map((game) => game.name))("the rules of %s", (game) => {
  it.each(["en", "es"] as const)("have drawings with words: %s", { timeout: 30_000 }, async (language) => {
    set({ language });
    render(Rules, { game });
    await vi.waitFor(() => expect(document.querySelectorAll("figure").length).toBeGreaterThan(2), { timeout: 20_000 });
    const words = [...document.querySelectorAll("figcaption")].map((caption) => caption.textContent ?? "");
    expect(words.filter((one) => one.startsWith("rules-example"))).toEqual([]);
    expect(document.querySelectorAll("main")[0]?.textContent).not.toMatch(/\[[A-Z]+-\d\d\]|_/);
  });

  it("say the goal first, and their contents lead to the sections", async () => {
    render(Rules, { game });
    const sections = screen.getAllByRole("heading", { level: 3 });
    expect(sections[0]?.textContent).toBe("Goal");
    const scoring = sections.at(-1)!;
    scoring.scrollIntoView = vi.fn();
    await fireEvent.click(screen.getByRole("button", { name: scoring.textContent ?? "" }));
    expect(scoring.scrollIntoView).toHaveBeenCalled();
    expect(document.activeElement).toBe(scoring);
  });
});
