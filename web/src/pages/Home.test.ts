// The home page: one tap against bots of the right level, the tables one has, and those that are over.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { choose, learnFrom } from "../app/bot-level";
import { set } from "../app/settings.svelte";
import { GAMES } from "../games";
import * as seats from "../net/kept-seats";
import * as pastMatches from "../net/past-matches";
import Home from "./Home.svelte";

interface Asked {
  path: string;
  body: unknown;
}
const asked: Asked[] = [];
const seated = { token: "t", person: 0, code: "BCDFGHJK", link: "http://192.0.2.1/#BCDFGHJK", game: "five_crowns" };

beforeEach(() => {
  set({ language: "en", name: "Ana", avatar: "fox" });
  asked.length = 0;
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("fetch", (path: string, request?: { body: string }) => {
    asked.push({ path, body: request ? JSON.parse(request.body) : null });
    return Promise.resolve(new Response(JSON.stringify(request ? seated : { games: {} })));
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  location.hash = "";
  vi.unstubAllGlobals();
});

const past = (more: Partial<pastMatches.PastMatch>): pastMatches.PastMatch => ({
  ...{ code: "XZXZXZXZ", match: 1, game: "wig_out", at: Date.UTC(2026, 0, 2, 12), others: ["Bo", "Comet"] },
  ...{ winners: [null], record: null, avatars: [] },
  ...more,
});
const opened = (): unknown => asked.find((one) => one.path === "/api/tables")?.body;

describe("one tap", () => {
  it("says that it is against bots, and of which level", () => {
    render(Home);
    const play = screen.getAllByRole("button", { name: /^Play now: .* against bots$/ });
    expect(play).toHaveLength(GAMES.length);
    expect(play[0]?.parentElement?.textContent).toMatch(/against 3 bots · Beginner/);
  });

  it("begins against the bots that fit, and the match begins by itself", async () => {
    choose({ name: "five_crowns" }, "skilled");
    render(Home);
    await fireEvent.click(screen.getByRole("button", { name: "Play now: Five Crowns against bots" }));
    await vi.waitFor(() => expect(location.hash).toBe("#BCDFGHJK"));
    const bots = ["skilled", "skilled"];
    expect(opened()).toEqual({ game: "five_crowns", name: "Ana", avatar: "fox", bots, options: { undo: true } });
    expect(sessionStorage.getItem("rumpus-begin")).toBe("BCDFGHJK");
  });

  it("gives a head start to who loses to beginners, and says so", async () => {
    const game = GAMES.find((one) => one.easePoints !== undefined)!;
    for (let match = 0; match < 4; match += 1) learnFrom(game, false);
    render(Home);
    const play = screen.getByRole("button", { name: `Play now: ${game.title()} against bots` });
    expect(play.parentElement?.textContent).toMatch(/against 2 bots · Beginner\s+You start 40 points ahead/);
    await fireEvent.click(play);
    await vi.waitFor(() => expect(opened()).toMatchObject({ options: { head_start: [-40, 0, 0] } }));
  });

  it("a level that is chosen is kept, until it is left to the results again", async () => {
    render(Home);
    const level = (): HTMLSelectElement => screen.getByLabelText<HTMLSelectElement>("Bot level in Wig Out!");
    await fireEvent.change(level(), { target: { value: "expert" } });
    cleanup();
    render(Home);
    expect(level().value).toBe("expert");
    await fireEvent.change(level(), { target: { value: "" } });
    expect(screen.getAllByText(/against 3 bots · Beginner/)).toHaveLength(1);
  });

  it("a table for friends has no bots, and waits in its lobby", async () => {
    render(Home);
    await fireEvent.click(screen.getByRole("button", { name: "Invite friends to Wig Out!" }));
    await vi.waitFor(() => expect(location.hash).toBe("#BCDFGHJK"));
    expect(opened()).toMatchObject({ game: "wig_out", bots: [] });
    expect(sessionStorage.getItem("rumpus-begin")).toBeNull();
  });
});

describe("your tables", () => {
  it("the one that was played last comes before everything else, finished ones at the end", () => {
    seats.keep({ ...seated, code: "CCCCCCCC", game: "wackee_six" });
    seats.keep({ ...seated, code: "XZXZXZXZ", game: "wig_out" });
    seats.keep({ ...seated, code: "DDDDDDDD" });
    seats.mark("XZXZXZXZ", true);
    pastMatches.keep(past({}));
    render(Home);
    const [first, ...others] = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(first).toBe("#DDDDDDDD");
    expect(others.indexOf("#CCCCCCCC")).toBeGreaterThan(others.indexOf("#/rules/five_crowns"));
    expect(others.indexOf("#XZXZXZXZ")).toBeGreaterThan(others.indexOf("#CCCCCCCC"));
    expect(screen.queryByRole("link", { name: /Resume Wig Out/ })).toBeNull();
  });

  it("finished ones have their people, their result and their day", () => {
    pastMatches.keep(past({}));
    pastMatches.keep(past({ match: 2, winners: ["Bo"] }));
    pastMatches.keep(past({ match: 3, winners: [null, "Bo"] }));
    pastMatches.keep(past({ match: 4, winners: [] }));
    render(Home);
    for (const words of ["You won!", "Bo won", "You shared the win", "Not finished"])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getAllByText(/with Bo and Comet · Jan 2, 2026/)).toHaveLength(4);
  });

  it("are removed one by one", async () => {
    pastMatches.keep(past({}));
    pastMatches.keep(past({ code: "YYYYYYYY", winners: ["Bo"] }));
    render(Home);
    await fireEvent.click(screen.getAllByRole("button", { name: /^Remove Wig Out! of Jan 2/ })[0]!);
    expect(screen.queryByText("Bo won")).toBeNull();
    expect(pastMatches.all()).toEqual([past({})]);
  });

  it("a seat goes with the last match that was played there", async () => {
    seats.keep({ ...seated, code: "XZXZXZXZ", game: "wig_out" });
    seats.mark("XZXZXZXZ", true);
    pastMatches.keep(past({}));
    render(Home);
    await fireEvent.click(screen.getByRole("button", { name: /^Remove Wig Out! of/ }));
    expect(seats.all()).toEqual([]);
  });
});

describe("a seat from another device", () => {
  it("comes by the link in its QR code", async () => {
    render(Home, { code: "FGHJKLMN" });
    await vi.waitFor(() => expect(location.hash).toBe("#BCDFGHJK"));
    expect(asked).toContainEqual({ path: "/api/device", body: { code: "FGHJKLMN" } });
    expect(seats.find("BCDFGHJK")).toMatchObject({ token: "t" });
  });

  it("is not asked for by what is no code", async () => {
    render(Home, { code: "x".repeat(50) });
    expect(await screen.findByText(/^That isn't a valid code/)).toBeTruthy();
    expect(asked.filter(({ path }) => path === "/api/device")).toEqual([]);
  });
});
