// Compiles every `@example` in the package's sources, and what documents show of adapters and the proxy's handler, as programs of their own,
// then runs each `@example` that needs nothing of the reader's own: examples.mjs FOLDER
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
/** Examples by their files that declare nothing, so that they are whole programs. */
const whole = new Map();
let count = 0;
for (const name of readdirSync(sources, { recursive: true })
  .filter((file) => file.endsWith(".ts"))
  .sort()) {
  for (const code of examples(readFileSync(join(sources, name), "utf8"))) {
    count += 1;
    const file = `${name.replace(/\W/g, "-")}-${count}`;
    writeFileSync(join(folder, `${file}.ts`), `// From pkg/src/${name}\n${code}\nexport {};\n`);
    if (!/\bdeclare\b/.test(code)) whole.set(file, code);
  }
}
// What the README shows of adapters, with what is the page's own declared.
const own = `import { createInterview } from "colloquy";
import type { AiSdkModel } from "colloquy/ai-sdk";
import type { CompletionEngine } from "colloquy/openai";
declare const anthropic: (id: string) => AiSdkModel, CreateMLCEngine: (id: string) => Promise<CompletionEngine>;
declare const button: HTMLButtonElement, bar: HTMLProgressElement;`;
const blocks = readFileSync(join(project, "pkg/README.md"), "utf8").matchAll(/^```js\n([^]*?)^```/gm);
for (const [, code] of [...blocks].filter(([, code]) => code.includes("colloquy/openai"))) {
  count += 1;
  writeFileSync(join(folder, `readme-${count}.ts`), `// From pkg/README.md\n${own}\n${code}\nexport {};\n`);
}
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
    writeFileSync(join(folder, `handler-${handlers}.ts`), `// From ${file}\n${runtimes}\n${code}\nexport {};\n`);
  }
}
if (handlers < 4) throw new Error(`${handlers} examples of colloquy/proxy were found`);
count += handlers;
if (count === 0) throw new Error(`no example was found in ${sources}`);
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
console.log(`${count} examples compile`);

/** An example may load the engine and lead twenty interviews; one that takes longer waits for something that does not come. */
const PATIENCE = 120_000;
const modules = join(folder, "node_modules");
mkdirSync(modules);
symlinkSync(join(project, "pkg"), join(modules, "colloquy"), "dir");
for (const [file, code] of whole) {
  writeFileSync(join(folder, `${file}.mjs`), transformSync(code, { loader: "ts", format: "esm" }).code);
  const printed = execFileSync(process.execPath, [`${file}.mjs`], { cwd: folder, encoding: "utf8", timeout: PATIENCE });
  if (/^console\.log/m.test(code) && printed === "") throw new Error(`the example ${file} prints nothing`);
}
if (whole.size < 8) throw new Error(`only ${whole.size} examples are whole programs`);
console.log(`${whole.size} of them run`);
