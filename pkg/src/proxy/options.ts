// The options of the handler, read as the program reads its configuration: all faults are found at once, and none quotes a key or a secret.
import { DIALECTS, PATHS, type ProxyDialect } from "./dialects.js";
import { NUMBERS, type ProxyNumbers, readNumbers } from "./numbers.js";
import type { ProxyCode } from "./refusal.js";
import { SECRET_BYTES } from "./token.js";

/** A key or a secret: a text, or a function that reads it out of what the host hands over with each request. */
export type ProxySecret<Info> = string | ((info: Info) => string | undefined | Promise<string | undefined>);

/** One provider or server behind the handler. */
export interface ProxyUpstream<Info> {
  /** Its address up to and with the version, such as `https://api.openai.com/v1`; without a path it is `/v1`. */
  baseUrl: string;
  /** The wire format of its models. */
  dialect: ProxyDialect;
  /** Its key; left out for a server that wants none. It goes to `baseUrl` and nowhere else. */
  key?: ProxySecret<Info>;
  /** How it wants the key. Default `x-api-key` for `anthropic`, else `bearer`. */
  auth?: "bearer" | "x-api-key";
  /** Whether a keyed hash of the session is added, by which it can block one abuser. Default true at Anthropic's and OpenAI's own addresses. */
  identify?: boolean;
  /** The models that pages may ask for, by their exact names. */
  models: readonly (string | { readonly name: string; readonly label?: string })[];
}

/** What one call may cost at most, handed to `limit` before it is sent. */
export interface ProxyCost {
  /** The model and its wire format. */
  readonly model: string;
  /** See `model`. */
  readonly dialect: ProxyDialect;
  /** The session, and the name under which what it spends is counted. UUIDs. */
  readonly session: string;
  /** See `session`. */
  readonly account: string;
  /** The most input tokens, which is the bytes of the body plus 1,024, and the most output tokens. */
  readonly inputTokens: number;
  /** See `inputTokens`. */
  readonly outputTokens: number;
  /** The most calls and tokens of the session: the options', or less where its token claims less. */
  readonly sessionTurns: number;
  /** See `sessionTurns`. */
  readonly sessionTokens: number;
}

/** Why `limit` refuses a call. Only `rate_limited` has the interview try again by itself. */
export type ProxyLimit = "rate_limited" | "session_turns" | "session_tokens" | "daily_budget";

/** What happened, without a word of any conversation, a key or a token. */
export interface ProxyLog {
  /** A call that was sent, a token that was made, a request that was refused, or a key that an upstream sent back and that was starred out. */
  readonly event: "call" | "token" | "refused" | "key_echo";
  /** How it ended: `passed`, `client_left`, `upstream_cut`, `upstream_error`, `token`, or the code of the refusal. */
  readonly outcome: ProxyCode | "passed" | "client_left" | "upstream_cut" | "upstream_error" | "token" | "key_echo";
  /** The status that was answered. */
  readonly status: number;
  /** The network of the client, never a whole address; a host's own name of it as it is. */
  readonly client: string;
  /** Of a call. */
  readonly model?: string;
  /** See `model`. */
  readonly dialect?: ProxyDialect;
  /** Bytes that were sent to the upstream, and passed on to the client. */
  readonly bytesIn?: number;
  /** See `bytesIn`. */
  readonly bytesOut?: number;
  /** Milliseconds until the response began, and of the whole call. */
  readonly firstByteMs?: number;
  /** See `firstByteMs`. */
  readonly durationMs?: number;
}

