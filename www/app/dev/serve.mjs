// Serves the pages on the stand-in of the engine: node www/app/dev/serve.mjs [port]
// For working on looks; the shipped app is built and served by `cargo xtask serve`.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const app = join(dirname(fileURLToPath(import.meta.url)), "..");
const root = join(app, "../..");
const out = join(root, "target/app-dev");
const plugin = {
  name: "stand-in",
  setup(esbuild) {
    esbuild.onResolve({ filter: /^colloquy$/ }, () => ({ path: join(app, "dev/mock.ts") }));
    esbuild.onResolve({ filter: /^colloquy\/element$/ }, () => ({ path: join(root, "www/widget/src/index.ts") }));
    esbuild.onResolve({ filter: /\.css\?inline$/ }, (args) => ({ path: join(args.resolveDir, args.path.replace("?inline", "")), namespace: "inline" }));
    esbuild.onLoad({ filter: /.*/, namespace: "inline" }, async ({ path }) => ({
      contents: (await transform(await readFile(path, "utf8"), { loader: "css" })).code,
      loader: "text",
    }));
  },
};
const bundle = () =>
  build({
    entryPoints: [
      { in: join(app, "src/app.ts"), out: "app" },
      { in: join(app, "src/app.css"), out: "app" },
    ],
    bundle: true,
    format: "esm",
    splitting: true,
    outdir: out,
    target: "es2022",
    plugins: [plugin],
    logLevel: "warning",
  });
const types = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".webmanifest": "application/manifest+json" };
const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'";

const server = createServer(async (request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  const name = path === "/" ? "index.html" : path.slice(1);
  if (name === "index.html") await bundle();
  for (const folder of [app, join(app, "public"), out, join(root, "pkg")]) {
    const body = await readFile(join(folder, name)).catch(() => undefined);
    if (!body) continue;
    response.writeHead(200, { "content-type": `${types[extname(name)] ?? "application/octet-stream"}; charset=utf-8`, "content-security-policy": policy });
    return response.end(body);
  }
  response.writeHead(404).end();
});
server.listen(Number(process.argv[2] ?? 8790), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
