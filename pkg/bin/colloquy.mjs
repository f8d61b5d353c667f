#!/usr/bin/env node
// Copies the files that the package loads later, for bundlers that leave them where they are: `npx colloquy copy FOLDER`.
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const HELP = `colloquy copy FOLDER [--all] [--modules]

Copies the engine, the guides and the reader of PDF files to FOLDER, and takes away those of other versions. Serve FOLDER, and name it
before the first interview: init({ baseUrl: "/FOLDER/" }).

  --all      Copies everything, for a page without a bundler: <script type="module" src="FOLDER/element.js">.
  --modules  Also writes FOLDER/files.js, which imports the engine and the guides, for runtimes that compile nothing while they run, such
             as Cloudflare's: import * as files from "./FOLDER/files.js"; await init(files).
`;

/** The files that are loaded by their addresses. */
const LOADED = /^(colloquy_.*\.wasm|guides|pdf-worker\.js|THIRD-PARTY\.txt|LICENSE-.*)$/;
const dist = fileURLToPath(new URL("../dist/", import.meta.url));

/** Writes a module that imports what init() takes. */
async function writeModule(folder) {
  // What simulates interviews is for owners: it would only make the program larger that leads them.
  const wasm = (await readdir(dist)).filter((name) => name.endsWith(".wasm") && name !== "colloquy_simulation_bg.wasm").sort();
  const guides = (await readdir(join(dist, "guides"))).filter((name) => name.endsWith(".json")).sort();
  const lines = ["// Written by `colloquy copy`: what init() takes."];
  const imported = (path, place, kind) => {
    lines.push(`import ${kind}${place} from "./${path}";`);
    return `${kind}${place}`;
  };
  const modules = new Map(wasm.map((name, place) => [name, imported(name, place, "wasm")]));
  const documents = guides.map((name, place) => [name.replace(/\.json$/, ""), imported(`guides/${name}`, place, "guide")]);
  for (const [option, part] of [
    ["wasmUrl", ""],
    ["validatorUrl", "_validator"],
    ["studyUrl", "_study"],
  ])
    lines.push(`export const ${option} = ${modules.get(`colloquy${part}_bg.wasm`)};`);
  const object = (pairs) => `{\n${pairs.map(([name, value]) => `  ${JSON.stringify(name)}: ${value},\n`).join("")}};`;
  const parts = [...modules].flatMap(([name, value]) => {
    const part = /^colloquy_(.+)_[\da-f]{8}\.wasm$/.exec(name)?.[1];
    return part ? [[part, value]] : [];
  });
  lines.push(`export const parts = ${object(parts)}`, `export const guides = ${object(documents)}`, "");
  await writeFile(join(folder, "files.js"), lines.join("\n"));
}

/** Copies to a folder; files there that a version before this one brought go. */
async function copy(folder, { all = false, modules = false }) {
  await mkdir(folder, { recursive: true });
  const names = (await readdir(dist)).filter((name) => (all ? !/\.d\.ts$|^glue$/.test(name) : LOADED.test(name)));
  for (const name of names) await cp(join(dist, name), join(folder, name), { recursive: true });
  const stale = (name) => /^colloquy_.+_[\da-f]{8}\.wasm$/.test(name) && !names.includes(name);
  for (const name of (await readdir(folder)).filter(stale)) await rm(join(folder, name));
  if (modules) await writeModule(folder);
  return names.length;
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: "boolean" }, modules: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  const [command, folder, ...rest] = positionals;
  if (values.help || command === undefined) console.log(HELP);
  else if (command !== "copy" || folder === undefined || rest.length > 0) throw new Error(`colloquy copy FOLDER, and nothing else`);
  else console.log(`${await copy(resolve(folder), values)} files and folders are in ${folder}`);
} catch (error) {
  console.error(`colloquy: ${error.message}\n\n${HELP}`);
  process.exitCode = 1;
}
