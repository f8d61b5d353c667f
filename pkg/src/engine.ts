// The engine's one instance and its supervision. Everything that crosses into WebAssembly passes `call` or `wait`.
//
// A trap leaves the instance in an unknown state: from then on every handle of that generation refuses with `engine_crashed`,
// and the next interview or library is made by a fresh instance.
import * as glue from "../dist/glue/colloquy.js";
import { ColloquyError, known } from "./errors.js";
import { loadExtras } from "./extras.js";

/** A WebAssembly file: its address, its response, its bytes, or the module made of them. */
export type WasmSource = string | URL | Response | PromiseLike<Response> | BufferSource | WebAssembly.Module;

/** Where the engine's files are, for bundlers that do not rewrite their addresses, and for hosts that keep them elsewhere. */
export interface InitOptions {
  /** `colloquy_bg.wasm`, which leads to a first question, or the whole engine in one file; by default the file beside this module. */
  wasmUrl?: WasmSource;
  /** `colloquy_whole_bg.wasm`, which leads interviews on from there; by default beside this module. */
  wholeUrl?: WasmSource;
  /** `colloquy_extras_bg.wasm`, which speaks to models, writes transcripts and has the pure functions; by default beside this module. */
  extrasUrl?: WasmSource;
  /** `colloquy_validator_bg.wasm`, which judges by any JSON Schema and is loaded when one is handed in; by default beside this module. */
  validatorUrl?: WasmSource;
  /**
   * Loads only what leads interviews. The rest comes when a method that can wait needs it, or with another `init()`; before that
   * `export()` and the pure functions throw `not_initialised`.
   */
  engineOnly?: boolean;
  /**
   * Loads only what leads to the first question of an interview that begins as most do. The rest of the engine follows by itself once
   * that question is there, or before, when something needs it; until then nothing in `view.can` is true, and the methods that it is
   * about throw `not_initialised`. It implies `engineOnly`.
   */
  firstQuestionOnly?: boolean;
}

/** @internal */
type Glue = typeof glue;

/** @internal Where the host keeps the other modules. */
export const sources: Pick<InitOptions, "extrasUrl" | "validatorUrl" | "wholeUrl"> = {};

let ready: Promise<void> | undefined;
/** True when the host says where the engine is. */
let elsewhere = false;
let loaded = false;
let current = 0;
let broken = false;
let end = () => {};
/** The whole engine, once it is loaded; `null` where the file of the engine was all of it. */
let whole: WebAssembly.Module | null | undefined;
let wholeComing: Promise<void> | undefined;
/** True when the last crash was a step beyond what the first of the engine's files has. */
let overstepped = false;
const waiting = new Set<() => void>();
const pending = new Set<(error: ColloquyError) => void>();
const survivors = new Set<() => void>();
const probes = new Set<() => void>();

/**
 * Loads the engine. Calling it again does nothing once it has succeeded; after a failure it can be tried again.
 *
 * In Node the file is read from the disk; in a browser it is fetched, whatever MIME type the server gives it.
 */
export async function init(options: InitOptions = {}): Promise<void> {
  const { wasmUrl, engineOnly, firstQuestionOnly } = options;
  for (const name of ["extrasUrl", "validatorUrl", "wholeUrl"] as const) {
    const given = options[name];
    if (given !== undefined) sources[name] = given;
  }
  if (!ready) elsewhere = wasmUrl !== undefined;
  ready ??= load(wasmUrl).catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  // Both at once: the whole takes the place of the first as soon as that is there.
  await Promise.all([ready, firstQuestionOnly ? undefined : loadWhole(), firstQuestionOnly || engineOnly ? undefined : loadExtras()]);
}

/** @internal Loads the whole engine, which goes on where the first of its files is. After a failure it can be tried again. */
export function loadWhole(): Promise<void> {
  wholeComing ??= (async () => {
    // A host that says where the engine is, and not where the whole of it is, may have it in one file.
    const coming = elsewhere && sources.wholeUrl === undefined ? undefined : compile();
    // Its failure is told below, once it matters.
    coming?.catch(() => undefined);
    await ready;
    if (glue.__missing() === undefined) whole = null;
    else {
      const module = await (coming ?? compile());
      // An instance that crashed is followed by a fresh one, which goes on with the whole at once.
      if (!broken) glue.__continue(module);
      whole = module;
    }
    for (const told of [...waiting]) told();
    waiting.clear();
  })().catch((error: unknown) => {
    wholeComing = undefined;
    throw error;
  });
  return wholeComing;
}

/** Loads the whole engine while nobody waits for it; after a failure again, at longer and longer intervals. */
async function bringWhole(): Promise<void> {
  for (let pause = 1000; ; pause = Math.min(pause * 2, 30_000)) {
    try {
      return await loadWhole();
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
        globalThis.addEventListener?.("online", resolve, { once: true });
      });
    }
  }
}

/** @internal Lets the whole engine follow once the page has shown what it has, and has nothing better to do. */
export function followWhole(): void {
  setTimeout(() => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => void bringWhole(), { timeout: 1000 });
    else void bringWhole();
  }, 100);
}

