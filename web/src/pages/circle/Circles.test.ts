// The circles of a device: a code from another device is sent only if it is one.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { set } from "../../app/settings.svelte";
import Circles from "./Circles.svelte";

afterEach(() => {
  cleanup();
  localStorage.clear();
  location.hash = "";
  vi.unstubAllGlobals();
});

describe("the code of a circle", () => {
  it("is refused at its field without a request if it is none", async () => {
    set({ language: "en", name: "Ana", avatar: "fox" });
    const asked: string[] = [];
    vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
      asked.push(`${path} ${body}`);
      return Promise.resolve(new Response(JSON.stringify({ reason: "device-code" }), { status: 404 }));
    });
    render(Circles, { props: { code: null } });
    const box = screen.getByLabelText(/^In a circle already/);
    for (const nonsense of ["", "123", "<b>x</b>", "a".repeat(48)]) {
      await fireEvent.input(box, { target: { value: nonsense } });
      await fireEvent.click(screen.getByRole("button", { name: "Join" }));
      expect(screen.getByRole("alert").textContent).toMatch(/^That isn't a valid code/);
    }
    expect(asked).toEqual([]);
    await fireEvent.input(box, { target: { value: "gfbl qjzw" } });
    await fireEvent.click(screen.getByRole("button", { name: "Join" }));
    expect(asked).toEqual(['/api/circles/claim {"code":"GFBLQJZW"}']);
  });
});

describe("a circle from a file", () => {
  const lines = (...members: unknown[]): string => JSON.stringify({ circle: "rumpus-circle/1", name: "Us", members });
  const choose = async (container: HTMLElement, text: string): Promise<void> => {
    const picker = container.querySelector<HTMLInputElement>("input[type=file]")!;
    Object.defineProperty(picker, "files", { value: [{ text: () => Promise.resolve(text) }], configurable: true });
    await fireEvent.change(picker);
  };

  it("is refused if it is none or damaged, and another file can be chosen", async () => {
    set({ language: "en", name: "Ana", avatar: "fox" });
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response(JSON.stringify({ reason: "table-malformed", expected: "line 2" }), { status: 400 })),
    );
    const { container } = render(Circles, { props: { code: null } });
    const none = [
      lines(),
      lines(null),
      lines({ id: "a" }),
      lines({ id: "a", name: "A" }, { id: "a", name: "B" }),
      "{",
      "null",
    ];
    for (const text of none) {
      await choose(container, text);
      expect((await screen.findByRole("alert")).textContent).toBe("That file isn't a saved circle, or it's damaged.");
      expect(screen.queryByText("Which of these are you?")).toBeNull();
    }
    await choose(container, lines({ id: "a", name: "Ada", avatar: "owl" }));
    expect(screen.queryByRole("alert")).toBeNull();
    await fireEvent.click(await screen.findByRole("button", { name: "Ada" }));
    expect((await screen.findByRole("alert")).textContent).toBe("That file isn't a saved circle, or it's damaged.");
    expect(screen.queryByRole("button", { name: "Ada" })).toBeNull();
    expect(screen.getByRole("button", { name: "Bring a circle from a file" })).toBeTruthy();
  });
});
