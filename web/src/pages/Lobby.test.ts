// The lobby of any game: every option and setting that the server offers, and handicaps beside the players.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { set } from "../app/settings.svelte";
import { PLUGIN, stubServer } from "../games/generic/fake-server";
import { serverText } from "../games/generic/server-text.svelte";
import { fakeLobby } from "../games/shared/fake-desk.svelte";
import type { Ask } from "../net/connection";
import { offers } from "../net/offers.svelte";
import type { TableStore } from "../net/table.svelte";
import type { LobbyView } from "../wire";
import Lobby from "./Lobby.svelte";

function open(more: Partial<LobbyView> = {}, host = true): Ask[] {
  const options = { first_dealer: "host", rounds: 3, sharp: false, head_start: null };
  const settings = { hints: true, turn_s: null, stand_in: "casual" };
  const lobby = { ...fakeLobby(PLUGIN, ["Ana", "Bo"], { stage: "lobby" }), options, settings, ...more } as LobbyView;
  const asked: Ask[] = [];
  const ask = (message: Ask) => {
    asked.push(message);
    return Promise.resolve({ type: "done", id: "", seq: 1 });
  };
  const table = { lobby, isHost: host, seat: host ? 0 : 1, you: host ? 0 : 1, here: [0, 1], countdown: null, ask };
  render(Lobby, { table: table as unknown as TableStore, code: "BCDFGHJK", onlocal: () => undefined });
  return asked;
}
const field = (label: string | RegExp): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
const change = (node: Element, value: string): Promise<boolean> => fireEvent.change(node, { target: { value } });

beforeEach(async () => {
  stubServer();
  set({ language: "en" });
  await offers.load();
  serverText(PLUGIN, "en");
  await vi.waitFor(() => expect(serverText(PLUGIN, "en")).not.toBeNull());
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the options", () => {
  it("are all there, in three groups, with help and the game's own words", () => {
    open();
    for (const group of ["Usual options", "For mixed ages", "For experts"])
      expect(screen.getByRole("heading", { name: group })).toBeTruthy();
    expect(field("Deals").value).toBe("3");
    expect(screen.getByText("How many rounds a match has.")).toBeTruthy();
    expect(field("Sharp rules").checked).toBe(false);
    expect(field("Stand-in level").value).toBe("casual");
    expect(screen.getByText("Nobody is told anything.")).toBeTruthy();
  });

  it("are sent whole, each by its kind", async () => {
    const asked = open();
    await change(field("Deals"), "7");
    await change(field("First dealer"), "random");
    await fireEvent.click(field("Sharp rules"));
    expect(asked).toMatchObject([
      { type: "configure", options: { first_dealer: "host", rounds: 7 } },
      { type: "configure", options: { first_dealer: "random", rounds: 3 } },
      { type: "configure", options: { sharp: true } },
    ]);
    await change(field("Stand-in level"), "beginner");
    expect(asked.at(-1)).toEqual({
      type: "configure",
      settings: { hints: true, turn_s: null, stand_in: "beginner" },
    });
  });

  it("quick changes do not undo each other while the first is on its way", async () => {
    const asked = open();
    void change(field("Deals"), "7");
    void change(field("First dealer"), "random");
    await tick();
    expect(asked.at(-1)).toMatchObject({ options: { first_dealer: "random", rounds: 7 } });
  });

  it("what cannot be is said in a sentence and not sent", async () => {
    const asked = open();
    await change(field("Deals"), "99");
    expect(screen.getByText("Please type a number from 1 to 20.")).toBeTruthy();
    await change(field("Deals"), "2.5");
    expect(screen.getByText("Please type a whole number.")).toBeTruthy();
    expect(asked).toEqual([]);
    await change(field("Deals"), "5");
    expect(screen.queryByText(/Please type/)).toBeNull();
  });

  it("a number can be left to the table, or set", async () => {
    const asked = open();
    const choice = field("Time per turn");
    expect(choice.value).toBe("off");
    await change(choice, "on");
    const number = document.querySelector<HTMLInputElement>('input[type="number"][min="5"]')!;
    await change(number, "45");
    expect(asked).toMatchObject([{ settings: { turn_s: 45 } }]);
  });

  it("guests see them and cannot change them", () => {
    open({}, false);
    expect(field("Deals").disabled).toBe(true);
    expect(field("Sharp rules").disabled).toBe(true);
  });
});

