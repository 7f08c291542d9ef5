// Nothing outside a game's own folder knows the game: no name, no type of its views, no import from its folder.
import { describe, expect, it } from "vitest";

import { GAMES } from "./games";

const files = import.meta.glob<string>("./**/*.{ts,svelte,css}", { query: "?raw", import: "default", eager: true });

const REGISTRY = "./games/index.ts"; // may name the games: that is what it is for
const GENERATED = ["./wire.ts", "./wire.check.ts"];

/** `wig_out` as it may be written: wig_out, wigOut, WigOut, wig-out, "Wig Out!". */
const spelled = (name: string): RegExp => new RegExp(name.split("_").join("[ _-]?"), "i");

/** The files that know a game they should not know, with the line that shows it. */
function leaks(sources: Record<string, string>): string[] {
  const names = GAMES.map(({ name }) => ({ name, pattern: spelled(name) }));
  return Object.entries(sources).flatMap(([path, source]) => {
    if (path === REGISTRY || GENERATED.includes(path) || path.endsWith(".test.ts")) return [];
    const forbidden = names.filter(({ name }) => !path.startsWith(`./games/${name}/`));
    return source
      .split("\n")
      .filter((line) => forbidden.some(({ pattern }) => pattern.test(line)))
      .map((line) => `${path}: ${line.trim()}`);
  });
}

describe("layers", () => {
  it("only a game's own folder and the registry know a game", () => {
    expect(leaks(files)).toEqual([]);
  });

  it("a leak is noticed, however the game is spelled", () => {
    const planted = {
      "./pages/Home.svelte": 'if (game === "wig_out") bots = 3;',
      "./net/desk.ts": "import type { FiveCrownsView } from './wire';",
      "./ui/Bar.svelte": "<!-- as in Wackee Six -->",
      "./games/wig_out/Table.svelte": 'import Card from "../wackee_six/Card.svelte";',
      "./games/index.ts": 'import { wigOut } from "./wig_out";',
      "./games/five_crowns/Table.svelte": "the table of Five Crowns",
    };
    expect(leaks(planted).map((found) => found.split(":")[0])).toEqual([
      "./pages/Home.svelte",
      "./net/desk.ts",
      "./ui/Bar.svelte",
      "./games/wig_out/Table.svelte",
    ]);
  });

  it("the shell does not reach into a game's folder", () => {
    const inside = /from "[./]*\/games\/(?!manifest|words|shared|generic|index|GameTable|GameStage)[a-z_]+/;
    const shell = Object.entries(files).filter(([path]) => !path.startsWith("./games/") && !path.endsWith(".test.ts"));
    expect(shell.filter(([, source]) => inside.test(source)).map(([path]) => path)).toEqual([]);
  });
});
