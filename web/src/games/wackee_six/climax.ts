// The call that ends a round: whose side it was.
import { say } from "../../app/text.svelte";
import type { Desk } from "../../net/desk";
import type { Line, WackeeSixView } from "../../wire";
import type { AnyDesk, Climax } from "../manifest";
import { calledWords } from "./spoken";

export function climax(line: Line, desk: AnyDesk): Climax | null {
  if (line.do !== "shout") return null;
  return {
    word: say("wackee-call"),
    words: calledWords(desk as Desk<WackeeSixView>, line.by),
    seats: line.by === null ? [] : [line.by],
  };
}
