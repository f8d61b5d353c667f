// The package where there is no page: processes that end, workers, other runtimes than Node, WordPress. Each example is run as it is.
//
// DENO and BUN name their programs, MINIFLARE the folder of that npm package; without them the examples for these are skipped. PHP is found
// by itself or named by PHP.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { open } from "../browser/harness/index.mjs";
import { servePolicy } from "../browser/policy-site.mjs";
import { install, project, run } from "./installed.mjs";

const answers = [
  "I realized that rest is easier to keep when it has a place of its own, at home as well as at work.",
  "I want to keep Sunday mornings free of screens, and I will tell the others in the team about it.",
  "It comes down to the place: without a place of its own, rest is the first thing that gives way.",
];

let place;
const servers = [];
const children = [];

before(async () => {
  place = await install();
});

after(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(servers.map((server) => server.stop()));
  await place.remove();
});

/** Copies an example next to the installed package. */
async function example(name, as = name) {
  const folder = join(place.folder, as);
  await cp(join(project, "pkg/examples", name), folder, { recursive: true });
  return folder;
}

/** Runs the package's command. */
const command = (...args) => run(process.execPath, [place.installed("bin/colloquy.mjs"), ...args], { cwd: place.folder });

async function shown(root) {
  const server = await servePolicy(root, "script-src 'self' 'wasm-unsafe-eval'; object-src 'none'");
  servers.push(server);
  return open("/", { server });
}

test("sessions in files outlive the process, whatever ends it and whenever", async () => {
  await cp(join(project, "pkg/test/stores.mjs"), join(place.folder, "stores.mjs"));
  await run(process.execPath, ["stores.mjs"], { cwd: place.folder, timeout: 120_000 });
});

test("the types of a store are sound where a host writes one", async () => {
  const source = `
    import { createInterview, openLibrary, type SessionStore } from "colloquy";
    import { type FileStore, openFileStore, type StoreProblem } from "colloquy/node";
    const problems: StoreProblem[] = [];
    await using files: FileStore = await openFileStore("sessions", { onProblem: (problem) => problems.push(problem) });
    class Counted implements SessionStore {
      count = 0;
      append: SessionStore["append"] = (batch) => files.append({ ...batch, strict: (this.count += batch.records.length) > 1 });
      rewrite: SessionStore["rewrite"] = (batch, changes) => files.rewrite(batch, changes);
      claim = (session: string) => files.claim(session);
      read = (session: string) => files.read(session);
      list: SessionStore["list"] = (query) => files.list(query);
      saveDraft: SessionStore["saveDraft"] = (session, epoch, draft) => files.saveDraft(session, epoch, draft);
      changeFiles: SessionStore["changeFiles"] = (session, epoch, changes) => files.changeFiles(session, epoch, changes);
      file = (session: string, id: string) => files.file(session, id);
      files = (session: string) => files.files(session);
      remove = (session: string) => files.remove(session);
    }
    using library = await openLibrary({ storage: new Counted() });
    using interview = await createInterview({ guide: "reflective", storage: files });
    // @ts-expect-error a store without most of its methods
    await createInterview({ guide: "reflective", storage: { append: async () => {} } });
    console.log(interview.view.saving, (await library.list()).length);`;
  const folder = join(place.folder, "typed");
  await mkdir(folder);
  await writeFile(join(folder, "main.ts"), source);
  const compilerOptions = { module: "NodeNext", target: "ES2022", lib: ["ES2023", "DOM"], strict: true, noEmit: true, types: [] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const tsc = join(project, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [tsc, "--project", folder], { cwd: folder }).catch((error) => assert.fail(error.stdout));
});

test("the command copies what a bundle loads, and takes away what an older version brought", async () => {
  const folder = join(place.folder, "copied");
  await mkdir(folder);
  await writeFile(join(folder, "colloquy_archive_00000000.wasm"), "old");
  await writeFile(join(folder, "mine.wasm"), "mine");
  await command("copy", folder, "--modules");
  const names = await readdir(folder);
  const wasm = (await readdir(place.installed("dist"))).filter((name) => name.endsWith(".wasm"));
  assert.deepEqual(names.filter((name) => name.endsWith(".wasm")).sort(), [...wasm, "mine.wasm"].sort());
  for (const name of ["guides", "pdf-worker.js", "files.js", "THIRD-PARTY.txt"]) assert.ok(names.includes(name), name);
  assert.ok(!names.includes("element.js"));
  await assert.rejects(command("copy"), ({ code, stderr }) => code === 1 && stderr.includes("colloquy copy FOLDER"));
  assert.match((await command()).stdout, /--modules/);
  // What it copied is all that is needed: the package's own files are gone here.
  const alone = join(place.folder, "alone");
  await cp(place.installed(), join(alone, "node_modules/colloquy"), { recursive: true });
  const dist = join(alone, "node_modules/colloquy/dist");
  for (const name of [...wasm, "guides", "pdf-worker.js"]) await rm(join(dist, name), { recursive: true });
  const begin = (options) => `
    import { createInterview, init, readStudy } from "colloquy";
    await init(${options});
    const interview = await createInterview({ guide: "reflective", locale: "de", pace: "instant" });
    interview.consent();
    const { question } = await interview.until(({ phase }) => phase === "answering");
    const { faults } = await readStudy({});
    console.log(JSON.stringify([interview.view.locale, question.number, faults.length > 0]));
    interview.dispose();`;
  const inNode = (code) => run(process.execPath, ["--input-type=module", "--eval", code], { cwd: alone });
  const { stdout } = await inNode(begin(JSON.stringify({ baseUrl: pathToFileURL(folder) })));
  assert.deepEqual(JSON.parse(stdout), ["de", 1, true]);
  await assert.rejects(inNode(begin("")), ({ stderr }) => /init_failed/.test(stderr));
  await assert.rejects(inNode(begin('{ baseUrl: "files" }')), ({ stderr }) => /invalid_options/.test(stderr));
});

/** Starts the server of an example, which writes its address first; `errors()` is what it wrote to its error output. */
async function served(program, args, cwd, env = process.env) {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
  const origin = await new Promise((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text) => resolve(text.trim()));
    child.on("exit", () => reject(new Error(errors)));
  });
  return { child, origin, errors: () => errors };
}

