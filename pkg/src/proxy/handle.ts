// From a request to its response, in the order in which the program looks at it.
import { isJson, isUncoded, readBody } from "./body.js";
import { type Asked, Call } from "./call.js";
import { check } from "./check/index.js";
import { checkPrompts } from "./check/prompts.js";
import { type Client, clientOf } from "./client.js";
import { allow, originOf, type PageOrigin, preflight } from "./cors.js";
import { DIALECTS, PATHS } from "./dialects.js";
import { get, type Json, readJson } from "./json.js";
import { away, Limiter, limited } from "./limiter.js";
import { Mask } from "./mask.js";
import { type Config, isKey, keyFault, type Model, SECRET_FAULT } from "./options.js";
import { json, plain, Refusal, refused } from "./refusal.js";
import { bytesOf, type Claims, readSession, Signer } from "./token.js";
import type { ProxyCost, ProxyDialect, ProxyLog, ProxySecret } from "./types.js";

/** The largest body of a request for a token, in bytes. */
const TOKEN_BODY = 1024;

/** Input tokens a provider may add around what is sent: its own words on tools and schemas. */
const ADDED_TOKENS = 1024;

/** One request, as far as it is known before its path is looked at. */
interface Incoming<Info> {
  readonly request: Request;
  readonly info: Info;
  readonly client: Client;
  readonly origin: PageOrigin;
  readonly started: number;
}

/** Answers requests by a configuration. */
export class Handler<Info> {
  readonly #config: Config<Info>;
  readonly #limiter: Limiter;
  /** The signer of the secret that was used last, and the mask of each model's key. */
  #signer: { readonly secret: string; readonly signer: Signer } | undefined;
  readonly #masks = new Map<Model<Info>, { readonly key: string; readonly mask: Mask | undefined }>();

  constructor(config: Config<Info>) {
    this.#config = config;
    this.#limiter = new Limiter(config.numbers);
  }

  /** Answers one request. It rejects where a key or a secret that a function of the host returns is none. */
  async answer(request: Request, info: Info): Promise<Response> {
    const { path, options } = this.#config;
    const started = Date.now();
    const client = clientOf(String(options.client(request, info) ?? ""));
    const { pathname } = new URL(request.url);
    const inside = pathname.startsWith(`${path}/`) ? pathname.slice(path.length) : undefined;
    if (inside === undefined) return plain(404, "there is nothing here\n");
    if (!inside.startsWith("/v1")) return this.#other(request, inside, client);
    const origin = originOf(request, options.origins);
    const incoming = { request, info, client, origin, started };
    try {
      let slow: unknown;
      try {
        this.#limiter.take(client, "request");
      } catch (refusal) {
        slow = refusal;
      }
      isUncoded(request);
      if (request.method === "OPTIONS" && origin !== undefined) {
        if (origin === false) throw otherOrigin();
        return preflight(origin);
      }
      if (slow) throw slow;
      const rest = inside.slice("/v1".length);
      const dialect = DIALECTS.find((one) => PATHS[one] === rest);
      if (dialect) return allow(origin, await this.#call(incoming, dialect));
      if (rest === "/token") return allow(origin, await this.#token(incoming));
      throw new Refusal("path", "there is no such path; use /v1/messages, /v1/chat/completions, /v1/responses or /v1/token");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return allow(origin, this.#refuse(error, client));
    }
  }

  #refuse(refusal: Refusal, client: Client): Response {
    this.#log({ event: "refused", outcome: refusal.code, status: refusal.status, client: client.shown });
    return refused(refusal);
  }

  #log(entry: ProxyLog): void {
    try {
      this.#config.options.log?.(entry);
    } catch {
      // A log that fails refuses nobody.
    }
  }

  /** What is no call and no token: whether it runs, and which models it offers. */
  #other({ method }: Request, path: string, client: Client): Response {
    try {
      if (path !== "/healthz") this.#limiter.take(client, "request");
    } catch (error) {
      return this.#refuse(error as Refusal, client);
    }
    if (method !== "GET" && method !== "HEAD") {
      const response = plain(405, "only GET and HEAD here\n");
      response.headers.set("allow", "GET, HEAD");
      return response;
    }
    if (path === "/healthz") return plain(200, "ok\n");
    if (path !== "/config.json") return plain(404, "there is nothing here\n");
    const { offered: models, options } = this.#config;
    const offered = models.map(({ dialect, name, label }) => ({ dialect, name, label }));
    return json(200, { models: offered, proxy: `${this.#config.path}/`, tokens: options.tokens ?? "proxy" });
  }

