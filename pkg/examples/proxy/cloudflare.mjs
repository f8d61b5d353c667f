// The proxy at Cloudflare: `npx wrangler secret put COLLOQUY_ANTHROPIC_KEY`, the same for COLLOQUY_SECRET, then `npx wrangler deploy`.
import { policy } from "./policy.mjs";

// Bindings are the same for each request of a Worker, so one handler, with its counters, serves all that this isolate is given.
let proxy;

export default {
  fetch(request, env) {
    proxy ??= policy(env, (from) => from.headers.get("cf-connecting-ip"));
    return proxy(request);
  },
};
