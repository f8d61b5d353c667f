// Calls a model by an adapter, and gives what comes back as a response in the form of OpenAI's Chat Completions: so the engine reads replies,
// errors and refused parameters of adapters by the same rules as those of providers.
import type { CallErrorKind } from "../../types/generated.js";
import { wellFormed } from "../text.js";
import { callError } from "./types.js";
import type { ChatMessage, ModelAdapter, ModelCall, ModelPiece, ModelTool, ModelUsage } from "./types.js";

/** The status by which the engine knows each kind of failure; none for a connection that failed. */
const STATUS: Record<CallErrorKind, number | undefined> = {
  rate_limited: 429,
  overloaded: 503,
  network: undefined,
  timeout: 504,
  unauthorized: 401,
  invalid: 400,
  budget: 402,
  reply_limit: 400,
};
/** What browsers and libraries call failures that are none of the request. */
const NAMES: Record<string, CallErrorKind> = {
  NetworkError: "network",
  TimeoutError: "timeout",
  NotAllowedError: "unauthorized",
  AI_LoadAPIKeyError: "unauthorized",
};
const FINISH = { end: "stop", max_tokens: "length", tool_use: "tool_calls", refusal: "content_filter" };
/** Asks for a schema in words, where the model has refused it as a parameter. */
const IN_WORDS = "Reply with nothing but one JSON object that satisfies this JSON Schema:";

/** An error as the engine reads it. */
interface Failure {
  /** None for a connection that failed. */
  status: number | undefined;
  headers: Record<string, string>;
  /** The answer, where the error has it. */
  body: string | undefined;
  error: { message: string; type: string };
}

/**
 * Makes a call; `body` is what the engine would post, `schema` one that the model has refused and that is to be asked for in words. Rejects
 * where the model was not reached.
 */
export async function respond(adapter: ModelAdapter, body: string, schema: unknown, signal: AbortSignal): Promise<Response> {
  signal.throwIfAborted();
  const stopped = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped")), { once: true }));
  stopped.catch(() => {});
  let pieces: AsyncIterator<ModelPiece> | undefined;
  // A model that does not look at its signal is not waited for.
  const next = () => Promise.race([(pieces as AsyncIterator<ModelPiece>).next(), stopped]);
  signal.addEventListener("abort", () => void pieces?.return?.().catch(() => {}), { once: true });
  let first: IteratorResult<ModelPiece> | undefined;
  try {
    const reply = adapter.call(requestOf(body, schema, signal)) as Partial<AsyncIterable<ModelPiece>> | undefined;
    pieces = reply?.[Symbol.asyncIterator]?.();
    if (!pieces) throw callError("invalid", "`call` of this adapter gives no async iterable: write it as `async *call()`");
    first = await next();
  } catch (thrown) {
    const { status, headers, body, error } = failureOf(thrown, "invalid");
    if (status === undefined) throw thrown;
    return new Response(body ?? JSON.stringify({ error }), { status, headers });
  }
  const writer = new Writer();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = first ?? (await next());
        first = undefined;
        if (!done) return controller.enqueue(writer.piece(value));
        controller.enqueue(writer.end());
      } catch (thrown) {
        const { status, error } = failureOf(thrown, "network");
        if (status === undefined) return controller.error(thrown);
        controller.enqueue(writer.event({ error: { ...error, code: status } }));
      }
      controller.close();
    },
  });
  return new Response(stream, { headers: { "content-type": "text/event-stream" } });
}

/** Reads the body that the engine would post. */
function requestOf(body: string, refused: unknown, signal: AbortSignal): ModelCall {
  const chat = JSON.parse(body) as Record<string, unknown>;
  let messages = chat["messages"] as (ChatMessage | { role: "system"; content: string })[];
  if (refused) {
    const [first] = messages;
    const words = `${IN_WORDS}\n${JSON.stringify(refused)}`;
    const system = first?.role === "system" ? [first.content, words].join("\n\n") : words;
    messages = [{ role: "system", content: system }, ...messages.filter(({ role }) => role !== "system")];
    chat["messages"] = messages;
  }
  const format = chat["response_format"] as { json_schema: { name: string; schema: object } } | undefined;
  const tools = (chat["tools"] ?? []) as { function: ModelTool }[];
  const given = {
    schema: format?.json_schema.schema,
    schemaName: format?.json_schema.name,
    maxTokens: chat["max_tokens"] ?? chat["max_completion_tokens"],
    temperature: chat["temperature"],
    topP: chat["top_p"],
    effort: chat["reasoning_effort"],
  };
  return {
    model: chat["model"] as string,
    system: messages[0]?.role === "system" ? messages[0].content : "",
    messages: messages.filter((message): message is ChatMessage => message.role !== "system"),
    tools: tools.map((tool) => tool.function),
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<ModelCall>),
    signal,
    chat,
  };
}

