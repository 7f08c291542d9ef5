// A part that cannot be loaded is retried automatically, then by a button, then with a fresh page.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import type { Component } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import Burst from "./Burst.svelte";
import Lazy from "./Lazy.svelte";
import { say } from "../app/text.svelte";

type Facts = { word: string };
const part = { default: Burst as unknown as Component<Facts> };

/** Fails so many times, then brings the part. */
function failing(times: number) {
  let left = times;
  return vi.fn(() => (left-- > 0 ? Promise.reject(new TypeError("gone")) : Promise.resolve(part)));
}

const show = (load: () => Promise<typeof part>, startOver = vi.fn()) => {
  render(Lazy<Facts>, { props: { load, with: { word: "Boo!" }, againMs: 1, startOver } });
  return startOver;
};

afterEach(cleanup);

describe("a part that comes later", () => {
  it("is there as soon as it has come", async () => {
    show(failing(0));
    expect(await screen.findByText("Boo!")).toBeTruthy();
  });

  it("is tried again once without a word", async () => {
    const load = failing(1);
    show(load);
    expect(await screen.findByText("Boo!")).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is asked for by a button when that was not enough", async () => {
    const load = failing(2);
    const startOver = show(load);
    await fireEvent.click(await screen.findByRole("button", { name: say("web-again") }));
    expect(await screen.findByText("Boo!")).toBeTruthy();
    expect(startOver).not.toHaveBeenCalled();
  });

  it("asks for a fresh page when nothing helps", async () => {
    const startOver = show(failing(9));
    await fireEvent.click(await screen.findByRole("button", { name: say("web-again") }));
    await waitFor(() => expect(startOver).toHaveBeenCalledOnce());
    expect(screen.getByRole("alert").textContent).toContain(say("web-part-missing"));
  });
});
