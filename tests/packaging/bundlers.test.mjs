// A stranger's page, built with the common bundlers from the packed tarball, leads an interview and writes it out.
import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open } from "../browser/harness/index.mjs";
import { servePolicy } from "../browser/policy-site.mjs";
import { resumeDocx, resumePdf } from "../fixtures/documents.mjs";
import { install, project, run } from "./installed.mjs";
import { copySite } from "./sites.mjs";

const html = (script) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stranger</title><link rel="icon" href="data:,">
<script type="module" src="${script}"></script><main>…</main></html>`;

// The element, the module, the part that is loaded later and the readers of documents, all in one page.
const source = `
import { createInterview, init, readDocument, readReply } from "colloquy";
import "colloquy/element";
await init();
const interview = await createInterview({ guide: "reflective", subject: "bundled", storage: "memory", pace: "instant" });
if (interview.view.phase === "consent") interview.consent();
const { question } = await interview.until(({ phase }) => phase === "answering");
interview.answer("I realized that bundlers are kinder than I thought, at least today.");
await interview.until(({ question }) => question?.number === 2);
const read = readReply("question", '{"follow_up": false, "question": "What stayed with you?"}');
// A guide in another language is a file of its own.
const german = await createInterview({ guide: "reflective", locale: "de-CH", subject: "bundled", storage: "memory", pace: "instant" });
document.body.dataset.locale = german.view.locale;
// The names of skills are a file that only a skills interview loads.
const skilled = await createInterview({ guide: "gaps", subject: "bundled", storage: "memory", pace: "instant", material: { texts: [{ name: "resume.txt", text: "Wrote Python and ran PostgreSQL." }] } });
if (skilled.view.phase === "consent") skilled.consent();
await skilled.until(({ phase }) => phase === "answering");
document.body.dataset.skills = skilled.details().skills.map(({ skill }) => skill).join();
document.body.dataset.read = String(read.value.question);
const bytes = (text) => new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
const word = await readDocument(bytes("${resumeDocx().toString("base64")}"));
const pdf = await readDocument(bytes("${resumePdf().toString("base64")}"));
document.body.dataset.documents = [word.status, pdf.status, pdf.pages, /Harbour Bank/.test(pdf.text)].join();
document.body.dataset.wrote = String((await interview.export("markdown")).includes("kinder than I thought"));
document.body.dataset.asked = question.text;
document.body.dataset.element = String(customElements.get("colloquy-interview") !== undefined);
`;

let place;

before(async () => {
  place = await install();
  await writeFile(join(place.folder, "main.js"), source);
});

after(() => place.remove());

/** Opens what a bundler made, under a strict policy or by a server of its own, and holds it to having led an interview. */
async function runs(root, server) {
  const page = await open("/", server ? { server } : { root });
  await page.waitFor(() => document.body.dataset.element !== undefined);
  const said = await page.evaluate(() => ({ ...document.body.dataset }));
  assert.match(said.asked, /\?/);
  assert.equal(said.locale, "de");
  assert.deepEqual([said.read, said.wrote, said.element], ["What stayed with you?", "true", "true"]);
  assert.equal(said.skills, "Python,PostgreSQL");
  assert.equal(said.documents, "read,read,2,true");
  assert.deepEqual(page.problems(), []);
  await page.close();
}

test("Vite builds a page that leads an interview", async () => {
  const { build } = await import("vite");
  await writeFile(join(place.folder, "index.html"), html("/main.js"));
  const outDir = join(place.folder, "vite");
  await build({ root: place.folder, configFile: false, logLevel: "error", build: { outDir, target: "es2022" } });
  const assets = await readdir(join(outDir, "assets"));
  const files = (names) => names.filter((name) => name.endsWith(".wasm")).length;
  assert.equal(files(assets), files(await readdir(place.installed("dist"))), "each file of the engine is an asset of its own");
  await runs(outDir);
});

test("webpack builds a page that leads an interview", async () => {
  const { default: webpack } = await import("webpack");
  const path = join(place.folder, "webpack");
  const stats = await new Promise((resolve, reject) => {
    const options = {
      context: place.folder,
      mode: "production",
      entry: "./main.js",
      output: { path, filename: "main.js", module: true, chunkFormat: "module" },
      experiments: { outputModule: true },
      performance: false,
    };
    webpack(options, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
  assert.equal(stats.hasErrors(), false, stats.toString({ all: false, errors: true }));
  await writeFile(join(path, "index.html"), html("/main.js"));
  await runs(path);
});

test("webpack and esbuild bundle a server that leads an interview", async () => {
  const [{ default: webpack }, { build }] = await Promise.all([import("webpack"), import("esbuild")]);
  await writeFile(
    join(place.folder, "server.mjs"),
    `import { createInterview, init, readDocument } from "colloquy";
