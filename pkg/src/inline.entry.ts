// The package with the engine inside of the JavaScript, for pages that cannot serve a `.wasm` file beside it. It is a third
// larger than the two files apart, and the engine starts only when all of it has arrived.
import engine from "../dist/colloquy_bg.wasm" with { type: "bytes" };
import { init as start } from "colloquy";

export * from "colloquy";

/** Starts the engine that this file carries; there is nothing to fetch. */
export function init(): Promise<void> {
  return start({ wasmUrl: engine });
}
