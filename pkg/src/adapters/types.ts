// What an adapter of a model is: the one function that carries a call to it and a reply back.
import type { CallErrorKind, Prices, ReplyMode } from "../../types/generated.js";

/** What holds of a model however it is reached. */
export interface ModelSettings {
  /** How a reply that keeps a contract is asked for; by default `instructed`. */
  replyMode?: ReplyMode;
  /**
   * Least room for each reply in tokens, thinking included, from 50 to 128,000; by default what a question or a reading needs. A model that
   * uses up its room before it writes anything is given eight times as much by itself, up to 8,000.
   */
  maxTokens?: number;
  /** How much the model thinks before it replies, in its provider's own word, such as `low`; by default what the provider does. */
  effort?: string;
  /** USD per million tokens; a limit on costs needs them. Without `cachedInput` what was cached costs as much as what was not. */
  prices?: Prices;
}

/**
 * A model that is reached by a function in place of a proxy. It only carries: what is asked, what a reply is worth and whether a call is
 * made again is the engine's to decide.
 *
 * @example
 * ```ts
 * import { createInterview, type ModelAdapter } from "colloquy";
 * declare function generate(prompt: string, signal: AbortSignal): AsyncIterable<string>;
 * const model: ModelAdapter = {
 *   name: "my-model",
 *   async *call({ system, messages, signal }) {
 *     for await (const text of generate([system, ...messages.map(({ content }) => content)].join("\n\n"), signal)) yield text;
 *   },
 * };
 * const interview = await createInterview({ guide: "reflective", model });
 * ```
 */
export interface ModelAdapter extends ModelSettings {
  /** Name of the model, as sessions keep it. */
  name: string;
  /** True when it runs on the respondent's device, so that nothing they write leaves it; the element states that. */
  onDevice?: boolean;
  /**
   * Makes one call and gives its reply in pieces. What it throws fails the call: with a `kind` (a {@link CallErrorKind}) as that, with a
   * `status` (or `statusCode`), `headers` and `body` as a provider's answer of that status, else by its name.
   */
  call(request: ModelCall): AsyncIterable<ModelPiece>;
}

/** What a model is asked. It has no key, no address and nothing of the session but this. */
export interface ModelCall {
  /** Name of the model. */
  readonly model: string;
  /** The instructions; empty where there are none. */
  readonly system: string;
  /** The conversation, sides by turns, the user's first and last. */
  readonly messages: readonly ChatMessage[];
  /** JSON Schema that the reply is to satisfy, where `replyMode` is `strict`. */
  readonly schema?: object;
  /** Name of the schema: letters, digits, `_` and `-`. */
  readonly schemaName?: string;
  /** Functions that the model may call. */
  readonly tools: readonly ModelTool[];
  /** Most tokens of the reply; not there where the model has refused such a limit. */
  readonly maxTokens?: number;
  /** 0 to 2; not there where the model has refused it. */
  readonly temperature?: number;
  /** 0 to 1, where the guide sets it. */
  readonly topP?: number;
  /** The adapter's `effort`. */
  readonly effort?: string;
  /** Aborts when the reply is not wanted any more, and when it has ended. */
  readonly signal: AbortSignal;
  /** All of this as the body of a streaming request of OpenAI's Chat Completions, for models that take that. */
  readonly chat: Readonly<Record<string, unknown>>;
}

/** One message, in the form of OpenAI's Chat Completions. */
export interface ChatMessage {
  /** Whose it is; `tool` is the result of a call, by `tool_call_id`. */
  readonly role: "user" | "assistant" | "tool";
  /** Its text; null for an assistant's message that only calls tools. */
  readonly content: string | null;
  /** Tools that the assistant called. */
  readonly tool_calls?: readonly ChatToolCall[];
  /** The call that a result belongs to. */
  readonly tool_call_id?: string;
  /** What earlier replies gave to be kept, in their order, each as its `kept`. */
  readonly reasoning_details?: readonly { readonly kept?: object }[];
}

/** One call of a tool, in the form of OpenAI's Chat Completions. */
export interface ChatToolCall {
  /** By which its result is known. */
  readonly id: string;
  /** There are no others. */
  readonly type: "function";
  /** Name, and arguments as JSON text. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A function that a model may call. */
export interface ModelTool {
  /** Letters, digits, `_` and `-`. */
  readonly name: string;
  /** What it does. */
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly parameters: object;
}

/**
 * A piece of a reply: its text as it comes (an empty one shows that the model is still at work); the bytes of a response, or one chunk of it, in
 * the form of OpenAI's Chat Completions; or something about the reply. A reply that ends without `stop` has ended by itself, one of chunks
 * or bytes was cut then.
 */
export type ModelPiece =
  | string
  | Uint8Array
  | { readonly chunk: object }
  | { readonly toolCall: { readonly id?: string; readonly name: string; readonly arguments: string | object } }
  | { readonly usage: ModelUsage }
  | { readonly stop: "end" | "max_tokens" | "tool_use" | "refusal" }
  /** Something of the model's own, at most 1 MiB in a reply, that comes back in `reasoning_details` of later calls. */
  | { readonly kept: object };

/** Tokens of a call, as far as the model counts them; where nothing is given they are estimated. */
export interface ModelUsage {
  /** Tokens sent, with those that were cached. */
  readonly inputTokens?: number | undefined;
  /** Tokens received, thinking included. */
  readonly outputTokens?: number | undefined;
  /** How many of the tokens sent were cached. */
  readonly cachedTokens?: number | undefined;
}

/** @internal Makes an error that fails a call as a kind. */
export const callError = (kind: CallErrorKind, message: string): Error => Object.assign(new Error(message), { kind });
