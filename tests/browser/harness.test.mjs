// The harness itself, on a page of its own: what every other browser test rests on.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { browser, folder, open } from "./harness/index.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "harness/page");
const log = () => document.querySelector("harness-box").shadowRoot.querySelector("[role=log]").textContent;

test(`${browser}: real input reaches a box in a shadow root`, async () => {
  const page = await open("/", { root });
  assert.equal((await page.find("button", "Send"))[0].disabled, true);
  await page.fill("textbox", "Your answer", "Grüße, “quoted” — 2 + 2 😀");
  await page.waitFor({ role: "button", name: "Send", disabled: false });
  await page.click("button", "Send");
  await page.waitFor(() => document.querySelector("harness-box").shadowRoot.querySelector("p"));
  assert.equal(await page.evaluate(log), "Grüße, “quoted” — 2 + 2 😀");
  assert.equal(await page.text("[role=log]"), "Grüße, “quoted” — 2 + 2 😀");
  await page.close();
});

test(`${browser}: chords, line breaks and the order of focus`, async () => {
  const page = await open("/", { root });
  await page.fill("textbox", "Your answer", "one\ntwo");
  await page.press("Shift+Tab");
  await page.waitFor({ role: "link", name: "Second page", focused: true });
  await page.press("Tab");
  await page.waitFor({ role: "textbox", name: "Your answer", focused: true });
  assert.deepEqual(await page.focused(), { role: "textbox", name: "Your answer", tag: "textarea" });
  await page.press("Control+Enter");
  await page.waitFor(() => document.querySelector("harness-box").shadowRoot.querySelector("p"));
  assert.equal(await page.evaluate(log), "one\ntwo");
  await page.click("checkbox", "Agree");
  await page.waitFor({ role: "checkbox", name: "Agree", checked: true });
  await page.close();
});

test(`${browser}: hidden things and what lies behind a modal dialog are not found`, async () => {
  const page = await open("/", { root });
  assert.deepEqual(await page.find("button", "Hidden"), []);
  await page.click("button", "Ask");
  await page.waitFor({ role: "dialog", name: "Sure?" });
  assert.deepEqual(await page.find("button", "Ask"), []);
  await page.click("button", "No");
  await page.waitFor({ role: "button", name: "Ask" });
  await page.close();
});

test(`${browser}: size, colours, motion, pictures and problems`, async () => {
  const page = await open("/", { root, viewport: { width: 360, height: 700 }, colorScheme: "dark", reducedMotion: true });
  const seen = () => ({
    width: innerWidth,
    height: innerHeight,
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    still: matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  assert.deepEqual(await page.evaluate(seen), { width: 360, height: 700, dark: true, still: true });
  await page.screenshot("harness-dark-360", { fullPage: true });
  await page.resize(1280, 800);
  await page.waitFor(() => innerWidth === 1280);
  assert.match(page.problems().join("\n"), /a problem on purpose/);
  await page.close();
  const light = await open("/", { root, colorScheme: "light", reducedMotion: false });
  assert.deepEqual(await light.evaluate(seen), { width: 1280, height: 800, dark: false, still: false });
  await light.close();
});

test(`${browser}: the page's policy holds, and evaluate works under it`, async () => {
  const page = await open("/", { root });
  const refused = await page.evaluate(() => {
    const script = document.createElement("script");
    try {
      script.textContent = "globalThis.injected = true";
      document.head.append(script);
    } catch {
      // A browser with Trusted Types takes no text for a script at all.
    }
    return globalThis.injected === undefined;
  });
  assert.equal(refused, true);
  assert.deepEqual(await page.evaluate(async (a, b) => [a, { b }], 1, "x"), [1, { b: "x" }]);
  await assert.rejects(
    page.evaluate(() => Promise.reject(new Error("told"))),
    /told/,
  );
  await page.close();
});

test(`${browser}: two tabs share a profile, and it survives the browser being killed`, async () => {
  const profileDir = await folder("profile");
  const page = await open("/", { root, profileDir });
  await page.evaluate((value) => globalThis.keep("note", value), "kept");
  const second = await page.newTab("/?second=1");
  assert.equal(await second.evaluate(() => globalThis.kept("note")), "kept");
  await second.evaluate(() => globalThis.keep("last", "words"));
  await page.kill();
  await page.reopen();
  assert.equal(await page.evaluate(() => globalThis.kept("note")), "kept");
  assert.equal(await page.evaluate(() => globalThis.kept("last")), "words");
  await page.close();
});

test(`${browser}: offline is offline, and comes back`, async () => {
  const page = await open("/", { root, ownServer: true });
  const reach = () =>
    fetch("page.css", { cache: "no-store" }).then(
      (one) => one.ok,
      () => false,
    );
  assert.equal(await page.evaluate(reach), true);
  await page.setOffline(true);
  assert.equal(await page.evaluate(reach), false);
  // WebKit's driver cannot tell the page; there only the server is gone.
  assert.equal(await page.evaluate(() => navigator.onLine), browser === "webkit");
  await page.setOffline(false);
  assert.equal(await page.evaluate(() => navigator.onLine), true);
  await page.waitFor(reach);
  await page.close();
});

test(`${browser}: files are chosen`, async () => {
  const files = await folder("files");
  await writeFile(join(files, "summary.md"), "# Notes");
  const page = await open("/", { root });
  await page.upload("input[type=file]", [join(files, "summary.md")]);
  const read = async () => {
    const file = document.querySelector("input[type=file]").files[0];
    return file && [file.name, await file.text()];
  };
  assert.deepEqual(await page.waitFor(read), ["summary.md", "# Notes"]);
  await page.close();
});

test(`${browser}: roles and names are those of the browser's own tree`, { skip: browser !== "chromium" }, async () => {
  const page = await open("/", { root });
  const own = (await page.axTree()).map(({ role, name }) => `${role} ${JSON.stringify(name)}`);
  for (const role of ["button", "textbox", "checkbox", "link", "heading", "log", "progressbar", "main"]) {
    const ours = (await page.find(role)).map((one) => `${one.role} ${JSON.stringify(one.name)}`);
    const theirs = own
      .map((line) => line.replace(/^progressbar|^ProgressIndicator/, "progressbar"))
      .filter((line) => line.startsWith(`${role} `));
    const files = ours.filter((line) => line !== 'button "Files"');
    assert.deepEqual(
      files,
      theirs.filter((line) => !line.includes("Files")),
      role,
    );
  }
  await page.close();
});
