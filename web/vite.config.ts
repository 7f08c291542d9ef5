import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The bundle goes into the Python package, which serves it; nothing is fetched from other hosts.
export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: {
    outDir: process.env.RUMPUS_WEB_OUT ?? "../src/rumpus/server/static/app",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
  },
  // the words lie beside the Python code
  server: { fs: { allow: [".."] }, proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } } },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"] },
}));
