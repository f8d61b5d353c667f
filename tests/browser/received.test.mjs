// What other apps share with the app, and files that the device opens with it: kept by the worker, judged by what is in them, used as
// the person chooses. A share is a form that the browser sends and follows; the app's own policy lets no page of it send one, so that most tests
// send it past a form.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { another, fileOf, led } from "./across-steps.mjs";
import { begin, question } from "./app-steps.mjs";
import { browser, folder, open } from "./harness/index.mjs";
import { servePolicy } from "./policy-site.mjs";

const HOSTILE = `<img src=x onerror="window.hostile=1"> <b>bold</b>`;
const site = process.env.SITE ?? resolve(dirname(fileURLToPath(import.meta.url)), "../../www/dist");
const STUDY = {
  id: "box",
  language: "en",
  title: "The vegetable box",
  goal: "Learn why people stop ordering.",
  topics: [{ id: "why", ask: "What made you stop ordering the box?" }],
};

/** Waits until the worker has everything. WebKit never lets one install whose page is left before. */
const ready = (page) =>
  page.waitFor(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
  });

/** Sends what a share brings, and gives whether it was taken. */
const share = (page, { title, text, url, files = [] }) =>
  page.evaluate(
    async (fields, given) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) if (value) form.append(name, value);
      for (const { name, content, type } of given) form.append("files", new File([content], name, { type: type ?? "" }));
      return (await fetch("./?view=shared", { method: "POST", body: form, redirect: "manual" })).type === "opaqueredirect";
    },
    { title, text, url },
    files,
  );

/** Has the browser hand files over, as it does where the device opened them with this app. */
const launch = async (page, files) => {
  await page.evaluate((given) => {
    const handles = given.map(({ name, content }) => ({ getFile: async () => new File([content], name, { lastModified: 7 }) }));
    Object.defineProperty(window, "launchQueue", { configurable: true, value: { setConsumer: (take) => take({ files: handles }) } });
    history.pushState(null, "", "./?view=shared");
    dispatchEvent(new Event("colloquy-go"));
  }, files);
};

const names = () => [...document.querySelectorAll(".received .rows h2")].map((one) => one.textContent);

test(`${browser}: a share waits without a network, is shown as text, and an interview begins with it`, async () => {
  const page = await open("/?view=shared", { ownServer: true, profileDir: await folder("profile") });
  await page.waitFor({ role: "heading", name: "Nothing is waiting here" });
  await ready(page);
  await page.setOffline(true);
  const files = [
    { name: "quotes.md", content: "> Dull is what works." },
    { name: "photo.png", content: "PNG", type: "image/png" },
    { name: "data.json", content: `{"schema":"something","records":[]}`, type: "application/json" },
  ];
  const given = {
    title: "A talk about quiet weeks",
    text: `Quiet weeks are when things are mended. ${HOSTILE}`,
    url: "https://example.org/talk",
  };
  assert.ok(await share(page, { ...given, files }));
  await page.goto("/?view=shared");
  await page.waitFor({ role: "heading", name: "Start an interview with it" });
  assert.deepEqual(await page.evaluate(names), [given.title, "quotes.md", "photo.png", "data.json"]);
  await page.waitFor("photo.png cannot be read here.");
  await page.waitFor("This is neither an interview saved by Colloquy nor a study");
  assert.equal(await page.evaluate(() => document.querySelectorAll(".received :is(.answer, h2) :is(img, b)").length), 0);
  assert.equal(await page.evaluate(() => window.hostile ?? null), null);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  // Only kinds that take notes are on offer; nothing has begun by itself.
  assert.equal((await page.find("link", "Choose")).length, 4);
  await page.evaluate(() => document.querySelector(".received .cards a").click());
  await page.waitFor({ role: "textbox", name: /^Title/, value: given.title });
  await page.waitFor({ role: "textbox", name: /^Link/, value: given.url });
  for (const name of [`${given.title}.md`, "quotes.md"]) await page.waitFor({ role: "button", name: `Remove ${name}` });
  // Looking at it uses nothing up.
  await page.reload();
  await page.waitFor({ role: "button", name: "Remove quotes.md" });
  await page.click("button", "Begin the interview");
  await begin(page);
  assert.match(await question(page), /\?/);
  await page.goto("/?view=shared");
  await page.waitFor({ role: "heading", name: "Nothing is waiting here" });
  await page.close();
});

