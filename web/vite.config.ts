import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Writes this build's file names and hash into the service worker (src/app/sw.ts). */
function offline(): Plugin {
  return {
    name: "rumpus-offline",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const publicFiles = readdirSync("public").sort();
        const digest = createHash("sha256");
        for (const name of publicFiles) digest.update(readFileSync(`public/${name}`));
        for (const file of Object.values(bundle)) digest.update(file.type === "chunk" ? file.code : file.source);
        const names = [
          ...Object.keys(bundle).filter((name) => name.startsWith("assets/")),
          "icon.svg",
          "manifest.webmanifest",
        ];
        const entry = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.name === "index" && file.isEntry,
        );
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk" || !entry) throw new Error("the service worker or the page is missing");
        const values = {
          __FILES__: names,
          __ENTRY__: entry.fileName,
          __BUILD__: digest.digest("hex").slice(0, 12),
        };
        for (const [placeholder, value] of Object.entries(values))
          worker.code = worker.code.replaceAll(placeholder, JSON.stringify(value));
      },
    },
  };
}

const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;
const packages = new Map<string, { name: string; version: string; license: string }>();

/** Writes which packages have come into the bundle and its workers, for the SBOM (scripts/sbom.py). */
function contents(writes = true): Plugin {
  const note = (path: string) => {
    const [, folder, name] = PACKAGE.exec(path) ?? [];
    if (!folder || !name || packages.has(name) || !existsSync(`${folder}/package.json`)) return;
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf-8")) as Record<string, string>;
    packages.set(name, { name, version: version ?? "", license: license ?? "" });
  };
  return {
    name: "rumpus-contents",
    apply: "build",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === "asset") for (const path of file.originalFileNames) note(resolve(path));
        else for (const [path, part] of Object.entries(file.modules)) if (part.renderedLength > 0) note(path);
      }
      for (const path of this.getModuleIds()) if (path.endsWith(".css")) note(path);
    },
    closeBundle() {
      if (!writes) return;
      const sorted = [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      writeFileSync(`${OUT}/.bundled.json`, `${JSON.stringify(sorted, null, 1)}\n`);
    },
  };
}

/** The demo has no server and lies in any folder of any host: what names a path of the server names that folder. */
function anywhere(): Plugin {
  return {
    name: "rumpus-anywhere",
    apply: "build",
    transformIndexHtml: (html) => html.replace(/\s*<meta property="og:(url|image)[^>]*>/g, ""),
    closeBundle() {
      const manifest = `${OUT}/manifest.webmanifest`;
      writeFileSync(manifest, readFileSync(manifest, "utf-8").replaceAll('"/', '"./'));
    },
  };
}

const OUT = process.env.RUMPUS_WEB_OUT ?? "../src/rumpus/server/static/app";

// The bundle goes into the Python package, whose server serves it; nothing is loaded from other hosts.
export default defineConfig(({ mode }) => ({
  base: mode === "demo" ? "./" : "/",
  plugins: [svelte(), offline(), contents(), ...(mode === "demo" ? [anywhere()] : [])],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
    rollupOptions: {
      input: { index: "index.html", sw: "src/app/sw.ts" },
      output: { entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  // The server lets scripts of this name compile Python (guard.py), and no others
  worker: {
    format: "es",
    plugins: () => [contents(false)],
    rollupOptions: { output: { entryFileNames: "assets/python-[hash].js" } },
  },
  // The texts are imported from the Python package; a local server answers the API
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"], setupFiles: ["src/app/both-languages.ts"] },
}));
