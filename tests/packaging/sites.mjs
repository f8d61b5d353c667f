// Examples that bring their own tools: copied, installed beside the packed tarball, and run by the commands of their own package.json.
import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { project } from "./installed.mjs";

/** Longest wait for a server's first answer. Those that compile at the first request take the longest. */
const PATIENCE = 90_000;

const env = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NUXT_TELEMETRY_DISABLED: "1",
  NG_CLI_ANALYTICS: "false",
  NO_COLOR: "1",
  // Otherwise the test runner's own settings are theirs.
  NODE_TEST_CONTEXT: undefined,
  NODE_ENV: undefined,
};

/**
 * Copies an example, with the installed package in its own `node_modules`; all else it finds in the folders above, in those of `tools`.
 * What it starts ends with `remove`.
 */
export async function copySite(name, tools, installed) {
  await mkdir(join(tools, "sites"), { recursive: true });
  const folder = await mkdtemp(join(tools, "sites", `${name}-`));
  await cp(join(project, "pkg/examples", name), folder, { recursive: true });
  await cp(installed, join(folder, "node_modules/colloquy"), { recursive: true });
  // As npm leaves one: some take the folder that has it for the whole project.
  await writeFile(join(folder, "package-lock.json"), '{ "lockfileVersion": 3 }\n');
  const { scripts } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const servers = new Set();
  return {
    folder,
    /** Runs a script to its end; rejects with what it printed. */
    async run(script) {
      const program = start(folder, scripts[script]);
      const { code, output } = await program.ended;
      if (code !== 0) throw new Error(`${name}: ${scripts[script]} ended with ${code}\n${output()}`);
      return output();
    },
    /** Starts a script, or a program by its name, that serves, on a free port; resolves when it answers. */
    async serve(script, ...args) {
      const port = await freePort();
      const program = start(folder, scripts[script] ?? script, args, port);
      servers.add(program);
      await answered(port, program);
      return {
        origin: `http://localhost:${port}`,
        output: program.output,
        async stop() {
          servers.delete(program);
          await program.stop();
        },
      };
    },
    async remove() {
      await Promise.all([...servers].map((program) => program.stop()));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Starts a command of a package.json: a program of an installed package, or Node, with its arguments. */
function start(folder, command, args = [], port = undefined) {
  const [name, ...own] = command.split(" ");
  const given = [...own, ...args].map((arg) => arg.replace("PORT", String(port)));
  const program = name === "node" ? given : [programOf(folder, name), ...given];
  const environment = { ...env, ...(port && { PORT: String(port), NITRO_PORT: String(port) }) };
  // A group of its own: some leave their work to other processes.
  const child = spawn(process.execPath, program, { cwd: folder, env: environment, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (piece) => (text += piece));
  const output = () => text;
  const ended = new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
  const stop = async () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await ended;
  };
  return { ended, output, stop };
}

/** The file of a program, such as `vite`, looked for as npm would: in the folder and in those above. */
function programOf(folder, name) {
  const packages = { ng: "@angular/cli", "vue-tsc": "vue-tsc", "svelte-check": "svelte-check" };
  const of = packages[name] ?? name;
  const require = createRequire(join(folder, "package.json"));
  for (const place of require.resolve.paths(of)) {
    try {
      const manifest = require(join(place, of, "package.json"));
      const { bin } = manifest;
      return join(place, of, typeof bin === "string" ? bin : (bin[name] ?? bin[manifest.name]));
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  throw new Error(`${name} is not installed above ${dirname(folder)}`);
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answered(port, program) {
  const until = Date.now() + PATIENCE;
  let over;
  program.ended.then(({ code }) => (over = code ?? "a signal"));
  for (;;) {
    const response = await fetch(`http://localhost:${port}/`, { headers: { accept: "text/html" } }).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return;
    // What does not compile will not compile the next time.
    if (over !== undefined || response?.status === 500 || Date.now() > until) {
      await program.stop();
      throw new Error(`no page at port ${port} (${response?.status ?? "no answer"}, ended: ${over})\n${program.output()}`);
    }
    await wait(200);
  }
}
