// Calls of models: HTTP and time. What is sent and what comes back is read by the part of the engine that knows the dialects; nothing here knows an interview.
import type { CallErrorKind } from "../types/generated.js";
import type { CallError, ModelEvent, RawReply } from "../types/messages.js";
import type { ModelAdapter } from "./adapters/types.js";
import { call, callPart, type Glue, generation, withParts } from "./engine.js";
import { ColloquyError } from "./errors.js";
import { importAgain } from "./import-again.js";
import { ADAPTED, adapterOf, type Connection, type ModelConnection, proxyAddress } from "./options.js";
import type { Part } from "./parts.js";

/** Longest wait for the first byte of a reply, in milliseconds: a model that thinks before it speaks sends nothing for a minute. */
const FIRST_BYTE_MS = 90_000;
/** The same where an adapter calls: what runs on the respondent's own device reads for a while before it writes. */
const FIRST_PIECE_MS = 300_000;
/** Longest silence within a reply, in milliseconds; every provider sends something at least every 15 s. */
const SILENCE_MS = 60_000;
/** Longest reply, in bytes of the response; the texts that are asked for have a hundredth of it. */
const REPLY_BYTES = 4 << 20;
/** What is read of an error's body, in bytes. */
const ERROR_BYTES = 64 << 10;
/** A token this close to its end, in milliseconds, is not used any more: the call has to arrive before. */
const TOKEN_MARGIN_MS = 15_000;

/** A call that failed, and the parameter that the model refuses, if it was that. */
interface Failure {
  error: CallError;
  refused: string | null;
}

/** What each model refused so far, by address, dialect and name: known for the page's life. */
const refused = new Map<string, Set<string>>();
/** The same of each adapter's function. */
const refusedBy = new WeakMap<object, Set<string>>();

class CallFailure extends Error {
  constructor(readonly error: CallError) {
    super(error.message);
  }
}

const fail = (kind: CallErrorKind, message: string): never => {
  throw new CallFailure({ kind, message });
};

/** @internal Calls models over one connection, for one session. */
export class Caller {
  readonly #connection: ModelConnection;
  readonly #session: string;
  #token: { text: string; until: number } | undefined;

  constructor(connection: ModelConnection, session: string) {
    this.#connection = connection;
    this.#session = session;
  }

  /**
   * Makes one call and emits its events, ending with `done` or `failed`; after `signal` no more is emitted. An error that `emit`
   * throws ends the call and is thrown on.
   */
  async ask(dialect: string, request: string, signal: AbortSignal, emit: (event: ModelEvent) => void): Promise<void> {
    const watch = new Watch(signal);
    let error: CallError;
    try {
      const done = await this.#ask(dialect, request, watch, (text) => emit({ text: { text } }));
      watch.end();
      if (!signal.aborted) emit(done);
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      if (!(thrown instanceof CallFailure)) throw thrown;
      error = watch.expired ? { kind: "timeout", message: watch.expired } : thrown.error;
    } finally {
      watch.end();
    }
    emit({ failed: error });
  }

