// What the contract lab measures, as plain values: the order of the runs, the figures of each model and reply mode, and the files to
// take home. Nothing here asks a model or draws a screen.

/** Retries after the first attempt at a contract. */
export const RETRIES = 3;
/** Runs at once: enough to use the waiting, too few to meet a provider's limit on requests. */
export const AT_ONCE = 2;

/** One model in one reply mode. */
export interface Setting {
  model: string;
  label: string;
  mode: string;
}

/** One call of a run. */
export interface Attempt {
  /** Contract that was asked for: a part of it in sequential mode. */
  contract: string;
  /** From 0; a part begins at 0 again. */
  retry: number;
  /** The whole raw reply, or empty. */
  text: string;
  /** What was wrong with it, one line each; empty when it satisfied the contract. */
  issues: readonly string[];
  inputTokens: number;
  outputTokens: number;
  /** From the request to the end of the reply, in milliseconds. */
  ms: number;
}

/** One try to get a value of a contract, with its retries. */
export interface Run extends Setting {
  /** From 1, per setting. */
  run: number;
  /** `valid`: a value that satisfies the contract. `invalid`: none within the retries. `failed`: the model could not be asked. */
  outcome: "valid" | "invalid" | "failed" | "cancelled";
  attempts: readonly Attempt[];
  /** From the first request to the value or to giving up, in milliseconds. */
  ms: number;
  /** Why the model could not be asked, or empty. */
  error: string;
}

/** Figures of one setting. Runs that were cancelled count nowhere. */
export interface Row extends Setting {
  runs: number;
  valid: number;
  /** Runs with a value after at most 0, 1, 2 and 3 retries of any one step. */
  within: readonly number[];
  /** Tokens in and out of all runs, unusable ones included, for each run with a value; null without one. */
  tokensPerValid: number | null;
  /** Over the runs with a value, in milliseconds; null without one. */
  medianMs: number | null;
  p95Ms: number | null;
  failures: readonly Failure[];
}

/** A reply that was no value, or a call that failed, with how often it came about in the same words. */
export interface Failure {
  text: string;
  issues: readonly string[];
  count: number;
  /** False when the call failed, so that there was no reply. */
  replied: boolean;
}

/** One run that is to be made. */
export interface Job extends Setting {
  run: number;
}

/** Lists the runs: every setting once, then every setting again, so that a slow hour of a provider meets all of them. */
export function plan(settings: readonly Setting[], runs: number): Job[] {
  return Array.from({ length: runs }, (_, at) => settings.map((setting) => ({ ...setting, run: at + 1 }))).flat();
}

/** The most calls that runs may take; `steps` is how many contracts a run asks for in that mode. */
export function mostCalls(settings: readonly Setting[], runs: number, steps: (mode: string) => number): number {
  return settings.reduce((sum, { mode }) => sum + runs * steps(mode) * (1 + RETRIES), 0);
}

/** Does jobs in their order, at most `atOnce` at a time; after `signal` none is begun. A job must not throw. */
export async function inTurn<T>(jobs: readonly T[], atOnce: number, signal: AbortSignal, work: (job: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < jobs.length && !signal.aborted) await work(jobs[next++] as T);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, worker));
}

/** The retries that a run needed: those of the step that needed most, as each step has its own. */
export function retriesOf({ attempts }: Pick<Run, "attempts">): number {
  return attempts.reduce((most, { retry }) => Math.max(most, retry), 0);
}

/** Reckons the figures of every setting that was run, in the order of `settings`; by default in the order in which they first ended. */
export function rows(runs: readonly Run[], settings: readonly Setting[] = runs): Row[] {
  const bySetting = new Map<string, Run[]>();
  for (const run of runs) {
    if (run.outcome === "cancelled") continue;
    bySetting.set(keyOf(run), [...(bySetting.get(keyOf(run)) ?? []), run]);
  }
  const keys = [...new Set(settings.map(keyOf))];
  return keys
    .map((key) => bySetting.get(key))
    .filter((list) => list !== undefined)
    .map(rowOf);
}

const keyOf = ({ model, mode }: Setting): string => JSON.stringify([model, mode]);

function rowOf(runs: readonly Run[]): Row {
  const { model, label, mode } = runs[0] as Run;
  const valid = runs.filter(({ outcome }) => outcome === "valid");
  const tokens = runs
    .flatMap(({ attempts }) => attempts)
    .reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  const times = valid.map(({ ms }) => ms);
  return {
    model,
    label,
    mode,
    runs: runs.length,
    valid: valid.length,
    within: Array.from({ length: RETRIES + 1 }, (_, most) => valid.filter((run) => retriesOf(run) <= most).length),
    tokensPerValid: valid.length ? Math.round(tokens / valid.length) : null,
    medianMs: percentile(times, 50),
    p95Ms: percentile(times, 95),
    failures: failuresOf(runs),
  };
}

/** The value that `percent` of the values do not exceed (nearest rank: always one that was measured); null without values. */
export function percentile(values: readonly number[], percent: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;
}

/** Gathers what went wrong, most frequent first; equal replies with equal faults are one. */
function failuresOf(runs: readonly Run[]): Failure[] {
  const found = new Map<string, Failure>();
  const add = (text: string, issues: readonly string[], replied: boolean) => {
    const key = JSON.stringify([text, issues, replied]);
    found.set(key, { text, issues, replied, count: (found.get(key)?.count ?? 0) + 1 });
  };
  for (const { attempts, error } of runs) {
    for (const { text, issues } of attempts) if (issues.length > 0) add(text, issues, true);
    if (error) add("", [error], false);
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

/** Writes everything as JSON: figures, and every attempt with its text. */
export function toJson(contract: string, input: string, runs: readonly Run[], at: Date): string {
  return `${JSON.stringify({ schema: "colloquy.lab/1", at: at.toISOString(), contract, input, rows: rows(runs), runs }, null, 2)}\n`;
}

const COLUMNS = [
  "contract",
  "model",
  "mode",
  "run",
  "outcome",
  "retries",
  "calls",
  "input_tokens",
  "output_tokens",
  "ms",
  "faults",
] as const;

/** Writes one row per run: RFC 4180 with CRLF, every text in quotes. */
export function toCsv(contract: string, runs: readonly Run[]): string {
  const lines = runs.map((run) => {
    const sum = (key: "inputTokens" | "outputTokens") => run.attempts.reduce((all, attempt) => all + attempt[key], 0);
    const faults = [...run.attempts.flatMap(({ issues }) => issues), ...(run.error ? [run.error] : [])].join("\n");
    const figures = [retriesOf(run), run.attempts.length, sum("inputTokens"), sum("outputTokens"), Math.round(run.ms)];
    return [cell(contract), cell(run.model), cell(run.mode), run.run, cell(run.outcome), ...figures, cell(faults)].join(",");
  });
  return [COLUMNS.join(","), ...lines, ""].join("\r\n");
}

/** First characters that spreadsheets take for a formula (OWASP, "CSV Injection"), the full-width forms included. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Quotes a text; one that a spreadsheet would run is led in by an apostrophe. */
function cell(text: string): string {
  return `"${FORMULA.test(text) ? "'" : ""}${text.replaceAll('"', '""')}"`;
}
