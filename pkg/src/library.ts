/// <reference lib="esnext.disposable" preserve="true" />
// The sessions of a store.
import type { CallView, ExchangeView, FileRef, Head, KindDetails } from "../types/generated.js";
import type { Library as Inner } from "../dist/glue/colloquy.js";
import { call, callPart, generation, wait } from "./engine.js";
import { ColloquyError } from "./errors.js";
import { Interview } from "./interview.js";
import { checkConnection, defaultPace, type ExportFormat, type ModelConnection, type Pace } from "./options.js";
import type { Place } from "./files.js";
import { KINDS } from "./kinds.js";
import { hearingIn, loadParts, neededBy } from "./parts.js";
import { crashes, held, journals } from "./survival.js";
import { type HostExtensions, extensionsOf } from "./tools.js";
import { bind } from "./waiting.js";

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

/** A stored session: the texts of its records, and what was typed and not sent. */
interface Contents {
  records: string[];
  draft: string | null;
}

/** Generation of the engine in which nothing is missing any more. */
let survived = 0;

/** Lets go of what this page has of a session beside the store. */
const forget = (session: string): void => [journals, held].forEach((of) => of.delete(session));

const listed = ({ head, ...now }: Row): Listed => ({ ...head, ...now });

/** Where sessions are kept. */
export interface StorageReport {
  /** `host` for a store of the host's, such as files in Node. */
  state: "indexeddb" | "memory" | "host";
  /** Why the database cannot be used, where there should be one. */
  reason: string | null;
  /** How many sessions there are. */
  sessions: number;
  /** Bytes this site uses, where the browser reports it. */
  bytes: number | null;
  /** Bytes this site may use, where the browser reports it. */
  quota: number | null;
  /** True when the browser promised not to clear it by itself. */
  persisted: boolean | null;
}

/** The sessions of a store: listing, opening, deleting, taking along. */
export class Library {
  readonly #storage: string | undefined;
  readonly #model: ModelConnection | undefined;
  readonly #extensions: HostExtensions;
  readonly #listeners = new Set<() => void>();
  #of = -1;
  #inner: Inner | undefined;

