// Builds the element against the stand-in engine into the folder given, for drawing every state: node dev/build.mjs OUT
import { writeFile } from "node:fs/promises";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
const inlineCss = {
  name: "inline-css",
  setup(esbuild) {
    esbuild.onResolve({ filter: /\.css\?inline$/ }, (args) => ({
      path: join(args.resolveDir, args.path.replace(/\?inline$/, "")),
      namespace: "inline-css",
    }));
    esbuild.onLoad({ filter: /.*/, namespace: "inline-css" }, async (args) => {
      const { code } = await transform(await readFile(args.path, "utf8"), { loader: "css", minify: true });
      return { contents: code.trim(), loader: "text" };
    });
  },
};
const standIn = {
  name: "stand-in",
  setup(esbuild) {
    if (process.argv[3] === "bare") return;
    esbuild.onResolve({ filter: /^colloquy$/ }, () => ({ path: join(here, "mock.ts") }));
  },
};
await build({
  bundle: true,
  format: "esm",
  minify: true,
  splitting: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  entryPoints: [{ in: join(here, "../src/index.ts"), out: "element" }],
  outdir: out,
  chunkNames: "element-[name]-[hash]",
  // The launcher is not drawn.
  external: process.argv[3] === "bare" ? ["colloquy", "colloquy/launcher"] : ["colloquy/launcher"],
  plugins: [inlineCss, standIn],
  tsconfig: join(here, "../tsconfig.json"),
});
await writeFile(
  join(out, "index.html"),
  `<!doctype html><html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>element</title><link rel="stylesheet" href="page.css"><colloquy-interview guide="reflective"></colloquy-interview><script type="module" src="page.js"></script></html>`,
);
await writeFile(join(out, "page.css"), "body{margin:0}");
await writeFile(
  join(out, "page.js"),
  `import "./element.js";const q=new URLSearchParams(location.search);const el=document.querySelector("colloquy-interview");
for(const k of ["theme","lang"])if(q.has(k))el.setAttribute(k,q.get(k));document.documentElement.dataset.theme=q.get("theme")??"";if(q.get("theme")==="dark")document.body.style.background="#181613";else document.body.style.background="#faf7f0";`,
);
