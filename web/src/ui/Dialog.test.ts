// A sheet of paper above the table goes when it is sent away.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import Dialog from "./Dialog.svelte";
import { set } from "../app/settings.svelte";

const children = createRawSnippet(() => ({ render: () => "<p>Inside</p>" }));

function shown() {
  const onclose = vi.fn();
  render(Dialog, { props: { title: "Over", onclose, children } });
  return onclose;
}

describe("a sheet", () => {
  beforeEach(() => {
    set({ language: "en" });
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = () => undefined;
  });
  afterEach(cleanup);

  it("closes at once", async () => {
    const onclose = shown();
    await fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(onclose).toHaveBeenCalledTimes(1);
  });

  it("closes by Escape", async () => {
    const onclose = shown();
    await fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
    expect(onclose).toHaveBeenCalledTimes(1);
  });
});
