// The sessions of a store.
import type { CallView, ExchangeView, Head } from "../types/generated.js";
import type { Library as Inner } from "../dist/glue/colloquy.js";
import { call, generation, wait } from "./engine.js";
import { type ExportFormat, Interview } from "./interview.js";
import { defaultPace, type Pace, type Storage } from "./options.js";
import { crashes, journals } from "./survival.js";

/** A session as lists show it. */
export type Listed = Head & {
  /** True when another tab has it open for writing. */
  openElsewhere: boolean;
  /** When its unsent text was saved, in milliseconds since 1970. */
  draftAt: number | null;
};

/** A row as the engine hands it out: the head as it was stored, and what is derived for now. */
interface Row {
  head: Head;
  status: Head["status"];
  openElsewhere: boolean;
  draftAt: number | null;
}

/** Generation of the engine in which nothing is missing any more. */
let survived = 0;

const listed = ({ head, ...now }: Row): Listed => ({ ...head, ...now });

/** Where sessions are kept. */
export interface StorageReport {
  state: "indexeddb" | "memory";
  /** Why the database cannot be used, where there should be one. */
  reason: string | null;
  /** How many sessions there are. */
  sessions: number;
  /** Bytes this site uses, where the browser tells. */
  bytes: number | null;
  /** Bytes this site may use, where the browser tells. */
  quota: number | null;
  /** True when the browser promised not to clear it by itself. */
  persisted: boolean | null;
}

/** The sessions of a store: listing, opening, deleting, taking along. */
export class Library {
  readonly #storage: Storage | undefined;
  readonly #listeners = new Set<() => void>();
  #of = -1;
  #inner: Inner | undefined;

  /** @internal */
  constructor(storage: Storage | undefined) {
    this.#storage = storage;
    this.#open();
  }

  /** Lists sessions, newest first. `status` may be `abandoned`, which is derived when a list is read. */
  list(filter: { guide?: string; subject?: string; status?: Head["status"] } = {}): Promise<Listed[]> {
    return this.#json<Row[]>("list", JSON.stringify(filter)).then((rows) => rows.map(listed));
  }
  /** Finds the session to go on with: newest active, else newest paused, else newest abandoned. */
  findResumable(guide: string, subject: string): Promise<Listed | null> {
    return this.#json<Row | null>("findResumable", guide, subject).then((row) => row && listed(row));
  }
  /**
   * Opens a session. An active one is active again; a paused or abandoned one waits for `resume()`. One that another tab
   * writes is shown with `saving.state` `read_only`, and so is one that crashed the engine twice at the same place.
   */
  async open(session: string, options: { pace?: Pace } = {}): Promise<Interview> {
    await this.#survive();
    if (crashes.any(session)) await this.#adopt(session);
    const given = { storage: this.#storage, pace: options.pace ?? defaultPace(), readOnly: crashes.twice(session) };
    const of = generation();
    return Interview.make(of, (wake) => wait(of, (engine) => engine.open(session, JSON.stringify(given), wake)));
  }
  /** Reads the exchanges of a session that are over, without opening it for writing. */
  exchanges(session: string): Promise<ExchangeView[]> {
    return this.#json("exchanges", session);
  }
  /** Reads every call of a session with what has left the device. */
  calls(session: string): Promise<CallView[]> {
    return this.#json("calls", session);
  }
  /** Deletes one session and says whether it was there. */
  remove(session: string): Promise<boolean> {
    journals.delete(session);
    return this.#json("remove", session);
  }
  /** Deletes every session. */
  async removeAll(): Promise<void> {
    journals.clear();
    await this.#run("removeAll");
  }
  /** Deletes completed sessions whose last record is older than `days`, and says how many. */
  cleanUp(days = 90): Promise<number> {
    return this.#json("cleanUp", String(days));
  }
  /** Writes a session as the file that `import` reads. */
  export(session: string): Promise<string> {
    return this.result(session, "session");
  }
  /** Keeps the session of a file. The same session again changes nothing; another one under the same id gets a new id. */
  import(text: string): Promise<Listed> {
    return this.#json<Row>("import", text).then(listed);
  }
  /** Writes a session in a format. */
  result(session: string, format: ExportFormat): Promise<string> {
    return this.#run("result", session, format);
  }
  /** Removes one answer of a session that is open nowhere; a tombstone stays. */
  async redact(session: string, question: number): Promise<void> {
    await this.#run("redact", session, String(question));
  }
  /** Says where sessions are kept, and how much room there is. */
  storage(): Promise<StorageReport> {
    return this.#json("storage");
  }
  /** Calls `listener` when something changed, here or in another tab. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  /** Stops listening to changes. */
  close(): void {
    this.#listeners.clear();
    try {
      call(this.#of, () => this.#inner?.close());
    } catch {
      // A crashed engine listens to nothing any more.
    }
  }

  #open(): Inner {
    const of = generation();
    if (!this.#inner || this.#of !== of) {
      this.#of = of;
      this.#inner = call(of, (engine) => engine.openLibrary(JSON.stringify({ storage: this.#storage }), () => this.#changed()));
    }
    return this.#inner;
  }

  /** Fills up what a crash took: JavaScript has a copy of the records of every session that was open. */
  async #adopt(session: string): Promise<void> {
    const journal = journals.get(session);
    if (journal) await this.#wait((inner) => inner.adopt([...journal]));
  }

  /** After a crash a store in memory is empty: it is filled again before anything is asked of it. */
  async #survive(): Promise<void> {
    const of = generation();
    if (survived === of) return;
    survived = of;
    const report = JSON.parse(await this.#wait((inner) => inner.run("storage", "", ""))) as StorageReport;
    if (report.state !== "memory" || report.reason !== null) return;
    for (const session of journals.keys()) await this.#adopt(session);
  }

  #wait(work: (inner: Inner) => Promise<string>): Promise<string> {
    try {
      const inner = this.#open();
      return wait(this.#of, () => work(inner));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  async #run(what: string, first = "", second = ""): Promise<string> {
    await this.#survive();
    return this.#wait((inner) => inner.run(what, String(first), String(second)));
  }

  async #json<T>(what: string, first?: string, second?: string): Promise<T> {
    return JSON.parse(await this.#run(what, first, second)) as T;
  }

  #changed(): void {
    // Called by the engine: listeners have a turn of their own.
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener();
    });
  }
}
