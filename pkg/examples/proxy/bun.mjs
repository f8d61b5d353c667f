// The proxy in Bun: `bun bun.mjs [PORT]`.
import { policy } from "./policy.mjs";

const proxy = policy(Bun.env, (request, server) => server.requestIP(request)?.address);
const [port = "8787"] = Bun.argv.slice(2);
// A model may think for longer than the ten seconds after which Bun hangs up.
const server = Bun.serve({ hostname: "127.0.0.1", port: Number(port), idleTimeout: 130, fetch: proxy });
console.log(`http://127.0.0.1:${server.port}`);
