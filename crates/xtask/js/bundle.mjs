// Bundles TypeScript with esbuild. Called by `cargo xtask dist`:
//   bundle.mjs package                        pkg/src and www/widget → pkg/dist
//   bundle.mjs site OUT                       www/app → OUT
//   bundle.mjs worker OUT VERSION FILES       www/app/src/sw.ts → OUT/sw.js, with the list of files and the version in it
import { existsSync, readdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
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

// Every other entry of the package refers to the one module, so that the engine is never there twice.
const beside = module((path) => {
  if (path === "colloquy") return { path: "./index.js", external: true };
  throw new Error(`${path} cannot be imported from inside the package`);
});

const fromSource = module((path) => {
  if (path === "colloquy") return { path: at("pkg/src/index.ts") };
  if (path === "colloquy/element") return { path: at("www/widget/src/index.ts") };
  throw new Error(`${path} has no source`);
});

// Lit and the element name these two while they are only being imported. A server that renders a page may do that: it gets
// stand-ins of the file's own, and no global is made or changed. (An injected module would become one more file to fetch.)
const withoutDom = "const{HTMLElement=class{},document={createTreeWalker(){}}}=globalThis;";

// PDF.js unpacks whatever a file claims to hold, gigabytes from megabytes. Text takes far less than this, in bytes, and pictures are
// not read; both places where it grows a buffer are given the bound. A version that says it differently is not built.
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
        if (contents.match(pattern)?.length !== 1) throw new Error(`PDF.js says it differently now: ${pattern}`);
        contents = contents.replace(pattern, instead);
      }
      return { contents, loader: "js" };
    });
  },
};

// The worker that reads PDF files has PDF.js within. PDF.js looks for Node to draw with, and at the window to tell whether it was
// started as a worker by its own other half: neither is meant here.
const pdfWorker = {
  define: { process: "undefined", window: "globalThis" },
  banner: { js: "/*! With PDF.js, copyright Mozilla Foundation, under the Apache License 2.0: see LICENSE-APACHE. */" },
  plugins: [changedPdf],
};

async function bundlePackage() {
  const source = at("pkg/src");
  const outdir = at("pkg/dist");
  const names = existsSync(source) ? readdirSync(source) : [];
  const builds = names
    .filter((name) => name === "index.ts" || name.endsWith(".entry.ts"))
    .map((name) => ({ in: join(source, name), out: name.replace(/(\.entry)?\.ts$/, ""), platform: "neutral" }));
  builds.push({ in: at("www/widget/src/index.ts"), out: "element", platform: "browser" });
  const written = new Set();
  for (const { platform, ...entry } of builds.filter((one) => existsSync(one.in))) {
    const { metafile } = await build({
      ...common,
      entryPoints: [entry],
      outdir,
      // What loads later lies beside what loads it: the module and the engine are found from both by the same name.
      splitting: true,
      chunkNames: `${entry.out}-[name]-[hash]`,
      platform,
      mainFields: ["module", "main"],
      external: ["node:*"],
      plugins: entry.out === "index" ? [inlineCss] : [inlineCss, beside],
      banner: entry.out === "element" ? { js: withoutDom } : {},
      ...(entry.out === "pdf-worker" && pdfWorker),
      metafile: true,
      absWorkingDir: root,
    });
    for (const file of Object.keys(metafile.outputs)) written.add(at(file));
  }
  // Chunks of earlier builds would be packed with the package.
  for (const name of readdirSync(outdir)) {
    if (name.endsWith(".js") && !written.has(join(outdir, name))) rmSync(join(outdir, name));
  }
}

async function bundleSite(out) {
  const entryPoints = [
    { in: at("www/app/src/app.ts"), out: "app" },
    { in: at("www/app/src/app.css"), out: "app" },
  ].filter((entry) => existsSync(entry.in));
  if (entryPoints.length === 0) return;
  await build({
    ...common,
    entryPoints,
    outdir: out,
    splitting: true,
    chunkNames: "[name]-[hash]",
    platform: "browser",
    // The app runs in a browser only; what the module does for Node stays behind its own condition.
    external: ["node:*"],
    plugins: [inlineCss, fromSource],
  });
}

async function bundleWorker(out, version, files) {
  const worker = at("www/app/src/sw.ts");
  if (!existsSync(worker)) return;
  await build({
    ...common,
    entryPoints: [worker],
    outfile: join(out, "sw.js"),
    platform: "browser",
    define: { VERSION: JSON.stringify(version), FILES: files },
  });
}

const [command, ...args] = process.argv.slice(2);
if (command === "package") await bundlePackage();
else if (command === "site") await bundleSite(...args);
else if (command === "worker") await bundleWorker(...args);
else throw new Error(`unknown command ${command}`);
