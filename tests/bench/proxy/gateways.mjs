// The proxies that are measured: Colloquy's, and its peers, each before the same upstream and set to pass a stream on at once.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { endAll, firstLine, freePort, run, start } from "./process.mjs";

/**
 * @typedef {object} Gateway
 * @property {string} address
 * @property {string} path
 * @property {string[]} headers lines that it wants
 * @property {string[]} tokens values of `Authorization`
 * @property {number} pid
 */

export const MODELS = ["bench-plain", "bench-burst", "bench-paced", "bench-idle"];
const SESSIONS = 64;
const MASTER = "sk-4f1c9a60b7d24e8fa3c5d9180e6b72d1";
const KEY = "sk-bench-0123456789abcdefghijklmnop";

/** Waits until something answers there. @param {string} address @param {number} seconds */
const answers = async (address, seconds) => {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    try {
      await fetch(`http://${address}/`, { signal: AbortSignal.timeout(2000) });
      return;
    } catch {
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  throw new Error(`nothing answers at ${address} after ${seconds} seconds`);
};

/**
 * Colloquy's proxy: tokens checked, bodies read, rates, sessions, the day's tokens and money counted, the key looked for in
 * every answer, a line of log for every call. Only the limits are so high that no call is refused.
 * @param {string} program @param {string} upstream @param {string} folder
 * @param {Record<string, string>} more settings, as variables
 * @param {string} name of its files
 * @returns {Promise<Gateway>}
 */
export const colloquy = async (program, upstream, folder, more = {}, name = "colloquy") => {
  const config = join(folder, `${name}.toml`);
  const models = MODELS.map(
    (name) => `[[model]]\nname = "${name}"\ndialect = "openai-chat"\nupstream = "openai"\ninput_usd = 1.0\noutput_usd = 1.0\n`,
  );
  writeFileSync(
    config,
    `day_usd = 1000000
session_turns = 1000000
session_tokens = 1000000000000
day_tokens = 1000000000000
client_calls_per_minute = 1000000
session_calls_per_minute = 1000000
session_calls_at_once = 10000
client_connections = 20000
client_requests_per_minute = 100000000
calls_at_once = 1000000
model_calls_at_once = 1000000
client_calls_at_once = 1000000
[upstream.openai]
url = "http://${upstream}/v1"
${models.join("")}`,
  );
  const env = {
    COLLOQUY_LISTEN: "127.0.0.1:0",
    COLLOQUY_ORIGINS: "https://interviews.example",
    COLLOQUY_SECRET: "a secret for this bench of more than thirty-two bytes",
    COLLOQUY_OPENAI_KEY: KEY,
    COLLOQUY_CONFIG: config,
    ...more,
  };
  const child = start(program, [], { env, log: join(folder, `${name}.log`) });
  const line = await firstLine(child);
  const tokens = [];
  for (let number = 0; number < SESSIONS; number += 1) {
    const session = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const token = await run(program, ["token", "--session", session], { env, log: join(folder, "token.log") });
    tokens.push(token.trim());
  }
  const address = line.replace("listening on http://", "");
  return { address, path: "/v1/chat/completions", headers: ["origin: https://interviews.example"], tokens, pid: child.pid ?? 0 };
};

/**
 * Ours that keeps what was spent in a file, as one proxy on a server does.
 * @param {string} program @param {string} upstream @param {string} folder
 */
export const kept = (program, upstream, folder) =>
  colloquy(program, upstream, folder, { COLLOQUY_STATE: join(folder, "spent") }, "colloquy-state");

/**
 * Ours with its counters in a Redis of the bench's own, as several proxies have them.
 * @param {string} program @param {string} upstream @param {string} folder
 */
export const shared = async (program, upstream, folder) => {
  const port = await freePort();
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder];
  const redis = start("redis-server", args, { log: join(folder, "redis.log") });
  redis.stdout?.resume();
  const failed = new Promise((_, fail) => redis.once("error", fail));
  const begun = colloquy(program, upstream, folder, { COLLOQUY_REDIS_URL: `redis://127.0.0.1:${port}` }, "colloquy-redis");
  return await Promise.race([begun, failed]);
};

/**
 * The same parts as ours without any check: `examples/plain.rs`.
 * @param {string} program @param {string} upstream @param {string} folder
 * @returns {Promise<Gateway>}
 */
