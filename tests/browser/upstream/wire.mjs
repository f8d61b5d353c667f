// How three model APIs are spoken, from the server's side: what a request says, and the bytes of streams and errors.
//
// Each dialect: `path`, `keyOf(headers)`, `read(body)` → `{ messages, schema, most }`, `stream(text, options)` → the events of a
// whole stream as texts, `error(kind, message)` → `{ status, body }`, `idHeader`.

/** About as many tokens as a text has; servers count their own way, and so does this one. */
const tokens = (text) => Math.ceil(Buffer.byteLength(text) / 4);

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
    const system = textOf(body.system);
    const messages = body.messages.map(({ role, content }) => ({ role, text: textOf(content) }));
    const schema = (body.output_config?.format ?? body.output_format)?.schema;
    return { messages: [{ role: "system", text: system }, ...messages], schema, most: body.max_tokens };
  },
  stream(text, { model, input, id, piece = 24, stop = "end_turn" }) {
    const usage = { input_tokens: input, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 };
    return [
      said("message_start", { type: "message_start", message: { id: `msg_${id}`, type: "message", role: "assistant", model, content: [], stop_reason: null, stop_sequence: null, usage } }),
      said("content_block_start", { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
      said("ping", { type: "ping" }),
      ...pieces(text, piece).map((more) => said("content_block_delta", { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: more } })),
      said("content_block_stop", { type: "content_block_stop", index: 0 }),
      said("message_delta", { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: tokens(text) } }),
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
    const messages = body.messages.map(({ role, content }) => ({ role: role === "developer" ? "system" : role, text: textOf(content) }));
    return { messages, schema: body.response_format?.json_schema?.schema, most: body.max_completion_tokens ?? body.max_tokens };
  },
  stream(text, { model, input, id, piece = 24, stop = "stop" }) {
    const chunk = (choices, usage = null) =>
      `data: ${JSON.stringify({ id: `chatcmpl-${id}`, object: "chat.completion.chunk", created: 1_790_000_000, model, service_tier: "default", choices, usage })}\n\n`;
    const part = (delta, finish = null) => chunk([{ index: 0, delta, logprobs: null, finish_reason: finish }]);
    const output = tokens(text);
    return [
      part({ role: "assistant", content: "", refusal: null }),
      ...pieces(text, piece).map((content) => part({ content })),
      part({}, stop),
      chunk([], { prompt_tokens: input, completion_tokens: output, total_tokens: input + output, prompt_tokens_details: { cached_tokens: 0 } }),
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
    const messages = items.filter(({ role }) => role).map(({ role, content }) => ({ role, text: textOf(content) }));
    const system = body.instructions ? [{ role: "system", text: body.instructions }] : [];
    return { messages: [...system, ...messages], schema: body.text?.format?.schema, most: body.max_output_tokens };
  },
  stream(text, { model, input, id, piece = 24 }) {
    const item = (status, content) => ({ id: `msg_${id}`, type: "message", status, role: "assistant", content });
    const part = (whole) => ({ type: "output_text", annotations: [], logprobs: [], text: whole });
    const response = (status, output, usage) => ({
      id: `resp_${id}`, object: "response", created_at: 1_790_000_000, status, error: null, incomplete_details: null, model, output, store: false, usage,
    });
    const at = { item_id: `msg_${id}`, output_index: 0, content_index: 0 };
    const done = item("completed", [part(text)]);
    const output = tokens(text);
    const usage = { input_tokens: input, input_tokens_details: { cached_tokens: 0 }, output_tokens: output, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: input + output };
    const events = [
      ["response.created", { response: response("in_progress", [], null) }],
      ["response.in_progress", { response: response("in_progress", [], null) }],
      ["response.output_item.added", { output_index: 0, item: item("in_progress", []) }],
      ["response.content_part.added", { ...at, part: part("") }],
      ...pieces(text, piece).map((delta) => ["response.output_text.delta", { ...at, delta, logprobs: [] }]),
      ["response.output_text.done", { ...at, text, logprobs: [] }],
      ["response.content_part.done", { ...at, part: part(text) }],
      ["response.output_item.done", { output_index: 0, item: done }],
      ["response.completed", { response: response("completed", [done], usage) }],
    ];
    return events.map(([type, data], number) => said(type, { type, sequence_number: number, ...data }));
  },
  trouble: (message) => said("error", { type: "error", code: "server_error", message, param: null, sequence_number: 99 }),
  error: openAiError,
};

const bearer = (headers) => /^Bearer (.*)$/.exec(headers.authorization ?? "")?.[1];

/** The dialects by their paths. */
export const dialects = Object.fromEntries([anthropic, chat, responses].map((dialect) => [dialect.path, dialect]));
