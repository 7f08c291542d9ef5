// The words of a device that is handed round come with it.
import { addCatalogue } from "../app/text.svelte";

addCatalogue(
  import.meta.glob<string>("../../../src/rumpus/text/*/web_pass.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
