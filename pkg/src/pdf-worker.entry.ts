// The worker that reads PDF files with PDF.js. Both of its halves run in here, the one that browsers keep in the page too: what a file
// can do to its reader stays away from the page, and ending the worker ends all of it.
import "./documents/promises.js";
// Leaves its half where the other one looks for it.
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { textOf, type Piece } from "./documents/layout.js";
import { CHARS, PAGES } from "./documents/limits.js";
import type { PdfMessage } from "./documents/pdf.js";
import { builtin } from "./load.js";

/** Most pieces of one page: a dense page, letter by letter, is a quarter of it. */
const PIECES = 20_000;
/** A page with more letters than this that stand for nothing has no text: its fonts do not map them to characters. */
const UNREADABLE = 0.3;

type Loaded = Awaited<ReturnType<typeof getDocument>["promise"]>;

async function read(data: Uint8Array, post: (message: PdfMessage) => void): Promise<void> {
  const task = getDocument({
    data,
    // Only letters are wanted: no fonts for the page, no pictures, no forms, no colours, nothing from a network or a disk. PDF.js
    // has neither `eval` nor the file's scripts in the halves that are here.
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    disableAutoFetch: true,
    maxImageSize: 0,
    verbosity: 0,
  });
  let pdf: Loaded;
  try {
    pdf = await task.promise;
  } catch (error) {
    return post({ refused: (error as Error | undefined)?.name === "PasswordException" ? "password" : "damaged" });
  }
  const pages = pdf.numPages;
  let left = CHARS;
  let page = 0;
  while (page < Math.min(pages, PAGES) && left > 0) {
    page += 1;
    const read = await pageText(pdf, page, left).catch(() => null);
    left = read?.cut ? 0 : left - (read?.text.length ?? 0);
    post({ page, pages, text: read?.text ?? null });
  }
  post({ done: true, pages, cut: page < pages || left <= 0 });
}

async function pageText(pdf: Loaded, number: number, most: number): Promise<{ text: string; cut: boolean }> {
  const page = await pdf.getPage(number);
  const reader = page.streamTextContent().getReader() as ReadableStreamDefaultReader<{ items: (Piece | { type: string })[] }>;
  const pieces: Piece[] = [];
  let length = 0;
  let cut = false;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) {
      if (!("str" in item)) continue;
      pieces.push(item);
      length += item.str.length;
    }
    cut = length > most || pieces.length > PIECES;
    if (cut) {
      await reader.cancel(new Error("enough was read"));
      break;
    }
  }
  page.cleanup();
  const text = textOf(pieces);
  const strange = text.match(/[\uFFFD\uE000-\uF8FF\u0001-\u0008\u000E-\u001F]/g)?.length ?? 0;
  return { text: strange > UNREADABLE * text.length ? "" : text.trim(), cut };
}

/** What a worker of a browser has itself, and one of Node in a module of its own. */
interface Port {
  postMessage(message: PdfMessage): void;
}

const scope = globalThis as unknown as Port & { onmessage: ((event: MessageEvent<Uint8Array>) => void) | null };
if (typeof scope.postMessage === "function") {
  scope.onmessage = ({ data }) => void read(data, (message) => scope.postMessage(message));
  scope.postMessage({ ready: true });
} else {
  // Of a damaged file PDF.js leaves failures to nobody that it has handled in another way too. Browsers let them be, Node ends the worker.
  const { process: node } = globalThis as unknown as { process: { on(event: "unhandledRejection", listener: () => void): void } };
  node.on("unhandledRejection", () => {});
  const { parentPort } = builtin<{ parentPort: Port & { on(event: "message", listener: (data: Uint8Array) => void): void } }>(
    "worker_threads",
  );
  parentPort.on("message", (data) => void read(data, (message) => parentPort.postMessage(message)));
  parentPort.postMessage({ ready: true });
}
