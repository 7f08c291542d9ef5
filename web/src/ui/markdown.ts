// The little markdown that our rule texts use: headings, lists, paragraphs, bold and italics.
export interface Block {
  kind: "h1" | "h2" | "h3" | "p" | "ul";
  lines: Span[][];
  /** Of a list: the numbers of its clauses, such as T-03; null for an item without one. */
  clauses: (string | null)[];
}

export interface Span {
  text: string;
  style: "plain" | "bold" | "italic";
}

const CLAUSE = /^\[([A-Z]{1,4}-\d\d)\] /; // as in [T-03]

function spans(text: string): Span[] {
  return text
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith("**")) return { text: part.slice(2, -2), style: "bold" };
      if (part.startsWith("*") || part.startsWith("`")) return { text: part.slice(1, -1), style: "italic" };
      return { text: part, style: "plain" };
    });
}

/** The text as blocks; numbers of clauses at the start of a line are taken out of the words, such lines are list items. */
export function blocks(source: string): Block[] {
  const found: Block[] = [];
  for (const raw of source.split("\n")) {
    const line = raw.trim();
    const heading = /^(#{1,3}) (.*)$/.exec(line);
    const clause = CLAUSE.exec(line)?.[1] ?? null;
    const item = clause !== null || line.startsWith("- ");
    const words = line.replace(CLAUSE, "").replace(/^- /, "");
    const last = found.at(-1);
    if (!line) continue;
    if (heading)
      found.push({ kind: `h${heading[1]!.length}` as Block["kind"], lines: [spans(heading[2]!)], clauses: [] });
    else if (item && last?.kind === "ul") {
      last.lines.push(spans(words));
      last.clauses.push(clause);
    } else found.push({ kind: item ? "ul" : "p", lines: [spans(words)], clauses: [clause] });
  }
  return found;
}
