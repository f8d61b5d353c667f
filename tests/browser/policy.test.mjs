// The app and the element under the strictest policy a host is likely to have: whole interviews, and not one breach.
import assert from "node:assert/strict";
import { dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { answer as answerApp, begin as beginApp, finish, question } from "./app-steps.mjs";
import { addressOf, openQuestion, phase, root as elementRoot, stored } from "./element-site.mjs";
import { browser, open } from "./harness/index.mjs";
import { formOf, needed } from "./onboarding-steps.mjs";
import { servePolicy } from "./policy-site.mjs";

/** What hosts are promised to get along with. */
const POLICY =
  "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'";
/** Names of the policies for Trusted Types, for hosts that list them. */
const NAMES = "trusted-types lit-html colloquy colloquy-app";

const here = dirname(fileURLToPath(import.meta.url));
const appRoot = resolve(here, process.env.SITE ?? "../../www/dist");
const resumePdf = join(here, "../cases/documents/resume.pdf");

const servers = [];
after(() => Promise.all(servers.map((server) => server.stop())));

async function serve(folder, policy = POLICY, pages) {
  const server = await servePolicy(folder, policy, pages);
  servers.push(server);
  return server;
}

/**
 * Asserts that nothing was against the policy so far. Reports come when the browser pleases, so one is caused on purpose, from a
 * worker-free corner of the page: when that one is here, and it alone, nothing else was under way.
 */
async function unbroken(page, server) {
  assert.deepEqual(page.problems(), []);
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement("style"), { textContent: "/* against the policy */" })),
  );
  const style = ({ "effective-directive": effective, "violated-directive": violated }) => /^style-src/.test(effective ?? violated);
  const end = Date.now() + 60_000;
  while (!server.reports.some(style)) {
    assert.ok(Date.now() < end, "no breach is reported at all");
    await new Promise((next) => setTimeout(next, 40));
  }
  assert.deepEqual(
    server.reports.filter((report) => !style(report)),
    [],
  );
}

/** Leads an interview in the app, up to its page of results. */
async function toResults(page) {
  await beginApp(page);
  for (let n = 1; n <= 5; n += 1) {
    await question(page);
    await answerApp(page, `Answer ${n}: I realised that the evening log matters more than the lamp. I should start a log of my own.`);
  }
  await finish(page);
  await page.click("link", "Go to the results page");
  await page.waitFor({ role: "button", name: "Download Word" });
}

test(`${browser}: the app leads an interview under the strictest policy, with its worker, and writes it out`, async () => {
  const server = await serve(appRoot);
  const page = await open("/?guide=reflective&sample=1", { server });
  await toResults(page);
  assert.ok(await page.waitFor(() => navigator.serviceWorker.ready.then(({ active }) => active !== null)));
  // Under the worker, from what it keeps.
  await page.reload();
  await page.waitFor({ role: "button", name: "Download Word" });
  assert.equal(await page.evaluate(() => navigator.serviceWorker.controller !== null), true);
  await page.goto("/?view=settings");
  await page.waitFor({ role: "heading", name: "Settings" });
  await unbroken(page, server);
  await page.close();
});

// WebKitGTK knows no Trusted Types, and its store can keep a page that was just opened waiting.
test(`${browser}: onboarding under the strictest policy: forms, a PDF that a worker reads, what was kept`, {
  skip: browser === "webkit",
}, async () => {
  const server = await serve(appRoot, `${POLICY}; ${NAMES}`);
  const page = await open("/?guide=onboarding&sample=1", { server });
  await beginApp(page);
  await needed(page);
  await page.click("radio", "From a résumé");
  await page.click("button", "Continue");
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.querySelector(".drop input[type=file]"));
  await page.upload(".drop input[type=file]", [resumePdf]);
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.querySelector(".file .facts span:nth-child(2)"));
  await page.click("button", "Upload");
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.form?.kind.validation, { timeout: 60_000 });
  const { data } = await formOf(page);
  assert.match(data.basics.email, /@/, "the worker has read the file");
  await page.click("button", /^Approve/);
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.details().artifacts.length > 0, { timeout: 60_000 });
  await page.goto("/?view=stored");
  await page.click("button", "What you put together");
  await page.waitFor("resume.pdf");
  await unbroken(page, server);
  await page.close();
});

test(`${browser}: the app leads an interview as it is served, and no page shows it in a frame`, async () => {
  /** Puts the app into a frame of a page of the same address, and tells what can be seen of it there. */
  const framed = async () => {
    const frame = Object.assign(document.createElement("iframe"), { src: "./?framed" });
    const loaded = new Promise((done) => frame.addEventListener("load", done));
    document.body.append(frame);
    await loaded;
    try {
      return frame.contentDocument?.title ?? "nothing";
    } catch {
      return "nothing";
    }
  };
  const page = await open("/?guide=reflective&sample=1");
  await toResults(page);
  assert.ok(await page.waitFor(() => navigator.serviceWorker.ready.then(({ active }) => active !== null)));
  assert.deepEqual(page.problems(), []);
  const policy = await page.evaluate(async () => (await fetch("./")).headers.get("content-security-policy"));
  for (const part of [...POLICY.split("; "), NAMES, "default-src 'self'", "frame-ancestors 'none'"])
    assert.ok(policy.split("; ").includes(part), part);
  assert.equal(await page.evaluate(framed), "nothing");
  await page.close();
  // Without those words it would be seen.
  const server = await serve(appRoot);
  const without = await open("/", { server });
  assert.match(await without.evaluate(framed), /Colloquy$/);
  await without.close();
});

for (const lang of ["en", "de", "ar"]) {
  test(`${browser}: the element leads an interview in ${lang} in a page with the strictest policy`, async () => {
    const server = await serve(elementRoot);
    const page = await open(addressOf({ questions: "2", lang }), { server });
    await page.waitFor(() => element.interview?.view.phase === "consent");
    await page.evaluate(() => element.interview.consent());
    await openQuestion(page, 1);
    await page.evaluate(() => element.interview.answer("I realize that I plan meetings and never evenings. I should plan one."));
    await openQuestion(page, 2);
    await stored(page);
    await page.reload();
    await openQuestion(page, 2);
    await page.evaluate(() => element.interview.answer("I want to keep one evening a week, and one evening a week is enough."));
    await phase(page, "review");
    await page.evaluate(() => element.interview.finish());
    await page.waitFor(() => emitted.some(({ name }) => name === "complete"));
    await page.waitFor(() => element.shadowRoot.querySelector("pre, .results, .download, [part~=results]"));
    await unbroken(page, server);
    await page.close();
  });
}

test(`${browser}: a breach would be seen: a page that breaks the policy is reported`, async () => {
  const script = "document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">styled</p>');";
  const pages = {
    "/": "<!doctype html><title>Breach</title><script src=breach.js></script><body>",
    "/breach.js": `addEventListener("load", () => { ${script} });`,
  };
  const server = await serve(elementRoot, POLICY, pages);
  const page = await open("/", { server });
  await page.waitFor(() => document.readyState === "complete");
  const end = Date.now() + 60_000;
  while (server.reports.length === 0 && Date.now() < end) await new Promise((next) => setTimeout(next, 40));
  assert.match(JSON.stringify(server.reports[0]), /require-trusted-types-for|style-src/);
  await page.close();
});
