// What a page brings to an onboarding interview: tools and readers of its own, the forms that the respondent fills in, and what this
// browser can do. What runs is loaded with the first call of its kind.
import type { ArtifactsView, Capabilities, FileRef, ToolCall } from "../types/generated.js";
import { ColloquyError } from "./errors.js";
import type { Running } from "./tools/run.js";

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
   * it throws is told to the model with its message, cut to 300 characters: write it so that a stranger may read it.
   */
  run(args: Record<string, unknown>, context: HostToolContext): unknown;
  /** How long it may take, in milliseconds, at most ten minutes; by default 30,000. */
  timeoutMs?: number;
  /** True when running it a second time does no harm: one that was cut off by a reload is run again. */
  idempotent?: boolean;
}

/** What a tool of the host's is told beside its arguments. */
export interface HostToolContext {
  /** UUID of the session. */
  session: string;
  /** Aborted when the time is up, the respondent stops it, or the interview is let go. */
  signal: AbortSignal;
}

/** What `HostTool.run` may give in place of a result: the respondent fills the form in, and what comes of that is the result. */
export interface HostForm {
  form: {
    /** Its heading, which also leads it in. */
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
export interface Bench {
  /** Tools of the host's beside the built-in ones, at most 20; for an onboarding interview. */
  tools?: readonly HostTool[];
  /** Readers of the host's for documents that the respondent hands in. */
  readers?: Readers;
}

/** @internal The files of a session, and what is known of them. */
export interface Files {
  artifacts(): ArtifactsView;
  file(url: string): Promise<Blob | null>;
  keepFile(file: { name: string; mimeType: string; size: number; bytes: ArrayBuffer }): Promise<FileRef>;
  removeFile(url: string): Promise<unknown>;
}

/** Largest file that is taken, in bytes (seed 004). */
const FILE_BYTES = 10 * 1024 * 1024;

/** @internal Gives what the engine keeps of the host's tools: all but what runs. */
export function dataOf(tools: readonly HostTool[]): object[] {
  return tools.map(({ name, description, parameters, idempotent = false, run }, place) => {
    if (typeof run !== "function") {
      const issue = { path: `tools[${place}].run`, rule: "type", message: "must be a function" };
      throw new ColloquyError("invalid_options", "mend the options: a tool of the host's needs `run`", [issue]);
    }
    return { name, description, parameters, idempotent };
  });
}

/** @internal Takes what a page brings out of options; what an option does not name is as `before` says. */
export function benchOf({ tools, readers }: Bench, before: Bench = {}): Bench {
  if (tools) dataOf(tools);
  return { ...before, ...(tools && { tools }), ...(readers && { readers }) };
}

/** @internal Finds out what this browser can do. */
export function capabilities({ ocr }: Readers = {}): Capabilities {
  const has = (name: string) => name in globalThis;
  const documents = ["txt", "md"];
  if (has("DecompressionStream")) documents.unshift("docx");
  // Node has workers of its own.
  if (has("Worker") || (has("process") && !has("window"))) documents.unshift("pdf");
  const contactPicker = has("ContactsManager") && typeof navigator === "object" && "contacts" in navigator;
  return { contactPicker, ocr: typeof ocr === "function", documents, maxBytes: FILE_BYTES };
}

/** @internal Runs the tool of one call, given as JSON text, and gives its one result. What runs it is loaded first. */
export async function runTool(request: string, running: Running): Promise<unknown> {
  const call = JSON.parse(request) as ToolCall;
  try {
    return await (await import("./tools/run.js")).run(call, running);
  } catch {
    // A page that is being left loads nothing any more: that is no failure of the tool, which runs again when the session is opened.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const message = "The part of this page that runs tools did not load: try again later.";
    return { status: "error", reason: "execution_failed", tool: call.name, message };
  }
}
