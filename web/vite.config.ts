import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Tells the service worker (src/app/sw.ts) what belongs to this build. */
function offline(): Plugin {
  return {
    name: "rumpus-offline",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const own = readdirSync("public").sort();
        const digest = createHash("sha256");
        for (const name of own) digest.update(readFileSync(`public/${name}`));
        for (const one of Object.values(bundle)) digest.update(one.type === "chunk" ? one.code : one.source);
        const names = [
          ...Object.keys(bundle).filter((name) => name.startsWith("assets/")),
          "icon.svg",
          "manifest.webmanifest",
        ];
        const entry = Object.values(bundle).find((one) => one.type === "chunk" && one.name === "index" && one.isEntry);
        const worker = bundle["sw.js"];
        if (worker?.type !== "chunk" || !entry) throw new Error("the service worker or the page is missing");
        const facts = {
          __FILES__: names.map((name) => `/${name}`),
          __ENTRY__: `/${entry.fileName}`,
          __BUILD__: digest.digest("hex").slice(0, 12),
        };
        for (const [blank, fact] of Object.entries(facts))
          worker.code = worker.code.replaceAll(blank, JSON.stringify(fact));
      },
    },
  };
}

// The bundle goes into the Python package, which serves it; nothing is fetched from other hosts.
export default defineConfig(({ mode }) => ({
  plugins: [svelte(), offline()],
  build: {
    outDir: process.env.RUMPUS_WEB_OUT ?? "../src/rumpus/server/static/app",
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
  // the words lie beside the Python code
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
}));
