// Interviews of a study that personas answer, led by a module that is loaded with the first of them.
import type * as Glue from "../dist/glue/colloquy_simulation.js";
import type { Issue } from "../types/generated.js";
import { sources } from "./engine.js";
import { ColloquyError } from "./errors.js";
import { once, start } from "./load.js";

/** A way of answering. */
export type PersonaName =
  | "terse"
  | "talkative"
  | "digressing"
  | "refusing"
  | "asking_back"
  | "hostile"
  | "answering_ahead"
  | "contradicting"
  | "other_language"
  | "pasted_speech";

/** What can be asked of a simulation. */
export interface SimulationOptions {
  /** Interviews, 1 to 1,000; 50 by default. */
  runs?: number;
  /** A whole number, 0 by default: the same one gives the same interviews. */
  seed?: number;
  /** Who answers, in turn; by default everybody. */
  personas?: readonly PersonaName[];
  /** Gives it up: `simulateStudy` rejects with its reason. */
  signal?: AbortSignal;
  /** Called with the number of interviews that are over, each time that it has grown. */
  onProgress?: (done: number) => void;
}

/** What interviews of one persona came to. */
export interface PersonaReport {
  readonly runs: number;
  /** Questions of an interview, on average. */
  readonly questions: number;
  /** Questions of the longest. */
  readonly most_questions: number;
  /** Minutes of an interview, on average, at a usual pace of writing. */
  readonly minutes: number;
  /** Topics that were covered, of those that applied, in percent. */
  readonly covered: number;
  /** Must-asks that were asked or refused, of those that applied, in percent; without interviews that were screened out. */
  readonly must_asks: number;
  /** Probes. */
  readonly probes: number;
  /** Probes that were not answered. */
  readonly unanswered_probes: number;
}

/** What came of one topic, as numbers of interviews. */
export interface TopicReport {
  readonly asked: number;
  readonly answered: number;
  /** Refused or skipped. */
  readonly refused: number;
  readonly not_applicable: number;
  /** Over before it was its turn. */
  readonly not_reached: number;
}

/** What simulated interviews show of a study. */
export interface SimulationReport {
  /** Interviews. */
  readonly runs: number;
  /** How many ended how, by the names of the ends. */
  readonly ends: Readonly<Record<string, number>>;
  /** By persona, and all together under `all`. */
  readonly personas: Readonly<Record<string, PersonaReport>>;
  /** By the ids of the topics. */
  readonly topics: Readonly<Record<string, TopicReport>>;
  /** Questions that came twice in one interview, the owner's fixed probes left out. */
  readonly repeated: readonly string[];
  /** Interviews that stood still before their end. */
  readonly dead_ends: number;
}

/** How long questions are led before the page has its turn, in milliseconds: half of a frame. */
const SLICE_MS = 8;

const load = once(() =>
  start(() => import("../dist/glue/colloquy_simulation.js"), "colloquy_simulation_bg.wasm", "simulationUrl", sources.simulationUrl),
);

/** @internal See the package's own `simulateStudy`. */
export async function simulateStudy(study: unknown, options: SimulationOptions): Promise<SimulationReport> {
  const { signal, onProgress, ...wanted } = options;
  signal?.throwIfAborted();
  const glue = await load();
  signal?.throwIfAborted();
  let simulation: Glue.Simulation | undefined;
  try {
    simulation = new glue.Simulation(typeof study === "string" ? study : JSON.stringify(study ?? null), JSON.stringify(wanted));
    let done = 0;
    for (let more = true; more; ) {
      for (const end = performance.now() + SLICE_MS; more && performance.now() < end; ) more = simulation.turn();
      if (simulation.done() > done) onProgress?.((done = simulation.done()));
      // A timer, not a promise: the page draws, and handles what its user does.
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
    }
    return JSON.parse(simulation.report()) as SimulationReport;
  } catch (error) {
    if (typeof error === "string") throw refusal(JSON.parse(error) as Issue[]);
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
    glue.__wbg_reset_state();
    simulation = undefined;
    throw new ColloquyError("engine_crashed", "the part that simulates interviews crashed on this study");
  } finally {
    simulation?.free();
  }
}

/** Says what is wrong with a study, or with what is wanted of it. */
function refusal(faults: readonly Issue[]): ColloquyError {
  if (faults.some(({ path }) => path.startsWith("options")))
    return new ColloquyError("invalid_options", "mend the options: every fault is listed with its path, rule and value", faults);
  return new ColloquyError("invalid_study", "mend the study: every fault is listed with its path, rule and value", faults);
}
