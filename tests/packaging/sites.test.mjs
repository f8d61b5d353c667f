// The examples for frameworks, against the packed tarball: each leads an interview to its end, in development and built for production.
//
// A row is an example: the folder it is in, the arguments by which its own `dev` script serves on a port, and what serves what its `build`
// script made, a folder or a script; what has no server of its own is built only. Those marked `heavy` are run when FRAMEWORKS is "all":
// their tools (1 GB) have a lock file apart.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open } from "../browser/harness/index.mjs";
import { servePolicy } from "../browser/policy-site.mjs";
import { install, project } from "./installed.mjs";
import { answers, leadElement } from "./lead.mjs";
import { copySite } from "./sites.mjs";

/** What a host's page needs for the engine; nothing of the app's own policy. */
const POLICY = "script-src 'self' 'wasm-unsafe-eval'; object-src 'none'";

const LIGHT = join(project, "tests/packaging");
const HEAVY = join(LIGHT, "frameworks");
const all = process.env.FRAMEWORKS === "all";

/** Whoever is on the server asks the engine, too. */
async function asksOnServer({ origin }) {
  const response = await fetch(`${origin}/api/question`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  assert.match(JSON.parse(text).question, /\?$/);
}

/** zone.js puts its own promises in the place of the browser's: the page hears of each question, and a session is written in after a reload. */
async function goesOn(server) {
  const page = await open("/", { server });
  const at = (number) =>
    page.waitFor((text) => document.querySelector("main > p")?.textContent === text, { args: [`Question ${number} of 3`] });
  await page.waitFor({ role: "button", name: /agree/i });
  await page.click("button", /agree/i);
  await at(1);
  await page.fill("textbox", "Your answer", answers[0]);
  await page.press("Control+Enter");
  await at(2);
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.saving.state === "saved");
  await page.reload();
  await at(2);
  await page.fill("textbox", "Your answer", answers[1]);
  await page.press("Control+Enter");
  await at(3);
  assert.deepEqual(page.problems(), []);
  await page.close();
}

const port = ["--port", "PORT"];
const sites = [
  { name: "vue", dev: [...port, "--strictPort"], built: "dist" },
  { name: "svelte-element", dev: [...port, "--strictPort"], built: "dist" },
  { name: "astro", heavy: true, dev: port, built: "dist", inline: true },
  { name: "sveltekit", heavy: true, dev: [...port, "--strictPort"], built: { script: "preview", args: port } },
  { name: "nuxt", heavy: true, dev: port, built: { script: "preview" }, check: asksOnServer },
  { name: "next", heavy: true, dev: port, built: { script: "start", args: port }, check: asksOnServer },
  { name: "rollup", built: "." },
  { name: "parcel", heavy: true, dev: [...port, "--no-autoinstall"], built: "dist", inline: true },
  { name: "angular", heavy: true, dev: port, built: "dist/browser", inline: true },
  { name: "angular-zone", heavy: true, dev: port, built: "dist/browser", inline: true, check: goesOn },
];

/** A page without a framework. */
const PLAIN = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Plain</title><link rel="icon" href="data:,">
<script type="module" src="/main.js"></script><main><colloquy-interview guide="reflective"></colloquy-interview>
<section aria-label="Insights"></section></main></html>`;
const PLAIN_SCRIPT = `import "colloquy/element";
const element = document.querySelector("colloquy-interview");
element.limits = { questions: 3 };
element.addEventListener("colloquy-complete", ({ detail }) => {
  document.querySelector("section").innerHTML = "<ul><li></li></ul>";
  document.querySelector("li").textContent = detail.findings.insights.map(({ text }) => text).join();
});
`;

let place;

before(async () => {
  place = await install();
});

after(() => place.remove());

for (const { name, heavy, dev, built, check, inline } of sites) {
  const skip = heavy && !all && "its tools are installed by FRAMEWORKS=all alone";
  const modes = dev ? ["development", "production"] : ["production"];
  test(`the example for ${name} leads an interview in ${modes.join(" and ")}`, { skip, timeout: 300_000 }, async (context) => {
    const site = await copySite(name, heavy ? HEAVY : LIGHT, place.installed());
    try {
      for (const mode of modes) {
        const from = Date.now();
        if (mode === "production") await site.run("build");
        const server = await serve(site, mode === "development" ? { script: "dev", args: dev } : built, inline);
        if (mode === "development") await warmUp(server);
        await leads(server);
        await check?.(server);
        assert.deepEqual(server.reports ?? [], []);
        await server.stop();
        context.diagnostic(`${name}, ${mode}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
      }
    } finally {
      await site.remove();
    }
  });
}

