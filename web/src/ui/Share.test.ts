// An invitation goes the way that the device has for it; and a seat moves by a picture.
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { set } from "../app/settings.svelte";
import DeviceCode from "./DeviceCode.svelte";
import Share from "./Share.svelte";

const words = { title: "Rumpus", text: "Come and play with me!" };
const props = {
  ...words,
  ...{ heading: "Invite", how: "Whoever opens this link can join.", qr: "QR code" },
  ...{ code: "BCDFGHJK", link: "http://192.0.2.1/#BCDFGHJK" },
};
function device(more: object): void {
  for (const [name, value] of Object.entries(more))
    Object.defineProperty(navigator, name, { value, configurable: true });
}

beforeEach(() => set({ language: "en" }));
afterEach(() => {
  cleanup();
  for (const name of ["share", "clipboard"]) Reflect.deleteProperty(navigator, name);
});

describe("an invitation", () => {
  it("is shared by the device where it can, with words and the link", async () => {
    const share = vi.fn(() => Promise.resolve());
    device({ share });
    render(Share, props);
    await fireEvent.click(screen.getByRole("button", { name: "Share the invitation" }));
    expect(share).toHaveBeenCalledWith({ ...words, url: props.link });
  });

  it("is copied where the device cannot share, or fails to; not where somebody changed their mind", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    device({ clipboard: { writeText }, share: () => Promise.reject(new DOMException("", "AbortError")) });
    render(Share, props);
    await fireEvent.click(screen.getByRole("button", { name: "Share the invitation" }));
    await Promise.resolve();
    expect(writeText).not.toHaveBeenCalled();
    device({ share: () => Promise.reject(new DOMException("", "NotAllowedError")) });
    await fireEvent.click(screen.getByRole("button", { name: "Share the invitation" }));
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(props.link));
    cleanup();
    Reflect.deleteProperty(navigator, "share");
    render(Share, props);
    expect(screen.queryByRole("button", { name: "Share the invitation" })).toBeNull();
    expect(screen.getByRole("button", { name: "Copy link" })).toBeTruthy();
  });
});

describe("a seat that moves", () => {
  it("has a code to type, and a picture of the link at the address that others reach", async () => {
    HTMLDialogElement.prototype.showModal ??= () => undefined;
    render(DeviceCode, { code: "FGHJKLMN", link: props.link, onclose: () => undefined });
    expect(screen.getByText("FGHJ KLMN")).toBeTruthy();
    expect(await screen.findByLabelText("QR code that opens this game on the other device")).toBeTruthy();
  });
});