/** Writes pieces as events of a stream. */
class Writer {
  readonly #encoder = new TextEncoder();
  /** True once the model's own events came: they show themselves whether the reply is whole. */
  #foreign = false;
  #stopped = false;
  #calls = 0;
  #kept = 0;
  /** Half of a character, whose other half is still to come. */
  #half = "";

  event(event: object): Uint8Array {
    return this.#encoder.encode(`data: ${JSON.stringify(event, wellFormed)}\n\n`);
  }

  piece(piece: ModelPiece): Uint8Array {
    if (piece instanceof Uint8Array) {
      this.#foreign = true;
      return piece;
    }
    // An empty comment is a sign of life.
    return piece === "" ? this.#encoder.encode(": \n\n") : this.event(this.#chunk(piece));
  }

  /** Ends a reply that has ended by itself. */
  end(): Uint8Array {
    // Nothing: a stream that was cut in the middle of an event is none that was ended.
    if (this.#foreign) return new Uint8Array(1).fill(10);
    const stop = this.#calls > 0 ? "tool_use" : "end";
    return this.#encoder.encode(`${this.#stopped ? "" : `data: ${JSON.stringify(this.#chunk({ stop }))}\n\n`}data: [DONE]\n\n`);
  }

  #chunk(piece: Exclude<ModelPiece, Uint8Array>): object {
    if (typeof piece === "string") {
      const text = this.#half + piece;
      this.#half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
      return delta({ content: text.slice(0, text.length - this.#half.length) });
    }
    if (typeof piece !== "object" || piece === null) throw unknown(piece);
    if ("chunk" in piece) {
      this.#foreign = true;
      return piece.chunk;
    }
    if ("usage" in piece) return { choices: [], usage: counts(piece.usage) };
    if ("stop" in piece) {
      this.#stopped = true;
      return delta({}, FINISH[piece.stop]);
    }
    if ("kept" in piece) {
      this.#kept += 1;
      return delta({ reasoning_details: [{ type: "reasoning.kept", index: this.#kept, kept: piece.kept }] });
    }
    if (!("toolCall" in piece)) throw unknown(piece);
    const { id = "", name, arguments: given } = piece.toolCall;
    this.#calls += 1;
    return delta({ tool_calls: [{ index: this.#calls - 1, id, type: "function", function: { name, arguments: given } }] });
  }
}

const unknown = (piece: unknown): Error =>
  callError("invalid", `this adapter gave what is no piece of a reply: ${String(JSON.stringify(piece)).slice(0, 100)}`);

const delta = (delta: object, finish_reason: string | null = null): object => ({ choices: [{ index: 0, delta, finish_reason }] });

const counts = ({ inputTokens = 0, outputTokens = 0, cachedTokens = 0 }: ModelUsage): object => ({
  prompt_tokens: Math.round(inputTokens),
  completion_tokens: Math.round(outputTokens),
  prompt_tokens_details: { cached_tokens: Math.round(cachedTokens) },
});

/** Reads what was thrown; `otherwise` is what it is where nothing shows that. */
function failureOf(thrown: unknown, otherwise: "invalid" | "network"): Failure {
  const given = (typeof thrown === "object" && thrown !== null ? thrown : { message: String(thrown) }) as Record<string, unknown>;
  const { code, type, message, error: inner } = given;
  const own = Number(given["status"] ?? given["statusCode"]) || 0;
  const status = own >= 400 && own < 600 ? own : STATUS[kindOf(given) ?? otherwise];
  const body =
    given["body"] ?? given["responseBody"] ?? (typeof inner === "object" && inner ? JSON.stringify({ error: inner }) : undefined);
  return {
    status,
    headers: headersOf(given),
    body: typeof body === "string" && body !== "" ? body : undefined,
    error: { message: String(message ?? thrown), type: [code, type].find((word) => typeof word === "string") ?? "" },
  };
}

function kindOf({ kind, name, message, code, cause, isRetryable }: Record<string, unknown>): CallErrorKind | undefined {
  if (typeof kind === "string" && kind in STATUS) return kind as CallErrorKind;
  const known = NAMES[String(name)];
  if (known) return known;
  const codes = [code, (cause as { code?: unknown } | undefined)?.code];
  // A connection that failed, as Node, browsers and AI SDK report it.
  const failed =
    codes.some((one) => /^(E[A-Z]{4,}|UND_ERR_\w+)$/.test(String(one))) || (name === "AI_APICallError" && isRetryable === true);
  return failed || (name === "TypeError" && /fetch|network|load failed/i.test(String(message))) ? "network" : undefined;
}

function headersOf(given: Record<string, unknown>): Record<string, string> {
  const headers = given["headers"] ?? given["responseHeaders"];
  const of = (name: string) => (headers instanceof Headers ? headers.get(name) : (headers as Record<string, unknown> | undefined)?.[name]);
  const names = ["retry-after", "retry-after-ms", "date"];
  return Object.fromEntries(names.map((name) => [name, of(name)]).filter(([, value]) => typeof value === "string"));
}
