// Python in a worker of this page, as the page uses it: like a server, over no network.
import { CLOSE, type Seated } from "../wire";
import { device, ownToken } from "./device.svelte";
import type { FromWorker, ToWorker } from "./messages";
import { bring, folder, listing, PartMissing } from "./parts";

interface Answered {
  status: number;
  type: string;
  body: string;
}
interface Ends {
  told(frame: string): void;
  closed(code: number, reason: string): void;
}
export interface Line {
  send(frame: string): void;
  close(): void;
}

/** A question that was not understood: what was expected. */
export class Misasked extends Error {}

const MINTS = /^\/api\/(tables|join|challenges\/[^/]+\/enter)$/; // what gives a token

class House {
  private up = false;
  private worker: Worker | null = null;
  private ready: Promise<void> | null = null;
  private count = 0;
  private readonly waiting = new Map<number, (answer: Answered) => void>();
  private readonly lines = new Map<number, Ends>();

  /**
   * Starts Python, once; fetches what is missing of it. Whoever waits for it sees that; `quietly` is for when nobody does
   * yet. Raises `PartMissing`, or what went wrong.
   */
  start(quietly = false): Promise<void> {
    if (!quietly && !this.up) device.starting = true;
    this.ready ??= this.boot().catch((error: unknown) => {
      this.ready = null;
      throw error;
    });
    return this.ready;
  }

  private async boot(): Promise<void> {
    try {
      const parts = await listing();
      if (!parts) throw new PartMissing("parts.json");
      await this.bringAll(parts);
      await this.begin({ kind: "start", folder: folder(), listing: parts });
    } finally {
      device.starting = false;
      device.progress = null;
    }
  }

  private async bringAll(parts: Parameters<typeof bring>[0]): Promise<void> {
    device.progress = 0;
    try {
      await bring(parts, (share) => (device.progress = share));
    } catch (error) {
      if (error instanceof PartMissing) device.keep(false);
      throw error;
    } finally {
      device.progress = null;
    }
  }

  private begin(start: ToWorker): Promise<void> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        this.stop();
        reject(new Error(why));
      };
      worker.onerror = (event) => fail(event.message || "the worker could not be loaded");
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === "ready") {
          this.up = true;
          resolve();
        } else if (data.kind === "failed") fail(data.why);
        else this.hear(data);
      };
      worker.postMessage(start);
    });
  }

  private hear(message: FromWorker): void {
    if (message.kind === "answer") {
      this.waiting.get(message.n)?.(message);
      this.waiting.delete(message.n);
    } else if (message.kind === "frame") this.lines.get(message.line)?.told(message.text);
    else if (message.kind === "closed") this.closed(message.line, message.code, message.reason);
    else if (message.kind === "taken") {
      for (const line of [...this.lines.keys()]) this.closed(line, CLOSE.newer, "");
      this.stop();
    }
  }

  private closed(line: number, code: number, reason: string): void {
    const ends = this.lines.get(line);
    this.lines.delete(line);
    ends?.closed(code, reason);
  }

  /** Ends Python; the next who needs it starts it again. */
  stop(): void {
    this.up = false;
    this.worker?.terminate();
    this.worker = null;
    this.ready = null;
  }

  private tell(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private answered(message: (n: number) => ToWorker): Promise<Answered> {
    const n = ++this.count;
    return new Promise((resolve) => {
      this.waiting.set(n, resolve);
      this.tell(message(n));
    });
  }

  /** As `fetch` of a path of the server. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    await this.start();
    const method = init.method ?? "GET";
    const body = typeof init.body === "string" ? init.body : "";
    const { status, type, body: text } = await this.answered((n) => ({ kind: "request", n, method, path, body }));
    return new Response(status < 300 && MINTS.test(path) ? own(text) : text, {
      status,
      headers: { "content-type": type },
    });
  }

  /** As a WebSocket that is open. */
  async line(ends: Ends): Promise<Line> {
    await this.start();
    const line = ++this.count;
    this.lines.set(line, ends);
    this.tell({ kind: "open", line });
    return {
      send: (text) => this.tell({ kind: "frame", line, text }),
      close: () => {
        this.lines.delete(line);
        this.tell({ kind: "close", line });
      },
    };
  }

  /**
   * Asks a function of Python that needs no table, by its name in rumpus/offline/asking.py; facts and answer are what JSON
   * has. Raises `Misasked` with what was expected.
   */
  async ask<T>(name: string, facts: unknown): Promise<T> {
    await this.start();
    const { status, body } = await this.answered((n) => ({ kind: "ask", n, name, facts: JSON.stringify(facts) }));
    const found = JSON.parse(body) as T;
    if (status >= 300) throw new Misasked((found as { expected: string }).expected);
    return found;
  }
}

/** A token says where its seat is, and the link of a table that nobody else reaches leads to this very page. */
function own(body: string): string {
  const seated = JSON.parse(body) as Seated;
  const page = location.href.split("#")[0]!;
  return JSON.stringify({ ...seated, token: ownToken(seated.token), link: `${page}#${seated.code}` });
}

export const house = new House();

/** A question to Python without a table; see `House.ask`. */
export const ask = <T>(name: string, facts: unknown): Promise<T> => house.ask<T>(name, facts);
