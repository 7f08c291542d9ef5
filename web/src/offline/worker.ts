// The worker: Python with the rules, the bots and the server's own keeper of tables (rumpus/offline), for one page.
import type { loadPyodide, PyodideAPI } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";

import { Disk, type Row } from "./disk";
import type { FromWorker, ToWorker } from "./messages";
import type { Listing } from "./parts";

interface Answer extends PyProxy {
  status: number;
  type: string;
  body: string;
}
interface Line extends PyProxy {
  hear(frame: string): void;
  hang_up(): void;
}
interface House extends PyProxy {
  start(): Promise<void>;
  request(method: string, path: string, body: string): Promise<Answer>;
  ask(name: string, facts: string): Answer;
  line(tell: (frame: string) => void, closed: (code: number, reason: string) => void): Line;
}

const page = self as unknown as { postMessage(message: FromWorker): void };
const say = (message: FromWorker): void => page.postMessage(message);
const OURS = "/rumpus"; // where our package lies in Python's files
let house: House | null = null;
const lines = new Map<number, Line>();

async function bytes(address: string): Promise<Uint8Array> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function start(folder: string, listing: Listing): Promise<House> {
  const indexURL = folder + listing.pyodide;
  const archives = Promise.all([bytes(folder + listing.wheel), bytes(folder + listing.rumpus)]);
  archives.catch(() => undefined); // awaited below
  const { loadPyodide: load } = (await import(/* @vite-ignore */ `${indexURL}pyodide.mjs`)) as {
    loadPyodide: typeof loadPyodide;
  };
  const pyodide = await load({ indexURL, packageBaseUrl: indexURL });
  const [wheel, rumpus] = await archives;
  pyodide.unpackArchive(wheel, "wheel");
  pyodide.unpackArchive(rumpus, "zip", { extractDir: OURS });
  pyodide.runPython(`import sys; sys.path.insert(0, "${OURS}")`);
  const disk = new Disk(String(crypto.getRandomValues(new Uint32Array(2))), () => say({ kind: "taken" }));
  await disk.take();
  const offline = pyodide.pyimport("rumpus.offline") as { House: PyCallable };
  const house = offline.House(diskFor(pyodide, disk)) as House;
  await house.start();
  return house;
}

/** The disk as Python calls it: values of Python come in, and values of Python go out. */
function diskFor(pyodide: PyodideAPI, disk: Disk): object {
  const plain = <T>(value: PyProxy): T => value.toJs({ create_pyproxies: false }) as T;
  return {
    rows: async () => pyodide.toPy(await disk.rows()) as unknown,
    save: (rows: PyProxy, gone: PyProxy) => disk.save(plain<Row[]>(rows), plain<string[]>(gone)),
    records: async () => pyodide.toPy(await disk.records()) as unknown,
    record: (name: string) => disk.record(name),
    keep: (name: string, text: string) => disk.keep(name, text),
  };
}

function answer(n: number, found: Answer): void {
  say({ kind: "answer", n, status: found.status, type: found.type, body: found.body });
  found.destroy();
}

async function hear(message: ToWorker): Promise<void> {
  if (message.kind === "start") {
    house = await start(message.folder, message.listing);
    say({ kind: "ready" });
  } else if (!house) throw new Error("Python is not there yet");
  else if (message.kind === "request") {
    answer(message.n, await house.request(message.method, message.path, message.body));
  } else if (message.kind === "ask") answer(message.n, house.ask(message.name, message.facts));
  else if (message.kind === "open") {
    const { line } = message;
    const tell = (text: string): void => say({ kind: "frame", line, text });
    const closed = (code: number, reason: string): void => say({ kind: "closed", line, code, reason });
    lines.set(line, house.line(tell, closed));
  } else if (message.kind === "frame") lines.get(message.line)?.hear(message.text);
  else {
    const line = lines.get(message.line);
    lines.delete(message.line);
    line?.hang_up();
    line?.destroy();
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  hear(data).catch((error: unknown) => {
    if (!house) say({ kind: "failed", why: String(error) });
    else console.error(error);
  });
};
