// OpenAI Responses.
import { get, type Json, shown, textOf } from "../json.js";
import { Refusal } from "../refusal.js";
import { content, type Kinds, kind, list, noMedia, only, part, parts, toolChoice, tools } from "./common.js";

const FIELDS = [
  "model",
  "input",
  "instructions",
  "stream",
  "stream_options",
  "store",
  "max_output_tokens",
  "temperature",
  "top_p",
  "top_logprobs",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "text",
  "reasoning",
  "include",
  "metadata",
  "user",
  "safety_identifier",
  "prompt_cache_key",
  "truncation",
  "service_tier",
  "background",
  "max_tool_calls",
];

/** Nothing else may be asked to come along: the rest belongs to tools that the provider runs. */
const INCLUDE = ["reasoning.encrypted_content", "message.output_text.logprobs"];

const PARTS: Kinds = {
  input_text: ["type", "text"],
  output_text: ["type", "text", "annotations", "logprobs"],
  refusal: ["type", "refusal"],
};

const ITEMS: Kinds = {
  message: ["type", "id", "role", "content", "status", "phase"],
  function_call: ["type", "id", "call_id", "name", "arguments", "status"],
  function_call_output: ["type", "id", "call_id", "output", "status"],
  reasoning: ["type", "id", "summary", "content", "encrypted_content", "status"],
};

/** Looks a body through. */
export function checkResponses(value: Json): void {
  only(value, "", FIELDS);
  kind(value, "background", (one) => one === false, "false or left out: nobody would end it");
  kind(value, "service_tier", (tier) => tier === "default" || tier === "flex", '"default" or "flex"');
  if (get(value, "store") !== false)
    throw new Refusal("field_required", "store must be false: left out, the provider keeps the conversation");
  const options = get(value, "stream_options");
  if (options !== undefined) only(options, "stream_options", ["include_obfuscation"]);
  const include = get(value, "include");
  for (const one of include === undefined ? [] : list(include, "include")) {
    const name = textOf(one) ?? "";
    if (!INCLUDE.includes(name)) throw new Refusal("field_not_allowed", `include ${shown(name)} is not passed on; leave it out`);
  }
  kind(value, "instructions", (one) => typeof one === "string" || one === null, "a text");
  const input = get(value, "input");
  if (Array.isArray(input)) input.forEach(checkItem);
  else if (typeof input !== "string") throw content("input", "must be a text or a list of items");
  tools(value, ["function"], ["type", "name", "description", "parameters", "strict"]);
  toolChoice(value, ["auto", "none", "required", "function"]);
}

function checkItem(item: Json): void {
  const type = get(item, "type");
  // A message may leave its type out.
  if (type === undefined && get(item, "role") !== undefined) only(item, "input", ["role", "content"]);
  else part(item, "input", ITEMS);
  if (type === "reasoning") return noMedia(item, "input");
  for (const name of ["content", "output"]) {
    const held = get(item, name);
    if (held === undefined) continue;
    parts(held, "input", PARTS);
    noMedia(held, "input");
  }
}
