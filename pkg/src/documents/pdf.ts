// PDF files, as the page sees them: a worker reads, page after page, and is ended on request or when it takes too long.
import type { DocumentIssue, DocumentOptions } from "./types.js";
import { ColloquyError } from "../errors.js";
import { builtin, located } from "../load.js";
import { clean } from "./clean.js";
import { PAGES } from "./limits.js";
import { Refused, type Found } from "./refused.js";

/** Longest that one page may take, in milliseconds: real ones take a tenth of a second, hostile ones for ever. */
const PATIENCE = 60_000;

/** A message of the worker: that it is loaded; one page's text, `null` where a page could not be read; that it is done; or why nothing can be read. */
export type PdfMessage =
  | { ready: true }
  | { page: number; pages: number; text: string | null }
  | { done: true; pages: number; cut: boolean }
  | { refused: DocumentIssue };

/** A worker, of a browser or of Node. */
interface Running {
  send(bytes: Uint8Array<ArrayBuffer>): void;
  end(): void;
}

/** @internal Reads a PDF. The bytes are handed over: the caller's array is empty afterwards. */
export function readPdf(bytes: Uint8Array<ArrayBuffer>, options: DocumentOptions): Promise<Found> {
  const { signal, onProgress, pdfWorkerUrl } = options;
  return new Promise((resolve, reject) => {
    const texts: string[] = [];
    const emptyPages: number[] = [];
    const issues = new Set<DocumentIssue>();
    let pages = 0;
    let ready = false;
    let running: Running | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;

    const end = (settle: () => void) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
      running?.end();
      settle();
    };
    const aborted = () => end(() => reject(signal?.reason));
    const found = () => resolve({ text: clean(texts.join("\n\n")), pages, emptyPages, issues: [...issues] });
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        issues.add("timeout");
        end(found);
      }, PATIENCE);
    };
    const onMessage = (message: PdfMessage) => {
      if (over) return;
      if ("ready" in message) {
        ready = true;
        return;
      }
      if ("refused" in message) return end(() => reject(new Refused(message.refused)));
      pages = message.pages;
      if ("done" in message) {
        if (message.cut) issues.add("too_long");
        return end(found);
      }
      wait();
      texts.push(message.text ?? "");
      if (message.text === null) issues.add("damaged");
      else if (message.text === "") issues.add("pages_without_text");
      if (!message.text) emptyPages.push(message.page);
      onProgress?.(message.page, Math.min(pages, PAGES));
    };
    const failed = (reason: string) => {
      // One that was loaded was stopped by the file: by the memory it takes, most likely.
      if (ready && pages === 0) return end(() => reject(new Refused("damaged")));
      if (ready) issues.add("damaged");
      end(
        ready
          ? found
          : () =>
              reject(
                new ColloquyError(
                  "load_failed",
                  `pdf-worker.js could not be loaded (${reason}): check \`pdfWorkerUrl\` and the network, then try again`,
                ),
              ),
      );
    };

    signal?.addEventListener("abort", aborted);
    start(pdfWorkerUrl, onMessage, failed).then(
      (worker) => {
        running = worker;
        if (over) return worker.end();
        wait();
        worker.send(bytes);
      },
      (error: unknown) => failed(error instanceof Error ? error.message : String(error)),
    );
  });
}

async function start(
  url: string | URL | undefined,
  onMessage: (message: PdfMessage) => void,
  failed: (reason: string) => void,
): Promise<Running> {
  if (typeof Worker === "undefined") return startInNode(url, onMessage, failed);
  // In a form that bundlers recognise and rewrite; the worker is one file that needs none of its own.
  const address = url ?? located("pdf-worker.js", () => new URL("./pdf-worker.js", import.meta.url));
  const worker = new Worker(vouched(String(address)), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<PdfMessage>) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault();
    failed(event.message || "no answer from its address");
  };
  return { send: (bytes) => worker.postMessage(bytes, [bytes.buffer]), end: () => worker.terminate() };
}

/** Trusted Types, as far as they are used here: they make addresses of code that they let pass. */
interface Policies {
  createPolicy(name: "colloquy", rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string };
}

let policy: ReturnType<Policies["createPolicy"]> | undefined;

/** Vouches for the worker's address, which is the package's own or the host's, where the page's policy asks for that. */
function vouched(address: string): string {
  const factory = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  // One for the page: a second one of the same name is refused where a host lists the names.
  policy ??= factory?.createPolicy("colloquy", { createScriptURL: (own) => own });
  return policy ? policy.createScriptURL(address) : address;
}

/** What is used of Node's own workers; there are no types of Node here. */
interface NodeWorker {
  on(event: "message", listener: (message: PdfMessage) => void): void;
  on(event: "error", listener: (error: Error) => void): void;
  on(event: "exit", listener: () => void): void;
  postMessage(bytes: Uint8Array, transfer: ArrayBuffer[]): void;
  terminate(): Promise<number>;
}

/** By a name of its own, as bundlers pack whatever an address might name that they can half guess. */
const here = import.meta.url;

async function startInNode(
  url: string | URL | undefined,
  onMessage: (message: PdfMessage) => void,
  failed: (reason: string) => void,
): Promise<Running> {
  const threads = builtin<{ Worker: new (url: URL) => NodeWorker }>("worker_threads");
  // Put together at run time so that no bundler copies the worker a second time.
  const worker = new threads.Worker(new URL(url ?? new URL(["./pdf-worker", "js"].join("."), here)));
  worker.on("message", onMessage);
  // An error may overtake the messages before it; all of them have come when the worker exits.
  let reason: string | undefined;
  worker.on("error", (error) => {
    reason = error.message;
  });
  worker.on("exit", () => {
    if (reason !== undefined) failed(reason);
  });
  return { send: (bytes) => worker.postMessage(bytes, [bytes.buffer]), end: () => void worker.terminate() };
}