test(`${browser}: what waits is removed by hand, after a day, beyond five things, and with everything else`, async () => {
  const page = await open("/?view=shared", { profileDir: await folder("profile") });
  await ready(page);
  const many = Array.from({ length: 23 }, (_, n) => ({ name: `n${n}.txt`, content: `Note ${n}.` }));
  await share(page, { files: many });
  await page.goto("/?view=shared");
  await page.waitFor("3 files were left out");
  assert.equal((await page.evaluate(names)).length, 21);
  await page.click("button", "Remove: n0.txt");
  await page.waitFor({ role: "heading", name: "Nothing is waiting here" });
  // An empty form is nothing; a link alone is what an interview can be about.
  await share(page, { text: "" });
  for (let n = 1; n <= 7; n += 1) await share(page, { title: `Thing ${n}`, url: "https://example.org/" });
  await page.goto("/?view=stored");
  await page.click("link", "See what other apps shared");
  await page.waitFor({ role: "heading", name: "Thing 5" });
  // What waits is not pushed out by what comes.
  assert.deepEqual(
    await page.evaluate(names),
    [1, 2, 3, 4, 5].map((n) => `Thing ${n}`),
  );
  await page.evaluate(async () => {
    const cache = await caches.open("received");
    for (const request of (await cache.keys()).slice(1)) {
      const thing = await (await cache.match(request)).json();
      await cache.put(request, new Response(JSON.stringify({ ...thing, at: Date.now() - 25 * 3_600_000 })));
    }
  });
  await page.reload();
  await page.waitFor({ role: "heading", name: "Start an interview with it" });
  assert.equal((await page.evaluate(names)).length, 1);
  assert.equal(await page.evaluate(async () => (await (await caches.open("received")).keys()).length), 1);
  await led(page, ["Only one answer."]);
  await page.goto("/?view=stored");
  await page.click("button", "Delete everything");
  await page.waitFor({ role: "dialog", name: "Delete everything?" });
  await page.click("button", "Delete everything");
  await page.waitFor("Everything was deleted.");
  await page.waitFor(async () => !(await caches.keys()).includes("received"));
  await page.close();
});

