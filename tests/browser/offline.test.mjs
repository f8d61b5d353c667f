// Without a network after the first visit, and a new version that waits until the respondent takes it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { answer, begin, finish, question } from "./app-steps.mjs";
import { stored } from "./database.mjs";
import { browser, folder, open } from "./harness/index.mjs";

const SAMPLE = "/?guide=reflective&sample=1";
const site = process.env.SITE ?? resolve(dirname(fileURLToPath(import.meta.url)), "../../www/dist");

/** Waits for the page after a reload that it did by itself; a look into a page that is going is no failure. */
async function reloaded(page, selector = "colloquy-interview") {
  for (let look = 0; ; look += 1) {
    try {
      return await page.waitFor((wanted) => !window.before && document.querySelector(wanted), { args: [selector] });
    } catch (error) {
      if (look > 20 || error.message.startsWith("waited")) throw error;
    }
  }
}

/**
 * Waits until the worker of this page has everything. WebKit (2.50 among them) asks the page that registered a worker before it lets that
 * install: a page that is left within that moment leaves a worker that never does, until the browser is started again.
 */
const ready = (page) =>
  page.waitFor(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
  });

test(`${browser}: after the first visit an interview goes from start to end without a server`, async () => {
  const page = await open(SAMPLE, { ownServer: true, profileDir: await folder("profile") });
  await begin(page);
  const first = await question(page);
  await ready(page);
  await page.setOffline(true);
  await page.reload();
  assert.equal(await question(page), first);
  await answer(page, "I noticed that the log works because it is dull. I should try three lines an evening.");
  await question(page);
  await finish(page);
  await page.click("link", "Go to the results page");
  await page.waitFor({ role: "button", name: "Download Word" });
  await page.goto("/");
  await page.waitFor({ role: "heading", name: "Interviews" });
  await page.waitFor({ role: "link", name: /^Results: / });
  await page.goto("/?guide=reflective&new=1");
  await page.waitFor({ role: "button", name: "Begin the interview" });
  await page.goto("/?view=settings");
  await page.waitFor({ role: "heading", name: "Settings" });
  if (browser === "chromium") await page.waitFor("Everything here still works");
  await page.close();
});

test(`${browser}: after a visit in another language its guides are there without a server, and no other language's`, async () => {
  const page = await open("/?view=settings", { ownServer: true, profileDir: await folder("profile") });
  await page.waitFor({ role: "heading", name: "Settings" });
  await ready(page);
  await page.evaluate(() => {
    const select = document.querySelector("select[name=language]");
    select.value = "de";
    select.dispatchEvent(new Event("change"));
  });
  await page.waitFor({ role: "heading", name: "Einstellungen" });
  await page.goto("/?guide=reflective&new=1");
  await page.waitFor({ role: "button", name: "Interview beginnen" });
  await ready(page);
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]);
      const names = (await cache.keys()).map(({ url }) => url.split("/").at(-1));
      return names.filter((name) => /^\w+\.\w+\.json$/.test(name)).sort();
    });
  const german = ["advice.de.json", "gaps.de.json", "onboarding.de.json", "reflective.de.json", "staged.de.json"];
  await page.waitFor(async () => (await caches.match("guides/staged.de.json")) !== undefined);
  assert.deepEqual(await kept(), german);
  await page.setOffline(true);
  // One that was never opened before.
  await page.goto("/?guide=staged&new=1");
  await page.click("button", "Interview beginnen");
  await page.waitFor(() => document.querySelector("colloquy-interview")?.interview?.view.locale === "de");
  await page.close();
});

test(`${browser}: a skills interview that was never opened before begins without a server`, async () => {
  const page = await open("/", { ownServer: true, profileDir: await folder("profile") });
  await page.waitFor({ role: "heading", name: "Interviews" });
  await ready(page);
  await page.setOffline(true);
  await page.goto("/?guide=gaps&new=1");
  await page.click("button", "Begin the interview");
  await begin(page);
  assert.match(await question(page), /\?/);
  // The rules and the names of skills have never been asked for until now.
  await answer(page, "Mostly Python and PostgreSQL.");
  await question(page);
  const skills = await page.evaluate(() =>
    document
      .querySelector("colloquy-interview")
      .interview.details()
      .skills.map(({ skill }) => skill),
  );
  assert.deepEqual(skills, ["Python", "PostgreSQL"]);
  await page.close();
});

