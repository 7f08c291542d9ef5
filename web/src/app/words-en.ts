// What every page may say, in English. The words of a part that comes later come with it, by addCatalogue.
export default import.meta.glob<string>(
  [
    "../../../src/rumpus/text/en/{web*,refusals,hints,phrases,cards}.ftl",
    "!../../../src/rumpus/text/en/web_{coach,offline,learn,options,generic,rules,ending,screen,pass,picture,pad,book,circle,cards,daily}.ftl",
  ],
  { query: "?raw", import: "default", eager: true },
);
