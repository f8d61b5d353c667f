// Starts `xtask serve --no-build`, which becomes the proxy, and stops it again, on the same port, which is how a test goes offline.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const project = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

// `cargo xtask test` names its own program; by hand cargo finds it.
const command = process.env.XTASK ? [process.env.XTASK] : ["cargo", "run", "--quiet", "--package", "xtask", "--"];

/** The environment without settings of a proxy that somebody runs besides: pages are served without models. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("COLLOQUY_")));

class Server {
  #process;
  #port = 0;

  constructor(root, env) {
    this.root = root;
    this.env = env;
  }

  /** The address without a slash at its end. */
  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  get running() {
    return this.#process !== undefined;
  }

  /** Starts, on the port it had before if there was one. */
  async start() {
    if (this.#process) return;
    const [program, ...first] = command;
    const args = [...first, "serve", "--no-build", "--port", String(this.#port)];
    const root = this.root ?? process.env.SITE;
    if (root) args.push("--root", root);
    const child = spawn(program, args, { cwd: project, stdio: ["ignore", "pipe", "pipe"], env: { ...environment, ...this.env } });
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += chunk));
    const lines = createInterface({ input: child.stdout });
    this.#port = await new Promise((done, fail) => {
      lines.on("line", (line) => {
        const port = /^listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
        if (port) done(Number(port));
      });
      child.once("error", fail);
      child.once("exit", (code) => fail(new Error(`the server ended with ${code}: ${errors}`)));
    });
    this.#process = child;
  }

  /** Stops and waits until the port answers no more. */
  async stop() {
    const child = this.#process;
    if (!child) return;
    this.#process = undefined;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }
}

/** Starts a server of a folder; without one it serves the app. `env` are settings of the proxy, such as the models it offers. */
export async function startServer(root, env = {}) {
  const server = new Server(root, env);
  await server.start();
  return server;
}
