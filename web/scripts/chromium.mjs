// Unpacks the browser of the npm package @sparticuz/chromium into a folder and prints where it is; nothing is fetched.
//   node scripts/chromium.mjs FOLDER
import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const packed = join(import.meta.dirname, "..", "node_modules", "@sparticuz", "chromium", "bin");
if (!process.argv[2]) throw new Error("a folder was expected");
const folder = resolve(process.argv[2]);
const half = `${folder}.${process.pid}`; // several may unpack at the same time; the first one whole is kept

/** The file as it was before it was packed. */
async function unpack(name, target) {
  await pipeline(
    createReadStream(join(packed, name)),
    createBrotliDecompress(),
    createWriteStream(target, { mode: 0o755 }),
  );
}

if (!existsSync(join(folder, "chromium"))) {
  mkdirSync(half, { recursive: true });
  for (const name of ["al2023", "swiftshader", "fonts"]) {
    const tar = join(half, `${name}.tar`);
    await unpack(`${name}.tar.br`, tar);
    if (spawnSync("tar", ["-xf", tar, "-C", half]).status !== 0) throw new Error(`tar failed on ${name}`);
    rmSync(tar);
  }
  const fonts = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${join(folder, "fonts")}</dir></fontconfig>`;
  writeFileSync(join(half, "fonts.conf"), fonts);
  await unpack("chromium.br", join(half, "chromium"));
  try {
    renameSync(half, folder);
  } catch (error) {
    rmSync(half, { recursive: true });
    if (!existsSync(join(folder, "chromium"))) throw error;
  }
}
process.stdout.write(`${join(folder, "chromium")}\n`);
