// One call from when it is sent until it ended, however it ends: nothing is read before the client has taken what came before.
import { joined } from "./bytes.js";
import { hideAccount, hideFigures, type Mask, MaskedStream } from "./mask.js";
import type { Model } from "./options.js";
import { headersOf, Refusal, refused } from "./refusal.js";
import type { ProxyLog, ProxyNumbers } from "./types.js";

/** The version of the Messages API whose wire format is checked here. */
const ANTHROPIC_VERSION = "2023-06-01";

/** The most of an upstream's error that is passed on, in bytes. */
const ERROR_BYTES = 64 * 1024;

/** Headers of an upstream's that a page has a use for. How much the account may ask, and has left, is none of them. */
const KEPT = ["retry-after", "retry-after-ms", "request-id", "x-request-id", "x-should-retry"];

/** The longest value of a header that is passed on. */
const VALUE = 128;

/** What a call needs beside its body. */
export interface Asked {
  readonly model: Model<never>;
  readonly key: string | undefined;
  readonly mask: Mask | undefined;
  readonly numbers: ProxyNumbers;
  /** When the request came, in milliseconds since 1970. */
  readonly started: number;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Called once when the call has ended; `free` when the upstream did no work for it. */
  readonly ended: (entry: Pick<ProxyLog, "outcome" | "status" | "bytesIn" | "bytesOut" | "firstByteMs">, free: boolean) => void;
  /** Called when a key was found in what the upstream sent. */
  readonly echoed: () => void;
}

/** Sends a call to its model, and returns what the client is answered. Calls of it leave by `Call.answer` alone. */
export class Call {
  readonly #asked: Asked;
  readonly #body: Uint8Array<ArrayBuffer>;
  readonly #stop = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #status = 0;
  #bytesOut = 0;
  #firstByteMs: number | undefined;
  #over = false;

  constructor(asked: Asked, body: Uint8Array<ArrayBuffer>) {
    this.#asked = asked;
    this.#body = body;
  }

