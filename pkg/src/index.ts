// The public face of the package. Importing it does nothing: a server that renders pages may.
import { generation, wait } from "./engine.js";
import { ColloquyError } from "./errors.js";
import { guideDocument } from "./guides.js";
import { Interview } from "./interview.js";
import { Library } from "./library.js";
import { defaultPace, type InterviewOptions, type Storage } from "./options.js";

export { init, type InitOptions } from "./engine.js";
export { ColloquyError } from "./errors.js";
export { checkGuide, createReader, extractFindings, readMaterial, type ReaderChange, type ReaderEnd } from "./functions.js";
export { type BuiltInGuide, guides } from "./guides.js";
export type { ExportFormat, Interview } from "./interview.js";
export type { Library, Listed, StorageReport } from "./library.js";
export type { InterviewOptions, Pace, Storage } from "./options.js";
export type * from "../types/generated.js";

/** Begins an interview. Where its guide asks for consent, nothing is stored or sent before `consent()`. */
export async function createInterview(options: InterviewOptions): Promise<Interview> {
  const of = generation();
  if (options.model) {
    throw new ColloquyError("model_unavailable", "this version has the scripted interviewer only: leave `model` out");
  }
  const given = { pace: defaultPace(), ...options, guide: await guideDocument(options.guide) };
  return Interview.make(of, (wake) => wait(of, (engine) => engine.create(JSON.stringify(given), wake)));
}

/** Opens the library of sessions kept on this device. */
export async function openLibrary(options: { storage?: Storage } = {}): Promise<Library> {
  return new Library(options.storage);
}
