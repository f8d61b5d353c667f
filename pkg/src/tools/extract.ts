// `extract_document`: a file of the session becomes text, and a profile and a timeline where it is a résumé. What is in
// a document is data; how the reader is made is nobody's to know, so no result names one.
import type { DocumentText } from "../documents/types.js";
import { readDocument } from "../documents/read.js";
import { callPart } from "../engine.js";
import { ColloquyError } from "../errors.js";
import { loadParts } from "../parts.js";
import { cut, Failed, moment, within } from "./failure.js";
import type { Readers, Running } from "./types.js";

/** Time for a document where a call names none, in seconds. */
const SECONDS = 60;
/** Most UTF-16 units of the text that are handed on; the engine keeps fewer bytes and reports it. */
const TEXT_CHARS = 50_000;
/** How sure a text is that was written as one, and one that was read from pictures. */
const CONFIDENCE = { read: 0.95, pictures: 0.6 };

/** What a call asks for; a key that is null stands for one that is not there. */
interface Wanted {
  file_url?: string;
  purpose?: string | null;
  return_types?: string[] | null;
  timeout_seconds?: number | null;
}

/** @internal Reads one document. */
export async function extract(wanted: Wanted, running: Running): Promise<object> {
  const url = String(wanted.file_url);
  const details = running.files.details();
  const about = ("files" in details ? details.files : []).find(({ storageUrl }) => storageUrl === url);
  const bytes = about && (await running.files.file(url));
  if (!bytes) throw new Failed("execution_failed", "The file is not on this device any more: ask for it again.");
  // The name distinguishes Markdown from text; a copy, as what others hold is theirs.
  const file = Object.assign(new Blob([bytes], { type: about.mimeType }), { name: about.name });
  const seconds = wanted.timeout_seconds ?? SECONDS;
  const reading = await within(seconds * 1000, running.signal, (signal) => readingOf(file, running.readers, signal, running.progress));
  return resultOf(reading, wanted);
}

/** @internal Reads the text of a file that answers a question of a study, as the record of a document has it. */
export async function textOf(file: Blob, readers: Readers | undefined): Promise<{ status: string; text: string }> {
  const { signal } = new AbortController();
  const { status, text } = recordOf(await within(SECONDS * 1000, signal, (signal) => readingOf(file, readers, signal)));
  return { status, text };
}

async function readingOf(file: Blob, readers: Readers | undefined, signal: AbortSignal, progress?: Running["progress"]): Promise<Reading> {
  const { pdfWorkerUrl } = readers ?? {};
  const onProgress = (done: number, total: number) => signal.aborted || progress?.(done, total);
  const read = await readDocument(file, { signal, onProgress, ...(pdfWorkerUrl !== undefined && { pdfWorkerUrl }) }).catch(unloaded);
  return withPictures(file, read, readers, signal);
}

/** Messages of a page for its developers are nothing for a model. */
async function unloaded(error: unknown): Promise<never> {
  if (!(error instanceof ColloquyError)) throw error;
  await moment();
  throw new Failed(
    "execution_failed",
    "The part of this page that reads such files did not load: try again later, or ask for what is needed in words.",
  );
}

/** What was read, and how sure that is. */
interface Reading extends Omit<DocumentText, "issues"> {
  issues: string[];
  confidence: number;
}

/** Has a document without text read by the host's reader of pictures, where there is one. */
async function withPictures(file: Blob, read: DocumentText, readers: Readers | undefined, signal: AbortSignal): Promise<Reading> {
  const { issues, emptyPages, pages } = read;
  // A page without text is a page that was not read.
  const share = pages ? Math.max(0, 1 - emptyPages.length / pages) : 1;
  const reading = { ...read, confidence: read.status === "unparsable" ? 0 : Math.round(100 * CONFIDENCE.read * share) / 100 };
  if (!readers?.ocr || !issues.includes("unparsable_no_text") || pages === null) return reading;
  try {
    const recognised = await readers.ocr(new Uint8Array(await file.arrayBuffer()), { signal });
    const text = typeof recognised === "string" ? recognised.trim() : "";
    if (text === "") return reading;
    return { ...reading, text, status: "read", issues: ["ocr"], confidence: CONFIDENCE.pictures };
  } catch (error) {
    if (signal.aborted) throw error;
    await moment();
    return { ...reading, issues: [...issues, "ocr_failed"] };
  }
}

/** What a document's record says of its reading. Without a text that is there to be read nothing went wrong: somebody can look at it. */
function recordOf({ text, pages, status, issues }: Reading): { status: string; pages?: number; characters: number; text: string } {
  const failed = status === "unparsable" && !issues.includes("unparsable_no_text");
  return {
    status: failed ? "failed" : status === "unparsable" ? "unparsable" : status === "read" ? "parsed" : "partial",
    ...(pages !== null && { pages }),
    characters: [...text].length,
    text: cut(text, TEXT_CHARS),
  };
}

async function resultOf(reading: Reading, wanted: Wanted): Promise<object> {
  const { text, status, issues, confidence } = reading;
  const record = recordOf(reading);
  const none = status === "unparsable";
  const derived = none ? { data: {}, issues: [] } : await derive(text, wanted);
  return {
    status: record.status === "failed" ? "failed" : status === "read" ? "ok" : "partial",
    artifact_record: record,
    derived: derived.data,
    quality: { extraction_confidence: confidence, issues: [...issues, ...derived.issues] },
  };
}

/** What the rules make of a text that may be a résumé. */
interface Resume {
  resume: boolean;
  applicant_profile?: object | null;
  skeleton_timeline?: object | null;
}

/** Draws what was asked for out of a résumé; of any other text nothing is drawn. */
async function derive(text: string, { purpose, return_types }: Wanted): Promise<{ data: object; issues: string[] }> {
  const kinds = (["applicant_profile", "skeleton_timeline"] as const).filter((kind) => return_types?.includes(kind));
  if (kinds.length === 0) return { data: {}, issues: [] };
  let read: Resume;
  try {
    await loadParts(["resume"]);
    read = JSON.parse(callPart("resume", (engine) => engine.readResume(text, new Date().getFullYear()))) as Resume;
  } catch (error) {
    if (!(error instanceof ColloquyError)) throw error;
    await moment();
    // The text is there all the same.
    return { data: {}, issues: ["derivation_failed"] };
  }
  if (!read.resume && purpose !== "resume_timeline") return { data: {}, issues: ["not_a_resume"] };
  const found = kinds.filter((kind) => read[kind]).map((kind) => [kind, read[kind]] as const);
  return { data: Object.fromEntries(found), issues: read.resume ? [] : ["not_a_resume"] };
}
