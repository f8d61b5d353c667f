// How three model APIs are spoken, from the server's side: what a request says, and the bytes of streams and errors.
//
// Each dialect: `path`, `keyOf(headers)`, `wrong(body)` → what the provider would refuse of it, `read(body)` → `{ messages, schema, most,
// tools }`, `stream(said, options)` → the events of a whole stream as texts, `error(kind, message)` → `{ status, body }`, `idHeader`.
//
// A message is `{ role, text, calls, results }`: calls `{ id, name, arguments }` of tools, and results `{ id, text }` of them. What is
// said is `{ text, calls }`, each call `{ name, arguments, id? }` with arguments as they go over the wire, sound JSON or not.
import { sealOf, wrongChat, wrongMessages, wrongResponses } from "./history.mjs";

/** About as many tokens as a text has; servers count their own way, and so does this one. */
const tokens = (text) => Math.ceil(Buffer.byteLength(text) / 4);

/** Tokens of everything that is said. */
const counted = (text, calls) => tokens(text + calls.map((call) => call.arguments).join(""));

/** Names of the tools that a request offers. */
const namesOf = (body) => (body.tools ?? []).map((tool) => (tool.function ?? tool).name);

/** Cuts a text into pieces of so many characters, as models speak: never inside of a surrogate pair. */
function pieces(text, length) {
  const letters = [...text];
  const out = [];
  for (let at = 0; at < letters.length; at += length) out.push(letters.slice(at, at + length).join(""));
  return out;
}

const textOf = (content) => {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => part.text ?? "").join("");
};

/** A message without calls of tools. */
const plain = (role, text) => ({ role, text, calls: [], results: [] });

/** The calls of one stream with an id each. */
const withIds = (calls, id) => calls.map((call, at) => ({ id: `${id}_${at}`, ...call }));

/** What a model that thinks thought before it called. */
const THOUGHT = "The answer has to be read before anything is asked.";

const said = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** What each kind of error is, by its status and the provider's own words for it. */
const ERRORS = {
  rate_limited: [429, "rate_limit_error", "rate_limit_exceeded", "requests"],
  broken: [500, "api_error", null, "server_error"],
  overloaded: [529, "overloaded_error", null, "server_error"],
  unavailable: [503, "overloaded_error", null, "server_error"],
  unauthorized: [401, "authentication_error", "invalid_api_key", "invalid_request_error"],
  invalid: [400, "invalid_request_error", null, "invalid_request_error"],
  not_found: [404, "not_found_error", "model_not_found", "invalid_request_error"],
};

const anthropic = {
  name: "anthropic",
  path: "/v1/messages",
  idHeader: "request-id",
  keyOf: (headers) => headers["x-api-key"],
  read(body) {
    const messages = body.messages.map(({ role, content }) => {
      const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
      const of = (type) => parts.filter((part) => part.type === type);
      return {
        role,
        text: textOf(parts),
        calls: of("tool_use").map(({ id, name, input }) => ({ id, name, arguments: input })),
        results: of("tool_result").map((part) => ({ id: part.tool_use_id, text: textOf(part.content) })),
      };
    });
    const schema = (body.output_config?.format ?? body.output_format)?.schema;
    return { messages: [plain("system", textOf(body.system)), ...messages], schema, most: body.max_tokens, tools: namesOf(body) };
  },
  wrong: wrongMessages,
  stream({ text, calls }, { model, input, id, piece = 24, stop = calls.length > 0 ? "tool_use" : "end_turn" }) {
    const blocks = [];
    const block = (content_block, deltas) => {
      const index = blocks.length;
      const more = deltas.map((delta) => said("content_block_delta", { type: "content_block_delta", index, delta }));
      const ping = index === 0 ? [said("ping", { type: "ping" })] : [];
      blocks.push([
        said("content_block_start", { type: "content_block_start", index, content_block }),
        ...ping,
        ...more,
        said("content_block_stop", { type: "content_block_stop", index }),
      ]);
    };
    if (calls.length > 0) {
      block({ type: "thinking", thinking: "", signature: "" }, [
        ...pieces(THOUGHT, piece).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: sealOf(THOUGHT) },
      ]);
    }
    if (text || calls.length === 0)
      block(
        { type: "text", text: "" },
        pieces(text, piece).map((more) => ({ type: "text_delta", text: more })),
      );
    for (const call of withIds(calls, `toolu_${id}`)) {
      block(
        { type: "tool_use", id: call.id, name: call.name, input: {} },
        ["", ...pieces(call.arguments, piece)].map((partial_json) => ({ type: "input_json_delta", partial_json })),
      );
    }
    const usage = { input_tokens: input, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 };
    return [
      said("message_start", {
        type: "message_start",
        message: { id: `msg_${id}`, type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null, usage },
      }),
      ...blocks.flat(),
      said("message_delta", {
        type: "message_delta",
        delta: { stop_reason: stop, stop_sequence: null },
        usage: { output_tokens: counted(text, calls) },
      }),
      said("message_stop", { type: "message_stop" }),
    ];
  },
  trouble: (message) => said("error", { type: "error", error: { type: "overloaded_error", message } }),
  error(kind, message, id) {
    const [status, type] = ERRORS[kind];
    return { status, body: { type: "error", error: { type, message }, request_id: `req_${id}` } };
  },
};

const openAiError = (kind, message) => {
  const [status, , code, type] = ERRORS[kind];
  return { status: status === 529 ? 503 : status, body: { error: { message, type, param: null, code } } };
};

