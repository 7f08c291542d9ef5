// Unpacks the browser of the npm package @sparticuz/chromium into a folder and prints its path; downloads nothing.
//   node scripts/chromium.mjs FOLDER
import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const packed = join(import.meta.dirname, "..", "node_modules", "@sparticuz", "chromium", "bin");
if (!process.argv[2]) throw new Error("a folder was expected");
const folder = resolve(process.argv[2]);
const temporary = `${folder}.${process.pid}`; // several processes may unpack at once; the first to finish wins

/** Decompresses one file of the package. */
async function unpack(name, target) {
  await pipeline(
    createReadStream(join(packed, name)),
    createBrotliDecompress(),
    createWriteStream(target, { mode: 0o755 }),
  );
}

if (!existsSync(join(folder, "chromium"))) {
  mkdirSync(temporary, { recursive: true });
  for (const name of ["al2023", "swiftshader", "fonts"]) {
    const tar = join(temporary, `${name}.tar`);
    await unpack(`${name}.tar.br`, tar);
    if (spawnSync("tar", ["-xf", tar, "-C", temporary]).status !== 0) throw new Error(`tar failed on ${name}`);
    rmSync(tar);
  }
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(folder, "fonts")}</dir></fontconfig>`;
  writeFileSync(join(temporary, "fonts.conf"), fonts);
  await unpack("chromium.br", join(temporary, "chromium"));
  try {
    renameSync(temporary, folder);
  } catch (error) {
    rmSync(temporary, { recursive: true });
    if (!existsSync(join(folder, "chromium"))) throw error;
  }
}
process.stdout.write(`${join(folder, "chromium")}\n`);
