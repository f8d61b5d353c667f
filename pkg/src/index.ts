// The public face of the package. Importing it does nothing: a server that renders pages may.
import type { Issue } from "../types/generated.js";
import type { AskOptions, Asked } from "./ask.js";
import { generation, wait, withParts } from "./engine.js";
import { ColloquyError } from "./errors.js";
import { loadGuide } from "./guides.js";
import { Interview } from "./interview.js";
import { Library } from "./library.js";
import { checkConnection, defaultPace, type InterviewOptions, type ModelConnection, modelData, type Storage } from "./options.js";
import { neededBy } from "./parts.js";
import type { SimulationOptions, SimulationReport } from "./simulation.js";
import type { SkillsReading, SkillsReadingOptions } from "./skills.js";
import { nameOf } from "./stores/known.js";
import type { StudyReading } from "./study.js";
import { type HostExtensions, extensionsOf, dataOf } from "./tools.js";

export {
  compileContract,
  type CompiledContract,
  type Contract,
  type ContractIssue,
  type ContractName,
  mergeParts,
  type Provider,
  type ProviderSchema,
  readReply,
  type ReadReply,
  schemaFor,
  validate,
} from "./contracts.js";
export { type ApplicantProfile, pickContact, readContactCard } from "./contacts.js";
export { readDocument, type DocumentIssue, type DocumentOptions, type DocumentText } from "./documents.js";
export type { AskMessage, AskOptions, Asked, Attempt } from "./ask.js";
export { init, type InitOptions } from "./engine.js";
export type { WasmSource } from "./load.js";
export type { Part, PartSources } from "./parts.js";
export { ColloquyError } from "./errors.js";
export { checkGuide, extractFindings, readMaterial } from "./functions.js";
export { type BuiltInGuide, type GuideExtension, guides, loadGuide } from "./guides.js";
export type { Interview } from "./interview.js";
export type { Library, Listed, StorageReport } from "./library.js";
export type {
  Connection,
  Dialect,
  ExportFormat,
  InterviewOptions,
  ModelConnection,
  ModelOptions,
  ModelPlace,
  Pace,
  Storage,
} from "./options.js";
export type {
  ChatMessage,
  ChatToolCall,
  ModelAdapter,
  ModelCall,
  ModelPiece,
  ModelSettings,
  ModelTool,
  ModelUsage,
} from "./adapters/types.js";
export { createReader, type ReaderChange, type ReaderEnd } from "./reader.js";
export type { ReadAttribute, ReadSkill, SkillsReading, SkillsReadingOptions } from "./skills.js";
export type { SessionStore, StoredBatch, StoredDraft, StoredFile, StoredFileChange, StoredRow, StoredSession } from "./stores/types.js";
export type { PersonaName, PersonaReport, SimulationOptions, SimulationReport, TopicReport } from "./simulation.js";
export type { StudyReading, StudyWarning } from "./study.js";
export type { AdvicePart, GuideLanguage, KindContract, KindFormat, KindName, PartedContract, ValueEdit } from "./kinds.js";
export type { FormValue, HostExtensions, HostForm, HostTool, HostToolContext, Readers } from "./tools.js";
export type * from "../types/generated.js";

/**
 * Asks a model for a value that satisfies a contract, without a session: with the issues reported after each reply that does not, and
 * `onText` called with the text as it streams in.
 */
export async function askModel(options: AskOptions, onText?: (text: string, contract: string) => void): Promise<Asked> {
  return (await import("./ask.js")).askModel(options, onText);
}

/**
 * Reads a résumé or an answer for skills by rules, without a model and without a session: nothing leaves this device. What it needs is
 * loaded with the first call, before `init()` too. The rules are English; where they are not sure they report nothing.
 *
 * Rejects with `load_failed` or `init_failed` when a file of the package could not be loaded, and with `invalid_options` for attributes
 * that there are not.
 */
export async function readSkills(text: string, options?: SkillsReadingOptions): Promise<SkillsReading> {
  return (await import("./skills.js")).readSkills(text, options);
}

/**
 * Begins an interview. Where its guide asks for consent, nothing is stored or sent before `consent()`. The engine is loaded with it, unless
 * `init()` has done so: that is needed only where its files are elsewhere.
 */
