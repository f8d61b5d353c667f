// One-off calls of a model by a contract, without a session: for tools that try models out.
import type { CallErrorKind, Issue, ReplyMode } from "../types/generated.js";
import { type Contract, type ContractIssue, mergeParts, nameOf, readReply, schemaText } from "./contracts.js";
import { callPart, withParts } from "./engine.js";
import { ColloquyError } from "./errors.js";
import { partsOf } from "./kinds.js";
import type { ModelEvent } from "../types/messages.js";
import { importAgain } from "./import-again.js";
import type { Caller } from "./model.js";
import type { ModelAdapter } from "./adapters/types.js";
import { ADAPTED, type ModelOptions } from "./options.js";

/** Attempts after the first, for each contract that is asked for. */
const RETRIES = 3;
/** Seed 001's settings of a structured call. */
const SETTINGS = { max_tokens: 1500, temperature: 0.1, top_p: 0.95 };
/** Most issues that are reported to a model at once: what is behind them follows from them or comes back. */
const REPORTED = 20;

/** One message to a model. */
export interface AskMessage {
  role: "system" | "user" | "assistant";
  text: string;
}

/** What a model is asked. */
export interface AskOptions {
  model: ModelOptions | ModelAdapter;
  contract: Contract;
  /** What it is about, as one message; or `messages`, the system prompt first. */
  prompt?: string;
  messages?: readonly AskMessage[];
  /** How the contract is asked for; by default the model's, else `instructed`. `sequential` is for `advice`, in three parts. */
  replyMode?: ReplyMode;
  /** Most attempts after a reply that does not satisfy the contract, for each part: 0 to 3, by default 3. */
  retries?: number;
  /** By default 1500 tokens at temperature 0.1 and top_p 0.95. */
  settings?: { maxTokens?: number; temperature?: number; topP?: number };
  signal?: AbortSignal;
}

/** One reply, and what it came to. */
export interface Attempt {
  /** Name of the contract that was asked for: in `sequential` that of the part, `outcome` for one of your own. */
  contract: string;
  text: string;
  /** What was wrong with it; only unknown keys when it was accepted. */
  issues: ContractIssue[];
  repairs: { code: string; note: string }[];
  usage: { inputTokens: number; outputTokens: number; cachedTokens: number };
  /** Why the model stopped. */
  stop: "end" | "max_tokens" | "tool_use" | "refusal";
  /** From sending to the end of the reply, in milliseconds. */
  ms: number;
}

/** What came of it. */
export interface Asked {
  /** The value that satisfies the contract; `null` when there is none. */
  value: unknown;
  /** In `sequential`, the parts that were accepted when a later one was not. */
  partial?: unknown[];
  /** Every reply in its order. */
  attempts: Attempt[];
  /** Why a call failed, or `null`. A failed call is not tried again here: whoever measures wants to know. */
  error: { kind: CallErrorKind | "cancelled"; message: string; retryAfterMs: number | null } | null;
}

/**
 * Asks a model for a value that satisfies a contract, with the issues reported after each reply that does not, and calls `onText`
 * with the text as it streams in: all of the current reply.
 *
 * @throws ColloquyError for misuse; what a model or the network does is in the result.
 */
export async function askModel(options: AskOptions, onText: (text: string, contract: string) => void = () => {}): Promise<Asked> {
  // Imported when it is needed, as interviews do: a file that only one module needs can be asked for again by its own address.
  const [{ Caller }] = await Promise.all([importAgain(() => import("./model.js")), withParts(["contracts", "dialects"])]);
  const { model, contract, replyMode = model.replyMode ?? "instructed", retries = RETRIES } = options;
  const inParts = replyMode === "sequential" ? partsOf(contract) : undefined;
  if (replyMode === "sequential" && !inParts) {
    throw new ColloquyError("invalid_options", "this contract has no parts to be asked for one after the other");
  }
  if (!(Number.isInteger(retries) && retries >= 0 && retries <= RETRIES)) {
    throw new ColloquyError("invalid_options", "`retries` must be 0 to 3");
  }
  const run = new Run(options, new Caller(model, uuid()), replyMode, retries, onText);
  const given = options.messages ?? [{ role: "user", text: options.prompt ?? "" }];
  if (!inParts) return run.end(await run.part(contract, given));
  const parts: unknown[] = [];
  let messages = given;
  for (const part of inParts) {
    const value = await run.part(part, messages);
    if (value === null) return { ...run.end(null), partial: parts };
    parts.push(value);
    if ((parts[0] as { action: unknown }).action === null) break;
    // What was accepted, as it was accepted: a part is never asked for against something that was sent back.
    messages = [...messages, { role: "assistant", text: JSON.stringify(value) }, { role: "user", text: "Now the next part of it." }];
  }
  const { value, issues } = mergeParts(parts[0], parts[1], parts[2]);
  return value === null ? { ...run.end(null, issues), partial: parts } : run.end(value);
}

