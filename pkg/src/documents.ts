// Documents that a respondent brings, such as a résumé: text, Markdown, Word or PDF in, plain text out, on this device.
import type { DocumentOptions, DocumentText } from "./documents/types.js";

export type { DocumentIssue, DocumentOptions, DocumentText } from "./documents/types.js";

/**
 * Reads a document: plain text and Markdown, Word (`.docx`) and PDF, distinguished by their content first and their name second.
 *
 * The readers load when a document of their kind comes, and nothing of it leaves this device. It needs no `init()`, and runs in a
 * browser and in Node. A file is never trusted: what it may unpack to is bounded, scripts, links and forms in it are not looked at,
 * and a PDF is read in a worker of its own.
 *
 * # Errors
 * Rejects with the signal's reason when it was ended, with `read_failed` when the browser could not read the file, and with
 * `load_failed` when the PDF reader could not be loaded. What is wrong with a document itself is no error: see `issues`.
 *
 * @example
 * ```ts
 * import { readDocument } from "colloquy";
 * const { status, text, issues } = await readDocument(new File(["# Notes"], "notes.md"));
 * if (status === "read") console.log(text);
 * else console.log(issues);
 * ```
 */
export async function readDocument(file: Blob & { readonly name?: string }, options: DocumentOptions = {}): Promise<DocumentText> {
  return (await import("./documents/read.js")).readDocument(file, options);
}
