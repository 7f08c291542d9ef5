// Unpacks the browser of the npm package @sparticuz/chromium into a folder and prints where it is; nothing is fetched.
//   node scripts/chromium.mjs FOLDER
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const packed = join(import.meta.dirname, "..", "node_modules", "@sparticuz", "chromium", "bin");
const folder = process.argv[2];
if (!folder) throw new Error("a folder was expected");
mkdirSync(folder, { recursive: true });

/** The file as it was before it was packed; half a file is never left under its name. */
async function unpack(name, target) {
  const half = `${target}.half`;
  await pipeline(createReadStream(join(packed, name)), createBrotliDecompress(), createWriteStream(half, { mode: 0o755 }));
  renameSync(half, target);
}

const chromium = join(folder, "chromium");
if (!existsSync(chromium)) {
  for (const name of ["al2023", "swiftshader", "fonts"]) {
    const tar = join(folder, `${name}.tar`);
    await unpack(`${name}.tar.br`, tar);
    const done = spawnSync("tar", ["-xf", tar, "-C", folder]);
    if (done.status !== 0) throw new Error(`tar failed on ${name}`);
  }
  await unpack("chromium.br", chromium);
}
process.stdout.write(`${chromium}\n`);
