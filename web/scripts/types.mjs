// Prints the TypeScript types for docs/protocol.schema.json; `make types` writes them to src/wire.ts.
import { readFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const banner = `// The types of the wire, generated from docs/protocol.schema.json by \`make types\`. Do not edit.`;
const maps = new Set(["properties", "$defs"]); // their keys are our own names, not keywords of JSON Schema

const schema = readable(JSON.parse(readFileSync(new URL("../../docs/protocol.schema.json", import.meta.url), "utf8")));

// The generator only writes types that the root refers to, so use a root that refers to all of them and remove it below
const all = Object.keys(schema.$defs).map((name) => ({ $ref: `#/$defs/${name}` }));
const root = { title: "Everything", anyOf: [...schema.anyOf, ...all], $defs: schema.$defs };
const types = await compile(root, root.title, {
  additionalProperties: false, // a newer server may send more fields, but the client could not use them
  bannerComment: banner,
  ignoreMinAndMaxItems: true, // otherwise every possible length becomes a tuple type
  style: { printWidth: 120, bracketSpacing: true },
});
process.stdout.write(types.replace(/^export type Everything =[^;]*;\n/m, ""));

// Close codes are numbers that a program compares, so they are values, not types
const codes = Object.entries(schema["x-close-codes"]).map(([name, code]) => `  ${name}: ${code},\n`);
process.stdout.write(
  `\n/** Why the server closed a connection. */\nexport const CLOSE = {\n${codes.join("")}} as const;\n`,
);

/** The schema in the form the generator needs: bare references, no defaults, open maps marked as such. */
function readable(part) {
  if (Array.isArray(part)) return part.map(readable);
  if (part === null || typeof part !== "object") return part;
  if (part.$ref) return { $ref: part.$ref };
  const entries = Object.entries(part).filter(([key]) => key !== "default");
  const result = Object.fromEntries(
    entries.map(([key, value]) => [key, maps.has(key) ? named(value) : readable(value)]),
  );
  if (result.type === "object" && !result.properties) result.additionalProperties ??= true;
  return result;
}

function named(parts) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, readable(part)]));
}
