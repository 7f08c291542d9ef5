// Prints the TypeScript types of the wire, made of docs/protocol.schema.json; `make types` writes them to src/wire.ts.
import { readFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const banner = `// The types of the wire, generated from docs/protocol.schema.json by \`make types\`. Do not edit.`;
const maps = new Set(["properties", "$defs"]); // their keys are names of ours, not words of JSON Schema

const schema = readable(JSON.parse(readFileSync(new URL("../../docs/protocol.schema.json", import.meta.url), "utf8")));

// Only what the root mentions is written, so a root that mentions everything stands in and is taken out again
const all = Object.keys(schema.$defs).map((name) => ({ $ref: `#/$defs/${name}` }));
const root = { title: "Everything", anyOf: [...schema.anyOf, ...all], $defs: schema.$defs };
const types = await compile(root, root.title, {
  additionalProperties: false, // a newer table may say more, but there is nothing to be done with what is not known
  bannerComment: banner,
  ignoreMinAndMaxItems: true, // or every length becomes a tuple of its own
  style: { printWidth: 120, bracketSpacing: true },
});
process.stdout.write(types.replace(/^export type Everything =[^;]*;\n/m, ""));

// Close codes are numbers that a program compares, so they are values, not types
const codes = Object.entries(schema["x-close-codes"]).map(([name, code]) => `  ${name}: ${code},\n`);
process.stdout.write(
  `\n/** Why the server closed a connection. */\nexport const CLOSE = {\n${codes.join("")}} as const;\n`,
);

/** The schema as the generator reads it best: references stand alone, defaults are left out, open maps say so. */
function readable(part) {
  if (Array.isArray(part)) return part.map(readable);
  if (part === null || typeof part !== "object") return part;
  if (part.$ref) return { $ref: part.$ref };
  const kept = Object.entries(part).filter(([key]) => key !== "default");
  const read = Object.fromEntries(kept.map(([key, value]) => [key, maps.has(key) ? named(value) : readable(value)]));
  if (read.type === "object" && !read.properties) read.additionalProperties ??= true;
  return read;
}

function named(parts) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, readable(part)]));
}