  async #ask(recorded: string, request: string, watch: Watch, text: (text: string) => void): Promise<{ done: RawReply }> {
    const { model, schema } = JSON.parse(request) as { model: string; schema?: { schema: unknown } };
    const parts: readonly Part[] = schema ? ["dialects", "schemas"] : ["dialects"];
    await withParts(parts).catch((error: Error) => fail("network", error.message));
    const adapter = adapterOf(this.#connection);
    const connection = this.#connection as Connection;
    const dialect = adapter ? ADAPTED : recorded;
    const address = adapter ? "" : reading(() => proxyAddress(connection));
    const path = reading(() => callPart("dialects", (engine) => engine.dialectPath(dialect)));
    const key = [address, dialect, model].join(" ");
    const left = (adapter ? refusedBy.get(adapter.call) : refused.get(key)) ?? new Set<string>();
    let renewed = adapter !== undefined;
    let token = adapter ? "" : await this.#bearer(connection, address, watch, false);
    for (;;) {
      const body = reading(() => callPart("dialects", (engine) => engine.modelBody(dialect, request, JSON.stringify([...left]))));
      const response = adapter
        ? await through(adapter, body, left.has("schema") ? schema?.schema : undefined, watch)
        : await send(`${address}/${path}`, token, body, watch);
      const failure = response.ok ? await receive(response, dialect, request, watch, text) : await refusal(response, dialect, watch);
      if ("done" in failure) return failure;
      if (response.status === 401 && !renewed) {
        // Once: a token may have run out on the way.
        renewed = true;
        token = await this.#bearer(connection, address, watch, true);
      } else if (failure.refused !== null && !left.has(failure.refused)) {
        // Nothing was generated: the same is asked without it. Each name comes once, so this ends.
        left.add(failure.refused);
        if (adapter) refusedBy.set(adapter.call, left);
        else refused.set(key, left);
      } else {
        throw new CallFailure(failure.error);
      }
    }
  }