describe("who can join", () => {
  it("is up to the host: lock, and a new code", async () => {
    const asked = open();
    await fireEvent.click(screen.getByRole("button", { name: "Lock the table" }));
    await fireEvent.click(screen.getByRole("button", { name: "New code" }));
    expect(asked).toEqual([{ type: "lock", locked: true }, { type: "new_code" }]);
    expect(screen.queryByText(/The table is locked/)).toBeNull();
  });

  it("is shown to guests, who cannot change it", () => {
    open({ locked: true }, false);
    expect(screen.getByText("The table is locked: nobody new can join or watch.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /lock the table/i })).toBeNull();
  });

  it("a locked table is opened again", async () => {
    const asked = open({ locked: true });
    await fireEvent.click(screen.getByRole("button", { name: "Unlock the table" }));
    expect(asked).toEqual([{ type: "lock", locked: false }]);
  });

  it("the link has the code of now, at the address that others reach", () => {
    localStorage.setItem(
      "rumpus-seats",
      JSON.stringify([{ code: "BCDFGHJK", token: "t", game: PLUGIN, link: "http://192.0.2.1:8000/#BCDFGHJK", at: 1 }]),
    );
    open({ code: "XZXZXZXZ" });
    expect(screen.getByDisplayValue("http://192.0.2.1:8000/#XZXZXZXZ")).toBeTruthy();
    localStorage.clear();
  });

  it("name a player by the seat, whichever seats are empty", async () => {
    const seats = [{ name: "Ana", avatar: "fox", person: 0 }, null, { name: "Bo", avatar: "owl", person: 1 }];
    const asked = open({ seats: seats as LobbyView["seats"] });
    expect([...field("First dealer").querySelectorAll("option")].map((one) => one.textContent)).toEqual([
      "the host",
      "random",
      "Ana",
      "Bo",
    ]);
    await change(field("First dealer"), "2");
    expect(asked).toMatchObject([{ options: { first_dealer: 2 } }]);
    await change(field("First dealer"), "random");
    expect(asked.at(-1)).toMatchObject({ options: { first_dealer: "random" } });
  });

  it("arranged cards are marked, and such a table is not shared", () => {
    open({ scripted: true, locked: true });
    expect(screen.getByText(/^Arranged cards: /)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Copy link" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Unlock the table" })).toBeNull();
  });
});

describe("handicaps", () => {
  it("are set beside the players", async () => {
    const asked = open();
    expect(screen.queryByLabelText(/Bo, usual: 0/)).toBeNull();
    await fireEvent.click(field("Head start"));
    await tick();
    await change(field(/Bo, usual: 0/), "-20");
    expect(asked).toMatchObject([{ options: { head_start: [0, -20] } }]);
    await change(field(/Ana, usual: 0/), "900");
    expect(screen.getByText("Please type a number from \u2212500 to 500.")).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it("are taken back all at once", async () => {
    const options = { rounds: 3, head_start: [0, -20] } as unknown as LobbyView["options"];
    const asked = open({ options });
    expect(field(/Bo, usual: 0/).value).toBe("-20");
    await fireEvent.click(field("Head start"));
    expect(asked.at(-1)).toMatchObject({ options: { head_start: null } });
  });
});

describe("waiting", () => {
  const seats = (...ready: boolean[]): LobbyView["seats"] =>
    ["Ana", "Bo", "Carmen"].map((name, person) => ({ name, avatar: "fox", person, ready: ready[person] ?? false }));

  it("the host is told by name who is not ready", () => {
    open({ seats: seats(false, false, true) });
    expect(screen.getByText("Waiting for Bo to be ready…")).toBeTruthy();
    cleanup();
    open({ seats: seats(false, true, true) });
    expect(screen.queryByText(/^Waiting/)).toBeNull();
  });

  it("guests hear what they can do, and whom they wait for", () => {
    open({ seats: seats() }, false);
    expect(screen.getByText("Press Ready when you are.")).toBeTruthy();
    cleanup();
    open({ seats: seats(false, true, false) }, false);
    expect(screen.getByText("Waiting for Carmen to be ready…")).toBeTruthy();
    cleanup();
    open({ seats: seats(false, true, true) }, false);
    expect(screen.getByText("Waiting for the host to start.")).toBeTruthy();
  });

  it("players come before the invitation, which guests unfold", () => {
    open({}, false);
    const share = document.querySelector<HTMLDetailsElement>("main details")!;
    expect(share.querySelector("h2")?.textContent).toBe("Invite friends");
    expect(share.open).toBe(false);
    const players = document.querySelector(".seats")!;
    expect(players.compareDocumentPosition(share) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    cleanup();
    open();
    expect(document.querySelector<HTMLDetailsElement>("main details")!.open).toBe(true);
  });
});