/** Leads an interview by a service, whose process is killed after each answer. */
async function ledThrough(program, args, name) {
  const folder = await example("service", name);
  const start = () => served(program, [...args, join(folder, "sessions"), "0"], folder);
  const asked = async (origin, path, body) => {
    const response = await fetch(origin + path, body && { method: "POST", body: JSON.stringify(body) });
    return [response.status, response.headers.get("content-type").includes("json") ? await response.json() : await response.text()];
  };
  let { child, origin } = await start();
  const [refused, { consent }] = await asked(origin, "/interviews", {});
  assert.deepEqual([refused, consent.length], [409, 3]);
  let [status, view] = await asked(origin, "/interviews", { agreed: true });
  assert.equal(status, 201);
  const { session } = view;
  for (const answer of answers) {
    assert.match(view.question, /\?/);
    [status, view] = await asked(origin, `/interviews/${session}`, { answer });
    assert.equal(status, 200);
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.kill("SIGKILL");
    await ended;
    ({ child, origin } = await start());
    const [, again] = await asked(origin, `/interviews/${session}`);
    assert.deepEqual(again, view);
  }
  assert.equal(view.phase, "review");
  [, view] = await asked(origin, `/interviews/${session}`, { finish: true });
  assert.equal(view.phase, "finished");
  const [, transcript] = await asked(origin, `/interviews/${session}/transcript`);
  for (const answer of answers) assert.ok(transcript.includes(answer), transcript);
  for (const id of ["nobody", "..%2f..", "%00"]) assert.equal((await asked(origin, `/interviews/${id}`))[0], 404);
  child.kill("SIGKILL");
}

test("the service leads an interview in Node though its process is killed after each answer", async () => {
  await ledThrough(process.execPath, ["node.mjs"], "in-node");
});

const { DENO, BUN, MINIFLARE } = process.env;

test("the service does so in Deno", { skip: !DENO && "DENO is not set" }, async () => {
  await ledThrough(DENO, ["run", "--allow-read", "--allow-write", "--allow-net", "--allow-sys", "deno.mjs"], "in-deno");
});

