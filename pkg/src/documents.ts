// Documents that a respondent brings, such as a résumé: text, Markdown, Word or PDF in, plain text out, on this device.

/** What a host can set for reading a document. */
export interface DocumentOptions {
  /** Called as reading goes on: pages of a PDF, otherwise once at the end with 1 of 1. */
  onProgress?(done: number, total: number): void;
  /** Ends the reading: the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /**
   * Where `pdf-worker.js` of the package is, for bundlers that do not rewrite its address, and for hosts that keep it elsewhere; by
   * default beside this module. Browsers start workers from the page's own origin only.
   */
  pdfWorkerUrl?: string | URL;
}

/**
 * What was found while a document was read:
 * - `too_large`: more than 20 MB, or a Word file that would unpack to more than 32 MB; nothing was read.
 * - `too_long`: more than 200 pages or 1,000,000 characters; the text ends there.
 * - `unparsable_no_text`: nothing that could be read, such as a scanned PDF, whose pages are pictures.
 * - `pages_without_text`: some pages of a PDF are pictures; `emptyPages` names them.
 * - `password`: the file asks for a password.
 * - `damaged`: the file, or a part of it, is not what it says it is.
 * - `not_utf8`: a text in another encoding than UTF-8 or UTF-16.
 * - `unsupported`: another kind of file.
 * - `timeout`: one page took more than 60 seconds; the text ends before it.
 */
export type DocumentIssue =
  | "too_large"
  | "too_long"
  | "unparsable_no_text"
  | "pages_without_text"
  | "password"
  | "damaged"
  | "not_utf8"
  | "unsupported"
  | "timeout";

/** A document as text. */
export interface DocumentText {
  /** One line for each line or paragraph, a blank one between blocks and pages; empty when nothing was read. Plain text, never markup. */
  text: string;
  /** How many pages the document has; `null` for kinds of files that have none. */
  pages: number | null;
  /** `read` whole, `partial` when something is missing, `unparsable` without any text. */
  status: "read" | "partial" | "unparsable";
  /** Why it is not whole; empty for a document that was read. */
  issues: DocumentIssue[];
  /** The pages of a PDF that have no text, counted from 1. */
  emptyPages: number[];
}

/**
 * Reads a document: plain text and Markdown, Word (`.docx`) and PDF, told apart by their content first and their name second.
 *
 * The readers load when a document of their kind comes, and nothing of it leaves this device. It needs no `init()`, and runs in a
 * browser and in Node. A file is never trusted: what it may unpack to is bounded, scripts, links and forms in it are not looked at,
 * and a PDF is read in a worker of its own.
 *
 * # Errors
 * Rejects with the signal's reason when it was ended, with `read_failed` when the browser could not read the file, and with
 * `load_failed` when the PDF reader could not be loaded. What is wrong with a document itself is no error: see `issues`.
 */
export async function readDocument(file: Blob & { readonly name?: string }, options: DocumentOptions = {}): Promise<DocumentText> {
  return (await import("./documents/read.js")).readDocument(file, options);
}
