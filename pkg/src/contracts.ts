// Contracts: what a model's reply must look like, built in or made of any JSON Schema. The functions here are synchronous after
// `await init()`, in a browser and in Node.
import type { Issue } from "../types/generated.js";
import { callPart } from "./engine.js";
import { ColloquyError } from "./errors.js";
import type { KindContract } from "./kinds.js";
import type { Judge } from "./validator.js";

/** A contract that comes with the package; its schema is `colloquy/schemas/contracts/<name>.json`. */
export type ContractName = "question" | "findings" | KindContract;

/** Whose rules a schema is rewritten to. */
export type Provider = "openai" | "anthropic" | "generic";

/** A contract made of a JSON Schema. */
export interface CompiledContract {
  readonly schema: object;
}

/** A contract by its name, or one that was made by `compileContract`. */
export type Contract = ContractName | CompiledContract;

/** An issue, for an envelope with its shape (requirements.md#envelope-errors) beside it: `error`, and `valid_stages` and the like. */
export type ContractIssue = Issue & {
  error?: "invalid_stage_code" | "missing_required_fields" | "invalid_question_depth";
  valid_stages?: string[];
  missing_fields?: string[];
  received_value?: unknown;
};

/** What a reply came to. */
export interface ReadReply {
  /** The first value in the reply that satisfies the contract; `null` when none does. */
  value: unknown;
  /** What is wrong with it, or with the best reading when there is none; unknown keys are reported and taken out. */
  issues: ContractIssue[];
  /** What had to be mended to read it. */
  repairs: { code: string; note: string }[];
}

/** A schema as one provider accepts it. */
export interface ProviderSchema {
  schema: object;
  report: {
    /** Objects within objects, the root included. */
    depth: number;
    /** Properties at all levels. */
    properties: number;
    /** Keywords that the provider does not accept and that stand in a description now. */
    moved: { path: string; keyword: string }[];
    /** Optional keys that the model must give, null where there is nothing. */
    nullable: string[];
    /** Limits of the provider that are exceeded all the same: it will refuse the schema. */
    over_limits: { limit: string; found: number; most: number }[];
    /** True when the root is no object and became the key `value` of one. */
    wrapped: boolean;
  };
}

const judges = new WeakMap<CompiledContract, Judge>();

/**
 * Makes a contract of any JSON Schema, drafts 4 to 2020-12. Loads the module that judges by it, unless it is there.
 *
 * @throws `invalid_schema` with every fault; nothing is ever fetched for a reference.
 */
export async function compileContract(schema: object): Promise<CompiledContract> {
  const { compile } = await import("./validator.js");
  const text = json(schema);
  const judge = await compile(text);
  // A copy of its own, so that what was compiled and what is sent stay the same.
  const contract: CompiledContract = Object.freeze({ schema: JSON.parse(text) as object });
  judges.set(contract, judge);
  return contract;
}

/** Judges a value as strictly as there is: every fault, and unknown keys are faults. Empty when it satisfies the contract. */
export function validate(contract: Contract, value: unknown): ContractIssue[] {
  if (typeof contract === "string") return parse(callPart("contracts", (engine) => engine.validate(contract, json(value))));
  return parse(judgeOf(contract).check(json(value)));
}

/**
 * Reads a whole reply of a model: fences, prose around it, mended JSON, the first value of several that satisfies the contract.
 *
 * @example
 * ```ts
 * import { init, readReply, validate } from "colloquy";
 * await init();
 * const reply = readReply("question", 'Sure: {"follow_up": true, "question": "What did you see first?"}');
 * console.log(reply.value, validate("question", reply.value));
 * ```
 */
export function readReply(contract: Contract, text: string): ReadReply {
  if (typeof contract === "string") return parse(callPart("contracts", (engine) => engine.readReply(contract, String(text))));
  const judge = judgeOf(contract);
  const candidates = parse<Pick<ReadReply, "value" | "repairs">[]>(
    callPart("contracts", (engine) => engine.readCandidates(String(text), json(contract.schema))),
  );
  let best: ReadReply | undefined;
  for (const { value: candidate, repairs } of candidates) {
    const { value, issues } = parse<Pick<ReadReply, "value" | "issues">>(judge.read(json(candidate)));
    if (issues.every(({ rule }) => rule === "unknown_key")) return { value, issues, repairs };
    // The best reading's faults are the ones to mend.
    best ??= { value: null, issues, repairs };
  }
  const none: ContractIssue = { path: "", rule: "json", message: "must be one JSON object and nothing else", value: null };
  return best ?? { value: null, issues: [none], repairs: [] };
}

/** Puts the three parts of a recommendation together and judges the whole; with a null action in the first, that is all there is. */
export function mergeParts(part1: unknown, part2: unknown = null, part3: unknown = null): { value: unknown; issues: Issue[] } {
  return parse(callPart("contracts", (engine) => engine.mergeParts(json([part1, part2, part3]))));
}

/** Rewrites a contract's schema to what a provider accepts; what it does not accept moves into descriptions, and is reported. */
export function schemaFor(contract: Contract, provider: Provider): ProviderSchema {
  const schema = schemaText(contract);
  return parse(callPart("contracts", (engine) => engine.schemaFor(schema, provider)));
}

/** @internal Returns a contract's full schema as JSON text. */
export function schemaText(contract: Contract): string {
  if (typeof contract === "string") return callPart("contracts", (engine) => engine.contractSchema(contract));
  judgeOf(contract);
  return json(contract.schema);
}

/** @internal Names a contract as it is sent to providers. */
export const nameOf = (contract: Contract): string => (typeof contract === "string" ? contract : "outcome");

function judgeOf(contract: CompiledContract): Judge {
  const judge = judges.get(contract);
  if (judge) return judge;
  throw new ColloquyError("invalid_options", "a contract is the name of a built-in one, or what `await compileContract(schema)` gave");
}

function json(value: unknown): string {
  return JSON.stringify(value ?? null);
}

function parse<T>(text: string): T {
  return JSON.parse(text) as T;
}
