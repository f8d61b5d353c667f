// Bundles TypeScript with esbuild. Called by `cargo xtask dist`:
//   bundle.mjs package LIST                   pkg/src and www/widget → pkg/dist
//   bundle.mjs site OUT LIST                  www/app → OUT
//   bundle.mjs worker OUT VERSION FILES LANGUAGES
//                                             www/app/src/sw.ts → OUT/sw.js, with what was named in it
// LIST gets the folders of the npm packages that are in the bundles, for their licences.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const at = (...parts) => join(root, ...parts);

// The oldest browsers that have what the engine needs (Web Locks, `crypto.randomUUID`, adopted style sheets): spring 2023.
const target = ["es2022", "chrome111", "firefox115", "safari16.4"];

const common = {
  bundle: true,
  format: "esm",
  minify: true,
  target,
  charset: "utf8",
  legalComments: "none",
  loader: { ".md": "text", ".txt": "text" },
  logLevel: "warning",
};

// A style sheet for a shadow root: `import css from "./style.css?inline"` gives its minified text.
const inlineCss = {
  name: "inline-css",
  setup(esbuild) {
    esbuild.onResolve({ filter: /\.css\?inline$/ }, (args) => ({
      path: join(args.resolveDir, args.path.replace(/\?inline$/, "")),
      namespace: "inline-css",
    }));
    esbuild.onLoad({ filter: /.*/, namespace: "inline-css" }, async (args) => {
      const css = await readFile(args.path, "utf8");
      const { code } = await transform(css, { loader: "css", minify: true, target });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

// The public module of the package: beside a bundle it stays one shared file, in the app it is bundled from source.
const module = (answer) => ({
  name: "colloquy-module",
  setup(esbuild) {
    esbuild.onResolve({ filter: /^colloquy(\/.*)?$/ }, (args) => answer(args.path));
  },
});

// Every other entry of the package refers to the one module, so that the engine is never there twice. The element is spared the list
// of its names.
const beside = (entry) =>
  module((path) => {
    if (path === "colloquy") return { path: entry === "element" ? "./core.js" : "./index.js", external: true };
    // The element and what opens it on a page load each other when they are needed.
    if (/^colloquy\/(element|launcher)$/.test(path)) return { path: `./${basename(path)}.js`, external: true };
    throw new Error(`${path} cannot be imported from inside the package`);
  });

const fromSource = module((path) => {
  if (path === "colloquy") return { path: at("pkg/src/index.ts") };
  if (path === "colloquy/element") return { path: at("www/widget/src/index.ts") };
  // The app shows the element where it stands, and has nothing to launch.
  if (path === "colloquy/launcher") return { path: "./launcher.js", external: true };
  throw new Error(`${path} has no source`);
});

// esbuild cuts what is there at first into one file for each set of later parts that need some of it, and a browser asks for a file
// only when it has read the one that names it. So each part that is loaded later is made to import the whole of `entry`: what is
// there at first is then needed by all of them, and is one file.
const together = (entry, later) => ({
  name: "together",
  setup(esbuild) {
    // The package declares that its sources do nothing by being imported; such an import would be left out.
    esbuild.onResolve({ filter: /./ }, ({ path }) => (path === entry ? { path, sideEffects: true } : undefined));
    esbuild.onLoad({ filter: /./, namespace: "file" }, async ({ path }) => {
      if (!later.has(path)) return;
      const text = await readFile(path, "utf8");
      const loader = /\.[jt]s$/.exec(path)?.[0].slice(1);
      return {
        contents: `import ${JSON.stringify(entry)};\n${loader ? text : `export default ${JSON.stringify(text)};`}`,
        loader: loader ?? "js",
      };
    });
  },
});

/** Builds with what is there at first in one file; `entry` is the entry point that stands for it. */
async function buildTogether(options, entry) {
  const all = { ...common, splitting: true, metafile: true, absWorkingDir: root, ...options };
  const { metafile } = await build({ ...all, write: false });
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => (entryPoint ? [at(entryPoint)] : []));
  const first = Object.values(options.entryPoints);
  const later = new Set(entries.filter((path) => !first.includes(path)));
  return build({ ...all, plugins: [together(entry, later), ...options.plugins] });
}

/** Removes what only unused functions would load: esbuild writes a file for every import that it reads. */
async function removeUnused({ outputs }, entry) {
  const used = new Set();
  const use = (file) => {
    if (!(file in outputs) || used.has(file)) return;
    used.add(file);
    for (const { path } of outputs[file].imports) use(path);
  };
  for (const [file, { entryPoint }] of Object.entries(outputs)) if (entryPoint && at(entryPoint) === entry) use(file);
  for (const file of Object.keys(outputs)) if (!used.has(file)) await rm(at(file));
}

/** Gives the one output that is no entry and has the file `source` in it another name, in all that refer to it. */
async function renameChunk({ outputs }, outdir, source, name) {
  const found = Object.entries(outputs).filter(
    ([, { entryPoint, inputs }]) => !entryPoint && Object.keys(inputs).some((input) => at(input) === source),
  );
  if (found.length !== 1) throw new Error(`${source} is in ${found.length} files in place of one`);
  const chunk = basename(found[0][0]);
  for (const file of Object.keys(outputs).filter((file) => existsSync(at(file)))) {
    const text = await readFile(at(file), "utf8");
    if (text.includes(chunk)) await writeFile(at(file), text.replaceAll(chunk, name));
  }
  await rename(join(outdir, chunk), join(outdir, name));
}

// Lit and the element name these two while they are only being imported. A server that renders a page may do that: it gets
// stand-ins of the file's own, and no global is made or changed. (An injected module would become one more file to fetch.)
const withoutDom = "const{HTMLElement=class{},document={createTreeWalker(){}}}=globalThis;";

// PDF.js unpacks whatever a file claims to hold, gigabytes from megabytes. Text takes far less than this, in bytes, and pictures are
// not read; both places where it grows a buffer are given the bound. A version that has it written differently is not built.
const UNPACKED = 64_000_000;
const bound = (length) => `if (${length} > ${UNPACKED}) throw new Error("this unpacks to too much");`;
/** What is changed in PDF.js, by file: a pattern that is there once, and what stands in its place. */
const CHANGES = {
  "pdf.worker.mjs": [
    [/ensureBuffer\(requested\) \{(?=\s*const buffer)/g, `$& ${bound("requested")}`],
    [/totalLength \+= chunk\.byteLength;/g, `$& ${bound("totalLength")}`],
    // The reader of pictures, which is not loaded: bundlers would pack every file that the address might name.
    [/await import\((?:\s*\/\*.*?\*\/)*\s*`\$\{WasmImage[^)]*\)/g, 'await Promise.reject(new Error("pictures are not read"))'],
  ],
  // Its other half is here already.
  "pdf.mjs": [[/await import\((?:\s*\/\*.*?\*\/)*\s*this\.workerSrc\)/g, 'await Promise.reject(new Error("there is no other worker"))']],
};
const changedPdf = {
  name: "changed-pdf",
  setup(esbuild) {
    esbuild.onLoad({ filter: /[\\/]pdf(\.worker)?\.mjs$/ }, async ({ path }) => {
      let contents = await readFile(path, "utf8");
      for (const [pattern, instead] of CHANGES[basename(path)]) {
        if (contents.match(pattern)?.length !== 1) throw new Error(`PDF.js has it written differently now: ${pattern}`);
        contents = contents.replace(pattern, instead);
      }
      return { contents, loader: "js" };
    });
  },
};

// The worker that reads PDF files has PDF.js within. PDF.js looks for Node to draw with, and at the window to find out whether it was
// started as a worker by its own other half: neither is meant here.
const pdfWorker = {
  define: { process: "undefined", window: "globalThis" },
  banner: { js: "/*! With PDF.js, copyright Mozilla Foundation, under the Apache License 2.0: see THIRD-PARTY.txt. */" },
  plugins: [changedPdf],
};

/**
 * Makes `core.js` export what the module exports, by the same names, beside what its later parts need of it: a page that has an older
 * copy of one of two files by its cache never takes one thing for another. `index.js` is then no more than the list of names.
 */
async function nameExports(outdir) {
  const [core, index] = [join(outdir, "core.js"), join(outdir, "index.js")];
  const [code, face] = [await readFile(core, "utf8"), await readFile(index, "utf8")];
  /** The pairs of `x as y` in the last clause that a pattern finds. */
  const pairs = (text, pattern) => {
    const clause = [...text.matchAll(pattern)].at(-1)?.[1];
    if (!clause) throw new Error(`esbuild writes it differently now: ${pattern}`);
    return clause
      .split(",")
      .map((pair) => pair.split(" as "))
      .map(([from, to = from]) => [from, to]);
  };
  const locals = new Map(pairs(code, /export\{([^}]*)\};?\s*$/g).map(([local, alias]) => [alias, local]));
  const aliases = new Map(pairs(face, /import\{([^}]*)\}from"\.\/core\.js"/g).map(([alias, name]) => [name, alias]));
  const names = pairs(face, /export\{([^}]*)\};?\s*$/g).map(([name, shown]) => [locals.get(aliases.get(name)), shown]);
  if (names.some(([local]) => local === undefined)) throw new Error("a name of the module is not in core.js");
  await writeFile(core, `${code.trimEnd()}export{${names.map(([local, shown]) => `${local} as ${shown}`).join()}};\n`);
  await writeFile(index, `export{${names.map(([, shown]) => shown).join()}}from"./core.js";\n`);
}

/** The import of a file that did not come (`import-again.ts`), and what tells bundlers to leave it as it is: esbuild drops comments. */
const AGAIN = /(?<=\bimport\()(?=`[^`]*\?again=)/g;
const LEAVE = "/*@vite-ignore*//*webpackIgnore:true*//*turbopackIgnore:true*/";

async function leaveImports(file) {
  if (!file.endsWith(".js")) return;
  const text = await readFile(file, "utf8");
  if (text.search(AGAIN) >= 0) await writeFile(file, text.replace(AGAIN, LEAVE));
}

/** Writes the list of the packages that the bundles were made of, those too that only name what others have. */
async function listPackages(metafiles, list) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs)).flatMap((output) => Object.keys(output.inputs));
  const folders = inputs.flatMap((file) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  await writeFile(list, JSON.stringify([...new Set(folders)].sort()));
}

async function bundlePackage(list) {
  const outdir = at("pkg/dist");
  const options = { outdir, mainFields: ["module", "main"], external: ["node:*", "react"] };
  const index = at("pkg/src/index.ts");
  const first = await buildTogether(
    { ...options, entryPoints: { index }, chunkNames: "index-[name]-[hash]", platform: "neutral", plugins: [inlineCss] },
    index,
  );
  await renameChunk(first.metafile, outdir, index, "core.js");
  await nameExports(outdir);
  const built = [first.metafile];
  const entries = readdirSync(at("pkg/src")).filter((name) => name.endsWith(".entry.ts"));
  const others = entries.map((name) => ({ in: at("pkg/src", name), out: basename(name, ".entry.ts"), platform: "neutral" }));
  others.push({ in: at("www/widget/src/index.ts"), out: "element", platform: "browser" });
  others.push({ in: at("www/widget/src/public/react.ts"), out: "react", platform: "neutral" });
  for (const { platform, ...entry } of others) {
    const { metafile } = await build({
      ...common,
      ...options,
      entryPoints: [entry],
      // What loads later lies beside what loads it: the module and the engine are found from both by the same name.
      splitting: true,
      chunkNames: `${entry.out}-[name]-[hash]`,
      platform,
      plugins: [inlineCss, beside(entry.out)],
      banner: { element: { js: withoutDom }, react: { js: '"use client";' } }[entry.out] ?? {},
      // It loads the element by the file that lies beside it.
      ...(entry.out === "launcher" && { external: ["./element.js"] }),
      ...(entry.out === "pdf-worker" && pdfWorker),
      metafile: true,
      absWorkingDir: root,
    });
    built.push(metafile);
  }
  // Chunks of earlier builds would be packed with the package.
  const written = built.flatMap(({ outputs }) => Object.keys(outputs).map((file) => basename(file)));
  for (const name of readdirSync(outdir)) {
    if (name.endsWith(".js") && name !== "core.js" && !written.includes(name)) rmSync(join(outdir, name));
  }
  for (const name of readdirSync(outdir)) await leaveImports(join(outdir, name));
  await listPackages(built, list);
}

async function bundleSite(out, list) {
  const app = at("www/app/src/app.ts");
  if (!existsSync(app)) return;
  const options = {
    outdir: out,
    chunkNames: "[name]-[hash]",
    platform: "browser",
    // The app runs in a browser only; what the module does for Node stays behind its own condition.
    external: ["node:*"],
    plugins: [inlineCss, fromSource],
  };
  const { metafile } = await buildTogether({ ...options, entryPoints: { app } }, app);
  await removeUnused(metafile, app);
  // In the place of a file that imports it and does nothing else.
  await renameChunk(metafile, out, app, "app.js");
  await build({ ...common, outdir: out, entryPoints: { app: at("www/app/src/app.css") } });
  await listPackages([metafile], list);
}

async function bundleWorker(out, version, files, languages) {
  const worker = at("www/app/src/sw.ts");
  if (!existsSync(worker)) return;
  // By their content, so that the worker never keeps files of two builds as one. A page may be changed on its way by who serves it.
  const digest = async (name) =>
    `sha256-${createHash("sha256")
      .update(await readFile(join(out, name)))
      .digest("base64")}`;
  const named = JSON.parse(files).map(async (name) => [name, name.endsWith(".html") ? "" : await digest(name)]);
  await build({
    ...common,
    entryPoints: [worker],
    outfile: join(out, "sw.js"),
    platform: "browser",
    define: {
      VERSION: JSON.stringify(version),
      FILES: JSON.stringify(Object.fromEntries(await Promise.all(named))),
      LANGUAGES: languages,
    },
  });
}

const [command, ...args] = process.argv.slice(2);
if (command === "package") await bundlePackage(...args);
else if (command === "site") await bundleSite(...args);
else if (command === "worker") await bundleWorker(...args);
else throw new Error(`unknown command ${command}`);
