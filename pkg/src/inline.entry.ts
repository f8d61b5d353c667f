// The package with the engine inside of the JavaScript, all of its parts in one, for pages that cannot serve `.wasm` files beside it. It
// is a third larger than the files apart, and the engine starts only when all of it has arrived. The modules that judge by any JSON
// Schema, read studies and simulate interviews are not in it: `compileContract`, `readStudy` and `simulateStudy` still need their files. Nor are
// the built-in guides, in any language: a page needs one of them.
import engine from "../dist/glue/colloquy_whole_bg.wasm" with { type: "bytes" };
import { init as start, type InitOptions } from "colloquy";

export * from "colloquy";

/** Starts the engine that this file carries; there is nothing to fetch. */
export function init(options: Pick<InitOptions, "validatorUrl" | "studyUrl" | "simulationUrl"> = {}): Promise<void> {
  return start({ ...options, wasmUrl: engine, parts: "inside" });
}
