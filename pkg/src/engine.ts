// The engine's one instance and its supervision. Everything that crosses into WebAssembly passes `call` or `wait`.
//
// A trap leaves the instance in an unknown state: from then on every handle of that generation refuses with `engine_crashed`,
// and the next interview or library is made by a fresh instance.
import * as glue from "../dist/glue/colloquy.js";
import { ColloquyError, known } from "./errors.js";
import { handIn } from "./guides.js";
import { keptBelow, start, type WasmSource } from "./load.js";
import type { InterviewOptions } from "./options.js";
import { askStore } from "./stores/known.js";
import { attach, hasPart, keptAt, lastFailure, loadParts, neededBy, type Part, type PartSources, prefetch } from "./parts.js";

/** Where the engine's files are, for bundlers that do not rewrite their addresses, and for hosts that keep them elsewhere. */
export interface InitOptions {
  /**
   * The folder that has them all, the engine and its parts, the guides and `pdf-worker.js`: what `npx colloquy copy FOLDER` writes. By
   * default the one in which this module is. What is named one by one below goes before.
   */
  baseUrl?: string | URL;
  /** `colloquy_bg.wasm`, the base of the engine; by default the file beside this module. */
  wasmUrl?: WasmSource;
  /** The parts of the engine, each of which is loaded when it is needed; by default the files beside this module. */
  parts?: PartSources;
  /** `colloquy_validator_bg.wasm`, which judges by any JSON Schema and is loaded when one is handed in; by default beside this module. */
  validatorUrl?: WasmSource;
  /** `colloquy_study_bg.wasm`, which reads studies and is loaded with the first; by default beside this module. */
  studyUrl?: WasmSource;
  /** `colloquy_simulation_bg.wasm`, which simulates interviews of a study and is loaded with the first; by default beside this module. */
  simulationUrl?: WasmSource;
  /**
   * Loads only what leads interviews. The functions that judge, find and read without a session do not wait: until another `init()` has
   * loaded what they need, they throw `not_initialised`. Whatever returns a promise loads what it needs by itself.
   */
  engineOnly?: boolean;
  /** Documents of the built-in guides, by the names of their files such as `reflective` and `reflective.de`, for hosts that fetch none. */
  guides?: Readonly<Record<string, object>>;
  /** Parts that are known to be needed, or the interview that needs them: they come beside the base, in place of after it. */
  preload?: readonly Part[] | Pick<InterviewOptions, "guide" | "material" | "model">;
}

/** @internal */
/** @internal The engine as wasm-bindgen has it. */
export type Glue = typeof glue;

/** The parts of what is synchronous in this package. */
const SYNCHRONOUS: readonly Part[] = ["contracts", "findings", "notes"];

/** @internal Where the host keeps the other modules. */
export const sources: Pick<InitOptions, "validatorUrl" | "studyUrl" | "simulationUrl"> = {};

let ready: Promise<void> | undefined;
let loaded = false;
let current = 0;
let broken = false;
/** What the instance that runs now died of; whatever is called after that traps on what it left. */
let trap: WebAssembly.RuntimeError | RangeError | undefined;
let end = () => {};
const pending = new Set<(error: ColloquyError) => void>();
const survivors = new Set<() => void>();
const probes = new Set<() => void>();

/**
 * Loads the engine. Calling it again does nothing once it has succeeded; after a failure it can be tried again.
 *
 * In Node the file is read from the disk; in a browser it is fetched, whatever MIME type the server gives it.
 *
 * @throws `init_failed` when the base, and `part_unavailable` when a part could not be loaded.
 */
export async function init(options: InitOptions = {}): Promise<void> {
  const { baseUrl, wasmUrl, parts, validatorUrl, studyUrl, simulationUrl, guides, engineOnly = false, preload = [] } = options;
  if (baseUrl !== undefined) keptBelow(baseUrl);
  // What runs already may be another file, without the parts inside.
  if (parts !== undefined && !(parts === "inside" && ready)) keptAt(parts);
  if (validatorUrl !== undefined) sources.validatorUrl = validatorUrl;
  if (studyUrl !== undefined) sources.studyUrl = studyUrl;
  if (simulationUrl !== undefined) sources.simulationUrl = simulationUrl;
  if (guides !== undefined) handIn(guides);
  const known = "guide" in preload ? neededBy(preload) : preload;
  const wanted = engineOnly ? known : [...SYNCHRONOUS, ...known];
  prefetch(wanted);
  ready ??= load(wasmUrl).catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  await ready;
  await loadParts(wanted);
}

