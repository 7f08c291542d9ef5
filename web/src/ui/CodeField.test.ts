// What is wrong with a code is said at its field.
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import CodeField from "./CodeField.svelte";

afterEach(cleanup);

describe("a field for a code", () => {
  it("says below itself what is wrong, and has the focus", async () => {
    const onsubmit = vi.fn();
    const facts = { label: "Code", value: "HELLO", hint: "Eight letters", action: "Join", onsubmit };
    const { rerender } = render(CodeField, { props: facts });
    const box = screen.getByLabelText("Code");
    await fireEvent.click(screen.getByRole("button", { name: "Join" }));
    expect(onsubmit).toHaveBeenCalledOnce();
    expect(box.getAttribute("aria-invalid")).toBeNull();

    await rerender({ wrong: "This is no code." });
    const [first] = box.getAttribute("aria-describedby")!.split(" ");
    expect(document.getElementById(first!)!.textContent).toBe("This is no code.");
    expect(box.getAttribute("aria-invalid")).toBe("true");
    await waitFor(() => expect(document.activeElement).toBe(box));
  });
});
