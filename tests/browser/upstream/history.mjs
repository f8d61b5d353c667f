// What providers refuse of a conversation with calls of tools, in about their words: each call has one result right behind it, no
// result is without its call, and what a model thought comes back as it was. Each check gives what is wrong, or nothing.

/** Signs what a model thought, so that it can be told from what somebody made up. */
export const sealOf = (thought) => Buffer.from(`sealed: ${thought}`).toString("base64");
const isSealed = (seal) => typeof seal === "string" && Buffer.from(seal, "base64").toString().startsWith("sealed: ");

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Gives the first of some ids that comes twice. */
const twice = (ids) => ids.find((id, at) => ids.indexOf(id) < at);

/** What Anthropic Messages refuses. */
export function wrongMessages({ messages, tools = [] }) {
  if (messages.length === 0) return "messages: at least one message is required";
  if (messages[0].role !== "user") return 'messages: first message must use the "user" role';
  if (messages.at(-1).role !== "user")
    return "This model does not support assistant message prefill. The conversation must end with a user message.";
  const used = [];
  let open = [];
  let touched = false;
  for (const [at, { role, content }] of messages.entries()) {
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const where = `messages.${at}`;
    if (blocks.length === 0) return `${where}: all messages must have non-empty content`;
    const of = (type) => blocks.filter((block) => block.type === type);
    if (of("text").some(({ text }) => !text.trim())) return `${where}: text content blocks must contain non-whitespace text`;
    const results = of("tool_result").map((block) => block.tool_use_id);
    const calls = of("tool_use");
    touched ||= results.length + calls.length > 0;
    if (role !== "user" && results.length > 0) return `${where}: tool_result blocks can only be in user messages`;
    if (role !== "assistant" && calls.length > 0) return `${where}: tool_use blocks can only be in assistant messages`;
    for (const id of results)
      if (!open.includes(id))
        return `${where}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    const again = twice(results);
    if (again) return `${where}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${again}`;
    const missing = open.filter((id) => !results.includes(id));
    if (missing.length > 0)
      return `${where}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    const first = blocks.findIndex(({ type }) => type !== "tool_result");
    if (first >= 0 && blocks.slice(first).some(({ type }) => type === "tool_result"))
      return `${where}: tool_result blocks must come before all other content`;
    for (const { id, name, input } of calls) {
      if (!NAME.test(id)) return `${where}: tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
      if (!NAME.test(name)) return `${where}: tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'`;
      if (typeof input !== "object" || input === null || Array.isArray(input))
        return `${where}: tool_use.input: Input should be a valid dictionary`;
      used.push(id);
    }
    for (const { signature } of of("thinking")) if (!isSealed(signature)) return `${where}: Invalid \`signature\` in \`thinking\` block`;
    open = calls.map(({ id }) => id);
  }
  if (twice(used)) return `messages: \`tool_use\` ids must be unique: ${twice(used)}`;
  return touched && tools.length === 0
    ? "Requests which have `tool_use` or `tool_result` blocks in messages must define tools."
    : undefined;
}

/** What OpenAI Chat Completions refuses. */
export function wrongChat({ messages, tools }) {
  if (messages.length === 0)
    return "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.";
  if (tools && tools.length === 0)
    return "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.";
  let open = [];
  let answered = [];
  const missing = () =>
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`;
  for (const [at, { role, content, tool_calls: calls, tool_call_id: id }] of messages.entries()) {
    if (role === "tool") {
      if (answered.includes(id)) return `Duplicate value for 'tool_call_id' of '${id}' in messages[${at}].`;
      if (!open.includes(id))
        return `Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls': messages[${at}].`;
      if (typeof content !== "string") return `Invalid type for 'messages[${at}].content': expected a string.`;
      open = open.filter((one) => one !== id);
      answered.push(id);
      continue;
    }
    if (open.length > 0) return missing();
    answered = [];
    if (calls && calls.length === 0) return `Invalid 'messages[${at}].tool_calls': empty array.`;
    if (!calls && (content === null || content === "")) return `Invalid value for 'content': expected a string, got null: messages[${at}].`;
    for (const { type, function: called } of calls ?? []) {
      if (type !== "function" || !NAME.test(called.name))
        return `Invalid 'messages[${at}].tool_calls': a name must match '^[a-zA-Z0-9_-]+$'.`;
      if (typeof called.arguments !== "string" || !isObject(called.arguments))
        return `Invalid 'messages[${at}].tool_calls': arguments must be the text of a JSON object.`;
    }
    open = (calls ?? []).map((call) => call.id);
    if (twice(open)) return `Duplicate value for 'tool_calls.id' of '${twice(open)}' in messages[${at}].`;
  }
  return open.length > 0 ? missing() : undefined;
}

/** What OpenAI Responses refuses, of conversations that are sent whole. */
export function wrongResponses({ input, tools }) {
  if (tools && tools.length === 0) return "Invalid 'tools': empty array.";
  const items = typeof input === "string" ? [] : input;
  const called = [];
  const given = [];
  for (const [at, item] of items.entries()) {
    if (item.type === "function_call") {
      if (called.includes(item.call_id))
        return `Duplicate item found with call_id ${item.call_id}. Remove duplicate items from your input and try again.`;
      if (!NAME.test(item.name)) return `Invalid 'input[${at}].name': string does not match pattern '^[a-zA-Z0-9_-]+$'.`;
      if (typeof item.arguments !== "string" || !isObject(item.arguments))
        return `Invalid 'input[${at}].arguments': expected the text of a JSON object.`;
      called.push(item.call_id);
    } else if (item.type === "function_call_output") {
      if (given.includes(item.call_id))
        return `Duplicate item found with call_id ${item.call_id}. Remove duplicate items from your input and try again.`;
      if (!called.includes(item.call_id)) return `No tool call found for function call output with call_id ${item.call_id}.`;
      given.push(item.call_id);
    } else if (item.type === "reasoning") {
      if (!isSealed(item.encrypted_content)) return `The encrypted content of item '${item.id}' could not be verified.`;
      const next = items[at + 1];
      if (next?.type !== "function_call" && next?.role !== "assistant")
        return `Item '${item.id}' of type 'reasoning' was provided without its required following item.`;
    } else if (!item.content || item.content.length === 0) {
      return `Invalid 'input[${at}].content': empty.`;
    }
  }
  const open = called.find((id) => !given.includes(id));
  return open && `No tool output found for function call ${open}.`;
}

function isObject(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
