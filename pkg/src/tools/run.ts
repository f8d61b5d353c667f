// Runs the tools that the engine has the page run. Whatever happens in one becomes its result: nothing here ends an interview.
import type { ToolCall } from "../../types/generated.js";
import { ColloquyError } from "../errors.js";
import type { Bench, Files } from "../tools.js";

/** @internal What a run needs of its interview. */
export interface Running extends Bench {
  session: string;
  /** Aborted when nobody wants the result any more. */
  signal: AbortSignal;
  files: Pick<Files, "artifacts" | "file">;
  /** Says how far it is. */
  progress(done: number, total: number): void;
}

/** @internal Why a tool has no result, as the engine and the model are told. */
export type FailureReason = "invalid_parameters" | "execution_failed" | "timeout" | "tool_not_available";

/** Longest message of an error that is told on. */
const MESSAGE_CHARS = 300;

/** @internal Thrown in place of a result. */
export class Failed extends Error {
  constructor(readonly reason: FailureReason, message: string) {
    super(message);
  }
}

/** @internal Runs one call and gives its one result, which says itself when it failed. Nothing is ever thrown. */
export async function run(call: ToolCall, running: Running): Promise<unknown> {
  const given = (typeof call.arguments === "object" && call.arguments) || {};
  try {
    switch (call.name) {
      case "extract_document":
        return await (await import("./extract.js")).extract(given, running);
      case "analyze_technical_skills":
        return await analyse(given);
      default:
        return await (await import("./host.js")).runHostTool(call.name, given, running);
    }
  } catch (error) {
    if (!(error instanceof Failed)) await moment();
    return failure(call.name, error);
  }
}

/** Time in which a page that is going away is gone, in milliseconds. */
const GONE_MS = 500;

/**
 * @internal Waits a moment before something is said to have failed: whatever a page loads fails when the page is left. What was cut off
 * by that is not to be stored as a failure, as it runs again when the session is opened.
 */
export function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, GONE_MS));
}

/** @internal The result of a tool that failed (seed 004). */
export function failure(tool: string, error: unknown): object {
  const reason = error instanceof Failed ? error.reason : "execution_failed";
  const said = error instanceof Error ? error.message : String(error);
  return { status: "error", reason, tool, message: cut(said || "It did not work.", MESSAGE_CHARS) };
}

/** @internal Cuts a text, not within a character that takes two units. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most);
}

/** @internal Does some work within a time; its signal ends with the time, and with `stop`. */
export async function within<T>(ms: number, stop: AbortSignal, work: (signal: AbortSignal) => Promise<T> | T): Promise<T> {
  const own = new AbortController();
  const over = new Promise<never>((_, reject) => {
    own.signal.addEventListener("abort", () => reject(own.signal.reason));
  });
  // Nobody may be waiting for it any more.
  over.catch(() => undefined);
  const stopped = () => own.abort(stop.reason);
  if (stop.aborted) stopped();
  stop.addEventListener("abort", stopped);
  const timer = setTimeout(() => own.abort(new Failed("timeout", `It took longer than ${Math.ceil(ms / 1000)} seconds.`)), ms);
  try {
    stop.throwIfAborted();
    return await Promise.race([(async () => work(own.signal))(), over]);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", stopped);
  }
}

/** @internal Does something that a crash of the second module may cut off, and once more after one. */
export async function twice<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ColloquyError && error.code === "engine_crashed")) throw error;
    return work();
  }
}

/** Reads an answer for skills, by rules: nothing more is sent anywhere for it. */
async function analyse(given: { answer_text?: unknown; conversation_context?: unknown }): Promise<object> {
  const { readSkills } = await import("../skills.js");
  const { answer_text: text, conversation_context: question } = given;
  const { skills } = await twice(() => readSkills(String(text ?? ""), { question: String(question ?? "") }));
  return { status: "ok", skills };
}
