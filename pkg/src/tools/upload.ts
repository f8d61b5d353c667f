// Files that a respondent hands in: looked at, kept beside the session's records, and only then reported to the engine. Whatever goes
// wrong on the way, no file stays behind that nothing refers to, and the form still waits.
import type { FileRef, Issue, View } from "../../types/generated.js";
import { ColloquyError } from "../errors.js";
import { look, MIME } from "./file.js";
import type { Files, Readers } from "./types.js";

/** Most files of one form. */
const FILES = 20;
/** Longest name, in characters. */
const NAME_CHARS = 200;

/** What a form of files asks for. */
interface Asked {
  accepts: readonly string[];
  max_bytes: number;
  multiple: boolean;
  /** The question of a study that it answers: the text of the file goes with it. */
  question?: string;
}

/** A file that was kept; with its text where that is asked for. */
type UploadedFile = FileRef & { status?: string; text?: string };

/** Tokens of the forms whose files are being kept: a second click finds its form taken. */
const busy = new Set<string>();

/** @internal Hands files in to the form of a token, as `{ files }`; `settle` reports them to the engine. */
export async function settleUpload(
  token: string,
  value: unknown,
  asked: Asked,
  files: Files,
  readers: Readers | undefined,
  settle: (files: UploadedFile[]) => void,
): Promise<void> {
  if (busy.has(token)) {
    throw new ColloquyError("no_such_form", "this form is being filled in already: its files are on their way");
  }
  busy.add(token);
  const kept: FileRef[] = [];
  try {
    const all = await sound(value, asked);
    const refs: UploadedFile[] = [];
    for (const [place, { file, mimeType }] of all.entries()) {
      if (!(file instanceof Blob)) refs.push(file);
      else {
        const bytes = await file.arrayBuffer().catch(() => {
          throw invalid([
            { path: `files.${place}`, rule: "unreadable", message: "could not be read: it may have been moved; choose it again" },
          ]);
        });
        const ref = await files.keepFile({ name: nameOf(file), mimeType, size: bytes.byteLength, bytes });
        kept.push(ref);
        refs.push(asked.question === undefined ? ref : { ...ref, ...(await read(file, readers)) });
      }
    }
    settle(refs);
  } catch (error) {
    // Best effort: what cannot be taken out goes with the session.
    await Promise.allSettled(kept.map(({ storageUrl }) => files.removeFile(storageUrl)));
    throw error;
  } finally {
    busy.delete(token);
  }
}

/** Reads a file; one that cannot be read is kept all the same. */
async function read(file: Blob, readers: Readers | undefined): Promise<{ status: string; text: string }> {
  try {
    return await (await import("./extract.js")).textOf(file, readers);
  } catch {
    return { status: "failed", text: "" };
  }
}

/** What the form of a file asks for, as `view.kind.values` has it. */
interface FileSchema {
  "x-answer"?: string;
  accepts: readonly string[];
  maxBytes: number;
}

/** @internal Keeps another file in the place of the one that answers a question of a study; `edit` reports it to the engine. */
export async function replaceUpload(
  number: number,
  file: unknown,
  { kind, session }: View,
  files: Files,
  readers: Readers | undefined,
  edit: (value: unknown) => void,
): Promise<void> {
  const values = "values" in kind ? kind.values : [];
  const { schema } = values.find(({ question }) => question === number) ?? {};
  const asked = (schema as { properties?: { value?: FileSchema } } | undefined)?.properties?.value;
  // The engine says what is wrong with the number.
  if (asked?.["x-answer"] !== "file") return edit(file);
  const { accepts, maxBytes: max_bytes } = asked;
  const form = { accepts, max_bytes, multiple: false, question: "" };
  return settleUpload(`${session}-change-${number}`, { files: [file] }, form, files, readers, ([value]) => edit(value));
}

async function sound(value: unknown, { accepts, max_bytes, multiple }: Asked): Promise<{ file: Blob | FileRef; mimeType: string }[]> {
  const most = multiple ? FILES : 1;
  // A `FileList` is no array.
  const given = (value as { files?: unknown } | null)?.files ?? {};
  const { length = 0 } = given as { length?: number };
  if (!(length >= 1 && length <= most)) {
    throw invalid([{ path: "files", rule: "length", message: multiple ? `must be 1 to ${FILES} files` : "must be one file" }]);
  }
  const issues: Issue[] = [];
  const out: { file: Blob | FileRef; mimeType: string }[] = [];
  // One after the other: together they may be larger than a phone's memory.
  for (const [place, file] of Array.from(given as ArrayLike<Blob | FileRef>).entries()) {
    if (!(file instanceof Blob)) {
      // What was kept before is the engine's to judge.
      out.push({ file, mimeType: "" });
      continue;
    }
    const found = await look(file, accepts, max_bytes);
    if (typeof found === "string") out.push({ file, mimeType: MIME[found] });
    else issues.push({ ...found, path: `files.${place}` });
  }
  if (issues.length > 0) throw invalid(issues);
  return out;
}

function invalid(issues: Issue[]): ColloquyError {
  return new ColloquyError("invalid_form", "choose other files: every fault is listed with its place; the form still waits", issues);
}

/** A name as it can be shown: without what steers a terminal or turns the writing round to hide how the name ends. */
function nameOf(file: Blob & { readonly name?: string }): string {
  // eslint-disable-next-line no-control-regex
  const name = String(file.name ?? "")
    .replace(/[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "")
    .trim();
  return [...(name || "file")].slice(0, NAME_CHARS).join("");
}