/** The attempts of one asking. */
class Run {
  readonly #attempts: Attempt[] = [];
  #error: Asked["error"] = null;

  constructor(
    private readonly options: AskOptions,
    private readonly caller: Caller,
    private readonly mode: ReplyMode,
    private readonly retries: number,
    private readonly onText: (text: string, contract: string) => void,
  ) {}

  end(value: unknown, issues: readonly Issue[] = []): Asked {
    this.#attempts.at(-1)?.issues.push(...issues);
    return { value, attempts: this.#attempts, error: this.#error };
  }

  /** Asks for one contract until a reply satisfies it; `null` when none does or a call failed. */
  async part(contract: Contract, given: readonly AskMessage[]): Promise<unknown> {
    let messages = this.#with(contract, given);
    for (let retry = 0; retry <= this.retries; retry += 1) {
      const attempt = await this.#call(contract, messages);
      if (!attempt) return null;
      const { value, issues, repairs } = readReply(contract, attempt.text);
      // A refusal and a reply that was cut are no answer, whatever can be read of them.
      const cut = attempt.stop === "max_tokens" && repairs.some(({ code }) => code === "truncated");
      if (attempt.stop === "refusal") issues.unshift({ path: "", rule: "refusal", message: "the model refused; reply within the rules" });
      if (cut) issues.unshift({ path: "", rule: "truncated", message: "was cut off by the token limit; say it in fewer words" });
      this.#attempts.push({ ...attempt, issues, repairs });
      if (value !== null && attempt.stop !== "refusal" && !cut) return value;
      messages = [...messages, { role: "assistant", text: attempt.text || "(nothing)" }, { role: "user", text: again(issues) }];
    }
    return null;
  }

  /** Puts the contract in words behind the system prompt, where the provider does not enforce it. */
  #with(contract: Contract, given: readonly AskMessage[]): readonly AskMessage[] {
    if (this.mode === "strict") return given;
    const name = typeof contract === "string" ? contract : "";
    const schema = schemaText(contract);
    const rules = callPart("contracts", (engine) => engine.contractInstructions(name, schema));
    const [first, ...rest] = given;
    if (first?.role === "system") return [{ role: "system", text: `${first.text}\n\n${rules}` }, ...rest];
    return [{ role: "system", text: rules }, ...given];
  }

  async #call(contract: Contract, messages: readonly AskMessage[]): Promise<Omit<Attempt, "issues" | "repairs"> | null> {
    const { model, settings = {}, signal = new AbortController().signal } = this.options;
    const name = nameOf(contract);
    const schema = this.mode === "strict" ? { name, schema: JSON.parse(schemaText(contract)) as object } : undefined;
    const request = {
      model: model.name,
      messages,
      settings: {
        max_tokens: settings.maxTokens ?? SETTINGS.max_tokens,
        temperature: settings.temperature ?? SETTINGS.temperature,
        top_p: settings.topP ?? SETTINGS.top_p,
      },
      ...(schema && { schema }),
    };
    const began = performance.now();
    let text = "";
    const end: { event?: ModelEvent } = {};
    await this.caller.ask("dialect" in model ? model.dialect : ADAPTED, JSON.stringify(request), signal, (event) => {
      if ("text" in event) {
        text += event.text.text;
        this.onText(text, name);
      } else end.event = event;
    });
    const { event } = end;
    if (event && "done" in event) {
      const { usage, stop, text } = event.done;
      const { input_tokens: inputTokens, output_tokens: outputTokens, cached_tokens: cachedTokens = 0 } = usage;
      return { contract: name, text, stop, usage: { inputTokens, outputTokens, cachedTokens }, ms: performance.now() - began };
    }
    const failed = event && "failed" in event ? event.failed : undefined;
    const message = failed?.message ?? (failed ? "" : "the call was cancelled");
    this.#error = { kind: failed?.kind ?? "cancelled", message, retryAfterMs: failed?.retry_after_ms ?? null };
    return null;
  }
}

/** A random UUID, version 4. `crypto.randomUUID` exists in secure contexts only, random bytes everywhere. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Asks for another reply in place of one that does not satisfy its contract. */
function again(issues: readonly Issue[]): string {
  const lines = issues.slice(0, REPORTED).map(({ path, message }) => `• ${path || "root"}: ${message}`);
  return ["Your last reply could not be used:", ...lines, "Reply again with the whole JSON object, in the form you were asked for."].join(
    "\n",
  );
}