test("the tests of a host run in jsdom, by Vitest and by Node, and end", { timeout: 300_000 }, async () => {
  const site = await copySite("unit-tests", LIGHT, place.installed());
  try {
    const output = await site.run("test");
    assert.match(output, /Tests +2 passed/);
    assert.doesNotMatch(output, /Error/);
    await site.run("test:node");
  } finally {
    await site.remove();
  }
});

for (const name of ["vue", "svelte-element"]) {
  const skip = !all && "its tools are installed by FRAMEWORKS=all alone";
  test(`the compiler of ${name}'s templates takes the example, and refuses a wrong attribute`, { skip, timeout: 300_000 }, async () => {
    const site = await copySite(name, HEAVY, place.installed());
    try {
      await site.run("check");
      const file = join(site.folder, name === "vue" ? "App.vue" : "App.svelte");
      const text = await readFile(file, "utf8");
      for (const wrong of ['theme="purple"', name === "vue" ? ':limits="7"' : "limits={7}"]) {
        await writeFile(file, text.replace(/(:?limits=.*)/, wrong));
        await assert.rejects(site.run("check"), /not assignable|no properties in common/, wrong);
      }
    } finally {
      await site.remove();
    }
  });
}

// Whatever is built on one of these has its way with files: the oldest that is kept, the one of Astro 5, and the newest.
for (const version of [5, 6, 8]) {
  const skip = !all && "its tools are installed by FRAMEWORKS=all alone";
  test(`the development server of Vite ${version} finds the files of the package`, { skip, timeout: 300_000 }, async () => {
    const site = await copySite("svelte-element", HEAVY, place.installed());
    try {
      await writeFile(join(site.folder, "vite.config.ts"), "export default {};\n");
      await writeFile(join(site.folder, "index.html"), PLAIN);
      await writeFile(join(site.folder, "main.js"), PLAIN_SCRIPT);
      const server = await site.serve(`vite${version}`, ...port, "--strictPort");
      await warmUp(server);
      await leads(server);
      await server.stop();
    } finally {
      await site.remove();
    }
  });
}

/** Serves by a script of the example's own or as a host would: a folder of files, under a strict policy unless there are scripts in its pages. */
async function serve(site, how, inline) {
  if (typeof how !== "string") return site.serve(how.script, ...(how.args ?? []));
  return servePolicy(join(site.folder, how), inline ? "object-src 'none'" : POLICY);
}

/** Opens a page until the element is there: at a server's first visit some find what to compile, and load the page once more. */
async function warmUp(server) {
  const page = await open("/", { server });
  for (;;) {
    try {
      await page.waitFor(() => customElements.get("colloquy-interview") !== undefined);
      break;
    } catch (error) {
      if (!/context was destroyed/.test(String(error))) throw error;
    }
  }
  await page.close();
}

/** Leads the interview of a page to its end, and holds the page to having handled its result. */
async function leads(server) {
  const page = await open("/", { server });
  try {
    await leadElement(page);
    await page.waitFor(() => document.querySelector("section[aria-label=Insights] li"));
    assert.match(await page.evaluate(() => document.querySelector("section[aria-label=Insights]").textContent), /rest is easier to keep/);
    // What the page handed over as an object has arrived.
    assert.equal(await page.evaluate(() => document.querySelector("colloquy-interview").interview.view.progress.max), 3);
    assert.deepEqual(page.problems(), []);
  } catch (error) {
    error.message += `\n${JSON.stringify(page.problems())}\n${server.output?.().slice(-3000) ?? ""}`;
    throw error;
  } finally {
    await page.close();
  }
}
