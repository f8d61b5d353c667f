// The packed tarball, installed as a stranger would: in Node, in a plain page, in a TypeScript project.
import assert from "node:assert/strict";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { open } from "../browser/harness/index.mjs";
import { resumePdf } from "../fixtures/documents.mjs";
import { install, project, run } from "./installed.mjs";

let folder;
let packed;
let installed;
let remove;

before(async () => {
  ({ folder, packed, installed, remove } = await install());
});

after(() => remove());

test("the tarball holds what the exports name, and nothing of the workshop", async () => {
  const files = packed.files.map(({ path }) => path);
  const { main, exports, alias } = JSON.parse(await readFile(installed("package.json"), "utf8"));
  // Parcel reads `exports` only where that is switched on.
  const modules = Object.entries(exports).flatMap(([name, { default: file }]) => (file ? [[name, file]] : []));
  const read = { ".": main, ...alias };
  assert.deepEqual(Object.fromEntries(modules), Object.fromEntries(modules.map(([name]) => [name, read[name]])));
  const targets = Object.values(exports).flatMap((one) => (typeof one === "string" ? [one] : Object.values(one)));
  for (const target of targets.filter((one) => !one.includes("*"))) {
    assert.ok(files.includes(target.slice(2)), `${target} is exported and not packed`);
  }
  for (const language of ["", ".de", ".es", ".fr"]) assert.ok(files.includes(`dist/guides/reflective${language}.json`));
  assert.ok(files.some((file) => /^dist\/schemas\/.+\.schema\.json$/.test(file)));
  assert.ok(files.includes("dist/LICENSE-MIT") && files.includes("dist/LICENSE-APACHE"));
  const odd = files.filter((file) => /(^|\/)\.|\.map$|\.part$|^src\/|^test\/|\/glue\/|tsconfig/.test(file));
  assert.deepEqual(odd, []);
});

test("tools that judge packages find nothing, and nothing is packed that no entry leads to", async () => {
  const { publint } = await import("publint");
  const { messages } = await publint({ pkgDir: installed(), strict: true, pack: false });
  assert.deepEqual(messages, []);
  const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
  const { problems } = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(join(folder, packed.filename)))));
  // It is a package of modules: what resolves for CommonJS and for Node 10 is of no use. Files that are fetched have no types.
  const found = problems.filter(
    ({ resolutionKind, entrypoint }) => !/node10|cjs/.test(resolutionKind ?? "") && !/\.wasm$|\.json$|pdf-worker/.test(entrypoint ?? ""),
  );
  assert.deepEqual(found, []);
  const files = packed.files.map(({ path }) => path);
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "README.md"]) assert.ok(files.includes(file), file);
  const empty = packed.files.filter(({ path, size }) => path.endsWith(".d.ts") && size < 20);
  assert.deepEqual(empty, []);
});

