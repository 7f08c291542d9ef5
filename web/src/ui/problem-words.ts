// Why something that was asked of the server did not work, in words.
import { say, sayAny } from "../app/text.svelte";
import { Refusal } from "../net/api";

/** Why the server refused; a newer one may know more reasons. */
export function problemWords(error: unknown): string {
  if (!(error instanceof Refusal)) return say("web-unreachable");
  return sayAny([error.problem.reason]) ?? error.problem.expected;
}
