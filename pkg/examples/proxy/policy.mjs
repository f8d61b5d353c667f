// What is served in every runtime here: the models of one provider, to the pages of one site.
//
// The settings are those of the program, from the environment of the process or the Worker: COLLOQUY_ANTHROPIC_KEY, COLLOQUY_SECRET
// (`openssl rand -base64 48`) and COLLOQUY_ORIGINS, such as `https://interviews.example.org`.
import { createProxy } from "colloquy/proxy";

/** Makes the handler. `client` returns the address of who asks, which each runtime gives in its own way. */
export function policy(env, client) {
  return createProxy({
    upstreams: [
      {
        baseUrl: env.COLLOQUY_ANTHROPIC_URL ?? "https://api.anthropic.com",
        dialect: "anthropic",
        models: [{ name: "claude-sonnet-4-5", label: "Claude Sonnet 4.5" }],
        key: env.COLLOQUY_ANTHROPIC_KEY,
      },
    ],
    secret: env.COLLOQUY_SECRET,
    origins: env.COLLOQUY_ORIGINS.split(","),
    client,
    log: (entry) => console.error(JSON.stringify(entry)),
  });
}