test("the service does so in Bun", { skip: !BUN && "BUN is not set" }, async () => {
  await ledThrough(BUN, ["bun.mjs"], "in-bun");
});

/** A provider's server: it sends a piece of a stream, and the end when it is let, or pieces until it is left, and keeps what it was sent. */
async function provider() {
  const state = { calls: [], left: 0, endless: false, redirect: undefined, go: () => {} };
  const server = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const text of incoming.setEncoding("utf8")) body += text;
    state.calls.push({ url: incoming.url, headers: incoming.headers, body });
    outgoing.on("close", () => {
      if (!outgoing.writableFinished) state.left += 1;
    });
    if (state.redirect) return outgoing.writeHead(307, { location: state.redirect }).end();
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    outgoing.write("data: one\n\n");
    await new Promise((resolve) => (state.go = resolve));
    while (state.endless && !outgoing.closed) {
      outgoing.write("data: more\n\n");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    outgoing.end("data: two\n\n");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push({ stop: () => (server.closeAllConnections(), server.close()) });
  return { state, url: `http://127.0.0.1:${server.address().port}` };
}

const settings = (url) => ({
  COLLOQUY_ANTHROPIC_URL: url,
  COLLOQUY_ANTHROPIC_KEY: "sk-ant-api03-0123456789abcdef",
  COLLOQUY_SECRET: "a shared secret of more than thirty-two bytes",
  COLLOQUY_ORIGINS: "https://interviews.example",
});

/**
 * Calls the model of a provider through a proxy as a page does, by the runtime's own streams and hang-ups, which some notice only with the
 * `next` piece.
 */
async function proxied(ask, state, next = false) {
  const headers = { origin: "https://interviews.example", "content-type": "application/json" };
  const preflight = await ask("/v1/messages", { method: "OPTIONS", headers: { ...headers, "access-control-request-method": "POST" } });
  assert.deepEqual([preflight.status, preflight.headers.get("access-control-allow-methods")], [204, "POST"]);
  const session = JSON.stringify({ session: crypto.randomUUID() });
  const { token } = await (await ask("/v1/token", { method: "POST", headers, body: session })).json();
  const call = { model: "claude-sonnet-4-5", max_tokens: 9, stream: true, messages: [{ role: "user", content: "hi" }] };
  const post = (body, more = {}) =>
    ask("/v1/messages", { method: "POST", headers: { ...headers, authorization: `Bearer ${token}` }, body: JSON.stringify(body), ...more });
  const refused = await post({ ...call, model: "claude-opus" });
  assert.deepEqual([refused.status, (await refused.json()).error.code], [403, "model_not_allowed"]);
  const until = async (condition) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  // The first piece is here before the second one is sent.
  const passed = await post(call);
  assert.deepEqual([passed.status, passed.headers.get("access-control-allow-origin")], [200, "https://interviews.example"]);
  const reader = passed.body.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, "data: one\n\n");
  state.go();
  assert.equal((await reader.read()).value, "data: two\n\n");
  assert.equal((await reader.read()).done, true);
  const [{ url, headers: sent, body }] = state.calls;
  assert.deepEqual([url, sent["x-api-key"], body], ["/v1/messages", "sk-ant-api03-0123456789abcdef", JSON.stringify(call)]);
  for (const name of ["origin", "authorization", "cookie", "x-forwarded-for"]) assert.equal(sent[name], undefined, name);
  // No key follows a redirect.
  const elsewhere = await provider();
  state.redirect = `${elsewhere.url}/v1/messages`;
  const redirected = await post(call);
  assert.deepEqual([redirected.status, (await redirected.json()).error.code], [502, "upstream_invalid"]);
  assert.equal(elsewhere.state.calls.length, 0);
  state.redirect = undefined;
  // A page that leaves ends what the provider is at.
  const leave = new AbortController();
  const left = await post(call, { signal: leave.signal });
  await left.body.getReader().read();
  leave.abort();
  state.endless = next;
  if (next) state.go();
  await until(() => state.left === 1);
  assert.equal(state.calls.length, 3);
}

