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
      await fireEvent.click(screen.getByRole("button", { name: "Come in" }));
      expect(screen.getByRole("alert").textContent).toMatch(/^That isn't a valid code/);
    }
    expect(asked).toEqual([]);
    await fireEvent.input(box, { target: { value: "gfbl qjzw" } });
    await fireEvent.click(screen.getByRole("button", { name: "Come in" }));
    expect(asked).toEqual(['/api/circles/claim {"code":"GFBLQJZW"}']);
  });
});
