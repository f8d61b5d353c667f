// Models in the shapes that adapters are handed, as far as an interview sees them: each does what a script says, trouble included.
//
// A script is `{ text, reasoning, call, stop, usage, error, middle, cut, hang, refusesSchema }`: pieces of text, a text that is thought before
// it, a call of a tool, why it stopped, the tokens that are reported, what is thrown at first or (`middle`) after half of the text, whether it
// ends there without a word, whether it goes on for ever, and whether a schema is refused. `error` is in the shape's own form.
import { createServer } from "node:http";

const failing = (name, message) => Object.assign(new Error(message), { name });

/** What each fake has seen. `stopped` counts the replies that were not wanted to their end. */
const seen = () => ({ calls: [], stopped: 0 });

/** What a script says is done halfway. */
async function halfway({ middle, cut, hang }, stopped) {
  if (middle) throw middle;
  if (hang) await stopped;
  return cut === true;
}

/** Gives the events of a reply in the form of Chat Completions; what a script does halfway is done between them. */
async function* chunks(script, stopped) {
  const { text = [], reasoning, call, stop = "stop", usage } = script;
  const chunk = (delta, finish_reason = null) => ({ object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });
  yield chunk({ role: "assistant", content: "" });
  if (reasoning) yield chunk({ reasoning_content: reasoning });
  const half = Math.floor(text.length / 2);
  for (const content of text.slice(0, half)) yield chunk({ content });
  if (await halfway(script, stopped)) return;
  for (const content of text.slice(half)) yield chunk({ content });
  if (call) {
    const { id, name, arguments: given } = call;
    yield chunk({ tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: given } }] });
  }
  yield chunk({}, call ? "tool_calls" : stop);
  if (usage) yield { object: "chat.completion.chunk", choices: [], usage: { prompt_tokens: usage[0], completion_tokens: usage[1] } };
}

/** Reads the body of Chat Completions. */
const asked = ({ messages, tools = [], response_format: format, ...rest }) => ({
  system: messages.find(({ role }) => role === "system")?.content ?? "",
  messages: messages.filter(({ role }) => role !== "system"),
  schema: format?.json_schema?.schema ?? (format?.schema && JSON.parse(format.schema)),
  tools: tools.map((tool) => tool.function.name),
  maxTokens: rest.max_tokens,
  rest,
});

const REFUSED = "response_format json_schema is not supported by this model";