/** @internal Loads the base, unless it is there, and parts of the engine, for what may be called before `init()`. */
export const withParts = (parts: readonly Part[]): Promise<void> => init({ engineOnly: true, preload: parts });

async function load(wasmUrl: WasmSource | undefined): Promise<void> {
  await start(() => glue, "colloquy_bg.wasm", "wasmUrl", wasmUrl);
  // What runs already is given back, whatever is handed in.
  attach(() => glue.initSync(undefined as never));
  supervise();
  // A trap in a timer or an event has no caller to throw at: whoever holds something of ours looks.
  globalThis.addEventListener?.("error", ({ error }) => {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    trap ??= error;
    for (const probe of [...probes]) probe();
  });
  loaded = true;
}

function supervise(): void {
  // Where panics have a hook, it reports at once; a build that aborts without one shows by its trap.
  const of = current;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  glue.supervise(() => crashed(of), over, askStore);
}

/** @internal Gives the generation that answers now, after a crash a fresh one. */
export function generation(): number {
  if (!loaded) throw new ColloquyError("not_initialised", "the engine is not loaded: `await init()` first");
  if (broken) {
    glue.__wbg_reset_state();
    broken = false;
    trap = undefined;
    supervise();
  }
  return current;
}

/** @internal Runs `probe`, which calls into the engine, when something may have crashed. */
export function onTrouble(probe: () => void): () => void {
  probes.add(probe);
  return () => probes.delete(probe);
}

/** @internal Runs `listener` after every crash. */
export function onCrash(listener: () => void): () => void {
  survivors.add(listener);
  return () => survivors.delete(listener);
}

function crashed(of: number): void {
  if (of !== current) return;
  broken = true;
  current += 1;
  end();
  const error = crash();
  for (const reject of [...pending]) reject(error);
  pending.clear();
  // Later: this may be called by the engine itself, in the middle of its panic.
  queueMicrotask(() => {
    for (const listener of [...survivors]) listener();
  });
}

function crash(): ColloquyError {
  // Browsers add where that was, by names that only the build knows.
  const reason = trap ? ` (${trap.message.split(" (")[0]})` : "";
  return new ColloquyError(
    "engine_crashed",
    `the engine crashed${reason}: open the session again with openLibrary() and open(); what was submitted is there`,
    [],
    { cause: trap },
  );
}

function translate(error: unknown, of: number): unknown {
  const said = known(error);
  // The engine knows that a part was not there, this side of it which one and why.
  if (said) return said.code === "part_unavailable" ? (lastFailure() ?? said) : said;
  if (of !== current) return crash();
  // A trap, or a stack that overflowed inside of the engine. Errors of arguments are thrown before it is entered.
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    trap ??= error;
    crashed(of);
    return crash();
  }
  return error;
}

/** @internal Calls into the engine on behalf of something that a generation made. */
export function call<T>(of: number, work: (engine: Glue) => T): T {
  if (of !== current) throw crash();
  try {
    return work(glue);
  } catch (error) {
    throw translate(error, of);
  }
}

/** @internal Calls something of the engine that returns a promise, and waits for it; a crash in between rejects. */
export function wait<T>(of: number, work: (engine: Glue) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    pending.add(reject);
    const end = (settle: () => void) => {
      pending.delete(reject);
      settle();
    };
    try {
      call(of, work).then(
        (value) => end(() => resolve(value)),
        (error: unknown) => end(() => reject(translate(error, of))),
      );
    } catch (error) {
      end(() => reject(error));
    }
  });
}

/** @internal Calls a function of a part that is there. It may be the one that `of` made something of. */
export function callPart<T>(part: Part, work: (engine: Glue) => T, of = generation()): T {
  if (of === current && !hasPart(part))
    throw new ColloquyError("not_initialised", "this part of the engine is not loaded yet: `await init()` first");
  return call(of, work);
}

/** Most turns of the event loop that are waited for a part that was loaded. */
const TURNS = 20;

/**
 * @internal Calls a function of a part that was loaded a moment ago. Where the engine waits for a part of its own accord at the same time, it
 * learns a turn later that the part is there, and is called again then.
 */
export async function callLoaded<T>(part: Part, work: (engine: Glue) => T): Promise<T> {
  for (let turn = 0; ; turn += 1) {
    try {
      return callPart(part, work);
    } catch (error) {
      if (!(error instanceof ColloquyError && error.code === "not_initialised") || turn === TURNS) throw error;
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}
