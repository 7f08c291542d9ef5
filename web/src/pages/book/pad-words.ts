// The words of the score pad; they come with its pages.
import { addCatalogue } from "../../app/text.svelte";

addCatalogue(
  import.meta.glob<string>(["../../../../src/rumpus/text/*/web_{pad,options,ending}.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
