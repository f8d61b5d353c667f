// The files of a session inside its session file. Their bytes never pass through the engine: they are taken out of the text
// before it is read, and put in after it was written.
import type { FileRef } from "../types/generated.js";
import { ColloquyError } from "./errors.js";
import { listFiles, namedIn, type Place, readFile } from "./files.js";
import type { StoredFileEntry } from "./survival.js";

/** A file as it is written: its description, and its bytes. */
interface Entry {
  id: string;
  name: string;
  mimeType: string;
  size: number;
  base64?: unknown;
}

/** The end of a session file without files. */
const NONE = "[]\n}\n";
/** Bytes that are encoded at once; a multiple of 3, so that the parts can be joined. */
const STEP = 0x6000;

/** Puts the files that a session's records name into its session file. */
export async function withFiles(text: string, records: readonly string[], place: Place): Promise<string> {
  const named = namedIn(records);
  if (named.size === 0 || !text.endsWith(NONE)) return text;
  const lines: string[] = [];
  for (const { storageUrl } of await listFiles(place)) {
    const id = storageUrl.replace(/^.*:/, "");
    const file = named.has(id) ? await readFile(place, storageUrl) : null;
    if (!file) continue;
    const { name, mimeType, size } = file.about;
    lines.push(JSON.stringify({ id, name, mimeType, size, base64: encode(file.bytes) }));
  }
  return lines.length === 0 ? text : `${text.slice(0, -NONE.length)}[\n${lines.join(",\n")}\n]\n}\n`;
}

/** Takes the bytes of the files out of a session file. What is left has all the rest, and is for the engine to judge. */
export function apart(text: string): { rest: string; entries: Entry[] } {
  const none = { rest: text, entries: [] };
  const [from, to] = findFiles(text) ?? [0, 0];
  if (to === 0) return none;
  try {
    const entries = JSON.parse(text.slice(from, to)) as unknown;
    if (!Array.isArray(entries)) return none;
    const described = entries.map((entry: unknown) =>
      typeof entry === "object" && entry !== null && !Array.isArray(entry) ? { ...entry, base64: undefined } : entry,
    );
    return { rest: text.slice(0, from) + JSON.stringify(described) + text.slice(to), entries: entries as Entry[] };
  } catch {
    // The engine reports where it is not valid JSON.
    return none;
  }
}

/** Reads the bytes of files whose descriptions the engine has accepted. */
export function decoded(entries: Entry[]): StoredFileEntry[] {
  return entries.map(({ id, name, mimeType, size, base64 }, place) => {
    const bytes = decode(base64, size);
    if (!bytes) {
      const message = "must be the base64 of `size` bytes";
      throw new ColloquyError("invalid_session", "this is no whole session file: every fault is listed", [
        { path: `files[${place}].base64`, rule: "base64", message, value: null },
      ]);
    }
    const about: FileRef = { storageUrl: `colloquy-file:${id}`, name, mimeType, size };
    return [id, JSON.stringify(about), bytes];
  });
}

/** Finds the value of the key `files` of the outermost object, by the marks that give a JSON text its shape. */
function findFiles(text: string): [number, number] | undefined {
  const marks = /["{}[\]]/g;
  const colon = /\s*:\s*/y;
  let depth = 0;
  let from = -1;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const at = mark.index;
    if (mark[0] === '"') {
      const end = endOfString(text, at);
      if (end < 0) return undefined;
      marks.lastIndex = colon.lastIndex = end + 1;
      if (depth === 1 && from < 0 && text.slice(at + 1, end) === "files" && colon.test(text)) from = marks.lastIndex = colon.lastIndex;
    } else if (mark[0] === "{" || mark[0] === "[") {
      depth += 1;
    } else {
      depth -= 1;
      if (depth === 1 && from >= 0) return [from, at + 1];
    }
  }
  return undefined;
}

function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end > 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text[before - 1] === "\\") before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
  return -1;
}

function encode(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP) parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + STEP))));
  return parts.join("");
}

/** Reads base64 that is written back to the very same text; nothing for any other. */
function decode(text: unknown, size: number): ArrayBuffer | undefined {
  if (typeof text !== "string" || text.length !== Math.ceil(size / 3) * 4) return undefined;
  try {
    const binary = atob(text);
    if (binary.length !== size) return undefined;
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += 1) bytes[at] = binary.charCodeAt(at);
    // A length that is right and an end that is right leave no room for the spaces and loose bits that `atob` takes.
    const last = Math.floor(Math.max(size - 1, 0) / 3) * 3;
    return encode(bytes.slice(last).buffer) === text.slice(-4) ? bytes.buffer : undefined;
  } catch {
    return undefined;
  }
}
