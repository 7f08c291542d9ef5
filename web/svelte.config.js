import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** `<style src="./table.css"></style>`: a long look lies beside its component, and is scoped to it all the same. */
const styleFromFile = {
  name: "style-from-file",
  style({ attributes, filename }) {
    if (typeof attributes.src !== "string") return undefined;
    const path = resolve(dirname(filename), attributes.src);
    const { src: _, ...others } = attributes;
    return { code: readFileSync(path, "utf8"), attributes: others, dependencies: [path] };
  },
};

export default { preprocess: [styleFromFile, vitePreprocess()], compilerOptions: { runes: true } };
