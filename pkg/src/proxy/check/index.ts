// What a call may ask for: text in, text and calls of the page's own tools out, and nothing that spends or fetches beyond that.
import { PATHS } from "../dialects.js";
import { countOf, get, type Json, readJson, shown, textOf } from "../json.js";
import { Refusal } from "../refusal.js";
import type { ProxyDialect } from "../types.js";
import { checkAnthropic } from "./anthropic.js";
import { checkChat } from "./chat.js";
import { kind } from "./common.js";
import { checkResponses } from "./responses.js";

/** What the checks found out about a call. */
export interface Checked<Model> {
  readonly value: Json;
  readonly model: Model;
  /** The most output tokens it asks for. */
  readonly output: number;
  /** The field of the body that names a user, if there is one. */
  readonly user: string | undefined;
}

const CHECKS = { anthropic: checkAnthropic, "openai-chat": checkChat, "openai-responses": checkResponses };

/** Fields that name the most output; the first one is asked for where none is there. */
const OUTPUT: Readonly<Record<ProxyDialect, readonly [string, ...string[]]>> = {
  anthropic: ["max_tokens"],
  "openai-chat": ["max_completion_tokens", "max_tokens"],
  "openai-responses": ["max_output_tokens"],
};

/**
 * Looks a body through; `models` are those of the dialect.
 *
 * @throws A `Refusal` with the first thing that is not allowed, where it stands, and what to do.
 */
export function check<Model>(dialect: ProxyDialect, body: Uint8Array, models: ReadonlyMap<string, Model>, most: number): Checked<Model> {
  const value = read(body);
  const model = find(dialect, value, models);
  CHECKS[dialect](value);
  const asked = output(value, OUTPUT[dialect], most);
  // What is thought beside the output costs as much.
  const thought = get(get(value, "reasoning"), "max_tokens");
  const beside = thought === undefined ? 0 : within(thought, "reasoning.max_tokens", most);
  const budget = get(get(value, "thinking"), "budget_tokens");
  if (budget !== undefined) within(budget, "thinking.budget_tokens", most);
  kind(value, "stream", (stream) => typeof stream === "boolean", "true or false");
  const names = dialect === "anthropic" ? ["metadata"] : ["safety_identifier", "user"];
  return { value, model, output: asked + beside, user: names.find((name) => get(value, name) !== undefined) };
}

function read(body: Uint8Array): Json {
  let value: Json;
  try {
    value = readJson(body);
  } catch (error) {
    throw new Refusal("body_invalid", `the body is not valid JSON: ${(error as Error).message}`);
  }
  if (!(value instanceof Map)) throw new Refusal("body_invalid", "the body must be a JSON object");
  return value;
}

function find<Model>(dialect: ProxyDialect, value: Json, models: ReadonlyMap<string, Model>): Model {
  const name = textOf(get(value, "model"));
  if (name === undefined) throw new Refusal("field_required", "model must be named");
  const model = models.get(name);
  if (model !== undefined) return model;
  const offered = [...models.keys()].join(", ") || "none";
  throw new Refusal("model_not_allowed", `${shown(name)} is not offered at /v1${PATHS[dialect]}; offered there: ${offered}`);
}

/** The most output tokens: each of the names that is there must keep to the limit, and one must be there. */
function output(value: Json, names: readonly [string, ...string[]], most: number): number {
  const counts = names.flatMap((name) => {
    const asked = get(value, name);
    return asked === undefined ? [] : [within(asked, name, most)];
  });
  if (counts.length > 0) return Math.max(...counts);
  throw new Refusal("output_tokens", `${names[0]} is missing; give a whole number from 1 to ${most}`);
}

function within(asked: Json, name: string, most: number): number {
  const count = countOf(asked);
  if (count !== undefined && count >= 1 && count <= most) return count;
  throw new Refusal("output_tokens", `${name} must be a whole number from 1 to ${most}`);
}
