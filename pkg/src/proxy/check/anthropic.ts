// Anthropic Messages.
import { get, type Json } from "../json.js";
import { cacheControl, content, type Kinds, kind, list, only, part, parts, toolChoice, tools } from "./common.js";

const FIELDS = [
  "model",
  "messages",
  "system",
  "max_tokens",
  "stream",
  "temperature",
  "top_p",
  "top_k",
  "stop_sequences",
  "tools",
  "tool_choice",
  "thinking",
  "output_config",
  "output_format",
  "metadata",
  "cache_control",
  "service_tier",
];

const TOOL = ["type", "name", "description", "input_schema", "input_examples", "strict", "eager_input_streaming", "cache_control"];

const TEXT: Kinds = { text: ["type", "text", "cache_control", "citations"] };

const BLOCKS: Kinds = {
  ...TEXT,
  tool_use: ["type", "id", "name", "input", "caller", "cache_control"],
  tool_result: ["type", "tool_use_id", "content", "is_error", "cache_control"],
  thinking: ["type", "thinking", "signature"],
  redacted_thinking: ["type", "data"],
};

/** Looks a body through. */
export function checkAnthropic(value: Json): void {
  only(value, "", FIELDS);
  cacheControl(value);
  // Priority costs more than the price that a host reckons with.
  kind(value, "service_tier", (tier) => tier === "standard_only", '"standard_only"');
  const system = get(value, "system");
  if (system !== undefined) {
    parts(system, "system", TEXT);
    marks(system);
  }
  for (const message of list(get(value, "messages"), "messages")) {
    only(message, "messages", ["role", "content"]);
    const blocks = get(message, "content");
    if (blocks === undefined) throw content("messages", "must each have a content");
    parts(blocks, "messages", BLOCKS);
    marks(blocks);
    if (!Array.isArray(blocks)) continue;
    for (const block of blocks) {
      const result = get(block, "content");
      if (part(block, "messages", BLOCKS) !== "tool_result" || result === undefined) continue;
      parts(result, "a tool_result", TEXT);
      marks(result);
    }
  }
  tools(value, [undefined, "custom"], TOOL);
  toolChoice(value, ["auto", "any", "tool", "none"]);
}

function marks(blocks: Json): void {
  if (Array.isArray(blocks)) blocks.forEach(cacheControl);
}
