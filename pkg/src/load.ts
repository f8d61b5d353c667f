// Files of the package: found beside this module, or where a host keeps them, in a browser and in Node.
import { ColloquyError } from "./errors.js";

/** A WebAssembly file: its address, its response, its bytes, or the module made of them. */
export type WasmSource = string | URL | Response | PromiseLike<Response> | BufferSource | WebAssembly.Module;

/** The address of this module. By a name of its own, as bundlers take a name beside `import.meta.url` for an asset that they cannot find. */
const here = import.meta.url;

/**
 * Where development servers (Vite 5 to 7, and what is built on them) keep copies of our JavaScript, without the files that lie beside it:
 * `node_modules/.vite/deps`, `node_modules/.cache/vite/client/deps`, `.angular/cache/…/vite/deps`.
 */
const CACHE = /\/(?:node_modules\/\.|\.angular\/)[^?]*\/deps(?:_\w+)?\//;

/** The folder in which a host keeps the files, where that is not the one of this module. */
let folder: URL | undefined;

/** @internal Says in which folder a host keeps the files. */
export function keptBelow(baseUrl: string | URL): void {
  const text = String(baseUrl);
  try {
    folder = new URL(text.endsWith("/") ? text : `${text}/`, globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch {
    throw new ColloquyError("invalid_options", "`baseUrl` must be the address of a folder, outside of pages a whole one", [
      { path: "baseUrl", rule: "url", message: "must be an address", value: text },
    ]);
  }
}

/** Returns where a file of the package is: from such a copy, in the package itself. What bundlers put in the place of a URL stays. */
const original = (url: URL): URL => (CACHE.test(url.href) ? new URL(url.href.replace(CACHE, "/node_modules/colloquy/dist/")) : url);

/** @internal Gives the address of a file by its name, or what `beside` gives where the host named no folder. */
export function located<Own>(name: string, beside: () => Own): URL | Own {
  if (folder) return new URL(name, folder);
  const own = beside();
  return own instanceof URL ? original(own) : own;
}

/** @internal True for a file that `fetch` does not read: in Node. */
export function isFile(from: unknown): from is string | URL {
  return (from instanceof URL || typeof from === "string") && String(from).startsWith("file:") && "process" in globalThis;
}

/** @internal Reads a file that lies beside this module, in Node. */
export async function readFile(url: URL | string): Promise<Uint8Array<ArrayBuffer>> {
  return builtin<{ readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> }>("fs/promises").readFile(new URL(url));
}

/**
 * @internal Returns a module of Node's own. It is asked for by a call, as an import of it would stop bundlers for browsers, and one whose
 * name is put together at run time is nothing that bundlers for servers can resolve.
 */
export function builtin<Module>(name: "fs/promises" | "worker_threads"): Module {
  const { process } = globalThis as unknown as { process: { getBuiltinModule?(name: string): Module } };
  if (process.getBuiltinModule) return process.getBuiltinModule(name);
  throw new ColloquyError("unsupported", "this needs Node 20.16, 22.3 or newer: update Node");
}

/** @internal Reads a JSON file that lies beside this module, in a browser and in Node. */
export async function readJson(url: URL): Promise<object> {
  const from = original(url);
  if (isFile(from)) return JSON.parse(new TextDecoder().decode(await readFile(from)));
  const response = await fetch(from);
  if (!response.ok) throw new ColloquyError("load_failed", `${url.pathname} answered ${response.status}: serve it beside the module`);
  try {
    return (await response.json()) as object;
  } catch (error) {
    throw new ColloquyError("load_failed", `${url.pathname} is not valid JSON (${reasonOf(error)}): serve the package's own file there`);
  }
}

/** @internal Compiles a file, whatever MIME type a server gives it. */
export async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  let from = await source;
  if (from instanceof URL) from = original(from);
  if (from instanceof WebAssembly.Module) return from;
  if (isFile(from)) return WebAssembly.compile(await readFile(from));
  if (!(from instanceof Response || from instanceof URL || typeof from === "string")) return WebAssembly.compile(from);
  const response = from instanceof Response ? from : await fetch(from);
  if (!response.ok) throw new Error(`it was answered with ${response.status}`);
  const streams = response.headers.get("content-type")?.startsWith("application/wasm") && "compileStreaming" in WebAssembly;
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** @internal Starts a module: its glue, and the file `name`, or what the host gives by the option `option`. */
export async function start<G extends { default(options?: { module_or_path: WasmSource }): Promise<unknown> }>(
  load: () => Promise<G> | G,
  name: string,
  option: string,
  given: WasmSource | undefined,
): Promise<G> {
  try {
    const module = await load();
    // In a browser the glue names the file, in the one form that bundlers rewrite; Node's fetch reads no files.
    const copied = isFile(here) || CACHE.test(here);
    const from = given ?? located(name, () => (copied ? new URL(name, here) : undefined));
    await module.default(from === undefined ? undefined : { module_or_path: isFile(from) ? await readFile(from) : from });
    return module;
  } catch (error) {
    // Here the package is somewhere else than beside the cache, as in a workspace.
    const cure = given === undefined && CACHE.test(here) ? 'set `optimizeDeps: { exclude: ["colloquy"] }` in Vite' : `check \`${option}\``;
    throw new ColloquyError("init_failed", `${name} could not be loaded (${reasonOf(error)}): ${cure}, then call init() again`);
  }
}

/** @internal Returns what loads a module the first time that it is called; after a failure it can be tried again. */
export function once<G>(load: () => Promise<G>): () => Promise<G> {
  let loading: Promise<G> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}

/** @internal Returns the message of whatever was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
