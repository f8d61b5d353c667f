// The files of a session: kept beside its records, named by an address that only the session's own store resolves.
import type { FileRef } from "../types/generated.js";
import { wait } from "./engine.js";
import { ColloquyError } from "./errors.js";
import { held, type StoredFileEntry } from "./survival.js";

/** Whose files, and in which store. `epoch` is that of the session's writer: another writer's files are refused then. */
export interface Place {
  of: number;
  /** By the name that the engine knows. */
  storage: string | undefined;
  session: string;
  epoch?: number;
}

/** Which generation of the engine has a session, and where that is kept. */
export type Origin = Pick<Place, "of" | "storage">;

/** A file that was looked at: its kind is by its bytes. */
export interface NewFile {
  name: string;
  mimeType: string;
  size: number;
  bytes: ArrayBuffer;
}

const SCHEME = "colloquy-file:";
/** Largest file, in bytes, 20 MiB: twice what a form asks for by default, and an export still is one text. */
export const FILE_BYTES = 20 << 20;
/** Most bytes of all files of a session, 200 MiB: as a text they are half of what a browser can hold in one. */
export const SESSION_FILE_BYTES = 200 << 20;
/** Most files of a session. */
export const SESSION_FILES = 100;
/** Longest name in characters, as in a form's result. */
const NAME_CHARS = 200;
/** What a browser shows without running anything; a file of any other kind is handed back as bytes of no kind. */
const SHOWN =
  /^(application\/(pdf|json|vnd\.openxmlformats-officedocument\.[\w.-]+)|text\/(plain|markdown|csv|vcard)|image\/(png|jpeg|gif|webp))$/;

/** Reads the descriptions of the files of a session, in the order of their ids. */
export async function listFiles(place: Place): Promise<FileRef[]> {
  const abouts = await unlessRefused(place, (engine) => engine.sessionFiles(place.storage, place.session));
  if (abouts !== undefined) return JSON.parse(abouts as string) as FileRef[];
  return [...(held.get(place.session)?.values() ?? [])].map(([, about]) => JSON.parse(about) as FileRef);
}

/** Reads a file with its bytes; null for one that is not there. */
export async function readFile(place: Place, url: string): Promise<{ about: FileRef; bytes: ArrayBuffer } | null> {
  const id = idOf(url);
  if (!id) return null;
  let found = await unlessRefused(place, (engine) => engine.sessionFiles(place.storage, place.session, id));
  if (found === undefined) found = held.get(place.session)?.get(id)?.slice(1);
  if (!found) return null;
  const [about, bytes] = found as [string, ArrayBuffer];
  return { about: JSON.parse(about) as FileRef, bytes };
}

/** Reads a file as a `Blob`; null for one that is not there. */
export async function blobOf(place: Place, url: string): Promise<Blob | null> {
  const found = await readFile(place, url);
  if (!found) return null;
  const { mimeType } = found.about;
  // What somebody else made must not become a page of this site when it is opened.
  return new Blob([found.bytes], { type: SHOWN.test(mimeType) ? mimeType : "application/octet-stream" });
}

/** Reads the bytes of what a host hands in, as a buffer that nobody else writes to. One that is too large is not read. */
export async function copyOf(file: File | { name: string; bytes: ArrayBuffer | Uint8Array }): Promise<ArrayBuffer> {
  const size = file instanceof Blob ? file.size : file.bytes?.byteLength;
  if (typeof size !== "number")
    throw new ColloquyError("invalid_options", "a file is a File, or an object with `name`, `type` and `bytes`");
  if (size > FILE_BYTES) throw tooLarge(file.name, size);
  return file instanceof Blob ? file.arrayBuffer() : new Uint8Array(file.bytes).slice().buffer;
}

/** Keeps a file: it is on the disk when the promise resolves. */
export async function keepFile(place: Place, file: NewFile): Promise<FileRef> {
  const name = [...String(file.name)].slice(0, NAME_CHARS).join("");
  const size = file.bytes.byteLength;
  const there = await listFiles(place);
  const all = there.reduce((sum, other) => sum + other.size, size);
  if (size > FILE_BYTES) throw tooLarge(name, size);
  if (all > SESSION_FILE_BYTES) throw refused(name, "the files of a session may have 200 MiB together: remove one first", all);
  if (there.length >= SESSION_FILES) throw refused(name, "a session may have 100 files: remove one first", there.length + 1);
  const id = newId();
  const about: FileRef = { storageUrl: SCHEME + id, name, mimeType: String(file.mimeType).slice(0, 100), size };
  const kept: StoredFileEntry = [id, JSON.stringify(about), file.bytes];
  const done = await unlessRefused(place, (engine) => change(engine, place, [kept]));
  // A store in memory ends with the engine when that crashes, and where the browser refuses a database there is no other.
  if (done === undefined || inMemory(place.storage)) {
    const files = held.get(place.session) ?? new Map<string, StoredFileEntry>();
    held.set(place.session, files.set(id, kept));
  }
  return about;
}

/** Keeps files again that have their ids, in the place of those that are there. */
export async function restoreFiles(place: Place, files: StoredFileEntry[]): Promise<void> {
  await wait(place.of, (engine) => change(engine, place, files));
}

/** Deletes a file; one that is not there is no error. */
export async function removeFile(place: Place, url: string): Promise<void> {
  const id = idOf(url);
  if (!id) return;
  held.get(place.session)?.delete(id);
  await unlessRefused(place, (engine) => change(engine, place, [id]));
}

/**
 * Names the files that came with a form or a tool, by id. A record that only has the address of one does not hold it: it stays where an
 * answer was removed.
 */
export function namedIn(records: readonly string[]): Set<string> {
  const named = new Set<string>();
  for (const record of records) {
    for (const [, id] of record.matchAll(/"storageUrl":"colloquy-file:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})"/g))
      named.add(id as string);
  }
  return named;
}

/** Names the files that records held before and do not any more. */
export function goneFrom(before: readonly string[], after: readonly string[]): string[] {
  const left = namedIn(after);
  return [...namedIn(before)].filter((id) => !left.has(id));
}

/** True where sessions are kept in memory, as the engine decides it. */
export function inMemory(storage: string | undefined): boolean {
  return storage === "memory" || (storage === undefined && !("navigator" in globalThis && "location" in globalThis));
}

type Engine = Parameters<Parameters<typeof wait>[1]>[0];

function change(engine: Engine, { storage, session, epoch }: Place, changes: (StoredFileEntry | string)[]): Promise<unknown> {
  return engine.sessionFiles(storage, session, undefined, changes, epoch);
}

/** Does something with the store; nothing comes back where the browser refuses one, and this page is all there is. */
async function unlessRefused(place: Place, work: (engine: Engine) => Promise<unknown>): Promise<unknown> {
  try {
    return await wait(place.of, work);
  } catch (error) {
    if (error instanceof ColloquyError && error.code === "storage_refused") return undefined;
    throw error;
  }
}

function idOf(url: string): string | undefined {
  return String(url).startsWith(SCHEME) ? url.slice(SCHEME.length) : undefined;
}

function tooLarge(name: string, size: number): ColloquyError {
  return refused(name, "a file may have at most 20 MiB: hand in a smaller one", size);
}

function refused(name: string, message: string, value: number): ColloquyError {
  return new ColloquyError("file_too_large", `${name}: ${message}`, [{ path: "file", rule: "length", message, value }]);
}

/** A random UUID. `crypto.randomUUID` exists in secure contexts only. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
