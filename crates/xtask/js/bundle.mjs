// Bundles TypeScript with esbuild. Called by `cargo xtask dist`:
//   bundle.mjs package                        pkg/src and www/widget → pkg/dist
//   bundle.mjs site OUT                       www/app → OUT
//   bundle.mjs worker OUT VERSION FILES       www/app/src/sw.ts → OUT/sw.js, with the list of files and the version in it
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
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

async function bundlePackage() {
  const source = at("pkg/src");
  const entries = existsSync(source)
    ? readdirSync(source).filter((name) => /^[a-z]+\.entry\.ts$/.test(name) || name === "index.ts")
    : [];
  for (const name of entries) {
    const isIndex = name === "index.ts";
    await build({
      ...common,
      entryPoints: [join(source, name)],
      outfile: at("pkg/dist", name.replace(/(\.entry)?\.ts$/, ".js")),
      platform: "neutral",
      mainFields: ["module", "main"],
      external: ["node:*"],
      plugins: isIndex ? [inlineCss] : [inlineCss, beside],
    });
  }
  const widget = at("www/widget/src/index.ts");
  if (existsSync(widget)) {
    await build({
      ...common,
      entryPoints: [widget],
      outfile: at("pkg/dist/element.js"),
      platform: "browser",
      plugins: [inlineCss, beside],
    });
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
