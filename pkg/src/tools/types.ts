// What a page brings to an interview: tools and readers of its own, and the forms that the respondent fills in.
import type { FileRef, KindDetails } from "../../types/generated.js";

/** A tool of the host's, which a model may call beside the built-in ones. */
export interface HostTool {
  /** 1 to 64 letters, digits, `_` and `-`; none of the built-in names. */
  name: string;
  /** What it does and when to call it, for the model; at most 2,000 characters. */
  description: string;
  /** JSON Schema of its arguments, at most 16 kB. What does not satisfy it never reaches `run`. */
  parameters: object;
  /**
   * Does the work, with arguments that satisfy `parameters`, and gives JSON data of at most 100 kB, or a form for the respondent. What
   * it throws is passed on to the model with its message, cut to 300 characters: write it so that a stranger may read it.
   */
  run(args: Record<string, unknown>, context: HostToolContext): unknown;
  /** How long it may take, in milliseconds, at most ten minutes; by default 30,000. */
  timeoutMs?: number;
  /** True when running it a second time does no harm: one that was cut off by a reload is run again. */
  idempotent?: boolean;
}

/** What a tool of the host's gets beside its arguments. */
export interface HostToolContext {
  /** UUID of the session. */
  session: string;
  /** Aborted when the time is up, the respondent stops it, or the interview is let go. */
  signal: AbortSignal;
}

/** What `HostTool.run` may give in place of a result: the respondent fills the form in, and what comes of that is the result. */
export interface HostForm {
  form: {
    /** Its heading, which is also the question above it. */
    title: string;
    /** JSON Schema of its data. */
    schema: object;
    /** What it is filled with at first. */
    data?: object;
  };
}

/** Readers that the host brings for documents that respondents hand in. */
export interface Readers {
  /**
   * Reads pictures of pages: called with the bytes of a PDF that has no text. What it gives is taken as the document's text; nothing,
   * or an error, leaves the document unread.
   */
  ocr?(bytes: Uint8Array<ArrayBuffer>, context: { signal: AbortSignal }): Promise<string>;
  /** Where `pdf-worker.js` of the package is, as in `readDocument`. */
  pdfWorkerUrl?: string | URL;
}

/** What a form is filled in with, by its kind (`view.form.kind`). */
export type FormValue =
  /** Of `options`: the ids that were chosen. */
  | { selectedIds: readonly string[] }
  /** Of `upload`: the files themselves, or what `library.putFile` gave for them. */
  | { files: ArrayLike<Blob | FileRef> }
  /** Of `validation`, `contact` and `host`: the data as the respondent left it. */
  | { data: object; status?: "approved"; userNotes?: string }
  /** Of `validation`: nothing of it is approved. */
  | { status: "rejected"; userNotes?: string };

/** What a page brings to an interview that is not stored with the session. */
export interface HostExtensions {
  /** Tools of the host's beside the built-in ones, at most 20; for interviews whose model may call tools. */
  tools?: readonly HostTool[];
  /** Readers of the host's for documents that the respondent hands in. */
  readers?: Readers;
}

/** @internal The files of a session, and what is known of them. */
export interface Files {
  details(): KindDetails;
  file(url: string): Promise<Blob | null>;
  keepFile(file: { name: string; mimeType: string; size: number; bytes: ArrayBuffer }): Promise<FileRef>;
  removeFile(url: string): Promise<unknown>;
}

/** @internal What a run needs of its interview. */
export interface Running extends HostExtensions {
  session: string;
  /** Aborted when nobody wants the result any more. */
  signal: AbortSignal;
  files: Pick<Files, "details" | "file">;
  /** Reports how far it is. */
  progress(done: number, total: number): void;
}
