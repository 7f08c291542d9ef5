import { describe, expect, it } from "vitest";

import { blocks } from "./markdown";

describe("rule texts", () => {
  it("become headings, lists and paragraphs", () => {
    const found = blocks("# Title\n\nSome **bold** text.\n\n[WO-01] One.\n[WO-02] Two.\n");
    expect(found.map((block) => block.kind)).toEqual(["h1", "p", "ul"]);
    expect(found[2]?.lines.length).toBe(2);
    expect(found[2]?.clauses).toEqual(["WO-01", "WO-02"]);
    expect(found[1]?.lines[0]?.[1]).toEqual({ text: "bold", style: "bold" });
  });
});
