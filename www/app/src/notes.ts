// Files that a respondent brings, read and judged: what is no text never reaches the engine, and is refused with the reason.
import { ColloquyError, readDocument, type DocumentText } from "colloquy";
import { bytes, count } from "./format.js";
import { p } from "./text.js";

/** Most bytes of one text, 1 MiB: the engine's own limit. */
export const TEXT_BYTES = 1 << 20;
/** Most texts of one interview: the engine's own limit. */
export const TEXTS = 50;

/** One text with the name by which its contents are known. */
export interface Note {
  name: string;
  text: string;
  /** For text out of a Word or PDF file: its pages where it has any, and a sentence about what is missing from it. */
  document?: { pages: number | null; remark: string };
}

/** Returns notes as the engine takes them. */
export function textsOf(notes: readonly Note[]): { name: string; text: string }[] {
  return notes.map(({ name, text }) => ({ name, text }));
}

/** Counts words as a reader would: what has a letter or a digit in it. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** How far a file is read: `of` is 0 until its pages are counted. */
export interface Progress {
  name: string;
  page: number;
  of: number;
}

/** What came of reading files: the texts, and a sentence for each that was refused. */
export interface Reading {
  notes: Note[];
  problems: string[];
}

/** What a file is by its name. */
export type Role = "summary" | "quotes" | "concepts" | "metadata" | "additional";

/** Returns a file's role by its name. */
export function roleOf(name: string): Role {
  if (DOCUMENT.test(name)) return "additional";
  const stem = name.toLowerCase().replace(/\.[^.]*$/, "");
  if (stem === "summary" || stem === "quotes" || stem === "metadata") return stem;
  return stem === "key-concepts" ? "concepts" : "additional";
}

/** Names an additional file as the engine does: `books-mentioned.md` holds books. */
export function labelOf(name: string): string {
  return name
    .replace(/\.[^.]*$/, "")
    .replace(/-mentioned$/i, "")
    .replace(/[-_\s]+/g, " ")
    .trim();
}

const READABLE = /\.(md|markdown|mdown|txt)$/i;
/** What becomes text first, whatever it is called besides: it is no file of notes by its name. */
const DOCUMENT = /\.(docx|pdf)$/i;
/** A `metadata` file may be YAML or JSON. */
const METADATA = /^metadata(\.(ya?ml|json|md|txt))?$/i;