  /** Sends it, and returns when its response begins. */
  async answer(): Promise<Response> {
    const { signal, numbers } = this.#asked;
    const leave = () => this.#end("client_left");
    signal.addEventListener("abort", leave, { once: true });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#stop.abort();
    }, numbers.firstByteSeconds * 1_000);
    const sent = Date.now();
    let response: Response;
    try {
      if (signal.aborted) leave();
      response = await this.#asked.fetch(this.#asked.model.url, this.#request());
    } catch {
      const refusal = late
        ? new Refusal("upstream_timeout", "the model's server did not begin to answer in time; try again")
        : new Refusal("upstream_unreachable", "the model's server could not be reached or broke off; try again in a moment");
      return this.#fail(refusal, false);
    } finally {
      clearTimeout(timer);
    }
    this.#firstByteMs = Date.now() - sent;
    return this.#pass(response);
  }

  /** What every request to a model has: nothing of the client's but the body. */
  #request(): RequestInit {
    const { model, key } = this.#asked;
    const headers: Record<string, string> = {
      "content-type": "application/json",
      accept: "text/event-stream, application/json",
      // Compressed bytes could not be searched for the key.
      "accept-encoding": "identity",
      "user-agent": "colloquy-proxy",
    };
    if (model.dialect === "anthropic") headers["anthropic-version"] = ANTHROPIC_VERSION;
    if (key !== undefined && model.auth === "x-api-key") headers["x-api-key"] = key;
    else if (key !== undefined) headers["authorization"] = `Bearer ${key}`;
    // A redirect would take the key elsewhere.
    return { method: "POST", headers, body: this.#body, redirect: "manual", signal: this.#stop.signal };
  }

  async #pass(response: Response): Promise<Response> {
    const { status, headers } = response;
    if (status === 401) {
      // It speaks of our key, not of the page's token: the page must not ask for another one.
      const message = "the model's server refused the proxy's key; whoever runs the proxy must look at its configuration";
      return this.#fail(new Refusal("upstream_refused_key", message), true);
    }
    const success = status >= 200 && status < 300;
    if (!success && !(status >= 400 && status < 600)) {
      const message = "the model's server answered with neither a result nor an error; check its URL";
      return this.#fail(new Refusal("upstream_invalid", message), true);
    }
    const coded = (name: string, usual: string) => (headers.get(name) ?? usual).toLowerCase() !== usual;
    if (coded("content-encoding", "identity") || coded("transfer-encoding", "chunked")) {
      const message = "the model's server answered with a compressed body, which was not asked for; check its URL";
      return this.#fail(new Refusal("upstream_invalid", message), !success);
    }
    this.#status = status;
    // These two may not have a body at all.
    const isBodiless = status === 204 || status === 205;
    if (isBodiless) this.#end("passed");
    const body = isBodiless ? null : success ? this.#relay(response) : await this.#error(response);
    return new Response(body, { status, headers: this.#kept(headers) });
  }

  #fail(refusal: Refusal, free: boolean): Response {
    this.#status = refusal.status;
    this.#end(refusal.code, free);
    return refused(refusal);
  }

  /** Ends it once: whatever the upstream is still at is stopped. */
  #end(outcome: ProxyLog["outcome"], free = false): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    if (outcome !== "passed") this.#stop.abort();
    const [status, bytesOut] = [this.#status, this.#bytesOut];
    const firstByte = this.#firstByteMs === undefined ? {} : { firstByteMs: this.#firstByteMs };
    this.#asked.ended({ outcome, status, bytesIn: this.#body.byteLength, bytesOut, ...firstByte }, free);
  }

  /** Passes a result on as it comes, within its time and size. */
  #relay(response: Response): ReadableStream<Uint8Array> {
    const { mask, numbers, started, signal } = this.#asked;
    const reader = response.body?.getReader();
    const masked = new MaskedStream(mask);
    const end = started + numbers.callSeconds * 1_000;
    let out: ReadableStreamDefaultController<Uint8Array>;
    const close = (outcome: ProxyLog["outcome"]) => {
      if (masked.found && !this.#over) this.#asked.echoed();
      this.#end(outcome);
    };
    const cut = (outcome: ProxyLog["outcome"]) => {
      if (this.#over) return;
      close(outcome);
      // The client sees a connection that ended before its time, which is what it is.
      out.error(new Error("the upstream's response broke off"));
    };
    const late = () => cut("upstream_cut");
    const within = (milliseconds: number) => {
      clearTimeout(this.#timer);
      if (!this.#over) this.#timer = setTimeout(late, Math.max(0, Math.min(end - Date.now(), milliseconds)));
    };
    signal.addEventListener("abort", () => out.error(new Error("the client left")), { once: true });
    const pull = async () => {
      for (;;) {
        within(numbers.idleSeconds * 1_000);
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (this.#over) return;
        // While the client takes nothing, only the time of the whole call runs.
        within(Number.POSITIVE_INFINITY);
        if (done || !value) {
          const rest = masked.end();
          if (rest.byteLength > 0) out.enqueue(rest);
          close("passed");
          return out.close();
        }
        this.#bytesOut += value.byteLength;
        if (this.#bytesOut > numbers.responseBytes) return cut("upstream_cut");
        const piece = masked.pass(value);
        if (piece.byteLength > 0) return out.enqueue(piece);
      }
    };
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: (controller) => {
        out = controller;
      },
      pull: () => pull().catch(() => cut("upstream_cut")),
      cancel: () => close("client_left"),
    };
    // Nothing is read ahead of the client.
    return new ReadableStream(source, { highWaterMark: 0 });
  }

  /** Reads the start of a provider's error, without what it shows of the key and the account. */
  async #error(response: Response): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await startOf(response, this.#asked.numbers.idleSeconds * 1_000);
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    const clean = this.#asked.mask?.clean(text) ?? text;
    if (clean !== text) this.#asked.echoed();
    const hidden = hideAccount(clean);
    const shown = response.status === 429 ? hideFigures(hidden) : hidden;
    this.#bytesOut = shown.length;
    this.#end("upstream_error", true);
    return Uint8Array.from(shown, (character) => character.charCodeAt(0));
  }

  #kept(from: Headers): Headers {
    const headers = headersOf(kindOf(from));
    for (const name of KEPT) {
      const value = from.get(name);
      // A piece of the key is as bad as the whole.
      if (value !== null && value.length <= VALUE && (this.#asked.mask?.clean(value) ?? value) === value) headers.set(name, value);
    }
    // Proxies in front that gather bytes before they pass them on are asked not to.
    headers.set("x-accel-buffering", "no");
    return headers;
  }
}

/** What does not come whole is passed on as far as it came; what does not come in time is left out. */
async function startOf(response: Response, milliseconds: number): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  const read = async () => {
    try {
      while (size < ERROR_BYTES) {
        const { done, value } = (await reader?.read()) ?? { done: true };
        if (done || !value) break;
        const piece = value.subarray(0, ERROR_BYTES - size);
        size += piece.byteLength;
        pieces.push(piece);
      }
    } catch {
      // It broke off.
    }
    return joined(pieces, size);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Uint8Array>((resolve) => {
    timer = setTimeout(() => resolve(new Uint8Array()), milliseconds);
  });
  return Promise.race([read(), late]).finally(() => clearTimeout(timer));
}

/** What a provider may send as; anything else becomes plain text, as pages of ours may have this origin. */
function kindOf(headers: Headers): string {
  const kind = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  return ["text/event-stream", "application/json"].includes(kind) ? kind : "text/plain; charset=utf-8";
}