/** A server on this device. */
export async function server(answer) {
  const state = seen();
  const listener = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const call = { ...asked(JSON.parse(Buffer.concat(pieces).toString())), url: request.url, headers: request.headers };
    state.calls.push(call);
    const script = answer(call);
    const stopped = new Promise((resolve) => {
      response.on("close", () => {
        if (!response.writableEnded) state.stopped += 1;
        resolve();
      });
    });
    const error = call.schema && script.refusesSchema ? { status: 400, message: REFUSED } : script.error;
    if (error === "network") return response.destroy();
    if (error) {
      response.writeHead(error.status, { "content-type": "application/json", ...error.headers });
      return response.end(JSON.stringify({ error: { message: error.message, type: "x", code: null } }));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    try {
      for await (const chunk of chunks(script, stopped)) {
        // Cut within events and letters.
        const bytes = Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`);
        for (let from = 0; from < bytes.length; from += 61) response.write(bytes.subarray(from, from + 61));
      }
    } catch (error) {
      if (error === "network") return response.destroy();
      response.write(`data: ${JSON.stringify({ error })}\n\n`);
    }
    if (!script.cut) response.write("data: [DONE]\n\n");
    response.end();
  });
  await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const close = () => {
    listener.closeAllConnections();
    return new Promise((resolve) => listener.close(resolve));
  };
  return { state, baseUrl: `http://127.0.0.1:${listener.address().port}`, close };
}

/** Counts a generator that was left before its end. */
async function* counted(state, events) {
  let whole = false;
  try {
    yield* events;
    whole = true;
  } finally {
    if (!whole) state.stopped += 1;
  }
}

/** An engine of WebLLM's: without a model's name, with a schema as text, and stopped by a method. */
export function webLlm(answer) {
  const state = seen();
  let interrupt;
  const create = async (body) => {
    if ("model" in body) throw failing("UnsupportedFieldsError", "The following fields are not yet supported: model");
    const { type, schema } = body.response_format ?? {};
    if (type !== undefined && (type !== "json_object" || typeof schema !== "string")) {
      throw failing("InvalidResponseFormatError", "JSON schema is only supported with `json_object` response format.");
    }
    const call = asked(body);
    state.calls.push(call);
    const script = answer(call);
    if (script.error) throw script.error;
    if (call.schema && script.refusesSchema) throw new Error("response_format: this grammar is not supported");
    if (call.tools.length > 0) {
      const models = "Currently, models that support function calling are: Hermes-2-Pro-Llama-3-8B";
      throw failing("UnsupportedModelIdError", `m is not supported for ChatCompletionRequest.tools. ${models}`);
    }
    const stopped = new Promise((resolve) => {
      interrupt = resolve;
    });
    return chunks(script, stopped);
  };
  const interruptGenerate = () => {
    state.stopped += 1;
    interrupt?.();
  };
  return { state, engine: { chat: { completions: { create } }, interruptGenerate } };
}

/** A `Wllama`, which stops by a signal among the options. */
export function wllama(answer) {
  const state = seen();
  const createChatCompletion = async ({ abortSignal, ...body }) => {
    const call = asked(body);
    state.calls.push(call);
    const script = answer(call);
    if (script.error) throw script.error;
    if (call.schema && script.refusesSchema) throw new Error("Failed to parse grammar of response_format");
    return counted(state, chunks(script, new Promise((resolve) => abortSignal.addEventListener("abort", resolve))));
  };
  return { state, engine: { createChatCompletion } };
}

/** A client of OpenAI's form. Its errors have a status, headers and what the body had under `error`. */
export function client(answer) {
  const state = seen();
  const failed = ({ status, message, headers = {}, ...error }) =>
    Object.assign(new Error(`${status} ${message}`), { status, headers: new Headers(headers), error: { message, ...error } });
  const create = async (body, { signal }) => {
    const call = asked(body);
    state.calls.push(call);
    const script = answer(call);
    if (script.error) throw script.error instanceof Error ? script.error : failed(script.error);
    if (call.schema && script.refusesSchema) throw failed({ status: 400, message: REFUSED, param: "response_format" });
    return counted(state, chunks(script, new Promise((resolve) => signal.addEventListener("abort", resolve))));
  };
  return { state, engine: { apiKey: "sk-of-a-server", baseURL: "https://api.openai.com/v1", chat: { completions: { create } } } };
}

/** A stream of values, which counts when it is cancelled. */
function streamOf(state, values) {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await values.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
        }
      },
      cancel: () => {
        state.stopped += 1;
      },
    },
    { highWaterMark: 0 },
  );
}

