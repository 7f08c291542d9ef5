// A sheet that comes by itself is not sent away by what was still meant for the table.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import Dialog from "./Dialog.svelte";
import { set } from "../app/settings.svelte";

const children = createRawSnippet(() => ({ render: () => "<p>Inside</p>" }));

function shown(sudden: boolean) {
  const onclose = vi.fn();
  render(Dialog, { props: { title: "Over", sudden, onclose, children } });
  return onclose;
}

describe("a sheet", () => {
  beforeEach(() => {
    set({ language: "en" });
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = () => undefined;
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("that one has opened closes at once", async () => {
    const onclose = shown(false);
    await fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  it("that comes by itself stays a moment, then closes", async () => {
    const onclose = shown(true);
    const close = screen.getByRole("button", { name: "Close" });
    await fireEvent.click(close);
    expect(await fireEvent.keyDown(close, { key: "Enter" })).toBe(false); // no click follows it
    await fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true })); // Escape
    expect(onclose).not.toHaveBeenCalled();
    vi.advanceTimersByTime(400);
    expect(await fireEvent.keyDown(close, { key: "Enter" })).toBe(true);
    await fireEvent.click(close);
    await fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
    expect(onclose).toHaveBeenCalledTimes(2);
  });
});
