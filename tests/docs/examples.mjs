// Compiles every `@example` in the package's sources, and what documents show of adapters and the proxy's handler, as programs of their own,
// then runs each of them by run-example.mjs, with fakes of what its reader brings: examples.mjs FOLDER
// FOLDER is where they are written to; `colloquy` and its other entries are the package's source when they are compiled, and the built
// package when they are run.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

const project = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const sources = join(project, "pkg/src");
const folder = resolve(process.argv[2]);

/** The code blocks of the examples in a source, without the comment's stars. */
function examples(text) {
  const comments = [...text.matchAll(/^[ \t]*\/\*\*[^]*?\*\//gm)].map(([comment]) => comment.replace(/^[ \t]*\*? ?/gm, ""));
  return comments.flatMap((comment) => [...comment.matchAll(/@example[^]*?```(?:ts|js)\n([^]*?)```/g)].map(([, code]) => code));
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
/** The examples by the names of their files. */
const programs = new Map();
function add(name, from, code, declared = "") {
  const file = `${name}-${programs.size + 1}`;
  writeFileSync(join(folder, `${file}.ts`), `// From ${from}\n${declared}\n${code}\nexport {};\n`);
  programs.set(file, code);
}
for (const name of readdirSync(sources, { recursive: true })
  .filter((file) => file.endsWith(".ts"))
  .sort()) {
  for (const code of examples(readFileSync(join(sources, name), "utf8"))) add(name.replace(/\W/g, "-"), `pkg/src/${name}`, code);
}
if (programs.size < 14) throw new Error(`only ${programs.size} examples were found in ${sources}`);
// What the README shows of adapters, with what is the page's own declared.
const own = `import type { AiSdkModel } from "colloquy/ai-sdk";
import type { CompletionEngine } from "colloquy/openai";
declare const anthropic: (id: string) => AiSdkModel, CreateMLCEngine: (id: string) => Promise<CompletionEngine>;
declare const button: HTMLButtonElement, bar: HTMLProgressElement;`;
const blocks = readFileSync(join(project, "pkg/README.md"), "utf8").matchAll(/^```js\n([^]*?)^```/gm);
const before = programs.size;
for (const [, code] of blocks)
  if (code.includes("colloquy/openai")) add("readme", "pkg/README.md", `import { createInterview } from "colloquy";\n${code}`, own);
if (programs.size === before) throw new Error("no example of adapters was found in pkg/README.md");
// What documents show of the proxy's handler, with what the runtimes bring declared.
const runtimes = `declare namespace Deno {
  interface ServeHandlerInfo { remoteAddr: { hostname: string } }
  const env: { get(name: string): string | undefined };
  function serve(handler: (request: Request, info: ServeHandlerInfo) => Promise<Response>): void;
}
declare namespace Bun {
  interface Server { requestIP(request: Request): { address: string } | null }
  const env: { COLLOQUY_SECRET?: string };
  function serve(options: { fetch: (request: Request, server: Server) => Promise<Response>; idleTimeout: number }): void;
}`;
let handlers = 0;
for (const file of ["pkg/README.md", "pkg/docs/site/pages/operator.md"]) {
  const blocks = readFileSync(join(project, file), "utf8").matchAll(/^```ts\n([^]*?)^```/gm);
  for (const [, code] of [...blocks].filter(([, code]) => code.includes("colloquy/proxy"))) {
    handlers += 1;
    add("handler", file, code, runtimes);
  }
}
if (handlers < 4) throw new Error(`${handlers} examples of colloquy/proxy were found`);
const source = (name) => [relative(folder, join(sources, name))];
const entries = ["ai-sdk", "chrome", "openai", "proxy"].map((name) => [`colloquy/${name}`, source(`${name}.entry.ts`)]);
const paths = { colloquy: source("index.ts"), ...Object.fromEntries(entries) };
const types = ["wasm.d.ts", "texts.d.ts"].map((name) => join(sources, name));
const compilerOptions = { paths, noUnusedLocals: false };
writeFileSync(
  join(folder, "tsconfig.json"),
  JSON.stringify({ extends: join(project, "tsconfig.base.json"), compilerOptions, include: ["*.ts"], files: types }),
);
execFileSync(process.execPath, [join(project, "node_modules/typescript/bin/tsc"), "--project", folder], { stdio: "inherit" });
console.log(`${programs.size} examples compile`);

/** An example may load the engine and lead twenty interviews; one that takes longer waits for something that does not come. */
const PATIENCE = 120_000;
const modules = join(folder, "node_modules");
mkdirSync(modules);
symlinkSync(join(project, "pkg"), join(modules, "colloquy"), "dir");
const runner = join(project, "tests/docs/run-example.mjs");
for (const [file, code] of programs) {
  // The runner leads the interviews, so it has to be handed them.
  const kept = [...code.matchAll(/^const (interview|another) =/gm)].map(([, name]) => name);
  const exported = `${code}\nexport { ${kept.join()} };\n`;
  writeFileSync(join(folder, `${file}.mjs`), transformSync(exported, { loader: "ts", format: "esm" }).code);
  const args = [runner, join(folder, `${file}.mjs`), join(folder, `${file}.ts`)];
  const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", timeout: PATIENCE });
  if (/^console\.log/m.test(code) && printed === "") throw new Error(`the example ${file} prints nothing`);
}
console.log(`${programs.size} of them run`);
