// Models that speak as OpenAI's Chat Completions do, without the proxy: servers on this device, WebLLM, wllama, clients of OpenAI's form.
import type { ModelAdapter, ModelCall, ModelPiece, ModelSettings } from "colloquy";
import { inPage, isLoopback, keyInPage, misuse } from "./adapters/page.js";

/** What makes completions in this page or program, as far as it is used here. */
export interface CompletionEngine {
  /** WebLLM's engines, and clients of OpenAI's form. */
  readonly chat?: {
    /** Chat completions, as the interface of OpenAI has them. */
    readonly completions: {
      /** Gives chunks, or a whole reply. */
      readonly create: (body: never, options?: never) => unknown;
    };
  };
  /** wllama, version 3. */
  createChatCompletion?(body: never): unknown;
  /** WebLLM's engines. */
  interruptGenerate?(): unknown;
  /** A client's key and address. */
  readonly apiKey?: unknown;
  /** See `apiKey`. */
  readonly baseURL?: unknown;
}

/** How a model is reached that speaks OpenAI's form. Either `baseUrl` or `engine` is there. */
export interface OpenAiOptions extends ModelSettings {
  /** Name of the model. */
  model: string;
  /** Address of a server, such as `http://localhost:11434/v1`; without a path it is `/v1`. */
  baseUrl?: string;
  /** What makes completions here: an engine of WebLLM's with its model loaded, a `Wllama`, or an OpenAI client. */
  engine?: CompletionEngine;
  /** A server's key. In a page it is refused, unless the server is on this device or `local` is set. */
  apiKey?: string;
  /** More headers for a server. What looks like a key is treated as one. */
  headers?: Readonly<Record<string, string>>;
  /** True when whoever opens the page may have the key, as in a program on somebody's own device. */
  local?: boolean;
}

/** Headers that carry keys. */
const SECRET = /auth|cookie|key|secret|token/i;

/**
 * Makes an adapter for anything that speaks as OpenAI's Chat Completions do.
 *
 * @throws `invalid_options` for options that name no model, and for a key in a page.
 *
 * @example
 * ```ts
 * import { createInterview } from "colloquy";
 * import { openai } from "colloquy/openai";
 * const model = openai({ model: "llama3.2", baseUrl: "http://localhost:11434/v1", replyMode: "strict" });
 * const interview = await createInterview({ guide: "reflective", model });
 * ```
 */
export function openai(options: OpenAiOptions): ModelAdapter {
  const { model: name, baseUrl, engine, apiKey, headers, local = false, ...settings } = options;
  const allowed = local || !inPage();
  if (engine) {
    if (!engine.chat && !engine.createChatCompletion)
      throw misuse("engine", "type", "needs `chat.completions.create` or `createChatCompletion`");
    if (!allowed && engine.apiKey && !isLoopback(String(engine.baseURL))) throw keyInPage("engine");
    const onDevice = Boolean(engine.interruptGenerate ?? engine.createChatCompletion) || isLoopback(String(engine.baseURL));
    return { ...settings, name, onDevice, call: (request) => completions(engine, request) };
  }
  const url = addressOf(baseUrl);
  if (!allowed && !isLoopback(url)) {
    if (apiKey) throw keyInPage("apiKey");
    const header = Object.keys(headers ?? {}).find((header) => SECRET.test(header));
    if (header) throw keyInPage(`headers.${header}`);
  }
  const sent = { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }), ...headers };
  return { ...settings, name, onDevice: isLoopback(url), call: (request) => posted(url, sent, request) };
}

function addressOf(baseUrl: string | undefined): string {
  let url: URL | undefined;
  try {
    url = new URL(baseUrl ?? "", globalThis.document?.baseURI ?? globalThis.location?.href);
  } catch {
    // No address at all.
  }
  if (!baseUrl || !url || !/^https?:$/.test(url.protocol))
    throw misuse("baseUrl", "url", "must be the http(s) address of a server, or `engine` be there");
  // They would be written to histories and logs.
  if (url.username || url.password || url.search) throw misuse("baseUrl", "url", "must have neither a name, a password nor a query");
  const path = url.pathname.replace(/\/+$/, "").replace(/\/chat\/completions$/, "");
  return `${url.origin}${path || "/v1"}/chat/completions`;
}

/** Asks a server. */
async function* posted(url: string, headers: Record<string, string>, { chat, signal }: ModelCall): AsyncGenerator<ModelPiece> {
  const response = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify(chat),
    signal,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    redirect: "error",
    cache: "no-store",
  });
  const { ok, status, headers: answered } = response;
  if (!ok) throw Object.assign(new Error(`status ${status}`), { status, headers: answered, body: await response.text() });
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return;
    yield value;
  }
}

/** Asks an engine. */
async function* completions(engine: CompletionEngine, request: ModelCall): AsyncGenerator<ModelPiece> {
  const { signal } = request;
  const create = engine.createChatCompletion
    ? (body: object) => engine.createChatCompletion?.({ ...body, abortSignal: signal } as never)
    : (body: object) => engine.chat?.completions.create(body as never, { signal } as never);
  const interrupt = () => void engine.interruptGenerate?.();
  signal.addEventListener("abort", interrupt);
  try {
    const reply = await create(engine.interruptGenerate ? forWebLlm(request) : { ...request.chat });
    if (typeof reply === "object" && reply && Symbol.asyncIterator in reply) {
      for await (const chunk of reply as AsyncIterable<object>) yield { chunk };
    } else if (typeof reply === "object" && reply) {
      yield { chunk: reply };
    }
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

/** WebLLM names no model in a request, and takes a schema as the text of it. */
function forWebLlm({ chat, schema }: ModelCall): object {
  const { model: _model, response_format: _format, ...body } = chat;
  return schema ? { ...body, response_format: { type: "json_object", schema: JSON.stringify(schema) } } : body;
}
