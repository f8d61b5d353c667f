// OpenAI Chat Completions, also as compatible servers speak it.
import { get, type Json } from "../json.js";
import { cacheControl, content, type Kinds, kind, list, noMedia, only, parts, texts, toolChoice, tools } from "./common.js";

const FIELDS = [
  "model",
  "messages",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "top_p",
  "top_k",
  "min_p",
  "stop",
  "seed",
  "presence_penalty",
  "frequency_penalty",
  "repetition_penalty",
  "logit_bias",
  "logprobs",
  "top_logprobs",
  "response_format",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "reasoning_effort",
  "reasoning",
  "reasoning_format",
  "include_reasoning",
  "verbosity",
  "user",
  "safety_identifier",
  "prompt_cache_key",
  "metadata",
  "n",
  "store",
  "service_tier",
];

const MESSAGE = [
  "role",
  "content",
  "name",
  "tool_calls",
  "tool_call_id",
  "refusal",
  "reasoning",
  "reasoning_content",
  "reasoning_details",
  "annotations",
];

const PARTS: Kinds = { text: ["type", "text", "cache_control"], refusal: ["type", "refusal"] };

/** Looks a body through. */
export function checkChat(value: Json): void {
  only(value, "", FIELDS);
  kind(value, "n", (n) => n === 1, "1 or left out: each further reply costs its own tokens");
  kind(value, "store", (store) => store === false, "false or left out");
  kind(value, "service_tier", (tier) => tier === "default" || tier === "flex", '"default" or "flex"');
  const options = get(value, "stream_options");
  if (options !== undefined) only(options, "stream_options", ["include_usage", "include_obfuscation"]);
  for (const message of list(get(value, "messages"), "messages")) {
    only(message, "messages", MESSAGE);
    texts(message, "messages", ["name", "refusal", "tool_call_id", "reasoning_content"]);
    for (const name of ["reasoning", "reasoning_details", "annotations"]) noMedia(get(message, name), name);
    const held = get(message, "content");
    if (held !== undefined) {
      parts(held, "messages", PARTS);
      if (Array.isArray(held)) held.forEach(cacheControl);
    }
    const calls = get(message, "tool_calls");
    if (calls !== undefined) list(calls, "tool_calls").forEach(checkCall);
  }
  tools(value, ["function"], ["type", "function", "cache_control"]);
  toolChoice(value, ["auto", "none", "required", "function"]);
}

function checkCall(call: Json): void {
  only(call, "tool_calls", ["id", "type", "index", "function", "extra_content"]);
  noMedia(get(call, "extra_content"), "extra_content");
  const called = get(call, "function") ?? null;
  only(called, "tool_calls.function", ["name", "arguments"]);
  if (!(called instanceof Map)) throw content("tool_calls", "must each have a function");
}