/** Compiles the file of the whole engine. */
async function compile(): Promise<WebAssembly.Module> {
  const name = "colloquy_whole_bg.wasm";
  try {
    const from = await (sources.wholeUrl ?? new URL("colloquy_whole_bg.wasm", import.meta.url));
    if (from instanceof WebAssembly.Module) return from;
    if (isFile(String(from))) return await WebAssembly.compile(await readFile(String(from)));
    if (!(from instanceof Response || from instanceof URL || typeof from === "string")) return await WebAssembly.compile(from);
    const response = from instanceof Response ? from : await fetch(from);
    if (!response.ok) throw new Error(`it was answered with ${response.status}`);
    const streams = response.headers.get("content-type")?.startsWith("application/wasm") && "compileStreaming" in WebAssembly;
    return await (streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    throw failed(name, "wholeUrl", error);
  }
}

function failed(name: string, option: string, error: unknown): ColloquyError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ColloquyError("init_failed", `${name} could not be loaded (${reason}): check \`${option}\`, then call init() again`);
}

/** @internal True once nothing of the engine is missing. */
export function isWhole(): boolean {
  return whole !== undefined;
}

/** @internal Refuses what the whole engine is needed for while it is not there. */
export function needWhole(): void {
  if (!isWhole()) throw new ColloquyError("not_initialised", "this part of the engine is not loaded yet: wait until `view.can` says so");
}

/** @internal Runs `told` once nothing of the engine is missing, if something is now. */
export function onWhole(told: () => void): () => void {
  if (!isWhole()) waiting.add(told);
  return () => waiting.delete(told);
}

/** The rule that is broken by what the first of the engine's files does not have. */
const BEYOND = "first_question_only";

/**
 * True for an `engine_crashed` that is no fault: something went beyond what `init({ firstQuestionOnly: true })` had loaded. After
 * `init({ engineOnly: true })` it can be done again.
 */
export function needsWhole(error: unknown): boolean {
  return error instanceof ColloquyError && Array.isArray(error.details) && (error.details as { rule?: unknown }[])[0]?.rule === BEYOND;
}

/** @internal Does something of a first visit; where that needs more than the first of the engine's files, again with the whole. */
export async function firstOrWhole<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!needsWhole(error)) throw error;
    await loadWhole();
    return work();
  }
}

/** @internal Loads one module: its glue, and the file `name` from where the host says in the option `option`. */
export async function start<G extends { default(options?: { module_or_path: WasmSource }): Promise<unknown> }>(
  load: () => Promise<G> | G,
  name: string,
  option: string,
  given: WasmSource | undefined,
): Promise<G> {
  try {
    const module = await load();
    // In a browser the glue names the file, in the one form that bundlers rewrite; Node's fetch reads no files.
    let from = given;
    if (from === undefined && isFile(import.meta.url)) from = new URL(name, import.meta.url);
    await module.default(from === undefined ? undefined : { module_or_path: isFile(from) ? await readFile(from) : from });
    return module;
  } catch (error) {
    throw failed(name, option, error);
  }
}

async function load(wasmUrl: WasmSource | undefined): Promise<void> {
  await start(() => glue, "colloquy_bg.wasm", "wasmUrl", wasmUrl);
  supervise();
  // A trap in a timer or an event has no caller to throw at. It may be another module's: whoever holds something of ours looks.
  globalThis.addEventListener?.("error", ({ error }) => {
    if (!(error instanceof WebAssembly.RuntimeError)) return;
    if (!broken && !isWhole() && glue.__missing()) crashed(current);
    for (const probe of [...probes]) probe();
  });
  loaded = true;
}

function isFile(from: unknown): from is string | URL {
  return (from instanceof URL || typeof from === "string") && String(from).startsWith("file:") && "process" in globalThis;
}

/** @internal Reads a file that lies beside this module, in Node. */
export async function readFile(url: URL | string): Promise<Uint8Array<ArrayBuffer>> {
  // Put together at run time so that no bundler for browsers looks for it: some refuse the scheme.
  const name = ["node:fs", "promises"].join("/");
  const fs = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
    readFile(url: URL): Promise<Uint8Array<ArrayBuffer>>;
  };
  return fs.readFile(new URL(url));
}

/** @internal Reads a JSON file that lies beside this module, in a browser and in Node. */
export async function readJson(url: URL): Promise<object> {
  if (isFile(String(url))) return JSON.parse(new TextDecoder().decode(await readFile(url)));
  const response = await fetch(url);
  if (!response.ok) throw new ColloquyError("load_failed", `${url.pathname} answered ${response.status}: serve it beside the module`);
  return (await response.json()) as object;
}

function supervise(): void {
  // Where panics have a hook, it tells at once; a build that aborts without one shows by its trap.
  const of = current;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  glue.supervise(() => crashed(of), over);
}

/** @internal Gives the generation that answers now, after a crash a fresh one. */
export function generation(): number {
  if (!loaded) throw new ColloquyError("not_initialised", "the engine is not loaded: `await init()` first");
  if (broken) {
    glue.__wbg_reset_state();
    if (whole) glue.__continue(whole);
    broken = false;
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
  overstepped = !isWhole() && glue.__missing() === 1;
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
  const why = overstepped ? [{ path: "engine", rule: BEYOND, message: "this needs the whole engine" }] : [];
  return new ColloquyError("engine_crashed", "the engine crashed: open the session again with openLibrary() and open(); what was submitted is there", why);
}

function translate(error: unknown, of: number): unknown {
  const said = known(error);
  if (said) return said;
  if (of !== current) return crash();
  // A trap, or a stack that overflowed inside of the engine. Errors of arguments are thrown before it is entered.
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
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
