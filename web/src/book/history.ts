// The matches that this device knows of, and its copies of circles' books, in its own database; nobody else sees them.
import type { Copy } from "./circle-book";
import { isResult, type OwnResult } from "./result";

const NAME = "rumpus";
const [STORE, BOOKS] = ["results", "books"];

/** A place to keep values in: a store of the browser's database, or where it has none, as long as the page is open. */
interface Shelf<T> {
  all(): Promise<T[]>;
  find(key: string): Promise<T | undefined>;
  put(values: readonly T[]): Promise<void>;
  drop(key: string): Promise<void>;
  clear(): Promise<void>;
}

function memory<T>(keyOf: (value: T) => string): Shelf<T> {
  const kept = new Map<string, T>();
  return {
    all: () => Promise.resolve([...kept.values()]),
    find: (key) => Promise.resolve(kept.get(key)),
    put: (values) => Promise.resolve(values.forEach((one) => kept.set(keyOf(one), one))),
    drop: (key) => Promise.resolve(void kept.delete(key)),
    clear: () => Promise.resolve(kept.clear()),
  };
}

function database<T>(found: IDBDatabase, name: string): Shelf<T> {
  async function within<R>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<R> | null,
  ): Promise<R> {
    const transaction = found.transaction(name, mode);
    const request = work(transaction.objectStore(name));
    return new Promise((done, failed) => {
      transaction.oncomplete = () => done(request?.result as R);
      transaction.onabort = transaction.onerror = () => failed(transaction.error ?? new Error("not kept"));
    });
  }
  return {
    all: () => within<T[]>("readonly", (store) => store.getAll() as IDBRequest<T[]>),
    find: (key) => within("readonly", (store) => store.get(key) as IDBRequest<T | undefined>),
    put: async (values) => {
      await within("readwrite", (store) => {
        for (const one of values) store.put(one);
        return null;
      });
    },
    drop: async (key) => void (await within("readwrite", (store) => store.delete(key))),
    clear: async () => void (await within("readwrite", (store) => store.clear())),
  };
}

function open(): Promise<IDBDatabase | null> {
  return new Promise((done) => {
    const without = (): void => done(null);
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore(STORE, { keyPath: "id" });
        asked.result.createObjectStore(BOOKS, { keyPath: "circle" });
      };
      asked.onsuccess = () => done(asked.result);
      asked.onerror = asked.onblocked = without;
    } catch {
      without();
    }
  });
}

const found = (): Promise<IDBDatabase | null> => (opened ??= open());
let opened: Promise<IDBDatabase | null> | null = null;

function shelf<T>(name: string, keyOf: (value: T) => string): () => Promise<Shelf<T>> {
  let made: Promise<Shelf<T>> | null = null;
  return () => (made ??= found().then((where) => (where ? database<T>(where, name) : memory<T>(keyOf))));
}

const place = shelf<OwnResult>(STORE, (one) => one.id);
const books = shelf<Copy>(BOOKS, (one) => one.circle);

/** All of them, the newest first. */
export async function all(): Promise<OwnResult[]> {
  const results = (await (await place()).all()).filter(isResult);
  return results.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}

/** Plain values: what a page's state wraps cannot be kept. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Keeps results; one with the same id is written over. */
export const keep = async (...results: OwnResult[]): Promise<void> => (await place()).put(plain(results));
export const find = async (id: string): Promise<OwnResult | null> => (await (await place()).find(id)) ?? null;
export const drop = async (id: string): Promise<void> => (await place()).drop(id);
export const clear = async (): Promise<void> => (await place()).clear();

/** The copy of a circle's book. */
export const keptBook = async (circle: string): Promise<Copy | null> => (await (await books()).find(circle)) ?? null;
export const keepBook = async (copy: Copy): Promise<void> => (await books()).put([plain(copy)]);
export const dropBook = async (circle: string): Promise<void> => (await books()).drop(circle);
