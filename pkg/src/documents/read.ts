// Tells kinds of documents apart, hands each to its reader, and holds what comes back to its bounds.
import type { DocumentOptions, DocumentText } from "../documents.js";
import { ColloquyError } from "../errors.js";
import { BYTES, CHARS } from "./limits.js";
import { Refused, type Found } from "./refused.js";

/** Names of files that are text; what has another name than these and no known content is refused. */
const TEXT_NAME = /\.(txt|text|md|markdown|mdown)$/i;
const TEXT_TYPE = /^text\/(plain|markdown)\b/;

/** @internal See `readDocument` of the package. */
export async function readDocument(file: Blob & { readonly name?: string }, options: DocumentOptions): Promise<DocumentText> {
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  try {
    if (file.size > BYTES) throw new Refused("too_large");
    const bytes = await bytesOf(file);
    signal?.throwIfAborted();
    const found = await read(bytes, file.name ?? "", file.type, options);
    signal?.throwIfAborted();
    if (found.pages === undefined) onProgress?.(1, 1);
    return judged(found);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { text: "", pages: null, status: "unparsable", issues: [error.issue], emptyPages: [] };
  }
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new ColloquyError("read_failed", "the file could not be read: it may have been moved or is not on this device; choose it again");
  }
}

async function read(bytes: Uint8Array<ArrayBuffer>, name: string, type: string, options: DocumentOptions): Promise<Found> {
  const begins = (...expected: number[]) => expected.every((byte, at) => bytes[at] === byte);
  // Readers of PDF take what stands before its beginning for the envelope of a mail program; the format allows 1,024 bytes.
  if (String.fromCharCode(...bytes.subarray(0, 1_024)).includes("%PDF-")) return (await import("./pdf.js")).readPdf(bytes, options);
  if (begins(0x50, 0x4b)) return (await import("./docx.js")).readDocx(bytes);
  // Word's older format, which is also the envelope of a newer file with a password.
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw new Refused(hasPassword(bytes) ? "password" : "unsupported");
  if (/\.(pdf|docx)$/i.test(name)) throw new Refused("damaged");
  if (!TEXT_NAME.test(name) && !TEXT_TYPE.test(type) && /\.\w+$/.test(name)) throw new Refused("unsupported");
  return { text: decoded(bytes) };
}

/** The name of a part in Word's envelope, as UTF-16. */
const ENCRYPTED = [..."EncryptedPackage"].flatMap((letter) => [letter.charCodeAt(0), 0]);

function hasPassword(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x45); at >= 0; at = bytes.indexOf(0x45, at + 1)) {
    if (ENCRYPTED.every((byte, offset) => bytes[at + offset] === byte)) return true;
  }
  return false;
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  // A zero byte is no text in UTF-8: a picture or a program with the name of a text.
  if (encoding === "utf-8" && bytes.includes(0)) throw new Refused("unsupported");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch {
    // Guessing at an encoding would put wrong letters into names without anybody noticing.
    throw new Refused("not_utf8");
  }
}

function judged({ text, pages, emptyPages = [], issues = [] }: Found): DocumentText {
  const all = new Set(issues);
  let kept = text;
  if (text.length > CHARS) {
    // Not within a character that takes two units.
    const end = /[\uD800-\uDBFF]/.test(text.charAt(CHARS - 1)) ? CHARS - 1 : CHARS;
    kept = text.slice(0, end);
    all.add("too_long");
  }
  const none = kept.trim() === "";
  if (none && !all.has("damaged") && !all.has("timeout")) all.add("unparsable_no_text");
  if (none) all.delete("pages_without_text");
  return {
    text: none ? "" : kept,
    pages: pages ?? null,
    status: none ? "unparsable" : all.size > 0 ? "partial" : "read",
    issues: [...all],
    emptyPages,
  };
}
