// Keys are shown as soon as one is pressed, but not to who types on a screen.
import { afterEach, expect, it } from "vitest";

import { showKeysOnceUsed } from "./show-keys";

const root = document.createElement("div");
const press = (target: EventTarget, key: string): boolean =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
let stop = (): void => undefined;
afterEach(() => {
  stop();
  document.body.innerHTML = "";
  delete root.dataset["keys"];
});

it("shows them once a key was pressed", () => {
  stop = showKeysOnceUsed(root);
  expect(root.dataset["keys"]).toBeUndefined();
  press(document.body, "d");
  expect(root.dataset["keys"]).toBe("true");
});

it("takes a name that is typed, or a key without a name, for no keyboard", () => {
  document.body.innerHTML = "<input />";
  stop = showKeysOnceUsed(root);
  press(document.querySelector("input")!, "a");
  press(document.body, "Unidentified");
  expect(root.dataset["keys"]).toBeUndefined();
});
