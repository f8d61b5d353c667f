// Recognises the kind of a document, passes it to its reader, and holds what comes back to its bounds.
import type { DocumentOptions, DocumentText } from "./types.js";
import { ColloquyError } from "../errors.js";
import { beginning, hasPassword, textOf } from "./kind.js";
import { BYTES, CHARS } from "./limits.js";
import { Refused, type Found } from "./refused.js";

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
  switch (beginning(bytes)) {
    case "pdf":
      return (await import("./pdf.js")).readPdf(bytes, options);
    case "zip":
      return (await import("./docx.js")).readDocx(bytes);
    case "office":
      throw new Refused(hasPassword(bytes) ? "password" : "unsupported");
    case "other":
      return { text: textOf(bytes, name, type) };
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