test("editors and frameworks read of the element what it is", async () => {
  const { customElements } = JSON.parse(await readFile(installed("package.json"), "utf8"));
  const { modules } = JSON.parse(await readFile(installed(customElements), "utf8"));
  const [element] = modules[0].declarations;
  assert.equal(element.tagName, "colloquy-interview");
  const source = await Promise.all(
    packed.files.filter(({ path }) => /^dist\/element.*\.js$/.test(path)).map(({ path }) => readFile(installed(path), "utf8")),
  ).then((texts) => texts.join("\n"));
  const names = (list) => list.map(({ name }) => name);
  const used = (pattern) => [...new Set([...source.matchAll(pattern)].flatMap(([, text]) => text.split(" ")))].sort();
  assert.deepEqual(names(element.cssParts).sort(), used(/\spart="([a-z ]+)"/g));
  assert.deepEqual(names(element.slots).sort(), used(/<slot name="(\w+)"/g));
  // Those that it sets itself, for its own style sheets, are nobody else's.
  const own = ["--cq-below", "--cq-broad", "--cq-dock", "--cq-head", "--cq-keyboard"];
  for (const token of used(/var\((--cq-[\w-]+)/g).filter((name) => !own.includes(name)))
    assert.ok(names(element.cssProperties).includes(token), token);
  const types = await readFile(installed("dist/element.d.ts"), "utf8");
  const events = [...types.matchAll(/"(colloquy-[\w-]+)": CustomEvent/g)].map(([, name]) => name);
  assert.deepEqual(names(element.events).sort(), events.sort());
  for (const { name, description } of [...element.attributes, ...element.events]) assert.ok(description, `${name} is not described`);
});

test("the licences of what is bundled go along, in the package and in the app", async () => {
  for (const file of [installed("dist/THIRD-PARTY.txt"), join(project, "www/dist/THIRD-PARTY.txt")]) {
    const text = await readFile(file, "utf8");
    const numbers = new Map([...text.matchAll(/^ {2}(\S+) .+: .+ \[([\d, ]+)\]$/gm)].map(([, name, list]) => [name, list.split(", ")]));
    for (const name of ["serde_json", "jsonschema", "wasm-bindgen", "std", "dlmalloc", "lit", "lit-html", "pdfjs-dist", "core-js"]) {
      assert.ok(numbers.has(name), `${file} lacks ${name}`);
    }
    const own = [...numbers.keys()].filter((name) => name.startsWith("colloquy"));
    assert.deepEqual(own, []);
    for (const number of new Set([...numbers.values()].flat())) {
      assert.match(text, new RegExp(`^=+\n\\[${number}\\] .+\n=+\n\n[^=]{100}`, "m"), `${file} lacks text ${number}`);
    }
  }
});

test("each module of the engine is found by one address of one level, and only the package's own files have them", async () => {
  const address = /new URL\(\s*["'`]([^"'`]+)["'`]\s*,\s*import\.meta\.url\s*\)/g;
  const wasm = async (file) => {
    const text = await readFile(installed("dist", file), "utf8");
    return [...new Set([...text.matchAll(address)].map((match) => match[1]).filter((name) => name.endsWith(".wasm")))];
  };
  const files = packed.files.map(({ path }) => path.slice("dist/".length)).filter((file) => /^(core|index(-.*)?)\.js$/.test(file));
  const named = (await Promise.all(files.map(wasm))).flat();
  const shipped = packed.files.map(({ path }) => path.slice("dist/".length)).filter((file) => file.endsWith(".wasm"));
  assert.deepEqual(named.map((name) => name.replace(/^\.\//, "")).sort(), shipped.sort());
  // A smaller file would be put into the JavaScript by Vite, which a strict policy refuses.
  for (const { path, size } of packed.files) if (path.endsWith(".wasm")) assert.ok(size > 4096, path);
  const element = await readFile(installed("dist/element.js"), "utf8");
  assert.doesNotMatch(element, /\.wasm/);
  // One hop to the module, and none beyond it: what the first question needs is in these two files.
  const statics = (text) => [...new Set([...text.matchAll(/\b(?:from|import)\s*["'](\.[^"']+)["']/g)].map((match) => match[1]))];
  assert.deepEqual(statics(element), ["./core.js"]);
  assert.deepEqual(statics(await readFile(installed("dist/core.js"), "utf8")), []);
  assert.deepEqual(statics(await readFile(installed("dist/index.js"), "utf8")), ["./core.js"]);
});

test("an interview runs in Node without a browser", async () => {
  for (const script of ["headless.mjs", "crash.mjs"]) await alone(script);
});

test("the launcher opens interviews by itself when its rules say so, and is at most 4 kB", async () => {
  await alone("launcher.mjs");
  const text = await readFile(installed("dist/launcher.js"));
  // It is all that a page loads before somebody opens an interview: nothing comes with it.
  assert.deepEqual(text.toString().match(/\bimport\s*["{*]|\bfrom\s*["']/g), null);
  const weight = brotliCompressSync(text).length;
  assert.ok(weight <= 4000, `${weight} bytes`);
});

test("each part of the engine is asked for when it is needed, and again when it did not come", async () => {
  await alone("parts.mjs");
});

test("interviews are led in each language of the built-in guides in Node", async () => {
  await alone("languages.mjs");
});

test("a guide that extends a built-in one leads an interview in Node", async () => {
  await alone("extend.mjs");
});

test("a study is read and leads an interview in Node", async () => {
  await alone("study.mjs");
});

test("interviews of a study are simulated in Node", async () => {
  await alone("simulation.mjs");
});

test("a skills interview runs in Node, and goes on after its rules crashed", async () => {
  await alone("skills.mjs");
});

test("models lead interviews and satisfy contracts in Node, in three dialects, whatever goes wrong on the way", async () => {
  await cp(join(project, "pkg/test/upstream.mjs"), join(folder, "upstream.mjs"));
  for (const script of ["model.mjs", "contracts.mjs", "tools.mjs"]) await alone(script);
});

test("models lead interviews by adapters in Node: functions, OpenAI's form, AI SDK's three versions, Chrome's own", async () => {
  await cp(join(project, "pkg/test/adapter-fakes.mjs"), join(folder, "adapter-fakes.mjs"));
  await cp(join(project, "tests/cases/streams/openai-chat"), join(folder, "streams"), { recursive: true });
  for (const script of ["adapters.mjs", "adapters-alone.mjs", "adapter-streams.mjs"]) await alone(script);
});

test("an adapter is small, and nothing of it is loaded by who does not use it", async () => {
  const text = (file) => readFile(installed("dist", file), "utf8");
  for (const [name, most] of [
    ["openai", 1500],
    ["ai-sdk", 1800],
    ["chrome", 2000],
  ]) {
    const code = await text(`${name}.js`);
    const weight = brotliCompressSync(code).length;
    assert.ok(weight <= most, `${name}: ${weight} bytes`);
    // The module that the page has anyway, and no other.
    assert.deepEqual(
      [...code.matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(([, from]) => from),
      ["./index.js"],
    );
  }
  for (const { path } of packed.files.filter(({ path }) => path.endsWith(".js") && !/\/(openai|ai-sdk|chrome)\.js$/.test(path)))
    assert.doesNotMatch(await readFile(installed(path), "utf8"), /["']\.\/(openai|ai-sdk|chrome)\.js["']/, path);
});

test("the proxy's handler keeps to the program's cases in Node, is small, and loads nothing beside it", async () => {
  await cp(join(project, "tests/cases/proxy"), join(folder, "proxy-cases"), { recursive: true });
  await alone("proxy.mjs");
  const code = await readFile(installed("dist/proxy.js"), "utf8");
  assert.doesNotMatch(code, /\bimport\b|\bfrom\s*["']/);
  const weight = brotliCompressSync(code).length;
  assert.ok(weight <= 12_500, `${weight} bytes`);
});

test("documents become text in Node, and hostile ones harm nothing", async () => {
  await cp(join(project, "tests/fixtures/documents.mjs"), join(folder, "made.mjs"));
  await alone("documents.mjs");
});

test("a page's part of an onboarding interview is done in Node: forms, files, documents, contact cards, tools of the host's", async () => {
  for (const name of ["upstream.mjs", "led.mjs"]) await cp(join(project, "pkg/test", name), join(folder, name));
  await cp(join(project, "tests/fixtures/documents.mjs"), join(folder, "made.mjs"));
  await cp(join(project, "tests/cases/documents"), join(folder, "documents"), { recursive: true });
  for (const script of ["onboarding.mjs", "host-tools.mjs", "contacts.mjs"]) await alone(script);
});

test("files are kept with a session, taken along and deleted with it in Node, and hostile ones are refused", async () => {
  await alone("files.mjs");
});

/** Runs one of the package's own test programs against the installed package. */
async function alone(script) {
  await cp(join(project, "pkg/test", script), join(folder, script));
  await run(process.execPath, [script], { cwd: folder, timeout: 120_000 });
}

test("importing has no effect in Node, of the element too", async () => {
  // Lit leaves its version numbers on the global object; the module leaves nothing, and neither makes a DOM.
  const script = `
    const before = Object.keys(globalThis).length;
    await import("colloquy");
    if (Object.keys(globalThis).length !== before) throw new Error("globals appeared");
    await import("colloquy/element");
    for (const name of ["window", "document", "HTMLElement", "customElements"]) {
      if (name in globalThis) throw new Error(name + " appeared");
    }`;
  const failed = await run(process.execPath, ["--input-type=module", "--eval", script], { cwd: folder }).catch((error) => error);
  // Only the error's own line: Node shows the minified line too.
  assert.equal(/^\w*Error: .*$/m.exec(failed.stderr)?.[0], undefined);
});

test("a TypeScript project sees the types of both entries", async () => {
  const source = `
    import { checkFile, type HostTool, type Issue, readContactCard } from "colloquy";
    import { createInterview, init, type Interview, readSkills, type KindDetails, type SkillsEdit, type SkillView } from "colloquy";
    import "colloquy/element";
    import type { ModelAdapter } from "colloquy";
    import { aiSdk, type AiSdkModel } from "colloquy/ai-sdk";
    import { chrome, chromeAvailability, downloadChromeModel } from "colloquy/chrome";
    import { openai } from "colloquy/openai";
    import { createProxy, type ProxyHandler, type ProxyLimit, type ProxyOptions } from "colloquy/proxy";
    interface Env { KEY: string }
    const served: ProxyOptions<Env> = {
      upstreams: [{ baseUrl: "https://api.example.org", dialect: "openai-chat", models: ["m"], key: ({ KEY }) => KEY }],
      secret: "0".repeat(32),
      origins: [],
      client: (request) => request.headers.get("cf-connecting-ip") ?? "",
      limit: async (client, { inputTokens, account }): Promise<ProxyLimit | true> => (client + account === "" || inputTokens > 9 ? "daily_budget" : true),
      log: ({ event, outcome, durationMs }) => console.log(event, outcome, durationMs),
    };
    const handle: ProxyHandler<Env> = createProxy(served);
    const answered: Response = await handle(new Request("https://example.org/v1/messages"), { KEY: "k" });
    const plain = createProxy({ upstreams: [], secret: "0".repeat(32), origins: "*", tokens: "host", client: () => answered.statusText });
    console.log((await plain(new Request("https://example.org"))).status);
    // @ts-expect-error there is no such dialect
    createProxy({ ...served, upstreams: [{ baseUrl: "https://api.example.org", dialect: "other", models: [] }] });
    await init();
    declare const sdk: AiSdkModel;
    const own: ModelAdapter = { name: "own", async *call({ chat, signal }) { yield JSON.stringify(chat) + signal.aborted; } };
    for (const model of [own, aiSdk(sdk, { local: true }), chrome(), openai({ model: "m", baseUrl: "http://localhost:11434" })])
      await createInterview({ guide: "reflective", model });
    if ((await chromeAvailability()) === "downloadable") await downloadChromeModel({ onProgress: (loaded) => console.log(loaded) });
    // @ts-expect-error a reply is no number
    const wrong: ModelAdapter = { name: "wrong", async *call() { yield 1; } };
    console.log(wrong);
    const interview: Interview = await createInterview({ guide: "reflective" });
    const element = document.querySelector("colloquy-interview");
    element?.addEventListener("colloquy-complete", (event) => console.log(event.detail));
    // They bubble: what the README listens with compiles as well.
    document.addEventListener("colloquy-complete", ({ detail }) => console.log(detail.transcript));
    addEventListener("colloquy-error", ({ detail }) => console.log(detail.code, detail.details[0]?.path));
    for await (const { phase } of interview) console.log(phase);
    await interview.until(({ phase }) => phase === "finished", { signal: AbortSignal.timeout(1) });
    // @ts-expect-error there is no such option
    await createInterview({ guide: "reflective", colour: "red" });
    console.log(interview.view.status);
    const details: KindDetails = interview.details();
    const rows: readonly SkillView[] = details.kind === "gaps" ? details.skills : [];
    const edit: SkillsEdit = { set: { skill: rows[0]?.skill ?? "", attribute: "duration", value: "3 years" } };
    interview.edit(edit);
    // @ts-expect-error there is no such attribute
    interview.edit({ set: { skill: "Python", attribute: "height", value: "1.80 m" } });
    const { skills, answer } = await readSkills("3 years", { question: "How long?", skill: "Python", attributes: ["duration"] });
    const quote: string | undefined = skills[0]?.duration?.quote;
    console.log(quote, answer?.kind === "full");
    const tool: HostTool = { name: "lookup", description: "Looks up.", parameters: {}, run: async (args, { signal }) => [args, signal.aborted] };
    // @ts-expect-error a tool without what runs
    const none: HostTool = { name: "lookup", description: "Looks up.", parameters: {} };
    const onboarding = await createInterview({ guide: "onboarding", tools: [tool], readers: { ocr: async (bytes) => String(bytes.length) } });
    const { form } = onboarding.view;
    if (form && "upload" in form.kind) {
      const { accepts, max_bytes } = form.kind.upload;
      const issue: Issue | null = await checkFile(new File([], "a.pdf"), accepts, max_bytes);
      await onboarding.settle(form.token, { files: [new File([], "a.pdf")] });
      console.log(issue?.rule, none);
    } else if (form && "contact" in form.kind) await onboarding.settle(form.token, { data: await readContactCard(new Blob()) });
    // @ts-expect-error there is no such reason
    onboarding.refuse("token", "bored");
    const collected = onboarding.details();
    if (collected.kind === "onboarding") console.log(collected.artifacts[0]?.artifact.version, await onboarding.file(collected.files[0]?.storageUrl ?? ""));`;
  await writeFile(join(folder, "main.ts"), source);
  const options = {
    module: "ESNext",
    moduleResolution: "bundler",
    target: "ES2022",
    lib: ["ES2023", "DOM"],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["main.ts"] }));
  const tsc = join(project, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [tsc, "--project", folder], { cwd: folder }).catch((error) => assert.fail(error.stdout));
});

test("the element runs in a plain page", async () => {
  const site = join(folder, "site");
  await mkdir(site);
  await cp(installed("dist"), join(site, "colloquy"), { recursive: true });
  await writeFile(
    join(site, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Plain</title><link rel="icon" href="data:,">
<script type="module" src="colloquy/element.js"></script>
<main><h1>A page of somebody else's</h1><colloquy-interview guide="reflective"></colloquy-interview></main></html>`,
  );
  const page = await open("/", { root: site });
  const box = { role: "textbox", name: "Your answer", disabled: false };
  const ready = await Promise.any([
    page.waitFor(box).then(() => true),
    page.waitFor({ role: "button", name: /agree|begin|start/i }).then(() => false),
  ]);
  if (!ready) {
    await page.click("button", /agree|begin|start/i);
    await page.waitFor(box);
  }
  // The box can be written in while the question still streams; it is put once it stands in the log.
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.querySelector("[role=log]").textContent.includes("?"));
  await page.fill("textbox", "Your answer", "I realized that plain pages are enough for most of what I want to do.");
  await page.press("Control+Enter");
  await page.waitFor(() =>
    document.querySelector("colloquy-interview").shadowRoot.querySelector("[role=log]").textContent.includes("plain pages are enough"),
  );
  await page.waitFor(box);
  const read = await page.evaluate(async (pdf) => {
    const { readDocument } = await import("/colloquy/index.js");
    const { status, text } = await readDocument(new Blob([Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))]));
    return [status, text];
  }, resumePdf().toString("base64"));
  assert.equal(read[0], "read");
  assert.match(read[1], /Harbour Bank/);
  // The element has loaded what its first question needs; the rest comes when the skills interview asks for it.
  const skills = await page.evaluate(async (text) => {
    const { createInterview } = await import("/colloquy/index.js");
    const interview = await createInterview({
      guide: "gaps",
      storage: "memory",
      pace: "instant",
      material: { texts: [{ name: "resume.txt", text }] },
    });
    if (interview.view.phase === "consent") interview.consent();
    const { question } = await interview.until(({ phase }) => phase === "answering");
    return [interview.details().skills.map(({ skill }) => skill), question.gap.skill];
  }, "Wrote Python and ran PostgreSQL.");
  assert.deepEqual(skills, [["Python", "PostgreSQL"], "Python"]);
  assert.deepEqual(page.problems(), []);
  await page.close();
});
