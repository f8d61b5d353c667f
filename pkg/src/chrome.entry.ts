// The model that is built into Chrome (`LanguageModel`): what is asked stays on the device.
import { ColloquyError, type ChatMessage, type ModelAdapter, type ModelCall, type ModelPiece, type ModelSettings } from "colloquy";
import { taken } from "./adapters/schema.js";
import { callError } from "./adapters/types.js";

/** Whether the model is there: on this device, on its way, to be downloaded, or not at all in this browser. */
export type ChromeAvailability = "available" | "downloading" | "downloadable" | "unavailable";

/** Which model is meant. */
export interface ChromeModel {
  /** Languages that are spoken, as BCP 47 tags; by default what the browser takes for given. */
  languages?: readonly string[];
}

/** How the model is asked. Its replies are held to their schema, unless `replyMode` is another. */
export interface ChromeOptions extends ChromeModel, ModelSettings {}

/** How the model is brought onto the device. */
export interface ChromeDownload extends ChromeModel {
  /** Called with how much of it is there, from 0 to 1. */
  onProgress?: (loaded: number) => void;
  /** Stops waiting for it. */
  signal?: AbortSignal;
}

/** Most characters that are written for a token: what is longer was written without end. */
const TOKEN_CHARS = 8;

/** `LanguageModel`, as far as it is used here. */
interface Api {
  availability(core: object): Promise<ChromeAvailability>;
  create(options: object): Promise<Session>;
}

/** What is open for one call. The second names are those of Chrome up to 147. */
interface Session {
  promptStreaming(messages: readonly object[], options: object): ReadableStream<string>;
  measureContextUsage?(messages: readonly object[], options: object): Promise<number>;
  measureInputUsage?(messages: readonly object[], options: object): Promise<number>;
  readonly contextWindow?: number;
  readonly inputQuota?: number;
  readonly contextUsage?: number;
  readonly inputUsage?: number;
  destroy(): void;
}

const api = (): Api | undefined => (globalThis as { LanguageModel?: Api }).LanguageModel;

/** Returns whether the model is there. It is not in workers, and in frames of other origins only with `allow="language-model"`. */
export async function chromeAvailability(options: ChromeModel = {}): Promise<ChromeAvailability> {
  return (await api()?.availability(coreOf(options))) ?? "unavailable";
}

/**
 * Downloads the model, some gigabytes, unless it is there. A person has to ask for that: call it while a click or a key press is handled.
 *
 * @throws `model_unavailable` where there is no such model, and `not_now` where nobody has just clicked or pressed a key.
 *
 * @example
 * ```ts
 * import { chromeAvailability, downloadChromeModel } from "colloquy/chrome";
 * declare const button: HTMLButtonElement, progress: HTMLProgressElement;
 * button.hidden = (await chromeAvailability()) !== "downloadable";
 * button.onclick = () => downloadChromeModel({ onProgress: (loaded) => (progress.value = loaded) });
 * ```
 */
export async function downloadChromeModel({ onProgress, signal, ...model }: ChromeDownload = {}): Promise<void> {
  // Before anything is waited for: the person's wish is forgotten after a moment.
  const asked = globalThis.navigator?.userActivation?.isActive ?? true;
  const state = await chromeAvailability(model);
  if (state === "unavailable") throw new ColloquyError("model_unavailable", "this browser has no model of its own for this");
  if (state === "downloadable" && !asked) {
    throw new ColloquyError("not_now", "the download is the respondent's to ask for: begin it while a click or a key press is handled");
  }
  const monitor = (target: EventTarget) =>
    target.addEventListener("downloadprogress", (event) => onProgress?.((event as ProgressEvent).loaded));
  const session = await api()?.create({ ...coreOf(model), monitor, ...(signal && { signal }) });
  session?.destroy();
}

/**
 * Makes an adapter for the model that is built into Chrome. It downloads nothing: where the model is not there yet, calls fail.
 *
 * @example
 * ```ts
 * import { createInterview } from "colloquy";
 * import { chrome, chromeAvailability } from "colloquy/chrome";
 * const there = (await chromeAvailability()) === "available";
 * const interview = await createInterview({ guide: "reflective", ...(there && { model: chrome() }) });
 * ```
 */
