// What the page and the worker with Python say to each other.
import type { Listing } from "./parts";

export type ToWorker =
  | { kind: "start"; folder: string; listing: Listing }
  | { kind: "request"; n: number; method: string; path: string; body: string }
  | { kind: "ask"; n: number; name: string; facts: string }
  | { kind: "open"; line: number }
  | { kind: "frame"; line: number; text: string }
  | { kind: "close"; line: number };

export type FromWorker =
  | { kind: "ready" }
  | { kind: "failed"; why: string }
  | { kind: "answer"; n: number; status: number; type: string; body: string }
  | { kind: "frame"; line: number; text: string }
  | { kind: "closed"; line: number; code: number; reason: string }
  /** Another tab plays with what this device keeps; this one must stop. */
  | { kind: "taken" };