  /** @internal */
  constructor(storage: string | undefined, model: ModelConnection | undefined, extensions: HostExtensions) {
    this.#storage = storage;
    this.#model = model;
    this.#extensions = extensions;
    bind(this, Library.prototype);
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
   *
   * A session keeps which model leads it, not where that is reached: `model`, here or of the library, says it anew. It keeps which
   * tools the host gave it, not what they do: `tools` and `readers` say that anew, and a tool that is missing is not available.
   */
  async open(session: string, options: { pace?: Pace; model?: ModelConnection } & HostExtensions = {}): Promise<Interview> {
    const model = options.model ?? this.#model;
    const extensions = extensionsOf(options, this.#extensions);
    if (model) checkConnection(model);
    await this.#survive();
    if (crashes.any(session)) await this.#adopt(session);
    const given = { storage: this.#storage, pace: options.pace ?? defaultPace(), readOnly: crashes.twice(session) };
    const of = generation();
    const judges = async (schema: string) => (await import("./validator.js")).judgeFor(schema);
    return Interview.make({ of, storage: this.#storage }, model, extensions, (wake, models) =>
      wait(of, (engine) => engine.open(session, JSON.stringify(given), wake, models, judges)),
    );
  }
  /** Reads the exchanges of a session that are over, without opening it for writing. */
  exchanges(session: string): Promise<ExchangeView[]> {
    return this.#json("exchanges", session);
  }
  /** Reads what a session has collected, as its kind of interview does, without opening it for writing. */
  details(session: string): Promise<KindDetails> {
    return this.#json("artifacts", session);
  }
  /** Reads every call of a session with what has left the device. */
  async calls(session: string): Promise<CallView[]> {
    const { records } = await this.#contents(session);
    return JSON.parse(callPart("archive", (engine) => engine.callsOf(records))) as CallView[];
  }
  /** Deletes one session with its files and says whether it was there. */
  remove(session: string): Promise<boolean> {
    forget(session);
    return this.#json("remove", session);
  }
  /** Deletes every session with its files. */
  async removeAll(): Promise<void> {
    journals.clear();
    held.clear();
    await this.#run("removeAll");
  }
  /** Deletes completed sessions, with their files, whose last record is older than `days`, and says how many. */
  async cleanUp(days = 90): Promise<number> {
    const completed = await this.list({ status: "completed" });
    const count = await this.#json<number>("cleanUp", String(days));
    const left = new Set(count > 0 ? (await this.list()).map(({ session }) => session) : undefined);
    for (const { session } of completed) if (count > 0 && !left.has(session)) forget(session);
    return count;
  }
  /** Writes a session as the file that `import` reads, with the files that came with its forms and tools. */
  async export(session: string): Promise<string> {
    const { records, draft } = await this.#contents(session);
    const text = callPart("archive", (engine) => engine.exportRecords(records, draft ?? "", "session"));
    return (await import("./session-file.js")).withFiles(text, records, this.#place(session));
  }
  /**
   * Keeps the session of a file, with what it has of files. The same session again changes nothing but brings files back that are
   * gone; another one under the same id gets a new id.
   */
  async import(text: string): Promise<Listed> {
    const [{ apart, decoded }] = await Promise.all([import("./session-file.js"), loadParts(["archive"])]);
    const { rest, entries } = apart(String(text));
    const [session = "", draft, ...records] = callPart("archive", (engine) => engine.readFile(rest));
    const files = decoded(entries);
    const there = await this.#json<Contents | null>("contents", session);
    const same = there?.records.length === records.length && there.records.every((record, place) => record === records[place]);
    let id = session;
    if (there && !same) {
      id = await this.#json<string>("newId");
      records[0] = callPart("archive", (engine) => engine.renameRecord(records[0] ?? "", id));
    }
    if (!same) await this.#wait((inner) => inner.keep("import", records, draft || undefined, files));
    else if (files.length > 0) await (await import("./files.js")).restoreFiles(this.#place(id), files);
    const kept = (await this.list()).find((row) => row.session === id);
    if (!kept) throw new ColloquyError("no_such_session", "the session was deleted while it was brought in: try again");
    return kept;
  }
  /** Writes a session in a format; `session` is without files here. */
  async result(session: string, format: ExportFormat): Promise<string> {
    const { records, draft } = await this.#contents(session);
    // What its kind has of its own is written out, too.
    const began = JSON.parse(records[0] ?? "null") as { fact: { began?: { guide: object; setup?: { locale?: string } } } } | null;
    const kind = neededBy({ guide: began?.fact.began?.guide ?? "" }).filter((part) => part in KINDS);
    // What a session that is not complete shows is found now.
    const complete = records.some((record) => record.includes('"fact":{"finished":'));
    await loadParts(complete ? kind : [...kind, ...hearingIn(began?.fact.began?.setup?.locale ?? "")]);
    return callPart("archive", (engine) => engine.exportRecords(records, draft ?? "", String(format)));
  }
  /** Removes one answer of a session that is open nowhere; a tombstone stays. */
  async redact(session: string, question: number): Promise<void> {
    const { records } = await this.#contents(session);
    const changed = callPart("archive", (engine) => engine.redactRecords(records, question));
    const gone = (await import("./files.js")).goneFrom(records, changed);
    await this.#wait((inner) => inner.keep("redact", changed, undefined, gone));
    for (const id of gone) held.get(session)?.delete(id);
  }
  /**
   * Keeps a file with a session, at most 20 MiB: it is stored when the promise resolves. `type` is taken as it is given; look at the
   * bytes first. An export has it only if it came with a form or a tool.
   *
   * Rejects with `file_too_large`, with `no_such_session`, and with `storage_full` and the like where the store fails.
   */
  async putFile(session: string, file: File | { name: string; type: string; bytes: ArrayBuffer | Uint8Array }): Promise<FileRef> {
    const { copyOf, keepFile } = await import("./files.js");
    const bytes = await copyOf(file);
    await this.#survive();
    return keepFile(this.#place(session), { name: file.name, mimeType: file.type, size: bytes.byteLength, bytes });
  }
  /** Reads a file of a session by its `storageUrl`; null for one that is not there. */
  async file(session: string, url: string): Promise<Blob | null> {
    await this.#survive();
    return (await import("./files.js")).blobOf(this.#place(session), url);
  }
  /** Says which files a session has, in the order of their ids. */
  async files(session: string): Promise<FileRef[]> {
    await this.#survive();
    return (await import("./files.js")).listFiles(this.#place(session));
  }
  /** Deletes one file of a session; what the session's records say of it stays. */
  async removeFile(session: string, url: string): Promise<void> {
    await this.#survive();
    await (await import("./files.js")).removeFile(this.#place(session), url);
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

  /** The same as `close()`, for `using`. */
  [Symbol.dispose](): void {
    this.close();
  }

  #place(session: string): Place {
    return { of: generation(), storage: this.#storage, session };
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
    const files = [...(held.get(session)?.values() ?? [])];
    if (journal) await this.#wait((inner) => inner.keep("adopt", [...journal], undefined, files));
  }

  /** Reads a stored session for the part of the engine that writes it out. */
  async #contents(session: string): Promise<Contents> {
    const [contents] = await Promise.all([this.#json<Contents | null>("contents", session), loadParts(["archive"])]);
    if (!contents) throw new ColloquyError("no_such_session", "there is no such session in this store: list() names those that are");
    return contents;
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
