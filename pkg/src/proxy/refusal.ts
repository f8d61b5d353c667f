// Everything that is refused or fails, as one set of codes: those of the program, with its statuses.
import type { ProxyCode } from "./types.js";

const STATUS: Readonly<Record<ProxyCode, number>> = {
  token_missing: 401,
  token_invalid: 401,
  token_expired: 401,
  origin_not_allowed: 403,
  tokens_made_by_host: 403,
  model_not_allowed: 403,
  prompt_not_listed: 403,
  path: 404,
  method: 405,
  unsupported_media_type: 415,
  body_too_large: 413,
  body_timeout: 408,
  body_invalid: 400,
  field_not_allowed: 400,
  field_required: 400,
  content_not_allowed: 400,
  tool_not_allowed: 400,
  output_tokens: 400,
  rate_limited: 429,
  session_turns: 402,
  session_tokens: 402,
  daily_budget: 402,
  counters_away: 503,
  upstream_refused_key: 502,
  upstream_unreachable: 502,
  upstream_invalid: 502,
  upstream_timeout: 504,
};

/** One refusal, with what to do about it in its message. */
export class Refusal extends Error {
  readonly code: ProxyCode;
  /** Seconds after which the same request may pass. */
  readonly after: number | undefined;

  constructor(code: ProxyCode, message: string, after?: number) {
    super(message);
    this.code = code;
    this.after = after === undefined ? undefined : Math.max(1, Math.ceil(after));
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** Headers of whatever is answered. */
export function headersOf(kind: string): Headers {
  return new Headers({ "content-type": kind, "cache-control": "no-store", "x-content-type-options": "nosniff" });
}

/** A text of ours. */
export function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: headersOf("text/plain; charset=utf-8") });
}

/** A JSON text of ours. */
export function json(status: number, value: object): Response {
  return new Response(JSON.stringify(value), { status, headers: headersOf("application/json") });
}

/** The answer for a refusal. */
export function refused({ code, message, status, after }: Refusal): Response {
  const response = json(status, { error: { type: "colloquy_proxy", code, message } });
  if (after !== undefined) response.headers.set("retry-after", String(after));
  if (code === "method") response.headers.set("allow", "POST, OPTIONS");
  return response;
}