export const plain = async (program, upstream, folder) => {
  const child = start(program, [upstream, KEY], { log: join(folder, "plain.log") });
  const address = await firstLine(child);
  return { address, path: "/v1/chat/completions", headers: [], tokens: [KEY], pid: child.pid ?? 0 };
};

/**
 * nginx as a plain reverse proxy: it adds the key and writes its access log, and checks nothing.
 * @param {string} upstream @param {string} folder
 * @returns {Promise<Gateway>}
 */
export const nginx = async (upstream, folder) => {
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`);
  const config = join(folder, "nginx.conf");
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  writeFileSync(
    config,
    `${user}daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log ${folder}/nginx-error.log;
events { worker_connections 1024; }
http {
  access_log ${folder}/nginx-access.log;
  ${temporary.join("\n  ")}
  keepalive_requests 1000000;
  upstream model { server ${upstream}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port} backlog=1024;
    location / {
      proxy_pass http://model;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Authorization "Bearer ${KEY}";
      proxy_buffering off;
    }
  }
}
`,
  );
  const child = start("nginx", ["-c", config, "-e", join(folder, "nginx-error.log")], { log: join(folder, "nginx.log") });
  const address = `127.0.0.1:${port}`;
  await answers(address, 10);
  return { address, path: "/v1/chat/completions", headers: [], tokens: [KEY], pid: child.pid ?? 0 };
};

/**
 * Portkey's gateway on Node, told where the upstream is by the headers it has for that.
 * @param {string} upstream @param {string} folder
 * @returns {Promise<Gateway>}
 */
export const portkey = async (upstream, folder) => {
  const port = await freePort();
  const program = fileURLToPath(new URL("../node_modules/@portkey-ai/gateway/build/start-server.js", import.meta.url));
  const args = [program, `--port=${port}`, "--headless"];
  const env = { NODE_ENV: "production", TRUSTED_CUSTOM_HOSTS: "127.0.0.1,localhost" };
  const child = start(process.execPath, args, { env, log: join(folder, "portkey.log") });
  const address = `127.0.0.1:${port}`;
  child.stdout?.resume();
  await answers(address, 30);
  const headers = ["x-portkey-provider: openai", `x-portkey-custom-host: http://${upstream}/v1`];
  return { address, path: "/v1/chat/completions", headers, tokens: [KEY], pid: child.pid ?? 0 };
};

/**
 * LiteLLM's proxy in one worker. It is installed from PyPI the first time, in a virtual environment of its own.
 * @param {string} upstream @param {string} folder @param {string} venv
 * @returns {Promise<Gateway>}
 */
export const litellm = async (upstream, folder, venv) => {
  const program = join(venv, "bin/litellm");
  const ready = join(venv, "installed");
  if (!existsSync(ready)) {
    mkdirSync(venv, { recursive: true });
    console.log("Installing LiteLLM (some minutes)");
    await run("python3", ["-m", "venv", venv], { log: join(folder, "venv.log") });
    await run(join(venv, "bin/pip"), ["install", "--quiet", "litellm[proxy]"], { log: join(folder, "pip.log") });
    writeFileSync(ready, "");
  }
  const port = await freePort();
  const config = join(folder, "litellm.yaml");
  const models = MODELS.map(
    (name) =>
      `  - model_name: ${name}\n    litellm_params: { model: openai/${name}, api_base: "http://${upstream}/v1", api_key: ${KEY} }\n`,
  );
  writeFileSync(config, `model_list:\n${models.join("")}litellm_settings: { telemetry: false }\n`);
  const child = start(program, ["--config", config, "--host", "127.0.0.1", "--port", String(port), "--num_workers", "1"], {
    // Without a key for its own clients it refuses to start.
    env: { LITELLM_MASTER_KEY: MASTER, LITELLM_LOCAL_MODEL_COST_MAP: "True", LITELLM_TELEMETRY: "False", NO_PROXY: "127.0.0.1" },
    log: join(folder, "litellm.log"),
  });
  child.stdout?.resume();
  const address = `127.0.0.1:${port}`;
  const ended = new Promise((_, fail) =>
    child.once("exit", (code) => fail(new Error(`it ended with ${code}; see ${join(folder, "litellm.log")}`))),
  );
  await Promise.race([answers(address, 300), ended]);
  return { address, path: "/v1/chat/completions", headers: [], tokens: [MASTER], pid: child.pid ?? 0 };
};

export { endAll };