/** Starts an example of the proxy, and calls through it. */
async function proxiedBy(program, args, name) {
  const folder = await example("proxy", name);
  const { state, url } = await provider();
  const { child, origin, errors } = await served(program, [...args, "0"], folder, { ...process.env, ...settings(url) });
  await proxied((path, init) => fetch(origin + path, init), state);
  const lines = [...errors().matchAll(/^\{.*\}$/gm)].map(([line]) => JSON.parse(line).outcome);
  assert.deepEqual(lines.slice(0, 3), ["token", "model_not_allowed", "passed"]);
  assert.ok(!/sk-ant|shared secret/.test(errors()), errors());
  child.kill("SIGKILL");
}

test("the proxy's handler serves in Node", async () => {
  await proxiedBy(process.execPath, ["node.mjs"], "proxy-in-node");
});

test("the proxy's handler serves in Deno", { skip: !DENO && "DENO is not set" }, async () => {
  await proxiedBy(DENO, ["run", "--allow-env", "--allow-net", "deno.mjs"], "proxy-in-deno");
});

test("the proxy's handler serves in Bun", { skip: !BUN && "BUN is not set" }, async () => {
  await proxiedBy(BUN, ["bun.mjs"], "proxy-in-bun");
});

test("the proxy's handler serves at Cloudflare", { skip: !MINIFLARE && "MINIFLARE is not set" }, async () => {
  const { build } = await import("esbuild");
  const { Miniflare } = await import(join(MINIFLARE, "dist/src/index.js"));
  const folder = await example("proxy", "proxy-at-cloudflare");
  const outfile = join(folder, "built/worker.mjs");
  await build({ absWorkingDir: folder, entryPoints: ["cloudflare.mjs"], outfile, bundle: true, format: "esm", logLevel: "error" });
  const { state, url } = await provider();
  const modules = [{ type: "ESModule", path: outfile }];
  const flare = new Miniflare({
    modulesRoot: folder,
    modules,
    compatibilityDate: "2026-01-01",
    compatibilityFlags: ["enable_request_signal"],
    bindings: settings(url),
  });
  try {
    const origin = String(await flare.ready).replace(/\/$/, "");
    await proxied((path, init) => fetch(origin + path, init), state, true);
  } finally {
    await flare.dispose();
  }
});

/** Leads an interview by the names that a respondent reads, on the small pages of the examples. */
async function leadPage(page) {
  let last = "…";
  for (const answer of answers) {
    await page.waitFor((before) => /\?/.test(document.querySelector("#question").textContent.replace(before, "")), { args: [last] });
    await page.waitFor(() => !document.querySelector("form").hidden);
    last = await page.evaluate(() => document.querySelector("#question").textContent);
    await page.fill("textbox", "Your answer", answer);
    await page.click("button", "Send");
  }
  await page.waitFor(() => document.querySelector("#transcript").textContent !== "");
  const transcript = await page.evaluate(() => document.querySelector("#transcript").textContent);
  for (const answer of answers) assert.ok(transcript.includes(answer), transcript);
  assert.deepEqual(page.problems(), []);
}

test("the example for a web worker leads an interview apart from the page", async () => {
  const folder = await example("worker");
  await command("copy", join(folder, "colloquy"), "--all");
  const page = await shown(folder);
  await leadPage(page);
  await page.close();
});

test("the example for a service worker leads an interview that goes on after a reload", async () => {
  const { build } = await import("esbuild");
  const folder = await example("service", "in-service-worker");
  const outfile = join(folder, "public/service-worker.js");
  await build({ absWorkingDir: folder, entryPoints: ["service-worker.js"], outfile, bundle: true, format: "iife", logLevel: "silent" });
  for (const name of ["index.html", "page.js"]) await cp(join(folder, name), join(folder, "public", name));
  await command("copy", join(folder, "public/colloquy"));
  const page = await shown(join(folder, "public"));
  await page.waitFor(() => /\?/.test(document.querySelector("#question").textContent));
  const asked = await page.evaluate(() => document.querySelector("#question").textContent);
  await page.reload();
  await page.waitFor((asked) => document.querySelector("#question").textContent === asked, { args: [asked] });
  await leadPage(page);
  await page.close();
});