/** What the handler serves, to whom, and within which limits. */
export interface ProxyOptions<Info> extends Partial<ProxyNumbers> {
  /** The providers and their models. */
  upstreams: readonly ProxyUpstream<Info>[];
  /** Pages that may call, exactly as browsers write their origins; `*` only with `tokens: "host"`. */
  origins: readonly string[] | "*";
  /** The secret that session tokens are signed with, of 32 bytes or more. */
  secret: ProxySecret<Info>;
  /** Who a request is from: the address of the client, as the runtime gives it. A header that the client can write itself is no address. */
  client: (request: Request, info: Info) => string;
  /** Who makes session tokens: this handler for allowed origins, the default, or only a server of the host's. */
  tokens?: "proxy" | "host";
  /** SHA-256, in hexadecimal, of the only instructions that pass. Left out, all do. */
  prompts?: readonly string[];
  /** What stands before `/v1` in the path, such as `/interviews`. */
  path?: string;
  /** Lets a key go over plain http to another machine. */
  allowHttp?: boolean;
  /**
   * Whether a call may be sent: true, or why not; false stands for `rate_limited`. It takes the place of the counters of calls in this isolate
   * (`clientCallsPerMinute`, `sessionCallsPerMinute`, `sessionTurns`). When it throws, the call is refused with `counters_away`.
   */
  limit?: (client: string, cost: ProxyCost, info: Info) => boolean | ProxyLimit | Promise<boolean | ProxyLimit>;
  /** Called with what happened. What it throws is ignored. */
  log?: (entry: ProxyLog) => void;
  /** How upstreams are asked. Default the `fetch` of the runtime. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** A model, with how its upstream is asked. */
export interface Model<Info> {
  readonly name: string;
  readonly label: string;
  readonly dialect: ProxyDialect;
  readonly url: string;
  readonly key: ProxySecret<Info> | undefined;
  /** Where the key is configured, for the error when it is none. */
  readonly place: string;
  readonly auth: "bearer" | "x-api-key";
  readonly identify: boolean;
}

/** The options, read and found free of faults. */
export interface Config<Info> {
  readonly options: ProxyOptions<Info>;
  readonly numbers: ProxyNumbers;
  readonly path: string;
  readonly prompts: ReadonlySet<string>;
  readonly models: Readonly<Record<ProxyDialect, ReadonlyMap<string, Model<Info>>>>;
  /** All models, in the order of the options. */
  readonly offered: readonly Model<Info>[];
}

const KNOWN = ["upstreams", "origins", "secret", "client", "tokens", "prompts", "path", "allowHttp", "limit", "log", "fetch"];

/** The providers that take a name of the session. */
const IDENTIFIED = ["https://api.anthropic.com/v1", "https://api.openai.com/v1"];

/**
 * Reads the options.
 *
 * @throws A `TypeError` with all faults.
 */
export function readOptions<Info>(options: ProxyOptions<Info>): Config<Info> {
  const faults: string[] = [];
  const { origins, secret, tokens = "proxy", prompts = [], path = "" } = options;
  for (const name of Object.keys(options)) if (!KNOWN.includes(name) && !NUMBERS.includes(name)) faults.push(`${name} is no option`);
  if (origins === "*") {
    if (tokens !== "host") faults.push('origins may be "*" only with tokens: "host": else any page could spend your money');
  } else if (!Array.isArray(origins)) faults.push('origins must be a list, or "*"');
  else
    for (const origin of origins.filter((one) => !isOrigin(one)))
      faults.push(`origins: ${JSON.stringify(origin)} is no origin; write it as browsers do, such as https://example.org`);
  if (tokens !== "proxy" && tokens !== "host") faults.push('tokens must be "proxy" or "host"');
  if (typeof secret === "string" ? !isSecret(secret) : typeof secret !== "function") faults.push(SECRET_FAULT);
  if (typeof options.client !== "function") faults.push("client must be a function that returns the address of who asks");
  for (const hash of prompts)
    if (!/^[\da-f]{64}$/i.test(hash)) faults.push(`prompts: ${JSON.stringify(hash)} is no SHA-256 in hexadecimal`);
  if (!/^(\/[\w.~-]+)*$/.test(path)) faults.push("path must be empty, or begin with a slash and end with none");
  const numbers = readNumbers(options, faults);
  const offered = readUpstreams(options, faults);
  const models = Object.fromEntries(DIALECTS.map((dialect) => [dialect, new Map<string, Model<Info>>()])) as Record<
    ProxyDialect,
    Map<string, Model<Info>>
  >;
  for (const model of offered) {
    const { dialect, name } = model;
    if (models[dialect].has(name)) faults.push(`${name} is offered twice as ${dialect}`);
    models[dialect].set(name, model);
  }
  if (faults.length > 0) throw new TypeError(`createProxy: ${faults.join("; ")}`);
  return { options, numbers, path, prompts: new Set(prompts.map((hash) => hash.toLowerCase())), models, offered };
}

/** What is expected of a secret. */
export const SECRET_FAULT = `secret must have ${SECRET_BYTES} bytes or more; \`openssl rand -base64 48\` makes one`;

function isSecret(secret: string): boolean {
  return new TextEncoder().encode(secret).length >= SECRET_BYTES;
}

/** An origin as a browser sends it. */
function isOrigin(text: unknown): boolean {
  const match = /^(https?):\/\/([a-z\d.:[\]-]+)$/.exec(String(text));
  return match !== null && !match[2]?.endsWith(match[1] === "https" ? ":443" : ":80");
}

function readUpstreams<Info>({ upstreams, allowHttp = false }: ProxyOptions<Info>, faults: string[]): Model<Info>[] {
  const offered: Model<Info>[] = [];
  if (!Array.isArray(upstreams)) faults.push("upstreams must be a list");
  else
    for (const [at, upstream] of (upstreams as readonly ProxyUpstream<Info>[]).entries()) {
      const place = `upstreams[${at}]`;
      const { baseUrl, dialect, key, auth = dialect === "anthropic" ? "x-api-key" : "bearer" } = upstream;
      const base = baseOf(baseUrl, allowHttp);
      if (base instanceof Error) faults.push(`${place}.baseUrl ${base.message}`);
      const known = DIALECTS.includes(dialect);
      if (!known) faults.push(`${place}.dialect must be ${DIALECTS.join(", ")}`);
      if (auth !== "bearer" && auth !== "x-api-key") faults.push(`${place}.auth must be "bearer" or "x-api-key"`);
      if (typeof key === "string" ? !isKey(key) : key !== undefined && typeof key !== "function") faults.push(keyFault(`${place}.key`));
      if (!Array.isArray(upstream.models) || upstream.models.length === 0) faults.push(`${place}.models must be a list of names`);
      else if (known && typeof base === "string") {
        const identify = upstream.identify ?? IDENTIFIED.includes(base);
        for (const one of upstream.models) {
          const { name, label = name } = typeof one === "string" ? { name: one } : one;
          if (!name) faults.push(`${place}.models must have names`);
          else offered.push({ name, label, dialect, url: base + PATHS[dialect], key, place: `${place}.key`, auth, identify });
        }
      }
    }
  return offered;
}

/** Whether a key can stand in a header. */
export function isKey(key: string): boolean {
  return /^[!-~]+$/.test(key);
}

/** What is expected of a key. */
export function keyFault(place: string): string {
  return `${place} must be one line of visible ASCII characters without spaces`;
}

/** The address without a slash at its end, with `/v1` when it has no path. */
function baseOf(text: string, allowHttp: boolean): string | Error {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return new Error("must be an http or https URL such as https://api.openai.com/v1");
  }
  const { protocol, hostname, username, password, search, hash } = url;
  if (!/^https?:$/.test(protocol) || username || password || search || hash)
    return new Error("must be an http or https URL such as https://api.openai.com/v1, without user, query or fragment");
  const local = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  if (protocol === "http:" && !local && !allowHttp)
    return new Error("is http to another machine, which would send the key in the clear; use https, or set allowHttp");
  return url.origin + (url.pathname.replace(/\/+$/, "") || "/v1");
}
