// Models of the AI SDK: anything that implements its `LanguageModelV2`, `V3` or `V4`.
import type { ChatMessage, ModelAdapter, ModelCall, ModelPiece, ModelSettings, ModelUsage } from "colloquy";
import { inPage, keyInPage, misuse } from "./adapters/page.js";
import { callError } from "./adapters/types.js";

/** A language model of the AI SDK, as far as it is used here. */
export interface AiSdkModel {
  /** Version of the specification that it implements: `v2`, `v3` or `v4`. */
  readonly specificationVersion: string;
  /** Name of the model at its provider. */
  readonly modelId: string;
  /** Asks it. */
  doStream(options: never): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/** How a model of the AI SDK is asked. */
export interface AiSdkOptions extends ModelSettings {
  /** Name that sessions keep; by default the model's `modelId`. */
  name?: string;
  /** What is handed to the provider as it is, by its name. */
  providerOptions?: Readonly<Record<string, object>>;
  /** True when the model needs no key, or whoever opens the page may have it. Without it the adapter is refused in a page. */
  local?: boolean;
  /** True when the model runs on the respondent's device, so that nothing they write leaves it; the element states that. */
  onDevice?: boolean;
}

/** A part of a stream, as far as it is read. */
interface StreamPart {
  readonly type: string;
  readonly id?: string;
  readonly delta?: string;
  readonly providerMetadata?: object;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: string;
  readonly providerExecuted?: boolean;
  readonly finishReason?: string | { readonly unified?: string };
  readonly usage?: StreamUsage;
  readonly error?: unknown;
  readonly warnings?: readonly { readonly setting?: string; readonly feature?: string }[];
}

/** V2 has numbers, V3 and V4 have what they are made of. */
interface StreamUsage {
  readonly inputTokens?: number | { readonly total?: number; readonly cacheRead?: number };
  readonly outputTokens?: number | { readonly total?: number };
  readonly cachedInputTokens?: number;
}

/** Reasoning that comes back in later calls: without it some providers refuse what their models called. */
interface Reasoning {
  readonly text: string;
  readonly providerOptions: object;
}

const STOPS: Readonly<Record<string, "max_tokens" | "refusal" | "tool_use">> = {
  length: "max_tokens",
  "content-filter": "refusal",
  "tool-calls": "tool_use",
};
const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/**
 * Makes an adapter for a model of the AI SDK.
 *
 * @throws `invalid_options` for what is no such model, and in a page, where its key could be read.
 *
 * @example
 * ```ts
 * import { createInterview } from "colloquy";
 * import { aiSdk, type AiSdkModel } from "colloquy/ai-sdk";
 * declare const claude: AiSdkModel; // such as anthropic("claude-…") of "@ai-sdk/anthropic"
 * const interview = await createInterview({ guide: "staged", model: aiSdk(claude) });
 * ```
 */
export function aiSdk(model: AiSdkModel, options: AiSdkOptions = {}): ModelAdapter {
  const { name = model?.modelId, providerOptions, local = false, onDevice = false, ...settings } = options;
  const version = model?.specificationVersion;
  if (!["v2", "v3", "v4"].includes(version) || typeof model.doStream !== "function") {
    throw misuse("model", "type", "must be a language model of the AI SDK with a specificationVersion of v2, v3 or v4");
  }
  if (inPage() && !local) throw keyInPage("model");
  return { ...settings, name, onDevice, call: (request) => asked(model, request, providerOptions) };
}

async function* asked(model: AiSdkModel, request: ModelCall, providerOptions: object | undefined): AsyncGenerator<ModelPiece> {
  const { stream } = await model.doStream(optionsOf(model, request, providerOptions) as never);
  const reader = (stream as ReadableStream<StreamPart>).getReader();
  /** Reasoning by its id. */
  const reasoning = new Map<string, { text: string; metadata: object | undefined }>();
  try {
    for (;;) {
      const { done, value: part } = await reader.read();
      if (done) throw callError("network", "the stream ended before the reply was whole");
      if (part.type === "text-delta") yield part.delta ?? "";
      else if (part.type.startsWith("reasoning-")) {
        const had = reasoning.get(part.id ?? "") ?? { text: "", metadata: undefined };
        const now = { text: had.text + (part.delta ?? ""), metadata: part.providerMetadata ?? had.metadata };
        reasoning.set(part.id ?? "", now);
        const kept = part.type === "reasoning-end" && now.metadata && { text: now.text, providerOptions: now.metadata };
        yield kept ? { kept } : "";
      } else if (part.type === "tool-call" && !part.providerExecuted) {
        yield { toolCall: { id: part.toolCallId ?? "", name: part.toolName ?? "", arguments: part.input || "{}" } };
      } else if (part.type === "error") throw part.error;
      else if (part.type === "finish") return yield* ended(part);
      else {
        // A reply without the schema would be in vain: it is asked for in words then.
        const without = part.warnings?.some(({ setting, feature }) => /responseFormat/.test(`${setting} ${feature}`));
        if (request.schema && without) throw callError("invalid", "response_format: this model does not support a schema");
        yield "";
      }
    }
  } finally {
    // What is not read to its end is not generated to its end.
    void reader.cancel().catch(() => {});
  }
}

function* ended({ finishReason, usage }: StreamPart): Generator<ModelPiece> {
  const reason = (typeof finishReason === "object" ? finishReason.unified : finishReason) ?? "other";
  if (reason === "error") throw callError("overloaded", "the provider gave the reply up");
  if (reason === "interrupted") throw callError("network", "the provider's stream ended before the reply was whole");
  if (usage) yield { usage: usageOf(usage) };
  yield { stop: STOPS[reason] ?? "end" };
}

function usageOf({ inputTokens, outputTokens, cachedInputTokens }: StreamUsage): ModelUsage {
  const parts = typeof inputTokens === "object" ? inputTokens : { total: inputTokens, cacheRead: cachedInputTokens };
  const output = typeof outputTokens === "object" ? outputTokens.total : outputTokens;
  return { inputTokens: parts?.total, outputTokens: output, cachedTokens: parts?.cacheRead };
}

function optionsOf(model: AiSdkModel, request: ModelCall, providerOptions: object | undefined): object {
  const { system, schema, schemaName, tools, effort } = request;
  const known = model.specificationVersion === "v4" && effort !== undefined && EFFORTS.includes(effort);
  return {
    prompt: [...(system ? [{ role: "system", content: system }] : []), ...promptOf(request.messages)],
    maxOutputTokens: request.maxTokens,
    temperature: request.temperature,
    topP: request.topP,
    ...(schema && { responseFormat: { type: "json", schema, name: schemaName } }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({ type: "function", name, description, inputSchema: parameters })),
      toolChoice: { type: "auto" },
    }),
    ...(known && { reasoning: effort }),
    ...(providerOptions && { providerOptions }),
    abortSignal: request.signal,
  };
}

function promptOf(messages: readonly ChatMessage[]): object[] {
  const names = new Map<string, string>();
  const prompt: { role: string; content: object[] }[] = [];
  for (const { role, content, tool_calls: calls = [], tool_call_id: id = "", reasoning_details: details = [] } of messages) {
    const text = content === null ? [] : [{ type: "text", text: content }];
    if (role === "tool") {
      const result = { type: "tool-result", toolCallId: id, toolName: names.get(id) ?? "", output: { type: "text", value: content ?? "" } };
      const last = prompt.at(-1);
      if (last?.role === "tool") last.content.push(result);
      else prompt.push({ role, content: [result] });
      continue;
    }
    for (const call of calls) names.set(call.id, call.function.name);
    const kept = details.map((detail) => detail.kept as Reasoning | undefined).filter((one) => one?.providerOptions !== undefined);
    prompt.push({
      role,
      content: [
        ...kept.map((one) => ({ type: "reasoning", ...one })),
        ...text,
        ...calls.map((call) => ({
          type: "tool-call",
          toolCallId: call.id,
          toolName: call.function.name,
          input: JSON.parse(call.function.arguments),
        })),
      ],
    });
  }
  return prompt;
}
