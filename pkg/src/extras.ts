// The second module and its supervision: what an interview's first question does not need. It keeps nothing but the replies and
// readers that are being read: after a trap those refuse with `engine_crashed`, and the next call has a fresh instance.
import type * as Glue from "../dist/glue/colloquy_extras.js";
import { sources, start } from "./engine.js";
import { ColloquyError, known } from "./errors.js";

let loading: Promise<void> | undefined;
let glue: typeof Glue | undefined;
let current = 0;
let broken = false;

/** @internal Loads the second module. Calling it again does nothing once it has succeeded; after a failure it can be tried again. */
export function loadExtras(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  const module = await start(() => import("../dist/glue/colloquy_extras.js"), "colloquy_extras_bg.wasm", "extrasUrl", sources.extrasUrl);
  glue = module;
}

/** @internal True when the second module is there. */
export function hasExtras(): boolean {
  return glue !== undefined;
}

/** @internal Names the instance that answers now. */
export function extrasGeneration(): number {
  if (!glue) throw new ColloquyError("not_initialised", "this part of the engine is not loaded yet: `await init()` first");
  return current;
}

/** @internal Calls into the second module, on behalf of something that the instance `of` made. */
export function extras<T>(work: (extras: typeof Glue) => T, of = extrasGeneration()): T {
  const module = glue;
  if (!module || of !== current) throw crash();
  if (broken) {
    module.__wbg_reset_state();
    broken = false;
  }
  try {
    return work(module);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw known(error) ?? error;
    current += 1;
    broken = true;
    throw crash();
  }
}

function crash(): ColloquyError {
  return new ColloquyError("engine_crashed", "this part of the engine crashed: begin again with what was handed in; no session is touched");
}
