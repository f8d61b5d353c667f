// The proxy in Deno: `deno run --allow-env --allow-net deno.mjs [PORT]`.
import { policy } from "./policy.mjs";

const proxy = policy(Deno.env.toObject(), (_request, { remoteAddr }) => remoteAddr.hostname);
const [port = "8787"] = Deno.args;
const onListen = (at) => console.log(`http://127.0.0.1:${at.port}`);
Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen }, proxy);
