// The parts of the engine: files of one program that are loaded when they are needed. A part is compiled apart from being linked, so
// that it can come beside the base, and can be linked again to the instance that follows a crash.
import { build, files, parts } from "../dist/glue/parts.js";
import { ColloquyError } from "./errors.js";
import { type KindName, KINDS } from "./kinds.js";
import { compile, located, reasonOf, type WasmSource } from "./load.js";
import type { InterviewOptions } from "./options.js";

/**
 * A part of the engine: each kind of interview by its name, the built-in interviewer (`scripted`) with its first question (`opening`),
 * its recommendation on a conversation that was handed in (`opening_advice`), the first form of an onboarding interview
 * (`opening_onboarding`), what it hears and finds in answers (`hearing`) and what it knows of a language besides English (`words_de`, …), the APIs of models
 * (`dialects`) and their errors (`failures`), reading the notes of a material (`notes`), opening what is kept on the device (`stored`),
 * writing sessions out (`archive`), judging without a session (`contracts`, `findings`), rewriting schemas for providers (`schemas`), and texts read by rules (`skills`,
 * `resume`).
 */
export type Part =
  | KindName
  | "archive"
  | "contracts"
  | "dialects"
  | "failures"
  | "findings"
  | "hearing"
  | "notes"
  | "opening"
  | "opening_advice"
  | "opening_onboarding"
  | "resume"
  | "schemas"
  | "scripted"
  | "skills"
  | "stored"
  | "words_de"
  | "words_es"
  | "words_fr";

/** @internal Names what the built-in interviewer needs to hear answers in the language of an interview. */
export const hearingIn = (locale: string): Part[] => {
  const words = `words_${locale.split(/[-_]/, 1)[0]?.toLowerCase()}`;
  return words in parts ? ["hearing", words as Part] : ["hearing"];
};

/**
 * Where the files of the parts are: by the name of each, or by a function that is asked with the name and the file's own name, such as
 * `colloquy_archive_1a2b3c4d.wasm`. What is not given lies beside this module. `"inside"` says that the file of `wasmUrl` has them all.
 */
export type PartSources = Readonly<Record<string, WasmSource>> | ((name: string, file: string) => WasmSource | undefined) | "inside";

/** The module by which a part's file names what it takes from the base. */
const BASE = "__wasm_split";
/** The section of a part's file that says of which build it is. */
const SECTION = "colloquy.build";

type Base = WebAssembly.Exports & { readonly __indirect_function_table: WebAssembly.Table };

const needed: Readonly<Record<Part, readonly string[]>> = parts;
/** The files that were compiled, by name. */
const compiled = new Map<string, WebAssembly.Module>();
/** Those that are on their way: whoever asks meanwhile waits for the same. */
const coming = new Map<string, Promise<WebAssembly.Module>>();
/** What is linked to an instance of the engine: true, or when it will be. */
const linked = new WeakMap<Base, Map<string, true | Promise<void>>>();
let given: PartSources | undefined;
let base: () => Base = () => {
  throw new ColloquyError("not_initialised", "the engine is not loaded: `await init()` first");
};
let failed: ColloquyError | undefined;

/** @internal Says where a host keeps the parts. */
export function keptAt(sources: PartSources): void {
  given = sources;
}

/** @internal Says how the instance that runs now is found. */
export function attach(exports: () => unknown): void {
  base = exports as () => Base;
}

/** @internal The reason why the last part that the engine asked for was not there. */
export const lastFailure = (): ColloquyError | undefined => failed;

/** @internal Names what an interview needs to begin, as far as its options say. */
export function neededBy(options: Pick<InterviewOptions, "guide" | "material" | "model" | "storage">): Part[] {
  const { guide, material, model, storage } = options;
  const document = guide as { extends?: unknown; strategy?: { kind?: unknown } } | null;
  const kind = typeof guide === "string" ? guide : (document?.extends ?? document?.strategy?.kind);
  const known = typeof kind === "string" && kind in KINDS ? (kind as KindName) : undefined;
  const first = model ? "dialects" : known ? begins(KINDS[known], material) : "opening";
  // The largest files first.
  const needed: Part[] = known ? [known] : [];
  if (hasNotes(material)) needed.push("notes");
  if (first) needed.push(first);
  if (typeof storage === "object") needed.push("stored");
  return needed;
}

