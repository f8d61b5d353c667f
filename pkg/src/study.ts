// Studies: an owner's interview as a document, read and compiled by a module that is loaded with the first of them.
import type { Issue } from "../types/generated.js";
import { sources } from "./engine.js";
import { ColloquyError } from "./errors.js";
import { once, start } from "./load.js";

/** Advice on a study that has no faults. */
export interface StudyWarning {
  /** Stable code, such as `leading`, `double_barrelled`, `unreachable_topic` or `missing_consent`. */
  readonly code: string;
  /** Where, such as `topics[2].ask`; empty for the whole. */
  readonly path: string;
  /** What it is about, and what to do instead. */
  readonly message: string;
}

/** What was read of a study: a guide, or every fault at once. */
export type StudyReading =
  | {
      readonly faults: readonly [];
      /** The guide that it compiles to, of the kind `topics`: the same study gives the same guide. */
      readonly guide: object;
      /** Hashes of the study and of the guide, as 16 hexadecimal digits; a session keeps both. */
      readonly hashes: { readonly study: string; readonly guide: string };
      readonly warnings: readonly StudyWarning[];
      /** The longest interview that it allows. */
      readonly longest: { readonly questions: number; readonly minutes: number };
    }
  | { readonly faults: readonly Issue[]; readonly guide: null };

const load = once(() => start(() => import("../dist/glue/colloquy_study.js"), "colloquy_study_bg.wasm", "studyUrl", sources.studyUrl));

/** @internal See the package's own `readStudy`. */
export async function readStudy(study: unknown): Promise<StudyReading> {
  const text = typeof study === "string" ? study : JSON.stringify(study ?? null);
  const glue = await load();
  try {
    const read = JSON.parse(glue.readStudy(text)) as StudyReading;
    return read.guide ? read : { faults: read.faults, guide: null };
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    glue.__wbg_reset_state();
    throw new ColloquyError("engine_crashed", "the part that reads studies crashed on this one");
  }
}