export async function createInterview(options: InterviewOptions): Promise<Interview> {
  const { signal, tools, readers: _readers, model, ...rest } = options;
  signal?.throwIfAborted();
  const storage = nameOf(options.storage);
  if (model) checkConnection(model);
  // What it needs first comes together.
  const [guide] = await Promise.all([loadGuide(options.guide, options.locale), withParts(neededBy(options))]);
  const extras = { ...(tools && { tools: dataOf(tools) }), ...(model && { model: modelData(model) }) };
  const given = { pace: defaultPace(), ...rest, storage, guide, ...extras };
  // A guide with a contract of its own is judged by a module that only such guides need.
  const schema = (guide as { outcome?: { schema?: unknown } } | null)?.outcome?.schema;
  const check = schema ? await (await import("./validator.js")).judgeFor(JSON.stringify(schema)) : undefined;
  signal?.throwIfAborted();
  const of = generation();
  const interview = await Interview.make({ of, storage }, model, extensionsOf(options), (wake, models) =>
    wait(of, (engine) => engine.create(JSON.stringify(given), wake, models, check)),
  );
  if (signal?.aborted) interview.dispose();
  signal?.throwIfAborted();
  return interview;
}

/**
 * Reads a study, an object or its JSON text, and compiles it to a guide for `createInterview`. Faults are no error here: each has its path,
 * rule and value. What it needs is loaded with the first call, before `init()` too.
 *
 * Rejects with `init_failed` when a file of the package could not be loaded.
 *
 * @example
 * ```ts
 * import { readStudy } from "colloquy";
 * const study = { id: "leaving", language: "en", title: "Leaving", goal: "Learn why people leave.", topics: [{ ask: "What made you leave?" }] };
 * const { guide, faults } = await readStudy(study);
 * for (const { path, message } of faults) console.log(path, message);
 * ```
 */
export async function readStudy(study: unknown): Promise<StudyReading> {
  return (await import("./study.js")).readStudy(study);
}

/**
 * Begins an interview over the topics of a study, the document (an object, or its JSON text) that `colloquy.study/1` describes. What the
 * host knows of the respondent goes in by `metadata`, under the names that the study's `values` have.
 *
 * Rejects with `invalid_study` for a study with faults: `details` lists them all, each with its path, rule and value.
 */
export async function openStudy(study: unknown, options: Omit<InterviewOptions, "guide"> = {}): Promise<Interview> {
  const { guide, faults } = await readStudy(study);
  if (!guide) throw new ColloquyError("invalid_study", "mend the study: every fault is listed with its path, rule and value", faults);
  return createInterview({ ...options, guide });
}

/**
 * Leads interviews of a study that personas answer by rules, without a model and without a network, and reports on them: what was covered, what was
 * never reached, how long they took. Nothing of it is stored. The page is drawn in between, and `signal` ends it. What it needs is loaded with the
 * first call, before `init()` too.
 *
 * Rejects with `invalid_study` or `invalid_options`, whose `details` have every fault, and with `init_failed` when a file of the package could not be
 * loaded.
 *
 * @example
 * ```ts
 * import { simulateStudy } from "colloquy";
 * const study = { id: "leaving", language: "en", title: "Leaving", goal: "Learn why people leave.", topics: [{ ask: "What made you leave?" }] };
 * const { personas, dead_ends } = await simulateStudy(study, { runs: 20, onProgress: (done) => console.log(`${done} of 20`) });
 * console.log(personas["all"]?.covered, dead_ends);
 * ```
 */
export async function simulateStudy(study: unknown, options: SimulationOptions = {}): Promise<SimulationReport> {
  return (await import("./simulation.js")).simulateStudy(study, options);
}

/**
 * Opens the library of sessions kept on this device; `model` is the connection to the models that lead some of them, `tools` and `readers`
 * what the host brings to those that it opens. The engine is loaded with it.
 */
export async function openLibrary(options: { storage?: Storage; model?: ModelConnection } & HostExtensions = {}): Promise<Library> {
  if (options.model) checkConnection(options.model);
  const storage = nameOf(options.storage);
  await withParts([]);
  return new Library(storage, options.model, extensionsOf(options));
}

/**
 * Looks at a file before it is handed in to a form: what it is by its content, whether that is asked for (`pdf`, `docx`, `txt`, `md`), and
 * how large it is. `null` when it can be handed in, else what is wrong with it: `rule` is `maximum`, `empty`, `enum` (another kind),
 * `password`, `damaged`, `encoding`, `macros` or `unreadable`, and `message` has the remedy. A file that is too large is not read.
 */
export async function checkFile(
  file: Blob & { readonly name?: string },
  accepts: readonly string[],
  maxBytes: number,
): Promise<Issue | null> {
  const found = await (await import("./tools/file.js")).look(file, accepts, maxBytes);
  return typeof found === "string" ? null : found;
}