/** True for a material that says something: an empty one has nothing to read. */
const hasNotes = ({ texts, ...about }: Partial<NonNullable<InterviewOptions["material"]>> = {}) =>
  Boolean(texts?.length) || Object.values(about).some((value) => value != null && value !== "");

/** What the built-in interviewer begins a kind of interview with. */
const begins = (kind: (typeof KINDS)[KindName], material: InterviewOptions["material"]) =>
  (material?.texts?.length && kind.beginsWithTexts) || kind.begins;

/** @internal Fetches and compiles what parts need, before the base is there too. Failures are left to whoever needs the part. */
export function prefetch(names: readonly Part[]): void {
  for (const file of names.flatMap(filesOf)) module(file).catch(() => undefined);
}

/** @internal Loads parts. After a failure they can be asked for again. */
export async function loadParts(names: readonly Part[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      try {
        await Promise.all(filesOf(name).map(link));
      } catch (error) {
        failed = new ColloquyError(
          "part_unavailable",
          `the part "${name}" of the engine could not be loaded (${reasonOf(error)}): check \`parts\` and the network, then try again`,
        );
        throw failed;
      }
    }),
  );
}

/** @internal True when a part can be called without waiting for anything. */
export function hasPart(name: Part): boolean {
  const there = linkedTo(base());
  return filesOf(name).every((file) => there.get(file) === true || (compiled.has(file) && !there.has(file)));
}

/** @internal What the engine calls to have a part loaded; each calls back once, at once where nothing has to be waited for. */
export const loaders = Object.fromEntries((Object.keys(parts) as Part[]).map((name) => [`__wasm_split_load_${name}`, loader(name)]));

function loader(name: Part): (callback: number, data: number) => void {
  return (callback, data) => {
    const of = base();
    const done = (success: boolean) => {
      // For an instance that is gone nobody waits any more.
      if (base() === of) (of.__indirect_function_table.get(callback) as (data: number, success: boolean) => void)(data, success);
    };
    if (linksNow(name)) done(true);
    else
      loadParts([name]).then(
        () => done(true),
        () => done(false),
      );
  };
}

/** Links what is compiled to an instance that followed another; true when nothing is missing then. */
function linksNow(name: Part): boolean {
  if (!hasPart(name)) return false;
  const there = linkedTo(base());
  for (const file of filesOf(name)) {
    const module = compiled.get(file);
    if (there.has(file) || !module) continue;
    new WebAssembly.Instance(module, { [BASE]: base() });
    there.set(file, true);
  }
  return true;
}

/** Links a file to the instance that runs now. */
function link(file: string): Promise<void> {
  const of = base();
  const there = linkedTo(of);
  const known = there.get(file);
  if (known) return known === true ? Promise.resolve() : known;
  const linking = module(file)
    .then((module) => WebAssembly.instantiate(module, { [BASE]: of }))
    .then(
      () => void there.set(file, true),
      (error: unknown) => {
        there.delete(file);
        throw error;
      },
    );
  there.set(file, linking);
  return linking;
}

/** Compiles a file, once for all who ask. */
function module(file: string): Promise<WebAssembly.Module> {
  const known = coming.get(file);
  if (known) return known;
  const making = make(file).then((module) => {
    compiled.set(file, module);
    return module;
  });
  coming.set(file, making);
  // What failed is asked for again.
  making.catch(() => coming.delete(file));
  return making;
}

async function make(name: string): Promise<WebAssembly.Module> {
  const file = `colloquy_${name}_${build}.wasm`;
  const own = typeof given === "function" ? given(name, file) : typeof given === "object" ? given[name] : undefined;
  const module = await compile(own ?? located(file, () => files()[name] as URL));
  const [section] = WebAssembly.Module.customSections(module, SECTION);
  // A page that is open while a new version is put in the place of an old one never runs some of each.
  if (!section || new TextDecoder().decode(section) !== build) throw new Error("it belongs to another version: load the page again");
  return module;
}

function linkedTo(of: Base): Map<string, true | Promise<void>> {
  const there = linked.get(of) ?? new Map<string, true | Promise<void>>();
  linked.set(of, there);
  return there;
}

const filesOf = (name: Part): readonly string[] => (given === "inside" ? [] : needed[name]);
