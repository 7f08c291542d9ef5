// The words of pictures come with them.
import { addCatalogue } from "../app/text.svelte";

addCatalogue(
  import.meta.glob<string>("../../../src/rumpus/text/*/web_picture.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
