// How a tool fails: its reason, its time, and what the engine and the model read of it.

/** @internal Why a tool has no result, as the engine and the model read it. */
export type FailureReason = "invalid_parameters" | "execution_failed" | "timeout" | "tool_not_available";

/** Longest message of an error that is passed on. */
const MESSAGE_CHARS = 300;

/** @internal Thrown in place of a result. */
export class Failed extends Error {
  constructor(
    readonly reason: FailureReason,
    message: string,
  ) {
    super(message);
  }
}

/** Time in which a page that is going away is gone, in milliseconds. */
const GONE_MS = 500;

/**
 * @internal Waits a moment before something is reported as failed: whatever a page loads fails when the page is left. What was cut off
 * by that is not to be stored as a failure, as it runs again when the session is opened.
 */
export function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, GONE_MS));
}

/** @internal The result of a tool that failed (requirements.md#tool-results). */
export function failure(tool: string, error: unknown): object {
  const reason = error instanceof Failed ? error.reason : "execution_failed";
  const thrown = error instanceof Error ? error.message : String(error);
  return { status: "error", reason, tool, message: cut(thrown || "It did not work.", MESSAGE_CHARS) };
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
