// What is asked of the readers of documents, and what they find.

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
 * - `damaged`: the file, or a part of it, is not of the kind that it claims.
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