test(`${browser}: a new version is offered, and taking it keeps the interview and the draft`, async () => {
  const root = await folder("site");
  await cp(site, root, { recursive: true });
  const page = await open(SAMPLE, { ownServer: true, root, profileDir: await folder("profile") });
  await begin(page);
  const first = await question(page);
  await ready(page);
  await page.fill("textbox", "Your answer", "A draft that must survive the update");
  await stored(page, "A draft that must survive the update");

  // A new version differs in its worker, whose name for the files is made of their content.
  const worker = join(root, "sw.js");
  const text = await readFile(worker, "utf8");
  const [, version] = /colloquy-"\s*\+\s*"([0-9a-f]+)"|"([0-9a-f]{12,})"/.exec(text) ?? [];
  const old = version ?? /"([0-9a-f]{12,})"/.exec(text)[1];
  await writeFile(worker, text.replaceAll(old, [...old].reverse().join("")));

  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await page.waitFor("A new version is ready");
  assert.equal(await question(page), first, "nothing changes by itself");
  await page.evaluate(() => (window.before = true));
  await page.click("button", "Reload");
  await reloaded(page);
  assert.equal(await question(page), first);
  await page.waitFor({ role: "textbox", name: "Your answer", value: "A draft that must survive the update" });
  await page.waitFor(async () => (await caches.keys()).length === 1);
  assert.ok((await readdir(root)).includes("sw.js"));
  await page.close();
});

test(`${browser}: an update whose files are not all of one build is not taken before they are`, async () => {
  const root = await folder("site");
  await cp(site, root, { recursive: true });
  const page = await open(SAMPLE, { ownServer: true, root, profileDir: await folder("profile") });
  await begin(page);
  await ready(page);
  const update = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update().catch(() => undefined));
  const worker = join(root, "sw.js");
  const text = await readFile(worker, "utf8");
  const version = /[0-9a-f]{12,}/.exec(text)[0];
  const style = join(root, "app.css");
  const whole = await readFile(style, "utf8");

  // In the middle of putting the files in place: the worker is of the new build, a file is of another.
  await Promise.all([".br", ".gz"].map((ending) => rm(style + ending, { force: true })));
  await writeFile(style, `${whole}/* of another build */`);
  await writeFile(worker, text.replaceAll(version, [...version].reverse().join("")));
  await rm(`${worker}.br`, { force: true });
  await update();
  await page.waitFor(async () => {
    const { installing, waiting } = await navigator.serviceWorker.getRegistration();
    return !installing && !waiting;
  });
  assert.ok(!(await page.text("body")).includes("A new version is ready"));

  await writeFile(style, whole);
  await update();
  await page.waitFor("A new version is ready");
  await page.close();
});

test(`${browser}: a tab goes on with the files of the build that it began with when another tab takes a new one`, async () => {
  const root = await folder("site");
  await cp(site, root, { recursive: true });
  const page = await open("/", { ownServer: true, root, profileDir: await folder("profile") });
  await page.waitFor({ role: "heading", name: "Interviews" });
  await ready(page);
  // Its first load was before there was a worker: only now is a build noted for it.
  await page.reload();
  await page.waitFor({ role: "heading", name: "Interviews" });
  const other = await page.newTab("/");
  await other.waitFor({ role: "heading", name: "Interviews" });

  // A guide has the same name in every build, and neither tab has asked for it yet.
  const guide = join(root, "guides/staged.json");
  const old = await readFile(guide, "utf8");
  const changed = `${old}\n`;
  const digest = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  const worker = join(root, "sw.js");
  const text = await readFile(worker, "utf8");
  const version = /"([0-9a-f]{12,})"/.exec(text)[1];
  assert.ok(text.includes(digest(old)), "the guide belongs to the build");
  await Promise.all([guide, worker].flatMap((file) => [".br", ".gz"].map((ending) => rm(file + ending, { force: true }))));
  await writeFile(guide, changed);
  await writeFile(worker, text.replace(digest(old), digest(changed)).replaceAll(version, [...version].reverse().join("")));

  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await other.waitFor("A new version is ready");
  await page.evaluate(() => {
    navigator.serviceWorker.addEventListener("controllerchange", () => (window.taken = true));
  });
  await other.evaluate(() => (window.before = true));
  await other.click("button", "Reload");
  await page.waitFor(() => window.taken);
  await reloaded(other, "h1");
  await other.waitFor({ role: "heading", name: "Interviews" });

  // One worker answers both, each from the build that its tab began with.
  const read = () => fetch("guides/staged.json").then(async (response) => (await response.text()).length);
  assert.equal(await other.evaluate(read), changed.length, "the tab that took the new build");
  assert.equal(await page.evaluate(read), old.length, "the tab that did not");
  await page.reload();
  await page.waitFor({ role: "heading", name: "Interviews" });
  assert.equal(await page.evaluate(read), changed.length, "the same tab, loaded again");
  await page.close();
});
