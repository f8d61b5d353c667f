// The examples for hosts, against the packed tarball: what they show runs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { open } from "../browser/harness/index.mjs";
import { servePolicy } from "../browser/policy-site.mjs";
import { install, project, run } from "./installed.mjs";
import { answers, leadElement } from "./lead.mjs";

/** What a host's page needs for the engine; nothing of the app's own policy. */
const POLICY = "script-src 'self' 'wasm-unsafe-eval'; object-src 'none'";

let place;
const servers = [];

before(async () => {
  place = await install();
  // What the examples ask for beside the package, as it is installed for the tests.
  for (const name of ["react", "react-dom", "scheduler", "csstype", "svelte", "@types/react", "@types/react-dom"]) {
    const path = join(place.folder, "node_modules", name);
    await mkdir(dirname(path), { recursive: true });
    await symlink(join(project, "node_modules", name), path);
  }
});

after(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await place.remove();
});

/** Copies an example next to the installed package. */
async function example(name) {
  const folder = join(place.folder, name);
  await cp(join(project, "pkg/examples", name), folder, { recursive: true });
  return folder;
}

/** Builds an example with Vite, by its own page. */
async function built(root, plugins = []) {
  const { build } = await import("vite");
  const outDir = join(root, "built");
  await build({ root, configFile: false, logLevel: "error", plugins, build: { outDir, target: "es2022" } });
  return outDir;
}

/** Opens the page of a folder as a host serves it. */
async function shown(root) {
  const server = await servePolicy(root, POLICY);
  servers.push(server);
  return open("/", { server });
}

test("the example for Node leads an interview in a terminal and writes its transcript", async () => {
  const folder = await example("node");
  await writeFile(join(folder, "notes.md"), "A day about attention, rest, and why deep work needs a place of its own.\n");
  const child = spawn(process.execPath, ["interview.mjs", "notes.md"], { cwd: folder, timeout: 60_000 });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].setEncoding("utf8").on("data", (text) => (output[name] += text));
  child.stdin.end(`${answers.join("\n")}\n`);
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(code, 0, output.stderr);
  for (const answer of answers) assert.ok(output.stdout.includes(answer), output.stdout);
  assert.match(output.stdout, /- \[ \] I want to keep Sunday mornings free of screens/);
  assert.equal(output.stderr.match(/\?$/gm).length, answers.length, output.stderr);
});

test("the example for a plain page hands the transcript over", async () => {
  const folder = await example("page");
  await cp(place.installed("dist"), join(folder, "colloquy"), { recursive: true });
  const page = await shown(folder);
  await leadElement(page);
  await page.waitFor({ role: "link", name: "Keep the transcript" });
  const kept = await page.evaluate(async () => (await fetch(document.querySelector("#transcript").href)).text());
  for (const answer of answers) assert.ok(kept.includes(answer), kept);
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test("the example for React is sound TypeScript, and shows what the interview found", async () => {
  const folder = await example("react");
  const tsc = join(project, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [tsc, "--project", folder], { cwd: folder }).catch((error) => assert.fail(error.stdout));
  // Its types refuse what the element does not have.
  const text = await readFile(join(folder, "App.tsx"), "utf8");
  await writeFile(join(folder, "App.tsx"), text.replace('guide="reflective"', "guide={7}"));
  await assert.rejects(run(process.execPath, [tsc, "--project", folder], { cwd: folder }), ({ stdout }) => /App\.tsx.*TS2322/.test(stdout));
  await writeFile(join(folder, "App.tsx"), text);
  const page = await shown(await built(folder));
  await leadElement(page);
  await page.waitFor(() => document.querySelector("section li"));
  assert.match(await page.evaluate(() => document.querySelector("section").textContent), /rest is easier to keep/);
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test("what React renders on a server is taken over with its properties and events, and a hook leads an interview of its own", async () => {
  const folder = join(place.folder, "hydrated");
  await mkdir(folder);
  await writeFile(
    join(folder, "app.mjs"),
    `import { createElement as h, StrictMode, useState } from "react";
import { ColloquyInterview, useInterview } from "colloquy/react";
function Own() {
  const { interview, view, error } = useInterview({ guide: "reflective", storage: "memory", pace: "instant", limits: { questions: 2 } });
  if (error) return h("p", null, String(error));
  if (view?.phase === "consent") return h("button", { onClick: interview.consent }, "I agree");
  return h("output", null, view?.question?.text ?? "");
}
export function App() {
  const [heard, hear] = useState([]);
  const listen = ({ type, detail }) => hear((before) => [...before, type + " " + (detail.resumed ?? detail.number)]);
  return h(StrictMode, null,
    h(ColloquyInterview, { guide: "reflective", storage: "memory", className: "talk", limits: { questions: 4 },
      material: { texts: [{ name: "notes.md", text: "We walked along the river " + "and talked about rest." }] }, onReady: listen, onQuestion: listen }),
    h("pre", null, heard.join()), h(Own));
}`,
  );
  await writeFile(
    join(folder, "server.mjs"),
    `import { createElement } from "react"; import { renderToString } from "react-dom/server"; import { App } from "./app.mjs"; console.log(renderToString(createElement(App)));`,
  );
  await writeFile(
    join(folder, "main.mjs"),
    `import { createElement } from "react"; import { hydrateRoot } from "react-dom/client"; import { App } from "./app.mjs"; hydrateRoot(document.querySelector("#root"), createElement(App));`,
  );
  const { stdout } = await run(process.execPath, [join(folder, "server.mjs")], { cwd: folder });
  assert.equal(stdout.trim(), '<colloquy-interview class="talk"></colloquy-interview><pre></pre><output></output>');
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Hydrated</title><link rel="icon" href="data:,">
<body><div id="root">${stdout.trim()}</div><script type="module" src="/main.mjs"></script></body></html>`,
  );
  const page = await shown(await built(folder));
  await page.click("button", "Agree and begin");
  await page.waitFor(() => document.querySelector("pre").textContent === "colloquy-ready false,colloquy-question 1");
  const element = await page.evaluate(() => {
    const { material, limits, interview } = document.querySelector("colloquy-interview");
    return [material.texts.length, limits.questions, interview.view.progress.max];
  });
  assert.deepEqual(element, [1, 4, 4]);
  await page.click("button", "I agree");
  await page.waitFor(() => document.querySelector("output")?.textContent.includes("?"));
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test("the example for Svelte leads an interview on a screen of its own", async () => {
  const folder = await example("svelte");
  // The part of Vite's plugin for Svelte that a page without options uses.
  const { compile } = await import("svelte/compiler");
  const svelte = {
    name: "svelte",
    transform: (code, filename) =>
      filename.endsWith(".svelte") ? compile(code, { filename, generate: "client", css: "injected" }).js : undefined,
  };
  const page = await shown(await built(folder, [svelte]));
  await page.waitFor({ role: "button", name: "Begin" });
  await page.click("button", "Begin");
  for (const [at, answer] of answers.entries()) {
    await page.fill("textbox", "Your answer", answer);
    await page.waitFor({ role: "button", name: "Send", disabled: false });
    await page.click("button", "Send");
    if (at + 1 < answers.length) await page.waitFor(() => document.querySelector("textarea").value === "");
  }
  await page.waitFor({ role: "button", name: "Finish" });
  await page.click("button", "Finish");
  await page.waitFor(() => document.querySelector("pre"));
  assert.match(await page.evaluate(() => document.querySelector("pre").textContent), /Sunday mornings free of screens/);
  assert.deepEqual(page.problems(), []);
  await page.close();
});