test("the service leads an interview at Cloudflare", { skip: !MINIFLARE && "MINIFLARE is not set" }, async () => {
  const { build } = await import("esbuild");
  const { Miniflare } = await import(join(MINIFLARE, "dist/src/index.js"));
  const folder = await example("service", "at-cloudflare");
  await command("copy", join(folder, "files"), "--modules");
  const outfile = join(folder, "built/worker.mjs");
  // As wrangler does it: WebAssembly stays a module of its own.
  const apart = {
    name: "wasm",
    setup: (esbuild) => esbuild.onResolve({ filter: /\.wasm$/ }, ({ path }) => ({ path: `../files/${path.slice(2)}`, external: true })),
  };
  await build({
    absWorkingDir: folder,
    entryPoints: ["cloudflare.mjs"],
    outfile,
    bundle: true,
    format: "esm",
    external: ["cloudflare:*", "node:*"],
    plugins: [apart],
    logLevel: "error",
  });
  const wasm = (await readdir(join(folder, "files"))).filter((name) => name.endsWith(".wasm"));
  const flare = new Miniflare({
    modulesRoot: folder,
    modules: [{ type: "ESModule", path: outfile }, ...wasm.map((name) => ({ type: "CompiledWasm", path: join(folder, "files", name) }))],
    compatibilityDate: "2026-01-01",
    durableObjects: { INTERVIEWS: { className: "Interviews", useSQLite: true } },
  });
  try {
    const asked = async (path, body) => {
      const response = await flare.dispatchFetch(`http://any${path}`, body && { method: "POST", body: JSON.stringify(body) });
      return path.endsWith("transcript") ? response.text() : response.json();
    };
    let view = await asked("/interviews", { agreed: true });
    for (const answer of answers) {
      assert.match(view.question, /\?/);
      view = await asked(`/interviews/${view.session}`, { answer });
    }
    view = await asked(`/interviews/${view.session}`, { finish: true });
    assert.equal(view.phase, "finished");
    const transcript = await asked(`/interviews/${view.session}/transcript`);
    for (const answer of answers) assert.ok(transcript.includes(answer), transcript);
  } finally {
    await flare.dispose();
  }
});

const php = process.env.PHP ?? "php";
const hasPhp = await run(php, ["-n", "--version"]).then(
  () => true,
  () => false,
);

test("the plugin for WordPress is sound PHP and escapes whatever an author writes", { skip: !hasPhp && "there is no PHP" }, async () => {
  const plugin = join(project, "pkg/examples/wordpress/colloquy.php");
  await run(php, ["-n", "-l", plugin]);
  const given = [
    "",
    { guide: "staged", lang: "de", subject: "A & B" },
    {
      guide: '"><script>alert(1)</script>',
      lang: "' onload='alert(1)",
      subject: "\u0000<!--",
      onclick: "alert(1)",
      style: "x",
      label: ["a"],
    },
    { study: "javascript:alert(1)", proxy: 'https://example.com/"onmouseover="alert(1)' },
  ];
  const child = spawn(php, ["-n", join(project, "tests/packaging/wordpress.php"), plugin]);
  child.stdin.end(JSON.stringify(given));
  let output = "";
  for await (const text of child.stdout.setEncoding("utf8")) output += text;
  const { written, block, name, shortcode, modules, inline } = JSON.parse(output);
  assert.deepEqual([name, shortcode, Object.keys(modules)], ["colloquy/interview", "colloquy", ["colloquy"]]);
  assert.match(modules.colloquy, /\/colloquy\/element\.js$/);
  assert.deepEqual(block, written);
  assert.equal(written[0], '<colloquy-interview guide="reflective"></colloquy-interview>');
  assert.equal(written[1], '<colloquy-interview guide="staged" subject="A &amp; B" lang="de"></colloquy-interview>');
  // One element, and only attributes that it has: none of what was written became markup.
  const attributes = "guide|study|subject|lang|layout|trigger|label|proxy|dialect|model";
  const sound = new RegExp(`^<colloquy-interview( (${attributes})="[^"<>]*")*></colloquy-interview>$`);
  for (const html of written) assert.match(html, sound);
  assert.ok(!written[3].includes("study="));
  for (const code of inline) {
    assert.ok(!code.includes("<"), code);
    new Function(code);
  }
});