  /** Returns the token; `anew` asks for another one. */
  async #bearer({ token }: Connection, address: string, watch: Watch, anew: boolean): Promise<string> {
    // A host knows how long its token holds, so it is asked before every call.
    if (token) {
      watch.within(FIRST_BYTE_MS);
      const given = Promise.race([token(), watch.over]);
      return given.catch((error: unknown) => fail("unauthorized", `token() failed: ${messageOf(error)}`));
    }
    if (!anew && this.#token && Date.now() < this.#token.until) return this.#token.text;
    const response = await send(`${address}/v1/token`, undefined, JSON.stringify({ session: this.#session }), watch);
    if (!response.ok) throw new CallFailure((await refusal(response, "anthropic", watch)).error);
    const { token: given, expires_in: life, expires_at: until } = parse(await read(response, ERROR_BYTES, watch));
    if (typeof given !== "string") return fail("invalid", "the proxy gave no token: `model.proxy` must be the address of a Colloquy proxy");
    // How long it holds is better than until when: the two clocks need not agree.
    const end = typeof life === "number" ? Date.now() + life * 1000 : time(until);
    this.#token = { text: given, until: end - TOKEN_MARGIN_MS };
    return given;
  }
}

/** Stops a call when nothing comes for too long, or at the respondent's wish. */
class Watch {
  readonly #stop = new AbortController();
  readonly #from: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What took too long. */
  expired = "";
  /** Rejects when it is over, for what cannot be stopped itself. */
  readonly over: Promise<never>;

  constructor(from: AbortSignal) {
    this.#from = from;
    this.over = new Promise((_, reject) => this.signal.addEventListener("abort", () => reject(new Error("stopped"))));
    // Mostly nobody waits for it.
    this.over.catch(() => {});
    if (from.aborted) this.#stop.abort();
    from.addEventListener("abort", this.#abort);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Begins to wait anew. */
  within(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.expired = `nothing came for ${ms / 1000} s`;
      this.#stop.abort();
    }, ms);
  }

  /** Stops waiting, and whatever still comes in. */
  end(): void {
    clearTimeout(this.#timer);
    this.#from.removeEventListener("abort", this.#abort);
    this.#stop.abort();
  }

  #abort = (): void => this.#stop.abort();
}

async function send(url: string, token: string | undefined, body: string, watch: Watch): Promise<Response> {
  watch.within(FIRST_BYTE_MS);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
  try {
    return await fetch(url, {
      method: "POST",
      headers,
      body,
      signal: watch.signal,
      // The proxy knows whom it serves by the token alone, and gets nothing else.
      credentials: "omit",
      referrerPolicy: "no-referrer",
      redirect: "error",
      cache: "no-store",
    });
  } catch (error) {
    // An aborted call is recognised by its watch.
    return fail("network", `the proxy cannot be reached: ${messageOf(error)}`);
  }
}

/** Calls by an adapter. What it is called with is loaded with the first. */
async function through(adapter: ModelAdapter, body: string, schema: unknown, watch: Watch): Promise<Response> {
  watch.within(FIRST_PIECE_MS);
  try {
    const { respond } = await importAgain(() => import("./adapters/respond.js"));
    return await respond(adapter, body, schema, watch.signal);
  } catch (error) {
    return fail("network", `the model cannot be reached: ${messageOf(error)}`);
  }
}

/** Reads a reply as it comes in. */
async function receive(
  response: Response,
  dialect: string,
  request: string,
  watch: Watch,
  text: (text: string) => void,
): Promise<{ done: RawReply } | Failure> {
  const of = generation();
  const reply = reading(() => callPart("dialects", (engine) => new engine.ModelReply(dialect, request), of));
  let bytes = 0;
  let shown = false;
  let end: { done: RawReply } | { failed: CallError } | { reported: unknown } | undefined;
  const take = (events: string) => {
    for (const event of JSON.parse(events) as (ModelEvent | { reported: unknown })[]) {
      if ("text" in event) {
        shown = true;
        text(event.text.text);
      } else end = event;
    }
  };
  try {
    await each(response, watch, (piece) => {
      bytes += piece.length;
      if (bytes > REPLY_BYTES) fail("invalid", "the reply has more than 4 MiB");
      take(reading(() => call(of, () => reply.push(piece))));
      return end === undefined;
    });
    if (!end) take(reading(() => call(of, () => reply.end())));
    const ended = end as typeof end | undefined;
    if (!ended) return fail("network", "the reply ended before it was whole");
    if ("done" in ended) return ended;
    if ("failed" in ended) return { error: ended.failed, refused: null };
    const failure = await failureOf((engine) => engine.reportedFailure(dialect, JSON.stringify(ended.reported)));
    // Once some of a reply was shown, it is not begun again behind the respondent's back.
    return shown ? { ...failure, refused: null } : failure;
  } finally {
    if (generation() === of) call(of, () => reply.free());
  }
}

/** Reads the message of a refusal, and which parameters it is about. */
async function refusal(response: Response, dialect: string, watch: Watch): Promise<Failure> {
  const bytes = await read(response, ERROR_BYTES, watch);
  const names = ["retry-after", "retry-after-ms", "date"];
  const headers = Object.fromEntries(names.map((name) => [name, response.headers.get(name)]).filter(([, value]) => value !== null));
  return failureOf((engine) => engine.modelFailure(dialect, response.status, JSON.stringify(headers), bytes));
}

/** Loads what reads failures, and has it read one. Until it can be loaded it is as if the network were away. */
async function failureOf(read: (engine: Glue) => string): Promise<Failure> {
  await withParts(["failures"]).catch((error: Error) => fail("network", error.message));
  return JSON.parse(reading(() => callPart("failures", read))) as Failure;
}

/** Passes on each piece of a body until there is no more, or `next` is not interested. */
async function each(response: Response, watch: Watch, next: (piece: Uint8Array) => boolean): Promise<void> {
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read().catch((error: unknown) => fail("network", `the connection broke: ${messageOf(error)}`));
    if (done) return;
    watch.within(SILENCE_MS);
    if (!next(value)) return;
  }
}

/** Reads a body up to a limit; what is longer is cut. */
async function read(response: Response, limit: number, watch: Watch): Promise<Uint8Array> {
  const bytes = new Uint8Array(limit);
  let length = 0;
  await each(response, watch, (piece) => {
    bytes.set(piece.subarray(0, limit - length), length);
    length = Math.min(limit, length + piece.length);
    return length < limit;
  });
  return bytes.subarray(0, length);
}

/** Runs something of the engine; what it refuses fails the call. */
function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ColloquyError) return fail("invalid", error.message);
    throw error;
  }
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Reads when a token ends: seconds or milliseconds since 1970, or a date as text; what cannot be read ends now. */
function time(until: unknown): number {
  if (typeof until === "number") return until < 1e11 ? until * 1000 : until;
  return Date.parse(String(until)) || 0;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);
