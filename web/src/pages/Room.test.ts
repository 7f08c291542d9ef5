// A link with a code: who invites to what, and a code that leads nowhere can be typed again.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { set } from "../app/settings.svelte";
import { say } from "../app/text.svelte";
import Room from "./Room.svelte";

/** Answers every request with these, by path. */
function server(answers: Record<string, [number, unknown]>) {
  const asked: [string, unknown][] = [];
  vi.stubGlobal("fetch", (path: string, request: { body: string }) => {
    asked.push([path, JSON.parse(request.body)]);
    const [status, body] = answers[path] ?? [500, { reason: "table-fault", expected: "" }];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return asked;
}
const NONE: [number, unknown] = [404, { reason: "table-no-such", expected: "a code of a table" }];

beforeEach(() => set({ language: "en", name: "Bo", avatar: "fox" }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("an invitation", () => {
  it("says who invites to which game", async () => {
    const asked = server({ "/api/look": [200, { game: "wig_out", host: "Ana", play: true, watch: true }] });
    render(Room, { props: { code: "BCDFGHJK" } });
    expect(await screen.findByRole("heading", { name: "Ana invites you to play Wig Out!" })).toBeTruthy();
    expect(asked).toEqual([["/api/look", { code: "BCDFGHJK" }]]);
    expect(screen.getByRole("button", { name: say("web-join") })).toBeTruthy();
  });

  it("offers only to look on where no seat is free", async () => {
    server({ "/api/look": [200, { game: "five_crowns", host: null, play: false, watch: true }] });
    render(Room, { props: { code: "BCDFGHJK" } });
    expect(await screen.findByText(say("web-invited-watch"))).toBeTruthy();
    expect(screen.queryByRole("button", { name: say("web-join") })).toBeNull();
    expect(screen.getByRole("button", { name: say("web-watch") })).toBeTruthy();
  });

  it("offers the seats to take over while a match is under way", async () => {
    const seats = [
      { seat: 1, name: "Bo", now: false },
      { seat: 2, name: "Cleo", now: true },
    ];
    const look = { game: "five_crowns", host: "Ana", play: true, watch: true, seats };
    const asked = server({ "/api/look": [200, look], "/api/join": NONE });
    render(Room, { props: { code: "BCDFGHJK" } });
    expect(await screen.findByRole("button", { name: "Take Cleo's seat right away" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: say("web-join") })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Take Bo's seat from the next round" }));
    await vi.waitFor(() => expect(asked.at(-1)?.[1]).toMatchObject({ watch: false, seat: 1 }));
  });

  it("says that the cards are arranged", async () => {
    const invitation = { game: "wig_out", host: "Ana", play: true, watch: true };
    server({ "/api/look": [200, { ...invitation, scripted: true }] });
    render(Room, { props: { code: "BCDFGHJK" } });
    expect(await screen.findByText(say("web-scripted"))).toBeTruthy();
  });

  it("isolates a name that runs from right to left", async () => {
    server({ "/api/look": [200, { game: "wig_out", host: "יעל 2", play: true, watch: true }] });
    render(Room, { props: { code: "BCDFGHJK" } });
    await vi.waitFor(() =>
      expect(screen.getByRole("heading", { level: 2 }).textContent.trim()).toBe(
        "\u2068יעל 2\u2069 invites you to play Wig Out!",
      ),
    );
  });

  it("is welcoming where nothing can be told", async () => {
    server({ "/api/look": [429, { reason: "table-too-many", expected: "" }] });
    render(Room, { props: { code: "BCDFGHJK" } });
    expect(await screen.findByRole("heading", { name: say("web-invited") })).toBeTruthy();
  });

  it("lets a code that leads nowhere be typed anew, and says so at the field", async () => {
    const asked = server({ "/api/look": NONE, "/api/join": NONE });
    render(Room, { props: { code: "BCDFGHJK" } });
    const box = await screen.findByLabelText<HTMLInputElement>(say("web-join-code"));
    expect(box.value).toBe("BCDFGHJK");
    expect(screen.getByRole("alert").textContent).toBe(say("table-no-such"));
    await fireEvent.input(box, { target: { value: "bcdf ghjl" } });
    await fireEvent.click(screen.getByRole("button", { name: say("web-join") }));
    await vi.waitFor(() =>
      expect(asked.at(-1)).toEqual([
        "/api/join",
        { code: "BCDFGHJL", name: "Bo", avatar: "fox", watch: false, seat: null },
      ]),
    );
  });
});
