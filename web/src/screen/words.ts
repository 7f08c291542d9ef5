// The words of screens come with them.
import { addCatalogue } from "../app/text.svelte";

addCatalogue(
  import.meta.glob<string>("../../../src/rumpus/text/*/web_screen.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