test(`${browser}: only a saved interview is taken for one, and a study opens as a study`, async () => {
  const page = await open("/?view=shared", { profileDir: await folder("profile") });
  await ready(page);
  await led(page, ["Something to keep."]);
  const file = await fileOf(page);
  const saved = another(file, { title: "From elsewhere", actions: [{ text: "I will plant beans." }] });
  // Right by its head and wrong within: it is offered, refused with the reason, and still there.
  const damaged = JSON.stringify({ ...JSON.parse(saved), records: [{ seq: 0 }] });
  await share(page, { files: [{ name: "damaged.json", content: damaged }] });
  await page.goto("/?view=shared");
  await page.click("button", "Add it to your interviews: damaged.json");
  await page.waitFor("damaged.json was not opened. This is not an interview saved by Colloquy");
  assert.deepEqual(await page.evaluate(names), ["damaged.json"]);
  await page.click("button", "Remove: damaged.json");
  await page.waitFor({ role: "heading", name: "Nothing is waiting here" });

  await share(page, { files: [{ name: "saved.colloquy.json", content: saved, type: "application/json" }] });
  await page.goto("/?view=shared");
  // A share imports nothing by itself.
  await page.waitFor({ role: "heading", name: "saved.colloquy.json" });
  await page.click("button", "Add it to your interviews: saved.colloquy.json");
  await page.waitFor({ role: "heading", name: "From elsewhere" });
  await page.waitFor({ role: "button", name: "Download Word" });

  // What the device opened is opened at once: the same once more is no second one.
  await launch(page, [{ name: "again.json", content: saved }]);
  await page.waitFor("“From elsewhere” is here already; nothing was changed.");
  await page.waitFor({ role: "button", name: "Download Word" });
  await page.goto("/");
  await page.waitFor({ role: "link", name: "Results: From elsewhere" });
  assert.equal((await page.find("link", "Results: From elsewhere")).length, 1);

  await launch(page, [{ name: "box.json", content: JSON.stringify(STUDY) }]);
  assert.equal(await question(page), STUDY.topics[0].ask);

  // Notes wait for a choice, once however often they are handed over.
  const notes = [{ name: "notes.md", content: "# Beans\nThey climb." }];
  await launch(page, notes);
  await page.waitFor({ role: "heading", name: "notes.md" });
  await launch(page, notes);
  await page.waitFor({ role: "heading", name: "Start an interview with it" });
  await launch(page, [{ name: "list.json", content: "[1, 2]" }]);
  await page.waitFor("This is neither an interview saved by Colloquy nor a study");
  assert.deepEqual(await page.evaluate(names), ["notes.md", "list.json"]);
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: the form of a share leads to the page that shows it, and no other form is taken`, async () => {
  const server = await servePolicy(site, "object-src 'none'");
  const page = await open("/?view=shared", { server, profileDir: await folder("profile") });
  await ready(page);
  await page.evaluate(() => {
    const form = Object.assign(document.createElement("form"), {
      method: "post",
      enctype: "multipart/form-data",
      action: "./?view=shared",
    });
    const text = Object.assign(document.createElement("input"), { name: "text", value: "Sent by a form." });
    const files = Object.assign(document.createElement("input"), { name: "files", type: "file" });
    const data = new DataTransfer();
    data.items.add(new File(["Came along."], "along.txt", { type: "text/plain" }));
    files.files = data.files;
    form.append(text, files);
    document.body.append(form);
    window.before = true;
    form.submit();
  });
  await page.waitFor(() => !window.before && document.querySelectorAll(".received .rows h2").length === 2);
  assert.equal(await page.evaluate(() => location.search), "?view=shared");
  assert.deepEqual(await page.evaluate(names), ["Shared text", "along.txt"]);
  const elsewhere = await page.evaluate(async () => {
    const form = new FormData();
    form.append("text", "Not a share.");
    const answers = ["./?view=stored", "./?view=shared&more", "./config.json"].map((at) =>
      fetch(at, { method: "POST", body: form, redirect: "manual" }),
    );
    return (await Promise.all(answers)).map(({ type }) => type);
  });
  assert.ok(!elsewhere.includes("opaqueredirect"), `${elsewhere}`);
  await page.reload();
  await page.waitFor({ role: "heading", name: "along.txt" });
  assert.equal((await page.evaluate(names)).length, 2);
  await page.close();
  await server.stop();
});

test("the manifest names what the app takes, and where", async () => {
  const manifest = JSON.parse(await readFile(join(site, "manifest.webmanifest"), "utf8"));
  const { action, method, enctype, params } = manifest.share_target;
  assert.deepEqual([action, method, enctype], ["./?view=shared", "POST", "multipart/form-data"]);
  assert.equal(params.files[0].name, "files");
  const handled = Object.values(manifest.file_handlers[0].accept).flat();
  for (const end of handled) assert.ok(params.files[0].accept.includes(end), `${end} can be opened and not shared`);
  assert.equal(manifest.file_handlers[0].action, action);
});

test(`${browser}: a form that another site sends is not kept`, async () => {
  const page = await open("/?view=shared", { profileDir: await folder("profile") });
  await ready(page);
  await share(page, { title: "From the person" });
  const form = `<form method=post enctype=multipart/form-data action="${page.origin}/?view=shared"><input name=title value=Stranger></form>`;
  const stranger = createServer((_, response) => response.setHeader("content-type", "text/html").end(form))
    .listen(0, "127.0.0.1")
    .unref();
  await once(stranger, "listening");
  await page.goto(`http://127.0.0.1:${stranger.address().port}/`);
  await page.evaluate(() => document.forms[0].submit());
  const refused = () =>
    page.waitFor(() => document.querySelector(".received .warning") && document.querySelector(".received .rows h2") !== null);
  // A look that the way to another site cuts off says nothing.
  await refused().catch(refused);
  assert.match(await page.text(".received .warning"), /could not be kept/);
  assert.deepEqual(await page.evaluate(names), ["From the person"]);
  await page.close();
  stranger.closeAllConnections();
  stranger.close();
});
