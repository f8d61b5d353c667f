// Starts the real proxy in front of a model's server of a test, serving the app or another folder, and stops it again, on the same
// port. Has what a page's server has, so that `open(path, { server })` takes it.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const project = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const app = resolve(project, process.env.SITE ?? "www/dist");

// `cargo xtask test` names the program it built; by hand cargo finds it.
const command = process.env.PROXY ? [process.env.PROXY] : ["cargo", "run", "--quiet", "--package", "colloquy-proxy", "--"];

/** The models behind it, one for each dialect. */
export const models = {
  anthropic: { dialect: "anthropic", name: "test-claude", label: "Test Claude" },
  "openai-chat": { dialect: "openai-chat", name: "test-chat", label: "Test Chat" },
  "openai-responses": { dialect: "openai-responses", name: "test-responses", label: "Test Responses" },
};

/** Rates and budgets that no test reaches unless it is about them: a test answers faster than a person. */
const rates = {
  client_requests_per_minute: 1_000_000,
  client_calls_per_minute: 1_000_000,
  session_calls_per_minute: 1_000_000,
  client_tokens_per_minute: 1_000_000,
  session_turns: 1_000_000,
  day_usd: 1_000_000,
};

/** The environment without settings of a proxy that somebody runs besides. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("COLLOQUY_")));

export class ProxyServer {
  /** Everything it wrote, all its runs together. */
  log = "";
  #process;
  #port = 0;
  #folder;

  constructor(upstream, { root = app, settings = {}, env = {} } = {}) {
    this.upstream = upstream;
    this.root = root;
    this.settings = { ...rates, ...settings };
    this.env = env;
  }

  /** The address without a slash at its end. */
  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  get running() {
    return this.#process !== undefined;
  }

  /** Starts, on the port it had before if there was one; counters and, unless one is set, the secret of tokens are new. */
  async start() {
    if (this.#process) return;
    this.#folder ??= await mkdtemp(join(tmpdir(), "colloquy-proxy-"));
    const file = join(this.#folder, "proxy.toml");
    await writeFile(file, this.#toml());
    const [program, ...first] = command;
    const child = spawn(program, [...first, "--config", file, "--listen", `127.0.0.1:${this.#port}`, "--site", this.root], {
      cwd: project,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...environment, COLLOQUY_ANTHROPIC_KEY: this.upstream.key, COLLOQUY_OPENAI_KEY: this.upstream.key, ...this.env },
    });
    child.stderr.on("data", (chunk) => (this.log += chunk));
    const lines = createInterface({ input: child.stdout });
    this.#port = await new Promise((done, fail) => {
      lines.on("line", (line) => {
        this.log += `${line}\n`;
        const port = /^listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
        if (port) done(Number(port));
      });
      child.once("error", fail);
      child.once("exit", (code) => fail(new Error(`the proxy ended with ${code}: ${this.log}`)));
    });
    this.#process = child;
  }

  /** Stops at once and waits until the port answers no more; streams break off. */
  async stop() {
    const child = this.#process;
    if (!child) return;
    this.#process = undefined;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }

  /** Takes its files away. */
  async remove() {
    await this.stop();
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }

  #toml() {
    const settings = Object.entries(this.settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    const upstreams = ["anthropic", "openai"].map((name) => `[upstream.${name}]\nurl = ${JSON.stringify(this.upstream.base)}`);
    const offered = Object.values(models).map(({ dialect, name, label }) => {
      const upstream = dialect === "anthropic" ? "anthropic" : "openai";
      return `[[model]]\nname = "${name}"\nlabel = "${label}"\ndialect = "${dialect}"\nupstream = "${upstream}"\ninput_usd = 3.0\noutput_usd = 15.0`;
    });
    return [...settings, ...upstreams, ...offered, ""].join("\n");
  }
}

/** Starts a proxy in front of a model's server. */
export async function startProxy(upstream, options) {
  const proxy = new ProxyServer(upstream, options);
  await proxy.start();
  return proxy;
}
