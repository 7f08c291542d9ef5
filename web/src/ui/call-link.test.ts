import { expect, it } from "vitest";

import { linkIn, siteOf } from "./call-link";

it("a link that was copied without https:// leads to its site, and nothing else becomes one", () => {
  expect(siteOf(linkIn(" meet.example.org/abc-defg-hij "))).toBe("meet.example.org");
  expect(siteOf(linkIn("meet.example.org:8443/abc"))).toBe("meet.example.org:8443");
  expect(linkIn("https://meet.example.org/a")).toBe("https://meet.example.org/a");
  for (const none of ["javascript:alert(1)", "http://meet.example.org/", "mailto:a@example.org"])
    expect(siteOf(linkIn(none))).toBeNull();
});
