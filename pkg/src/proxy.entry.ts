// The proxy's policy as a function from a Request to a Response, for Workers, Deno, Bun and Node: it keeps the keys of model providers out of
// pages. It uses what all of these have (fetch, streams, Web Crypto), and nothing else.
import { Handler } from "./proxy/handle.js";
import { readOptions } from "./proxy/options.js";
import type { ProxyOptions } from "./proxy/types.js";

export type {
  ProxyCode,
  ProxyCost,
  ProxyDialect,
  ProxyLimit,
  ProxyLog,
  ProxyNumbers,
  ProxyOptions,
  ProxySecret,
  ProxyUpstream,
} from "./proxy/types.js";

/** Answers one request; `info` is what the host hands over with it, such as the bindings of a Worker. */
export type ProxyHandler<Info> = (request: Request, info: Info) => Promise<Response>;

/**
 * Makes a handler that stands between pages and model APIs, as the program `colloquy-proxy` does: it adds the key, checks what is asked and by
 * whom, and passes bytes through as they arrive. What it leaves to the program is listed in the package's README.
 *
 * @throws A `TypeError` with all faults of the options. A key or a secret that a function returns is looked at with the first request that
 * needs it, and the handler's promise rejects when it is none.
 *
 * @example
 * ```ts
 * import { createProxy } from "colloquy/proxy";
 * interface Env { ANTHROPIC_KEY: string; COLLOQUY_SECRET: string }
 * const proxy = createProxy({
 *   upstreams: [
 *     { baseUrl: "https://api.anthropic.com", dialect: "anthropic", models: ["claude-sonnet-4-5"], key: (env: Env) => env.ANTHROPIC_KEY },
 *   ],
 *   secret: (env: Env) => env.COLLOQUY_SECRET,
 *   origins: ["https://interviews.example.org"],
 *   client: (request) => request.headers.get("cf-connecting-ip") ?? "",
 * });
 * export default { fetch: (request: Request, env: Env) => proxy(request, env) };
 * ```
 */
export function createProxy<Info = void>(options: ProxyOptions<Info>): ProxyHandler<Info> {
  const handler = new Handler(readOptions(options));
  return (request, info) => handler.answer(request, info);
}
