// What the device keeps of its tables, in IndexedDB: the rows of the journal, and the records of finished matches. Only
// one page at a time may write: the newest takes over and says so, and every write makes sure of it.

const NAME = "rumpus-device";
const JOURNAL = "journal"; // by table and number, as rumpus/offline/store.py makes the keys
const RECORDS = "records";
const OWNER = "owner";
export const MOST_RECORDS = 200;

export type Row = [key: string, packed: Uint8Array];
interface KeptRecord {
  text: string;
  at: number;
}

/** Another page has taken over. */
export class Taken extends Error {}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(JOURNAL);
    request.result.createObjectStore(RECORDS).createIndex("at", "at");
    request.result.createObjectStore(OWNER);
  };
  return result(request);
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the storage failed"));
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error("the storage failed"));
    transaction.oncomplete = () => resolve();
    transaction.onerror = fail;
    transaction.onabort = fail;
  });
}

/** The rows of a table: its name, and all keys that begin with it and a slash. */
const rowsOf = (table: string): IDBKeyRange => IDBKeyRange.bound(`${table}/`, `${table}0`, false, true);

export class Disk {
  private opened: Promise<IDBDatabase> | null = null;

  constructor(
    /** The name of this page among those that may write. */
    private readonly owner: string,
    private readonly taken: () => void,
  ) {}

  /** Phones close what a page has open while it sleeps: it is opened again. */
  private database(): Promise<IDBDatabase> {
    this.opened ??= open().then((database) => {
      database.onclose = () => (this.opened = null);
      return database;
    });
    return this.opened;
  }

  /** From now on this page writes, and no other. */
  async take(): Promise<void> {
    const transaction = (await this.database()).transaction(OWNER, "readwrite");
    transaction.objectStore(OWNER).put(this.owner, OWNER);
    await done(transaction);
    const pages = new BroadcastChannel(NAME);
    pages.postMessage(this.owner); // an older page hears it before its next write
    pages.onmessage = () => this.taken();
  }

  async rows(): Promise<Row[]> {
    const store = (await this.database()).transaction(JOURNAL).objectStore(JOURNAL);
    const [keys, values] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    return keys.map((key, at) => [String(key), values[at] as Uint8Array]);
  }

  /** All or nothing. */
  async save(rows: readonly Row[], gone: readonly string[]): Promise<void> {
    const transaction = (await this.database()).transaction([JOURNAL, OWNER], "readwrite");
    const saved = done(transaction);
    const owner = transaction.objectStore(OWNER).get(OWNER);
    let mine = true;
    owner.onsuccess = () => {
      mine = owner.result === this.owner;
      if (!mine) return transaction.abort();
      const store = transaction.objectStore(JOURNAL);
      for (const table of gone) store.delete(rowsOf(table));
      for (const [key, packed] of rows) store.put(packed, key);
    };
    try {
      await saved;
    } catch (error) {
      if (mine) throw error;
      this.taken();
      throw new Taken("another page plays with what this device keeps");
    }
  }

  async records(): Promise<string[]> {
    const store = (await this.database()).transaction(RECORDS).objectStore(RECORDS);
    return (await result(store.getAllKeys())).map(String);
  }

  async record(name: string): Promise<string | undefined> {
    const store = (await this.database()).transaction(RECORDS).objectStore(RECORDS);
    return ((await result(store.get(name))) as KeptRecord | undefined)?.text;
  }

  async keep(name: string, text: string): Promise<void> {
    const transaction = (await this.database()).transaction(RECORDS, "readwrite");
    const store = transaction.objectStore(RECORDS);
    store.put({ text, at: Date.now() } satisfies KeptRecord, name);
    const count = store.count();
    count.onsuccess = () => {
      let over = count.result - MOST_RECORDS;
      const oldest = store.index("at").openCursor();
      oldest.onsuccess = () => {
        if (over-- <= 0 || !oldest.result) return;
        oldest.result.delete();
        oldest.result.continue();
      };
    };
    await done(transaction);
  }
}

/** The text of a record that this device keeps, for a page without Python; null if it keeps none of that name. */
export async function keptRecord(name: string): Promise<string | null> {
  try {
    const known = (await indexedDB.databases?.()) ?? [{ name: NAME }];
    if (!known.some((one) => one.name === NAME)) return null; // not made by looking
    return (await new Disk("", () => undefined).record(name)) ?? null;
  } catch {
    return null;
  }
}