  async #signerOf(info: Info): Promise<Signer> {
    const secret = (await read(this.#config.options.secret, info)) ?? "";
    if (this.#signer?.secret === secret) return this.#signer.signer;
    const signer = await Signer.of(secret);
    if (!signer) throw new TypeError(`createProxy: ${SECRET_FAULT}`);
    this.#signer = { secret, signer };
    return signer;
  }

  async #token({ request, info, client, origin }: Incoming<Info>): Promise<Response> {
    isPost(request);
    const { options, numbers } = this.#config;
    if (options.tokens === "host") throw new Refusal("tokens_made_by_host", "tokens are made by the server of the page; ask that one");
    // A browser sends the origin of a POST. A client without one is a server, and a server signs its own.
    if (!origin) throw otherOrigin();
    isJson(request);
    this.#limiter.take(client, "token");
    const session = readSession(get(wanted(await readBody(request, TOKEN_BODY, numbers)), "session"));
    if (session === undefined) throw new Refusal("body_invalid", 'the body must be {"session": UUID}');
    const signer = await this.#signerOf(info);
    // A session's name stands in transcripts: from another network it is another account.
    const account = uuid(await signer.alias("account", bytesOf(session), client.bytes));
    const issued = Math.floor(Date.now() / 1000);
    const life = numbers.tokenMinutes * 60;
    const { sessionTurns: turns, sessionTokens: tokens } = numbers;
    const token = await signer.sign({ session, account, issued, expires: issued + life, turns, tokens });
    this.#log({ event: "token", outcome: "token", status: 200, client: client.shown });
    const left = { turns_left: Math.max(0, turns - this.#limiter.taken(account)), tokens_left: tokens };
    return json(200, { token, session, expires_at: issued + life, expires_in: life, ...left });
  }

  async #call({ request, info, client, origin, started }: Incoming<Info>, dialect: ProxyDialect): Promise<Response> {
    const { options, numbers, models, prompts } = this.#config;
    isPost(request);
    if (origin === false) throw otherOrigin();
    isJson(request);
    // A token that is good for nothing spends nothing of those behind the same address.
    const token = bearer(request);
    const signer = await this.#signerOf(info);
    const claims = await signer.check(token, Math.floor(Date.now() / 1000), numbers.tokenLongestMinutes * 60);
    if (!options.limit) this.#limiter.take(client, "call");
    const sent = await readBody(request, numbers.bodyBytes, numbers);
    const { value, model, output, user } = check(dialect, sent, models[dialect], numbers.outputTokens);
    await checkPrompts(dialect, value, prompts);
    const body = model.identify ? await identified(sent, model, user, signer, claims) : sent;
    const key = await read(model.key, info);
    if (model.key !== undefined && (key === undefined || !isKey(key))) throw new TypeError(`createProxy: ${keyFault(model.place)}`);
    const cost = costOf(model, body, output, claims, numbers);
    await this.#take(client, cost, info);
    const asked: Asked = {
      model,
      key,
      mask: this.#maskOf(model, key),
      numbers,
      started,
      signal: request.signal,
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
      ended: (entry, free) => {
        if (free && !options.limit) this.#limiter.giveBack(cost.account);
        const durationMs = Date.now() - started;
        this.#log({ event: "call", client: client.shown, model: model.name, dialect, ...entry, durationMs });
      },
      echoed: () => this.#log({ event: "key_echo", outcome: "key_echo", status: 200, client: client.shown, model: model.name, dialect }),
    };
    return new Call(asked, body).answer();
  }

  /** Takes what a call may cost, from the host's counters or this isolate's. */
  async #take(client: Client, cost: ProxyCost, info: Info): Promise<void> {
    const { limit } = this.#config.options;
    if (!limit) return this.#limiter.takeTurn(cost);
    let verdict: Awaited<ReturnType<typeof limit>>;
    try {
      verdict = await limit(client.name, cost, info);
    } catch {
      throw away();
    }
    if (verdict !== true) throw limited(verdict || "rate_limited");
  }

  #maskOf(model: Model<Info>, key: string | undefined): Mask | undefined {
    if (key === undefined) return undefined;
    const known = this.#masks.get(model);
    if (known?.key === key) return known.mask;
    const mask = Mask.of(key);
    this.#masks.set(model, { key, mask });
    return mask;
  }
}

/** Reads a key or a secret. */
async function read<Info>(secret: ProxySecret<Info> | undefined, info: Info): Promise<string | undefined> {
  return typeof secret === "function" ? secret(info) : secret;
}

function isPost({ method }: Request): void {
  if (method !== "POST") throw new Refusal("method", "only POST is answered here");
}

function otherOrigin(): Refusal {
  return new Refusal("origin_not_allowed", "pages of this origin may not call; whoever runs the proxy must add it to origins");
}

/** The token of a call. */
function bearer({ headers }: Request): string {
  // Two lines become one that is parted by a comma, and no token has one.
  const token = /^bearer ([^,]*)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
  if (token !== undefined) return token;
  throw new Refusal("token_missing", "a call needs `Authorization: Bearer` and a session token; POST /v1/token makes one");
}

/** The body of a request for a token; `undefined` when it is none. */
function wanted(body: Uint8Array): Json | undefined {
  try {
    return readJson(body);
  } catch {
    return undefined;
  }
}

function uuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Adds a name for the session to a body that was checked, at its end; all before it stays as it was sent. */
async function identified(
  sent: Uint8Array,
  { dialect }: Model<never>,
  user: string | undefined,
  signer: Signer,
  { account }: Claims,
): Promise<Uint8Array<ArrayBuffer>> {
  if (user !== undefined) throw new Refusal("field_not_allowed", `${user} is set by the proxy; leave it out`);
  const name = await signer.alias("session", bytesOf(account));
  const field = dialect === "anthropic" ? `"metadata":{"user_id":"${name}"}` : `"safety_identifier":"${name}"`;
  // An object, and one that names a model: something stands before its end.
  const end = sent.lastIndexOf(125);
  const added = new TextEncoder().encode(`,${field}}`);
  const body = new Uint8Array(end + added.byteLength);
  body.set(sent.subarray(0, end));
  body.set(added, end);
  return body;
}

function costOf(
  { name, dialect }: Model<never>,
  body: Uint8Array,
  outputTokens: number,
  { session, account, turns, tokens }: Claims,
  numbers: { readonly sessionTurns: number; readonly sessionTokens: number },
): ProxyCost {
  const least = (claimed: number | undefined, own: number) => Math.min(claimed ?? own, own);
  return {
    model: name,
    dialect,
    session,
    account,
    // No tokeniser makes more tokens of a text than it has bytes.
    inputTokens: body.byteLength + ADDED_TOKENS,
    outputTokens,
    sessionTurns: least(turns, numbers.sessionTurns),
    sessionTokens: least(tokens, numbers.sessionTokens),
  };
}
