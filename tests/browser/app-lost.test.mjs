// Moments in which the app lacks something: each says what happened and what can be done, in words for people, and goes on from there.
import assert from "node:assert/strict";
import { cpSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { begin, question } from "./app-steps.mjs";
import { browser, folder, open } from "./harness/index.mjs";
import { inSight, pressSeen, seenText, tabTo } from "./in-sight.mjs";

const dist = process.env.SITE ?? resolve(dirname(fileURLToPath(import.meta.url)), "../../www/dist");
const MISSING = "A part of this page could not be loaded. Check the connection.";

/** A copy of the app without some of its files, and a way to put those back. */
async function without(pattern) {
  const root = await folder("without");
  cpSync(dist, root, { recursive: true });
  const names = readdirSync(root).filter((name) => pattern.test(name));
  assert.ok(names.length > 0, `${pattern} names a file`);
  for (const name of names) rmSync(join(root, name));
  return { root, restore: () => names.forEach((name) => cpSync(join(dist, name), join(root, name))) };
}

/** Holds what is to be read without unfolding anything to be free of what only developers know. */
async function plain(page) {
  const text = await seenText(page, "body");
  assert.doesNotMatch(text, /fetch|wasm|\.js\b|https?:|undefined|init\(\)|TypeError/i);
}

test(`${browser}: an engine that does not come is told in plain words on the first page, and comes with another try`, async () => {
  const { root, restore } = await without(/^colloquy_bg.*\.wasm/);
  const page = await open("/", { root, viewport: { width: 375, height: 800 } });
  await page.waitFor(MISSING);
  await inSight(page, "button", "Try again");
  await page.waitGone("Loading…");
  await plain(page);
  restore();
  await pressSeen(page, "button", "Try again");
  await page.waitFor({ role: "heading", name: "No interviews yet" });
  await page.waitGone(MISSING);
  await page.close();
});

test(`${browser}: whoever is among the interviews stays there when the sessions come`, async () => {
  const { root, restore } = await without(/^colloquy_bg.*\.wasm/);
  const page = await open("/", { root });
  await page.waitFor(MISSING);
  await page.evaluate(() => {
    globalThis.there = [...document.querySelectorAll("main li a.button")].at(-1);
    there.focus();
  });
  restore();
  // As by a pointer that leaves the focus where it is.
  await page.evaluate(() => [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === "Try again").click());
  await page.waitFor({ role: "heading", name: "No interviews yet" });
  assert.ok(await page.evaluate(() => there.isConnected && document.activeElement === there));
  await page.close();
});

test(`${browser}: an engine that does not come on an interview's page is reported in plain words, and comes with another try`, async () => {
  const { root, restore } = await without(/^colloquy_bg.*\.wasm/);
  const page = await open("/?guide=reflective&sample=1", { root });
  await page.waitFor({ role: "button", name: "Try again" });
  await plain(page);
  restore();
  await page.click("button", "Try again");
  await page.waitFor({ role: "button", name: "Agree and begin" });
  await page.close();
});

test(`${browser}: pages that do not come are told in plain words, and the keyboard leads on`, async () => {
  const { root, restore } = await without(/^pages-[^.]*\.js/);
  const page = await open("/", { root });
  await page.waitFor({ role: "heading", name: "This did not work" });
  await page.waitFor(MISSING);
  await plain(page);
  restore();
  // A browser remembers for the life of a page that a script did not come: loading the page again is the way that works everywhere.
  await tabTo(page, "button", "Reload");
  const home = () => page.waitFor({ role: "heading", name: "No interviews yet" });
  // A look at the page that is just being left ends with it.
  await home().catch(home);
  await page.close();
});

test(`${browser}: a worker that is kept away without a word is none of the respondent's business`, async () => {
  // This page registers nothing; the one it leads to does.
  const page = await open("/?guide=nobody");
  await page.waitFor({ role: "link", name: "Go to your interviews" });
  await page.evaluate(() => {
    ServiceWorkerContainer.prototype.register = async () => {
      window.asked = true;
      return undefined;
    };
    window.toasts = [];
    const note = () => window.toasts.push(document.querySelector(".toasts").textContent.trim());
    new MutationObserver(note).observe(document.querySelector(".toasts"), { childList: true, subtree: true, characterData: true });
  });
  await page.click("link", "Go to your interviews");
  await page.waitFor({ role: "heading", name: "No interviews yet" });
  await page.waitFor(() => window.asked);
  await page.click("link", "Settings");
  await page.waitFor({ role: "heading", name: "Settings" });
  assert.deepEqual(await page.evaluate(() => window.toasts.filter(Boolean)), []);
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: without a worker nothing is promised when the network goes, and the question stays`, async () => {
  const { root } = await without(/^sw\.js/);
  const page = await open("/?guide=reflective&sample=1", { root, ownServer: true });
  await begin(page);
  const asked = await question(page);
  await page.setOffline(true);
  // Not every browser is told that the network is away; a page hears of it by the same event.
  await page.evaluate(() => {
    Object.defineProperty(navigator, "onLine", { get: () => false });
    dispatchEvent(new Event("offline"));
  });
  await page.waitFor("Other pages may not open until you are online again.");
  await page.waitGone("Everything here still works");
  await page.click("link", "Your data");
  await page.waitFor({ role: "heading", name: "This did not work" });
  await plain(page);
  await page.setOffline(false);
  await page.evaluate(() => history.back());
  assert.equal(await question(page), asked);
  await page.close();
});
