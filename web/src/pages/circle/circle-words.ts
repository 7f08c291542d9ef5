// The words of circles, which come with their pages; and why something about one did not work.
import { addCatalogue } from "../../app/text.svelte";

export { problemWords } from "../../ui/problem-words";

addCatalogue(
  import.meta.glob<string>("../../../../src/rumpus/text/*/web_circle.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
