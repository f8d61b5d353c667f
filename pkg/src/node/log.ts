// The log of a session: one line of JSON for each change, of which only the last can be torn.
import type { StoredRow } from "colloquy";

/** The version of the lines that this code writes, and the newest that it reads. */
export const VERSION = 1;

/** Where a file of the session is, and what is said of it. */
export type FileEntry = readonly [about: string, name: string];

/** One change. Each line has the row after it, so that the last one is enough for a list. */
export interface Line {
  v: number;
  /** Number of the change; it goes on where the log was written anew. */
  n: number;
  /** Number of the last change that took the draft with it. */
  sent: number;
  row: StoredRow;
  /** How many records there are then. */
  count: number;
  /** Records that were added. */
  records?: string[];
  /** True where they are all that there are: the log begins anew with this line. */
  whole?: boolean;
  /** Files that were kept, and with null those that went. */
  files?: Record<string, FileEntry | null>;
}

/** What a log comes to. */
export interface State {
  row: StoredRow;
  records: string[];
  n: number;
  sent: number;
  files: Map<string, FileEntry>;
  /** Bytes of the whole lines. */
  size: number;
}

/** What was found in a log: nothing where it has no whole line; how many bytes of it are torn; whether it cannot be read. */
export interface Found {
  state: State | undefined;
  torn: number;
  damaged: boolean;
}

/** Reads a log. */
export function read(bytes: Uint8Array): Found {
  const decoder = new TextDecoder();
  let state: State | undefined;
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const line = end < 0 ? undefined : lineOf(decoder.decode(bytes.subarray(at, end)));
    if (!line || line.v > VERSION || !follows(line, state)) {
      // The last one was being written when the process or the computer went down; before it there is no such reason.
      const last = end < 0 || end === bytes.length - 1;
      return last && (line?.v ?? 0) <= VERSION ? { state, torn: bytes.length - at, damaged: false } : { state, torn: 0, damaged: true };
    }
    state = after(state, line, end + 1);
    at = end + 1;
  }
  return { state, torn: 0, damaged: false };
}

/** Reads one line; nothing where it is not whole. */
export function lineOf(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Line;
    return typeof line?.row?.session === "string" && typeof line.n === "number" ? line : undefined;
  } catch {
    return undefined;
  }
}

/** Gives the state after one more line. */
export function after(state: State | undefined, line: Line, size: number): State {
  const records = line.whole ? [] : (state?.records ?? []);
  for (const record of line.records ?? []) records.push(record);
  const files = state?.files ?? new Map<string, FileEntry>();
  for (const [id, entry] of Object.entries(line.files ?? {})) {
    if (entry) files.set(id, entry);
    else files.delete(id);
  }
  return { row: line.row, records, n: line.n, sent: line.sent, files, size };
}

function follows(line: Line, state: State | undefined): boolean {
  const before = line.whole ? 0 : (state?.records.length ?? 0);
  return before + (line.records?.length ?? 0) === line.count && (!state || line.n === state.n + 1);
}