await init();
const interview = await createInterview({ guide: "reflective", pace: "instant" });
interview.consent();
const { question } = await interview.until(({ phase }) => phase === "answering");
const { status } = await readDocument(new Blob([Uint8Array.from(atob("${resumePdf().toString("base64")}"), (letter) => letter.charCodeAt(0))]));
console.log(JSON.stringify([question.number, status]));`,
  );
  const at = (name) => join(place.folder, name, "server.mjs");
  const stats = await new Promise((resolve, reject) => {
    const options = {
      context: place.folder,
      mode: "production",
      target: "node20",
      entry: "./server.mjs",
      output: { path: join(place.folder, "webpack-server"), filename: "server.mjs", module: true, chunkFormat: "module" },
      experiments: { outputModule: true },
      performance: false,
    };
    webpack(options, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
  assert.equal(stats.hasErrors(), false, stats.toString({ all: false, errors: true }));
  // A bundler that cannot see what is imported says so, and its bundle breaks where the package is not beside it.
  assert.doesNotMatch(stats.toString({ all: false, warnings: true }), /request of a dependency is an expression/);
  await build({
    absWorkingDir: place.folder,
    entryPoints: ["server.mjs"],
    outfile: at("esbuild-server"),
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "silent",
  });
  for (const name of await readdir(place.installed("dist"))) {
    if (name.endsWith(".wasm") || name === "guides" || name === "pdf-worker.js")
      await cp(place.installed("dist", name), join(place.folder, "esbuild-server", name), { recursive: true });
  }
  for (const name of ["webpack-server", "esbuild-server"]) {
    const { stdout } = await run(process.execPath, [at(name)], { cwd: place.folder });
    assert.deepEqual(JSON.parse(stdout), [1, "read"], name);
  }
});

test("esbuild builds a page that leads an interview, with the package's files beside it", async () => {
  const { build } = await import("esbuild");
  const outdir = join(place.folder, "esbuild");
  await mkdir(outdir);
  await build({
    absWorkingDir: place.folder,
    entryPoints: ["main.js"],
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    logLevel: "silent",
  });
  // It leaves addresses as they are, so the files have to be where they say.
  for (const name of await readdir(place.installed("dist"))) {
    if (name.endsWith(".wasm") || name === "guides" || name === "pdf-worker.js")
      await cp(place.installed("dist", name), join(outdir, name), { recursive: true });
  }
  await writeFile(join(outdir, "index.html"), html("/main.js"));
  await runs(outdir);
});

test("Rollup builds a page that leads an interview, with the package's files beside it or found by a plugin", async () => {
  const [{ rollup }, { default: resolve }, { importMetaAssets }] = await Promise.all([
    import("rollup"),
    import("@rollup/plugin-node-resolve"),
    import("@web/rollup-plugin-import-meta-assets"),
  ]);
  for (const [name, plugins] of Object.entries({ "rollup-copied": [], "rollup-found": [importMetaAssets()] })) {
    const dir = join(place.folder, name);
    const bundle = await rollup({ input: join(place.folder, "main.js"), plugins: [resolve({ browser: true }), ...plugins] });
    await bundle.write({ dir, format: "es", entryFileNames: "[name].js" });
    await bundle.close();
    if (plugins.length === 0) await run(process.execPath, [place.installed("bin/colloquy.mjs"), "copy", dir]);
    await writeFile(join(dir, "index.html"), html("/main.js"));
    await runs(dir);
  }
});

const skip = process.env.FRAMEWORKS !== "all" && "its tools are installed by FRAMEWORKS=all alone";
test("Parcel builds a page that leads an interview, whether or not it reads `exports`", { skip, timeout: 300_000 }, async () => {
  const site = await copySite("parcel", join(project, "tests/packaging/frameworks"), place.installed());
  try {
    const file = join(site.folder, "package.json");
    const manifest = JSON.parse(await readFile(file, "utf8"));
    await writeFile(join(site.folder, "index.html"), html("main.js"));
    await writeFile(join(site.folder, "main.js"), `import "colloquy/themes/plain.css";\n${source}`);
    for (const packageExports of [false, true]) {
      await writeFile(file, JSON.stringify({ ...manifest, "@parcel/resolver-default": { packageExports } }));
      await site.run("build");
      // Where files are is written in the page, in an import map that a strict policy refuses.
      const server = await servePolicy(join(site.folder, "dist"), "object-src 'none'");
      await runs(undefined, server);
      await server.stop();
      await rm(join(site.folder, "dist"), { recursive: true });
    }
    // Without the example's settings Parcel makes scripts of the guides, and the package reports it.
    await rm(join(site.folder, ".parcelrc"));
    await rm(join(site.folder, ".parcel-cache"), { recursive: true });
    const begin =
      'import { guides } from "colloquy"; guides[0].load().catch(({ code, message }) => (document.body.dataset.error = code + message));';
    await writeFile(join(site.folder, "main.js"), begin);
    await site.run("build");
    const server = await servePolicy(join(site.folder, "dist"), "object-src 'none'");
    const page = await open("/", { server });
    await page.waitFor(() => /^load_failed\/reflective\..+\.js is not valid JSON/.test(document.body.dataset.error));
    await page.close();
    await server.stop();
  } finally {
    await site.remove();
  }
});