/** Reads files one after another, and stops when `signal` is aborted; `progress` is called with each before it is read, and with its pages. */
export async function readNotes(
  files: readonly File[],
  present: number,
  progress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Reading> {
  const reading: Reading = { notes: [], problems: [] };
  for (const file of files) {
    if (signal.aborted) break;
    progress({ name: file.name, page: 0, of: 0 });
    if (present + reading.notes.length >= TEXTS) {
      reading.problems.push(p.start.many(file.name, TEXTS));
      continue;
    }
    const result = await (DOCUMENT.test(file.name) ? readPages(file, progress, signal) : readNote(file));
    if (typeof result === "string") reading.problems.push(result);
    else if (result) reading.notes.push(result);
  }
  return reading;
}

/** Reads a Word or PDF file; nothing when the respondent ended it. */
async function readPages(file: File, progress: (progress: Progress) => void, signal: AbortSignal): Promise<Note | string | undefined> {
  const { name } = file;
  let read: DocumentText;
  try {
    read = await readDocument(file, { signal, onProgress: (page, of) => progress({ name, page, of }) });
  } catch (error) {
    if (signal.aborted) return undefined;
    return error instanceof ColloquyError && error.code === "read_failed" ? p.start.unreadable(name) : p.start.noReader(name);
  }
  const { text, pages, status, issues } = read;
  if (status === "unparsable") return refusal(name, read);
  const size = new Blob([text]).size;
  if (size > TEXT_BYTES) return p.start.large(name, bytes(size), bytes(TEXT_BYTES));
  return { name, text, document: { pages, remark: issues.map((issue) => remarkOn(issue, read)).join(" ") } };
}

/** Explains why a file was not taken, and what to do. */
function refusal(name: string, { issues, pages }: DocumentText): string {
  const [issue] = issues;
  if (issue === "too_large") return p.start.documents.large(name);
  if (issue === "password") return p.start.documents.password(name);
  if (issue === "timeout") return p.start.documents.slow(name);
  if (issue === "unparsable_no_text") return pages === null ? p.start.blank(name) : p.start.documents.scanned(name);
  return issue === "unsupported" ? p.start.kind(name) : p.start.documents.damaged(name);
}

/** Describes what is missing from a text that was taken. */
function remarkOn(issue: DocumentText["issues"][number], { emptyPages }: DocumentText): string {
  if (issue === "pages_without_text")
    return p.start.documents.pagesMissing(emptyPages.map((page) => count(page)).join(", "), emptyPages.length);
  if (issue === "too_long") return p.start.documents.cut;
  return issue === "timeout" ? p.start.documents.slowPage : p.start.documents.damagedPart;
}

async function readNote(file: File): Promise<Note | string> {
  const { name, size } = file;
  if (!READABLE.test(name) && !METADATA.test(name)) return p.start.kind(name);
  if (size > TEXT_BYTES) return p.start.large(name, bytes(size), bytes(TEXT_BYTES));
  let raw: Uint8Array;
  try {
    raw = new Uint8Array(await file.arrayBuffer());
  } catch {
    return p.start.unreadable(name);
  }
  const zero = raw.indexOf(0);
  if (zero >= 0) return p.start.binary(name, p.start.atByte(count(zero + 1)));
  const text = decode(raw);
  if (text === undefined) return p.start.utf8(name, count(faultyLine(raw)));
  if (text.trim() === "") return p.start.blank(name);
  return { name, text };
}

function decode(raw: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    return undefined;
  }
}

/** Finds the line of the first byte that is no UTF-8, by halving: the longest beginning that reads. */
function faultyLine(raw: Uint8Array): number {
  const reads = (length: number) => {
    try {
      // `stream` forgives a character that is cut in two at the end.
      new TextDecoder("utf-8", { fatal: true }).decode(raw.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  let good = 0;
  let bad = raw.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (reads(middle)) good = middle;
    else bad = middle;
  }
  return raw.subarray(0, good).reduce((lines, byte) => (byte === 10 ? lines + 1 : lines), 1);
}

/** Puts new notes over old ones of the same name; names what was replaced. */
export function merge(old: readonly Note[], added: readonly Note[]): { notes: Note[]; replaced: string[] } {
  const notes = [...old];
  const replaced: string[] = [];
  for (const note of added) {
    const at = notes.findIndex(({ name }) => name === note.name);
    if (at < 0) notes.push(note);
    else {
      if (notes[at]?.text !== note.text) replaced.push(note.name);
      notes[at] = note;
    }
  }
  return { notes, replaced };
}

/** Takes every file of a drop, those in dropped folders too (one level: a folder of notes). */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Both lists are empty once the event is over, so they are copied before anything is awaited.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const plain = [...data.files];
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  const files: File[] = [];
  for (const entry of entries) {
    if (entry.isFile) files.push(await fileOf(entry as FileSystemFileEntry));
    else for (const inner of await within(entry as FileSystemDirectoryEntry)) files.push(await fileOf(inner));
  }
  return files;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function within(folder: FileSystemDirectoryEntry): Promise<FileSystemFileEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemFileEntry[] = [];
  for (;;) {
    // A folder is handed out in portions, the last of them empty.
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return found;
    // A folder's other files (images, audio) are not what was meant: only notes are taken, silently.
    found.push(
      ...portion
        .filter((entry) => entry.isFile && [READABLE, METADATA, DOCUMENT].some((kind) => kind.test(entry.name)))
        .map((entry) => entry as FileSystemFileEntry),
    );
  }
}
