// What hosts see of the proxy's handler.

/** How a model's server is spoken to. */
export type ProxyDialect = "anthropic" | "openai-chat" | "openai-responses";

/** Why a request got no answer of a provider. */
export type ProxyCode =
  | "token_missing"
  | "token_invalid"
  | "token_expired"
  | "origin_not_allowed"
  | "tokens_made_by_host"
  | "model_not_allowed"
  | "prompt_not_listed"
  | "path"
  | "method"
  | "unsupported_media_type"
  | "body_too_large"
  | "body_timeout"
  | "body_invalid"
  | "field_not_allowed"
  | "field_required"
  | "content_not_allowed"
  | "tool_not_allowed"
  | "output_tokens"
  | "rate_limited"
  | "session_turns"
  | "session_tokens"
  | "daily_budget"
  | "counters_away"
  | "upstream_refused_key"
  | "upstream_unreachable"
  | "upstream_invalid"
  | "upstream_timeout";

/** Limits, rates and times. */
export interface ProxyNumbers {
  /** The largest body of a call, in bytes. Default 524,288. */
  bodyBytes: number;
  /** The most output tokens that one call may ask for. Default 8,192. */
  outputTokens: number;
  /** The largest response that is passed on, in bytes; more is cut off. Default 16 MiB. */
  responseBytes: number;
  /** The most calls of a session, over all its tokens. Default 400. Counted by this isolate, unless `limit` is there. */
  sessionTurns: number;
  /** The most tokens of a session. Default 2,000,000. It is written into tokens and handed to `limit`; nothing here counts tokens. */
  sessionTokens: number;
  /** Requests of any kind that a client may make per minute. Default 3,000. */
  clientRequestsPerMinute: number;
  /** Calls a client may make per minute. Default 120. Counted by this isolate, unless `limit` is there. */
  clientCallsPerMinute: number;
  /** Calls a session may make per minute. Default 60. Counted by this isolate, unless `limit` is there. */
  sessionCallsPerMinute: number;
  /** Session tokens a client may ask for per minute. Default 30. */
  clientTokensPerMinute: number;
  /** How long a token that is made here lives, in minutes. Default 60. */
  tokenMinutes: number;
  /** The longest life of a token that is accepted, in minutes. Default 1,440. */
  tokenLongestMinutes: number;
  /** Clients, and sessions, that are remembered at the same time. Default 20,000, which take about 10 MB at most. */
  clients: number;
  /** Time to receive a request's body, in seconds. Default 30. */
  bodySeconds: number;
  /** Bytes a second in which a body must arrive, after five seconds. Default 1,024. */
  bodyBytesPerSecond: number;
  /** Time until an upstream's response begins, in seconds. Default 120. */
  firstByteSeconds: number;
  /** Time between two pieces of an upstream's response, in seconds. Default 120. */
  idleSeconds: number;
  /** Time of a whole call, in seconds. Default 900. */
  callSeconds: number;
}

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
   * Whether a call may be sent: true, or why not; false stands for `rate_limited`. It is handed whom the call counts for (an IPv4 address, the
   * /64 network of an IPv6 address, or what else `client` returned), and takes the place of the counters of calls in this isolate
   * (`clientCallsPerMinute`, `sessionCallsPerMinute`, `sessionTurns`). When it throws, the call is refused with `counters_away`.
   */
  limit?: (client: string, cost: ProxyCost, info: Info) => boolean | ProxyLimit | Promise<boolean | ProxyLimit>;
  /** Called with what happened. What it throws is ignored. */
  log?: (entry: ProxyLog) => void;
  /** How upstreams are asked. Default the `fetch` of the runtime. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}
