// The options of the handler, read as the program reads its configuration: all faults are found at once, and none quotes a key or a secret.
import { DIALECTS, PATHS } from "./dialects.js";
import { NUMBERS, readNumbers } from "./numbers.js";
import { SECRET_BYTES } from "./token.js";
import type { ProxyDialect, ProxyNumbers, ProxyOptions, ProxySecret, ProxyUpstream } from "./types.js";

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
      // One that is there and undefined is a variable that nobody set.
      if (typeof key === "string" ? !isKey(key) : "key" in upstream && typeof key !== "function") faults.push(keyFault(`${place}.key`));
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
