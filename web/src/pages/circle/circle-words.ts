// The words of circles, which come with their pages; and why something about one did not work.
import { addCatalogue, say, sayAny } from "../../app/text.svelte";
import { Refusal } from "../../net/api";

addCatalogue(
  import.meta.glob<string>("../../../../src/rumpus/text/*/web_circle.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

/** Why the server refused; a newer one may know more reasons. */
export function problemWords(error: unknown): string {
  if (!(error instanceof Refusal)) return say("web-unreachable");
  return sayAny([error.problem.reason]) ?? error.problem.expected;
}
