// The other module: values judged by any JSON Schema. Loaded when a schema is handed in, or a guide carries one.
import type * as Glue from "../dist/glue/colloquy_validator.js";
import type { Issue } from "../types/generated.js";
import { sources } from "./engine.js";
import { ColloquyError } from "./errors.js";
import { once, start } from "./load.js";

const load = once(() =>
  start(() => import("../dist/glue/colloquy_validator.js"), "colloquy_validator_bg.wasm", "validatorUrl", sources.validatorUrl),
);

/** @internal Judges by one schema: each function takes a value and returns what it found, as JSON text. */
export interface Judge {
  /** Returns the issues. */
  check(value: string): string;
  /** Returns `{value, issues}`, the value without the keys that the schema does not know. */
  read(value: string): string;
}

/** @internal Makes a schema ready. */
export async function compile(schema: string): Promise<Judge> {
  const glue = await load();
  const make = () => guarded(glue, () => new glue.Validator(schema));
  let of = generation;
  let validator: InstanceType<typeof Glue.Validator>;
  try {
    validator = make();
  } catch (error) {
    if (typeof error !== "string") throw error;
    throw new ColloquyError("invalid_schema", "the JSON Schema cannot be used: every fault is listed", JSON.parse(error) as Issue[]);
  }
  // Held for as long as somebody may ask, which only the collector knows: the glue frees it then.
  const ask = (work: (validator: InstanceType<typeof Glue.Validator>) => string) => {
    // A fresh instance knows nothing of what was made before.
    if (of !== generation) {
      validator = make();
      of = generation;
    }
    return guarded(glue, () => work(validator));
  };
  return { check: (value) => ask((validator) => validator.check(value)), read: (value) => ask((validator) => validator.read(value)) };
}

/** @internal Gives the engine a judge of a guide's own schema: what is wrong with a value, both as JSON text. */
export async function judgeFor(schema: string): Promise<(value: string) => string> {
  return (await compile(schema)).check;
}

/** Counts the instances: a trap ends one, and the next call has another. */
let generation = 0;
let broken = false;

function guarded<T>(glue: typeof Glue, work: () => T): T {
  if (broken) {
    glue.__wbg_reset_state();
    broken = false;
  }
  try {
    return work();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    generation += 1;
    broken = true;
    throw new ColloquyError("engine_crashed", "the part that judges by a JSON Schema crashed on this schema or value");
  }
}
