// The one place where the lab speaks to the package: a contract is asked for, and what came of it is put into the lab's own values.
import { askModel, compileContract, init, type Asked, type Contract, type Issue, type ModelOptions, type ReplyMode } from "colloquy";
import { messageOf } from "../engine.js";
import { RETRIES, type Attempt, type Job, type Run } from "./measure.js";

/** Makes a contract of the text of a JSON Schema; throws with what is wrong with it. */
export async function contractOf(schema: string): Promise<Contract> {
  const found: unknown = JSON.parse(schema);
  if (typeof found !== "object" || found === null) throw new Error("a JSON Schema is an object");
  await init();
  return compileContract(found);
}

/** Makes one run. Never throws: what could not be asked is a run that failed. */
export async function ask(job: Job, model: ModelOptions, contract: Contract, prompt: string, signal: AbortSignal): Promise<Run> {
  const begun = performance.now();
  const run = (outcome: Run["outcome"], attempts: readonly Attempt[], error = ""): Run => ({
    ...job,
    outcome,
    attempts,
    ms: performance.now() - begun,
    error,
  });
  try {
    await init();
    const asked = await askModel({ model, contract, prompt, replyMode: job.mode as ReplyMode, retries: RETRIES, signal });
    const attempts = attemptsOf(asked);
    if (signal.aborted) return run("cancelled", attempts);
    const { error, value } = asked;
    if (error) return run("failed", attempts, [error.kind, error.message].filter(Boolean).join(": "));
    return run(value === null ? "invalid" : "valid", attempts);
  } catch (error) {
    return signal.aborted ? run("cancelled", []) : run("failed", [], messageOf(error));
  }
}

/** Counts retries per contract, as each part begins anew; a reply that was accepted has no faults, whatever was taken out of it. */
function attemptsOf({ value, partial, attempts }: Asked): Attempt[] {
  const contracts = [...new Set(attempts.map(({ contract }) => contract))];
  // Parts that fit one by one and not together are at fault in the last.
  const kept = value !== null ? contracts.length : Math.min(partial?.length ?? 0, contracts.length - (partial?.length === 3 ? 1 : 0));
  const accepted = new Set(contracts.slice(0, kept).map((contract) => attempts.findLastIndex((one) => one.contract === contract)));
  const seen = new Map<string, number>();
  return attempts.map(({ contract, text, issues, usage, ms }, at) => {
    const retry = seen.get(contract) ?? 0;
    seen.set(contract, retry + 1);
    const { inputTokens, outputTokens } = usage;
    return { contract, retry, text, issues: accepted.has(at) ? [] : issues.map(line), inputTokens, outputTokens, ms };
  });
}

/** Writes an issue as the retry message does: `root` stands for the empty path. */
const line = ({ path, message }: Issue): string => `${path || "root"}: ${message}`;
