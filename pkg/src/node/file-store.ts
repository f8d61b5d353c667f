/// <reference lib="esnext.disposable" preserve="true" />
// A store of files, for Node and what runs its modules: a folder for each session, whose log is only ever added to.
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { createHash, randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import {
  ColloquyError,
  type SessionStore,
  type StoredBatch,
  type StoredDraft,
  type StoredFile,
  type StoredFileChange,
  type StoredRow,
  type StoredSession,
} from "colloquy";
import { acquire, type Lock } from "./lock.js";
import { after, type FileEntry, type Line, lineOf, read, type State, VERSION } from "./log.js";

/** What was found in a folder that is not as it was written. */
export interface StoreProblem {
  /**
   * `torn` for a log whose last line had not been written whole, so that no call had returned: it is put aside in the file `torn`.
   * `damaged` for one that cannot be read before its end, or that a later version wrote: it is left as it is, and its session is not there.
   */
  kind: "torn" | "damaged";
  /** The folder of the session. */
  folder: string;
  /** How many bytes were put aside. */
  bytes: number;
}

/** Options of `openFileStore`. */
export interface FileStoreOptions {
  /** Called with every folder that is not as it was written; by default it is written to the console. */
  onProblem?: (problem: StoreProblem) => void;
}

/** A store that keeps sessions in files, until `close()`. */
export interface FileStore extends SessionStore {
  /** Waits for what is going on and lets the folder go. Afterwards every method refuses. */
  close(): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Folders that can be names as they are. Any other id is named by its hash, so that none leaves the folder or meets a name of the system. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const NAME = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|x-[\da-f]{64})$/;
const LOG = "log.jsonl";
const DRAFT = "draft.json";
/** Begins the names of sessions that are being deleted. */
const GONE = ".gone-";
/** What is read of a log's end for a list. */
const TAIL_BYTES = 65_536;
const PRIVATE = { mode: 0o600, folder: 0o700 };

/**
 * Opens a folder as a store, for `storage` of `createInterview` and `openLibrary`; it is made where it is not there. What was submitted is on
 * the disk before it counts as saved, and is read again after the process or the computer was stopped at any moment.
 *
 * A folder belongs to one process at a time: rejects with `storage_in_use` while another one has it. Its files can be read by their owner only.
 */
export async function openFileStore(folder: string, options: FileStoreOptions = {}): Promise<FileStore> {
  const path = resolve(folder);
  await mkdir(path, { recursive: true, mode: PRIVATE.folder });
  const lock = await acquire(join(path, "lock"));
  for (const name of await readdir(path)) {
    if (name.startsWith(GONE)) await rm(join(path, name), { recursive: true, force: true });
  }
  return new Files(path, lock, options.onProblem ?? ((problem) => console.warn("colloquy: a stored session", problem)));
}

/** What is kept in memory of a session: what the next change needs. */
interface Known extends Omit<State, "records"> {
  count: number;
  draftAt: number | null;
}

class Files implements FileStore {
  readonly #path: string;
  readonly #lock: Lock;
  readonly #report: (problem: StoreProblem) => void;
  readonly #known = new Map<string, Known>();
  /** Rows for lists, by the names of folders, once they were read. */
  #rows: Map<string, { row: StoredRow; draftAt: number | null }> | undefined;
  /** Sessions that were deleted while rows were read. */
  readonly #gone = new Set<string>();
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #reported = new Set<string>();
  #closed = false;

  constructor(path: string, lock: Lock, report: (problem: StoreProblem) => void) {
    this.#path = path;
    this.#lock = lock;
    this.#report = report;
  }

  append(batch: StoredBatch): Promise<void> {
    const { row, first, records, clearDraft, strict } = batch;
    return this.#change(row.session, async (name) => {
      const known = await this.#load(name);
      if (!known && first > 0) throw refusal("deleted");
      if (known && known.row.epoch !== row.epoch) throw refusal("taken_over");
      const there = known?.count ?? 0;
      if (first > there) throw new Error(`records ${there} to ${first} of session ${row.session} are missing`);
      const added = records.slice(there - first);
      // What was written before and not waited for is waited for now.
      if (added.length === 0 && known) return this.#write(name, known, undefined, { strict, clearDraft });
      await this.#write(name, known, { row, count: there + added.length, records: added }, { strict, clearDraft });
    });
  }

  rewrite(batch: StoredBatch, files: readonly StoredFileChange[]): Promise<void> {
    const { row, records, clearDraft } = batch;
    return this.#change(row.session, async (name) => {
      const known = await this.#load(name);
      if (known && known.row.epoch !== row.epoch) throw refusal("taken_over");
      if (!known) await this.#make(name);
      const entries = new Map(known?.files);
      for (const [id, entry] of await this.#writeFiles(name, files)) {
        if (entry) entries.set(id, entry);
        else entries.delete(id);
      }
      const line = this.#line(known, { row, count: records.length, records, whole: true, files: Object.fromEntries(entries) }, clearDraft);
      const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`);
      await this.#replace(name, LOG, bytes, true);
      await rm(this.#at(name, "torn"), { force: true });
      if (clearDraft) await rm(this.#at(name, DRAFT), { force: true });
      this.#keep(name, {
        ...line,
        files: entries,
        size: bytes.length,
        draftAt: clearDraft ? null : (known?.draftAt ?? null),
      });
      await this.#sweep(name, entries);
    });
  }

  claim(session: string): Promise<StoredSession | null> {
    return this.#change(session, async (name) => {
      const known = await this.#load(name);
      if (!known) return null;
      const row = { ...known.row, epoch: known.row.epoch + 1 };
      await this.#write(name, known, { row, count: known.count }, { strict: true, clearDraft: false });
      return this.#contents(name);
    });
  }

  read(session: string): Promise<StoredSession | null> {
    return this.#queue(session, (name) => this.#contents(name));
  }

  async list(): Promise<{ row: StoredRow; draftAt: number | null }[]> {
    this.#check();
    if (!this.#rows) {
      const rows = new Map<string, { row: StoredRow; draftAt: number | null }>();
      const entries = await readdir(this.#path, { withFileTypes: true });
      const names = entries.filter((entry) => entry.isDirectory() && NAME.test(entry.name)).map(({ name }) => name);
      for (let at = 0; at < names.length; at += 32) {
        const some = names.slice(at, at + 32);
        await Promise.all(
          some.map((name) =>
            this.#turn(name, async () => {
              const row = await this.#rowOf(name).catch(() => undefined);
              if (row) rows.set(name, row);
            }),
          ),
        );
      }
      // What was changed meanwhile is newer than what was read.
      for (const name of this.#gone) rows.delete(name);
      this.#gone.clear();
      for (const [name, { row, draftAt }] of this.#known) rows.set(name, { row, draftAt });
      this.#rows = rows;
    }
    return [...this.#rows.values()];
  }

  saveDraft(session: string, epoch: number, draft: StoredDraft | null): Promise<void> {
    return this.#change(session, async (name) => {
      const known = await this.#written(name, epoch);
      // A draft is written again a moment later: it is not waited for.
      if (draft) await this.#replace(name, DRAFT, new TextEncoder().encode(JSON.stringify({ n: known.n, draft })), false);
      else await rm(this.#at(name, DRAFT), { force: true });
      this.#keep(name, { ...known, draftAt: draft?.at ?? null });
    });
  }

  changeFiles(session: string, epoch: number | null, changes: readonly StoredFileChange[]): Promise<void> {
    return this.#change(session, async (name) => {
      const known = await this.#written(name, epoch);
      const files = Object.fromEntries(await this.#writeFiles(name, changes));
      await this.#write(name, known, { row: known.row, count: known.count, files }, { strict: true, clearDraft: false });
      await this.#sweep(name, this.#known.get(name)?.files ?? new Map());
    });
  }

  file(session: string, id: string): Promise<StoredFile | null> {
    return this.#queue(session, async (name) => {
      const entry = (await this.#load(name))?.files.get(id);
      if (!entry) return null;
      const bytes = await readFile(this.#at(name, entry[1]));
      return { id, about: entry[0], bytes: new Uint8Array(bytes).buffer };
    });
  }

  files(session: string): Promise<string[]> {
    return this.#queue(session, async (name) => {
      const entries = [...((await this.#load(name))?.files ?? [])];
      return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, [about]]) => about);
    });
  }

  remove(session: string): Promise<boolean> {
    return this.#change(session, async (name) => {
      const known = await this.#load(name);
      const gone = join(this.#path, GONE + randomUUID());
      try {
        await rename(this.#at(name), gone);
      } catch (error) {
        if (codeOf(error) === "ENOENT") return false;
        throw error;
      }
      this.#known.delete(name);
      if (this.#rows) this.#rows.delete(name);
      else this.#gone.add(name);
      await syncFolder(this.#path);
      await rm(gone, { recursive: true, force: true });
      return known !== undefined;
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#last.values());
    await this.#lock.release();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #check(): void {
    if (this.#closed) throw new ColloquyError("storage_refused", "this store was closed: open the folder again with openFileStore()");
  }

  #at(name: string, ...parts: string[]): string {
    return join(this.#path, name, ...parts);
  }

  /** Does one thing after the other with a session. */
  #turn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work, work);
    const last: Promise<unknown> = turn
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(name) === last) this.#last.delete(name);
      });
    this.#last.set(name, last);
    return turn;
  }

  async #queue<T>(session: string, work: (name: string) => Promise<T>): Promise<T> {
    this.#check();
    const name = UUID.test(session) ? session : `x-${createHash("sha256").update(String(session)).digest("hex")}`;
    return this.#turn(name, () => work(name));
  }

  #change<T>(session: string, work: (name: string) => Promise<T>): Promise<T> {
    return this.#queue(session, async (name) => {
      // Whoever took this process for dead writes here now.
      if (!(await this.#lock.holds())) throw refusal("taken_over");
      try {
        return await work(name);
      } catch (error) {
        if (error instanceof ColloquyError) throw error;
        // How much of it was written is found out by reading it.
        this.#known.delete(name);
        throw refusalOf(error);
      }
    });
  }

  /** What there is of a session that is there and that nobody else has come to write. */
  async #written(name: string, epoch: number | null): Promise<Known> {
    const known = await this.#load(name);
    if (!known) throw refusal("deleted");
    if (epoch !== null && epoch !== known.row.epoch) throw refusal("taken_over");
    return known;
  }

  async #load(name: string): Promise<Known | undefined> {
    const known = this.#known.get(name);
    if (known) return known;
    const state = await this.#readLog(name);
    if (!state) return undefined;
    const draft = await this.#draft(name, state.sent);
    await this.#sweep(name, state.files);
    const { records, ...rest } = state;
    return this.#keep(name, { ...rest, count: records.length, draftAt: draft?.at ?? null });
  }

  async #contents(name: string): Promise<StoredSession | null> {
    const state = await this.#readLog(name);
    return state ? { row: state.row, records: state.records, draft: await this.#draft(name, state.sent) } : null;
  }

  /** Reads a log, and cuts off what was not written whole. */
  async #readLog(name: string): Promise<State | undefined> {
    const path = this.#at(name, LOG);
    const bytes = await readIfThere(path);
    const { state, torn, damaged } = read(bytes ?? new Uint8Array());
    if (damaged) {
      if (!this.#reported.has(name)) this.#report({ kind: "damaged", folder: this.#at(name), bytes: 0 });
      this.#reported.add(name);
      throw new Error(`${path} is damaged, or written by a later version: it is left as it is`);
    }
    if (torn > 0 && bytes && (await this.#lock.holds())) {
      const size = bytes.length - torn;
      await writeTo(this.#at(name, "torn"), "a", bytes.subarray(size), true);
      const log = await open(path, "r+");
      try {
        await log.truncate(size);
        await log.sync();
      } finally {
        await log.close();
      }
      this.#report({ kind: "torn", folder: this.#at(name), bytes: torn });
    }
    return state;
  }

  async #draft(name: string, sent: number): Promise<StoredDraft | null> {
    const bytes = await readIfThere(this.#at(name, DRAFT));
    try {
      const { n, draft } = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())) as { n: number; draft: StoredDraft };
      // One that was sent, where the process ended before it was deleted.
      return n < sent ? null : draft;
    } catch {
      return null;
    }
  }

  /** Reads a row by the end of a log, and by all of it where that says too little. */
  async #rowOf(name: string): Promise<{ row: StoredRow; draftAt: number | null } | undefined> {
    const known = this.#known.get(name);
    if (known) return known;
    const line = await this.#lastLine(name);
    if (line?.v === VERSION) return { row: line.row, draftAt: (await this.#draft(name, line.sent))?.at ?? null };
    const loaded = await this.#load(name);
    return loaded && { row: loaded.row, draftAt: loaded.draftAt };
  }

  async #lastLine(name: string): Promise<Line | undefined> {
    const log = await open(this.#at(name, LOG), "r").catch(() => undefined);
    if (!log) return undefined;
    try {
      const { size } = await log.stat();
      const tail = new Uint8Array(Math.min(size, TAIL_BYTES));
      const { bytesRead } = await log.read(tail, 0, tail.length, size - tail.length);
      const begin = tail.lastIndexOf(10, tail.length - 2);
      if (bytesRead < tail.length || tail.at(-1) !== 10 || (begin < 0 && size > tail.length)) return undefined;
      return lineOf(new TextDecoder().decode(tail.subarray(begin + 1, -1)));
    } finally {
      await log.close();
    }
  }

  #line(known: Known | undefined, change: Omit<Line, "v" | "n" | "sent">, clearDraft: boolean): Line {
    const n = known ? known.n + 1 : 0;
    return { v: VERSION, n, sent: clearDraft ? n : (known?.sent ?? 0), ...change };
  }

  /** Adds one line to a log, or none and only waits for the disk. */
  async #write(
    name: string,
    known: Known | undefined,
    change: Omit<Line, "v" | "n" | "sent"> | undefined,
    { strict, clearDraft }: { strict: boolean; clearDraft: boolean },
  ): Promise<void> {
    if (!known) await this.#make(name);
    let next = known;
    if (change || clearDraft) {
      const line = this.#line(known, change ?? { row: known?.row as StoredRow, count: known?.count ?? 0 }, clearDraft);
      const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`);
      await writeTo(this.#at(name, LOG), "a", bytes, strict);
      const state = after(known && { ...known, records: [] }, line, (known?.size ?? 0) + bytes.length);
      next = { ...state, count: line.count, draftAt: clearDraft ? null : (known?.draftAt ?? null) };
    } else if (strict) await writeTo(this.#at(name, LOG), "a", new Uint8Array(), true);
    if (!known) await syncFolder(this.#at(name));
    if (clearDraft) await rm(this.#at(name, DRAFT), { force: true });
    if (next) this.#keep(name, next);
  }

  #keep(name: string, { row, count, n, sent, files, size, draftAt }: Known): Known {
    const known = { row, count, n, sent, files, size, draftAt };
    this.#known.set(name, known);
    this.#rows?.set(name, { row, draftAt });
    return known;
  }

  async #make(name: string): Promise<void> {
    await mkdir(this.#at(name), { recursive: true, mode: PRIVATE.folder });
    await syncFolder(this.#path);
  }

  /** Writes the bytes of files under names of their own; what becomes of them is decided by the line that names them. */
  async #writeFiles(name: string, changes: readonly StoredFileChange[]): Promise<[string, FileEntry | null][]> {
    const entries: [string, FileEntry | null][] = [];
    for (const change of changes) {
      if ("remove" in change) {
        entries.push([change.remove, null]);
        continue;
      }
      const { id, about, bytes } = change.keep;
      const file = `${randomUUID()}.bin`;
      await writeTo(this.#at(name, file), "wx", new Uint8Array(bytes), true);
      entries.push([id, [about, file]]);
    }
    return entries;
  }

  /** Deletes the bytes of files that no line names. */
  async #sweep(name: string, entries: ReadonlyMap<string, FileEntry>): Promise<void> {
    const named = new Set([...entries.values()].map(([, file]) => file));
    for (const file of await readdir(this.#at(name))) {
      if (/\.(bin|new)$/.test(file) && !named.has(file)) await rm(this.#at(name, file), { force: true });
    }
  }

  /** Puts a file in the place of another, whole or not at all. */
  async #replace(name: string, file: string, bytes: Uint8Array, strict: boolean): Promise<void> {
    const path = this.#at(name, file);
    await writeTo(`${path}.new`, "w", bytes, strict);
    await rename(`${path}.new`, path);
    if (strict) await syncFolder(this.#at(name));
  }
}

async function writeTo(path: string, flags: string, bytes: Uint8Array, strict: boolean): Promise<void> {
  const file = await open(path, flags, PRIVATE.mode);
  try {
    await file.appendFile(bytes);
    if (strict) await file.datasync();
  } finally {
    await file.close();
  }
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Has the disk keep the names in a folder. Where a system knows no such thing, it does so by itself. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

function refusal(code: "taken_over" | "deleted"): ColloquyError {
  const messages = { taken_over: "somebody else writes this session", deleted: "there is no such session in this store" };
  return new ColloquyError(code, messages[code]);
}

/** Says what a fault of the system's means for a store. */
function refusalOf(error: unknown): unknown {
  const code = String(codeOf(error));
  const reason = /^(ENOSPC|EDQUOT)$/.test(code) ? "storage_full" : /^(EACCES|EPERM|EROFS)$/.test(code) ? "storage_refused" : undefined;
  return reason ? new ColloquyError(reason, String((error as Error).message)) : error;
}