const chat = {
  name: "openai-chat",
  path: "/v1/chat/completions",
  idHeader: "x-request-id",
  keyOf: (headers) => bearer(headers),
  read(body) {
    const messages = body.messages.map(({ role, content, tool_calls: calls = [], tool_call_id: id }) => ({
      role: role === "developer" ? "system" : role,
      text: role === "tool" ? "" : textOf(content),
      calls: calls.map((call) => ({ id: call.id, name: call.function.name, arguments: JSON.parse(call.function.arguments) })),
      results: role === "tool" ? [{ id, text: textOf(content) }] : [],
    }));
    return {
      messages,
      schema: body.response_format?.json_schema?.schema,
      most: body.max_completion_tokens ?? body.max_tokens,
      tools: namesOf(body),
    };
  },
  wrong: wrongChat,
  stream({ text, calls }, { model, input, id, piece = 24, stop = calls.length > 0 ? "tool_calls" : "stop" }) {
    const chunk = (choices, usage = null) =>
      `data: ${JSON.stringify({ id: `chatcmpl-${id}`, object: "chat.completion.chunk", created: 1_790_000_000, model, service_tier: "default", choices, usage })}\n\n`;
    const part = (delta, finish = null) => chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }]);
    const output = counted(text, calls);
    return [
      part({ role: "assistant", content: text || calls.length === 0 ? "" : null, refusal: null }),
      ...pieces(text, piece).map((content) => part({ content })),
      ...withIds(calls, `call_${id}`).flatMap((call, index) => [
        part({ tool_calls: [{ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } }] }),
        ...pieces(call.arguments, piece).map((more) => part({ tool_calls: [{ index, function: { arguments: more } }] })),
      ]),
      part({}, stop),
      chunk([], {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output,
        prompt_tokens_details: { cached_tokens: 0 },
      }),
      "data: [DONE]\n\n",
    ];
  },
  trouble: (message) => `data: ${JSON.stringify({ error: { message, type: "server_error", param: null, code: null } })}\n\n`,
  error: openAiError,
};

const responses = {
  name: "openai-responses",
  path: "/v1/responses",
  idHeader: "x-request-id",
  keyOf: (headers) => bearer(headers),
  read(body) {
    const items = typeof body.input === "string" ? [{ role: "user", content: body.input }] : body.input;
    const messages = items.map(({ type, role, content, call_id: id, name, arguments: given, output }) => {
      if (type === "function_call") return { ...plain("assistant", ""), calls: [{ id, name, arguments: JSON.parse(given) }] };
      if (type === "function_call_output") return { ...plain("tool", ""), results: [{ id, text: textOf(output) }] };
      return plain(role ?? type, textOf(content));
    });
    const system = body.instructions ? [plain("system", body.instructions)] : [];
    return { messages: [...system, ...messages], schema: body.text?.format?.schema, most: body.max_output_tokens, tools: namesOf(body) };
  },
  wrong: wrongResponses,
  stream({ text, calls }, { model, input, id, piece = 24 }) {
    const part = (whole) => ({ type: "output_text", annotations: [], logprobs: [], text: whole });
    const response = (status, output, usage) => ({
      id: `resp_${id}`,
      object: "response",
      created_at: 1_790_000_000,
      status,
      error: null,
      incomplete_details: null,
      model,
      output,
      store: false,
      usage,
    });
    const output = [];
    const events = [
      ["response.created", { response: response("in_progress", [], null) }],
      ["response.in_progress", { response: response("in_progress", [], null) }],
    ];
    const item = (begun, done, between) => {
      const output_index = output.length;
      events.push(["response.output_item.added", { output_index, item: begun }]);
      for (const [type, data] of between) events.push([type, { item_id: begun.id, output_index, ...data }]);
      events.push(["response.output_item.done", { output_index, item: done }]);
      output.push(done);
    };
    if (calls.length > 0) {
      const thought = { id: `rs_${id}`, type: "reasoning", summary: [], encrypted_content: sealOf(THOUGHT) };
      item({ ...thought, encrypted_content: "" }, thought, []);
    }
    if (text || calls.length === 0) {
      const message = (status, content) => ({ id: `msg_${id}`, type: "message", status, role: "assistant", content });
      item(message("in_progress", []), message("completed", [part(text)]), [
        ["response.content_part.added", { content_index: 0, part: part("") }],
        ...pieces(text, piece).map((delta) => ["response.output_text.delta", { content_index: 0, delta, logprobs: [] }]),
        ["response.output_text.done", { content_index: 0, text, logprobs: [] }],
        ["response.content_part.done", { content_index: 0, part: part(text) }],
      ]);
    }
    for (const [at, call] of withIds(calls, `call_${id}`).entries()) {
      const called = (status, given) => ({
        id: `fc_${id}_${at}`,
        type: "function_call",
        status,
        call_id: call.id,
        name: call.name,
        arguments: given,
      });
      item(called("in_progress", ""), called("completed", call.arguments), [
        ...pieces(call.arguments, piece).map((delta) => ["response.function_call_arguments.delta", { delta }]),
        ["response.function_call_arguments.done", { arguments: call.arguments }],
      ]);
    }
    const spoken = counted(text, calls);
    const usage = {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: spoken,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + spoken,
    };
    events.push(["response.completed", { response: response("completed", output, usage) }]);
    return events.map(([type, data], number) => said(type, { type, sequence_number: number, ...data }));
  },
  trouble: (message) => said("error", { type: "error", code: "server_error", message, param: null, sequence_number: 99 }),
  error: openAiError,
};

const bearer = (headers) => /^Bearer (.*)$/.exec(headers.authorization ?? "")?.[1];

/** The dialects by their paths. */
export const dialects = Object.fromEntries([anthropic, chat, responses].map((dialect) => [dialect.path, dialect]));