/** A language model of the AI SDK. */
export function aiSdkModel(version, answer) {
  const state = seen();
  const early = version === "v2";
  async function* parts(script, call, stopped) {
    const { text = [], reasoning, call: tool, stop = "stop", usage } = script;
    const unsupported = early
      ? { type: "unsupported-setting", setting: "responseFormat" }
      : { type: "unsupported", feature: "responseFormat" };
    yield { type: "stream-start", warnings: call.schema && script.refusesSchema ? [unsupported] : [] };
    yield { type: "response-metadata", id: "r", modelId: "m" };
    if (version === "v4") yield { type: "ping" };
    if (reasoning) {
      yield { type: "reasoning-start", id: "r1" };
      yield { type: "reasoning-delta", id: "r1", delta: reasoning };
      yield { type: "reasoning-end", id: "r1", providerMetadata: { anthropic: { signature: "sealed" } } };
    }
    yield { type: "text-start", id: "t1" };
    const half = Math.floor(text.length / 2);
    for (const delta of text.slice(0, half)) yield { type: "text-delta", id: "t1", delta };
    try {
      if (await halfway(script, stopped)) return;
    } catch (error) {
      yield { type: "error", error };
      return;
    }
    for (const delta of text.slice(half)) yield { type: "text-delta", id: "t1", delta };
    yield { type: "text-end", id: "t1" };
    if (tool) {
      yield { type: "tool-input-start", id: tool.id, toolName: tool.name };
      yield { type: "tool-input-delta", id: tool.id, delta: tool.arguments };
      yield { type: "tool-input-end", id: tool.id };
      yield { type: "tool-call", toolCallId: tool.id, toolName: tool.name, input: tool.arguments };
    }
    const reason = tool ? "tool-calls" : stop;
    const [input, output] = usage ?? [];
    yield {
      type: "finish",
      finishReason: early ? reason : { unified: reason, raw: undefined },
      usage: early
        ? { inputTokens: input, outputTokens: output, totalTokens: undefined }
        : { inputTokens: { total: input }, outputTokens: { total: output } },
    };
  }
  const doStream = async ({ prompt, responseFormat, tools = [], abortSignal, ...rest }) => {
    const call = {
      system: prompt.find(({ role }) => role === "system")?.content ?? "",
      messages: prompt.filter(({ role }) => role !== "system"),
      schema: responseFormat?.schema,
      tools: tools.map(({ name }) => name),
      maxTokens: rest.maxOutputTokens,
      rest,
    };
    state.calls.push(call);
    const script = answer(call);
    if (script.error) {
      const { status, message, headers, network } = script.error;
      const body = status && JSON.stringify({ error: { message } });
      const more = { statusCode: status, responseHeaders: headers, responseBody: body, isRetryable: network === true };
      throw Object.assign(new Error(message), { name: "AI_APICallError", ...more });
    }
    const stopped = new Promise((resolve) => abortSignal.addEventListener("abort", resolve));
    return { stream: streamOf(state, parts(script, call, stopped)) };
  };
  return { state, model: { specificationVersion: version, provider: "fake", modelId: "m", doStream } };
}

/** The model that is built into Chrome; `availability` and `window` can be set. */
export function languageModel(answer) {
  const state = { ...seen(), availability: "available", window: 9000, opened: 0, closed: 0, downloads: 0 };
  const tokens = (messages) => messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
  const create = async ({ initialPrompts = [], monitor, signal }) => {
    signal?.throwIfAborted();
    if (monitor) {
      const target = new EventTarget();
      monitor(target);
      for (const loaded of [0, 0.5, 1]) target.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded }));
      state.downloads += 1;
      state.availability = "available";
    }
    state.opened += 1;
    let used = tokens(initialPrompts);
    const promptStreaming = (messages, options) => {
      const call = { system: initialPrompts[0]?.content ?? "", messages, schema: options.responseConstraint, tools: [], rest: {} };
      state.calls.push(call);
      const script = answer(call);
      const stopped = new Promise((resolve) => options.signal.addEventListener("abort", resolve));
      const values = (async function* () {
        if (script.error) throw script.error;
        if (call.schema && script.refusesSchema) throw new DOMException("this schema is not supported", "NotSupportedError");
        const { text = [] } = script;
        const half = Math.floor(text.length / 2);
        yield* text.slice(0, half);
        if (await halfway(script, stopped)) return;
        yield* text.slice(half);
        used += tokens(messages) + Math.ceil(text.join("").length / 4);
      })();
      return streamOf(state, values);
    };
    return {
      promptStreaming,
      measureContextUsage: async (messages) => tokens(messages),
      contextWindow: state.window,
      get contextUsage() {
        return used;
      },
      destroy: () => {
        state.closed += 1;
      },
    };
  };
  return { state, LanguageModel: { availability: async () => state.availability, create } };
}
