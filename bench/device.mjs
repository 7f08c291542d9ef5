// Python as browsers run it, here in Node.js: random play and an expert's move, and the memory that Python takes.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, source] = process.argv.slice(2);
const parts = JSON.parse(readFileSync(`${folder}/parts.json`, "utf-8"));
const { loadPyodide } = await import(pathToFileURL(`${folder}/${parts.pyodide}pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/${parts.pyodide}` });
python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${parts.wheel}`)), "wheel");
python.FS.mkdir("/src");
python.FS.mount(python.FS.filesystems.NODEFS, { root: source }, "/src"); // all of our package, for what plays at random
const found = python.runPython(`
import json, sys, time
sys.path.insert(0, "/src")
from rumpus.games import GAMES
from rumpus.research.simulate import play

def rate(game, bot):
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < 2:
        whole = play(game, {}, [bot] * 3, (steps,), keep_record=True).record
        steps += whole.count("\\n")
    return round(steps / (time.perf_counter() - began))

json.dumps({game: rate(game, "casual") for game in GAMES})
`);
const memory = Math.round(python._module.HEAPU8.length / 1e6);
console.log(JSON.stringify({ steps: JSON.parse(found), memory }));
process.exit(0);