export function chrome({ languages, ...settings }: ChromeOptions = {}): ModelAdapter {
  const model = languages ? { languages } : {};
  return { replyMode: "strict", ...settings, name: "chrome", onDevice: true, call: (request) => prompted(model, request) };
}

function coreOf({ languages }: ChromeModel): object {
  const expected = languages && [{ type: "text", languages }];
  return expected ? { expectedInputs: expected, expectedOutputs: expected } : {};
}

async function* prompted(model: ChromeModel, request: ModelCall): AsyncGenerator<ModelPiece> {
  const state = await chromeAvailability(model);
  if (state === "downloading") throw callError("overloaded", "the browser's model is still being downloaded");
  if (state !== "available") throw callError("invalid", `the browser's model is ${state}: downloadChromeModel() brings it, after a click`);
  const { system, schema, signal, maxTokens = Number.POSITIVE_INFINITY } = request;
  const initialPrompts = system ? [{ role: "system", content: system }] : [];
  let session: Session | undefined;
  let reader: ReadableStreamDefaultReader<string> | undefined;
  try {
    session = (await api()?.create({ ...coreOf(model), initialPrompts, signal })) as Session;
    const options = { signal, ...(schema && { responseConstraint: taken(schema) }) };
    const messages = await fitting(session, request, options);
    const before = usedOf(session);
    reader = session.promptStreaming(messages, options).getReader();
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
      length += value.length;
      if (length > maxTokens * TOKEN_CHARS) return yield { stop: "max_tokens" };
    }
    yield* usage(before, usedOf(session), length);
  } catch (error) {
    // What it had written does not pass its own filter.
    if (nameOf(error) === "NotReadableError") return yield { stop: "refusal" };
    throw translated(error, schema !== undefined);
  } finally {
    // What is not read to its end is not generated to its end.
    void reader?.cancel().catch(() => {});
    session?.destroy();
  }
}

/**
 * Leaves the oldest exchanges out until the rest fits into the model's window. The first message, which has the material, and the last, which
 * has the state of the interview, stay.
 */
async function fitting(session: Session, { messages, maxTokens = 0 }: ModelCall, options: object): Promise<readonly object[]> {
  const plain = messages.map(plainly);
  const total = session.contextWindow ?? session.inputQuota;
  const measure = session.measureContextUsage ?? session.measureInputUsage;
  if (total === undefined || measure === undefined) return plain;
  const room = total - (usedOf(session) ?? 0) - Math.min(maxTokens, total / 4);
  for (;;) {
    const needed = await measure.call(session, plain, options);
    if (needed <= room) return plain;
    if (plain.length < 4) {
      throw callError(
        "invalid",
        `the call has ${needed} tokens, and the browser's model has room for ${Math.floor(room)} beside the instructions`,
      );
    }
    plain.splice(1, 2);
  }
}

/** The browser's model calls no tools: what others were called for is handed over as text. */
const plainly = ({ role, content, tool_calls }: ChatMessage): { role: string; content: string } => ({
  role: role === "tool" ? "user" : role,
  content: content ?? JSON.stringify(tool_calls),
});

function* usage(before: number | undefined, after: number | undefined, length: number): Generator<ModelPiece> {
  if (before === undefined || after === undefined || after <= before) return;
  // What was sent is not counted apart from what came.
  const outputTokens = Math.min(after - before, Math.ceil(length / 4));
  yield { usage: { inputTokens: after - outputTokens, outputTokens } };
}

const usedOf = ({ contextUsage, inputUsage }: Session): number | undefined => contextUsage ?? inputUsage;

const nameOf = (error: unknown): unknown => (error as { name?: unknown } | null)?.name;

/** Makes of the browser's errors what they are for an interview. */
function translated(error: unknown, constrained: boolean): unknown {
  const message = error instanceof Error ? error.message : String(error);
  switch (nameOf(error)) {
    case "NotSupportedError":
      return callError("invalid", constrained ? `response_format: the browser's model does not support this schema (${message})` : message);
    case "QuotaExceededError":
      return callError("invalid", `the call is too long for the browser's model (${message})`);
    case "InvalidStateError":
    case "OperationError":
    case "UnknownError":
      return callError("overloaded", message);
    default:
      return error;
  }
}
