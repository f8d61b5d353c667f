// Files and drafts of forms in the browser's database: they outlive a killed browser, go with their session, and are taken along in
// its file. What fails takes nothing else with it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, folder, open } from "./harness/index.mjs";
import { layOut, openStore, ready } from "./store-site.mjs";

/** Begins an interview about notes. */
async function begin() {
  globalThis.interview = await colloquy.createInterview({ guide: "reflective", subject: "files", pace: "instant" });
  if (interview.view.phase === "consent") interview.consent();
  await interview.until((view) => view.phase === "answering" && view.saving.state === "saved");
  return interview.view.session;
}

/** Keeps a file of many different bytes and says its address. */
async function keep(session, size = 300_000) {
  const bytes = Uint8Array.from({ length: size }, (_, place) => (place * 7919) >> 3);
  const { storageUrl } = await library.putFile(session, new File([bytes], "scan.png", { type: "image/png" }));
  return storageUrl;
}

/** Reads a file back: how long it is, its type, and a sum of its bytes. */
async function look(session, url) {
  const blob = await library.file(session, url);
  if (!blob) return null;
  let sum = 0;
  for (const byte of new Uint8Array(await blob.arrayBuffer())) sum = (sum * 31 + byte) >>> 0;
  return [blob.size, blob.type, sum];
}

/** Counts what is in every object store of the database, past the package. */
async function rows() {
  const settle = (request) =>
    new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
  const database = await settle(indexedDB.open("colloquy"));
  const names = [...database.objectStoreNames].filter((name) => name !== "meta");
  const transaction = database.transaction(names);
  const counts = await Promise.all(names.map((name) => settle(transaction.objectStore(name).count())));
  database.close();
  return Object.fromEntries(names.map((name, place) => [name, counts[place]]));
}

/** True when a draft with this in its text or its form is stored, or none at all for null, past the package. */
async function stored(wanted) {
  const settle = (request) =>
    new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
  const database = await settle(indexedDB.open("colloquy"));
  const found = await settle(database.transaction("drafts").objectStore("drafts").getAll());
  database.close();
  return wanted === null ? found.length === 0 : found.some(({ text, form }) => `${text} ${form}`.includes(wanted));
}

test(`a file outlives a killed ${browser} and goes with its session`, async () => {
  const page = await ready(await open("/", { root: await layOut(), profileDir: await folder("profile") }));
  const session = await page.evaluate(begin);
  const url = await page.evaluate(keep, session);
  // Killed at once: what was promised is on the disk.
  await page.kill();
  await page.reopen();
  await ready(page);
  const found = await page.evaluate(look, session, url);
  assert.deepEqual(found?.slice(0, 2), [300_000, "image/png"]);
  const other = await page.evaluate(begin);
  const its = await page.evaluate(keep, other, 3);
  const there = await page.evaluate(rows);
  assert.deepEqual([there.heads, there.files, there.bytes], [2, 2, 2]);
  await page.evaluate((session) => library.remove(session), session);
  assert.equal(await page.evaluate(look, session, url), null);
  assert.equal((await page.evaluate(look, other, its))[0], 3);
  const left = await page.evaluate(rows);
  assert.deepEqual([left.heads, left.files, left.bytes], [1, 1, 1]);
  await page.evaluate(() => library.removeAll());
  assert.deepEqual(await page.evaluate(rows), { heads: 0, records: 0, drafts: 0, files: 0, bytes: 0 });
});

test(`a session is taken along with its files and comes back the same in ${browser}`, async () => {
  const page = await openStore();
  const result = await page.evaluate(async () => {
    globalThis.interview = await colloquy.createInterview({ guide: "onboarding", pace: "instant" });
    if (interview.view.phase === "consent") interview.consent();
    const { form } = await interview.until((view) => view.form !== null);
    const upload = form.kind.options.options.find(({ id, label }) => /resume|résumé/i.test(`${id} ${label}`));
    await interview.settle(form.token, { selectedIds: [upload.id] });
    const asked = (await interview.until((view) => view.form && "upload" in view.form.kind)).form;
    const text = `Ada Example\n${"Kept the lights on, each day anew. ".repeat(30_000)}`;
    await interview.settle(asked.token, { files: [new File([text], "long.txt")] });
    const { session } = await interview.until((view) => view.form && !("upload" in view.form.kind) && view.saving.state === "saved");
    const [{ storageUrl }] = interview.details().files;
    const whole = await interview.sessionFile();
    const same = (await library.export(session)) === whole;
    interview.dispose();
    await library.removeAll();
    const gone = await library.file(session, storageUrl);
    await library.import(whole);
    const again = (await library.export(session)) === whole;
    return { same, gone, again, text: (await (await library.file(session, storageUrl)).text()) === text };
  });
  assert.deepEqual(result, { same: true, gone: null, again: true, text: true });
});

test(`a full device takes nothing but the file that did not fit in ${browser}`, async () => {
  const page = await openStore();
  const session = await page.evaluate(begin);
  const url = await page.evaluate(keep, session);
  const codes = await page.evaluate(async (session) => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, ...key) {
      if (this.name === "bytes") throw new DOMException("full", "QuotaExceededError");
      return put.call(this, value, ...key);
    };
    const file = { name: "b", type: "text/plain", bytes: new ArrayBuffer(8) };
    const refused = await library.putFile(session, file).catch(({ code }) => code);
    const files = (await library.files(session)).length;
    IDBObjectStore.prototype.put = put;
    const kept = await library.putFile(session, file);
    return [refused, files, (await library.files(session)).length, kept.size];
  }, session);
  assert.deepEqual(codes, ["storage_full", 1, 2, 8]);
  assert.equal((await page.evaluate(look, session, url))[0], 300_000);
  assert.equal(await page.evaluate(() => interview.view.saving.state), "saved");
});

test(`where ${browser} refuses a database, files last as long as the page`, async () => {
  const page = await openStore();
  const found = await page.evaluate(async () => {
    Object.defineProperty(globalThis, "indexedDB", {
      get() {
        throw new DOMException("no", "SecurityError");
      },
    });
    globalThis.interview = await colloquy.createInterview({ guide: "reflective", subject: "refused", pace: "instant" });
    if (interview.view.phase === "consent") interview.consent();
    await interview.until((view) => view.phase === "answering" && view.saving.state === "memory");
    const { storageUrl } = await interview.keepFile({
      name: "a.txt",
      mimeType: "text/plain",
      size: 2,
      bytes: new TextEncoder().encode("hi").buffer,
    });
    const text = await (await interview.file(storageUrl)).text();
    const files = await interview.files();
    await interview.removeFile(storageUrl);
    return [text, files.length, (await interview.files()).length];
  });
  assert.deepEqual(found, ["hi", 1, 0]);
});

test(`only the tab that writes a session keeps files for it in ${browser}`, async () => {
  const first = await openStore();
  const session = await first.evaluate(begin);
  const second = await ready(await first.newTab("/"));
  const file = () =>
    interview.keepFile({ name: "a", mimeType: "text/plain", size: 1, bytes: new ArrayBuffer(1) }).then(
      ({ storageUrl }) => storageUrl,
      ({ code }) => code,
    );
  await second.evaluate(async (session) => {
    globalThis.interview = await library.open(session, { pace: "instant" });
  }, session);
  assert.equal(await second.evaluate(file), "read_only");
  const url = await first.evaluate(file);
  assert.deepEqual(
    (await second.evaluate(() => interview.files())).map(({ storageUrl }) => storageUrl),
    [url],
  );
});

test(`what was changed in a form survives a reload, and goes with the form, in ${browser}`, async () => {
  const page = await openStore();
  const { session, token } = await page.evaluate(async () => {
    globalThis.interview = await colloquy.createInterview({ guide: "onboarding", pace: "instant" });
    if (interview.view.phase === "consent") interview.consent();
    const { form, session } = await interview.until((view) => view.form !== null && view.saving.state === "saved");
    interview.setFormDraft(form.token, { selectedIds: ["changed"] });
    return { session, token: form.token };
  });
  await page.waitFor(stored, { args: ["changed"] });
  await page.reload();
  await ready(page);
  const reopen = async (session) => {
    globalThis.interview = await library.open(session, { pace: "instant" });
    const { form } = interview.view;
    return [form?.token, form && interview.formDraft(form.token), interview.draft];
  };
  assert.deepEqual(await page.evaluate(reopen, session), [token, { selectedIds: ["changed"] }, ""]);
  // The typed draft comes and goes beside it.
  await page.evaluate(() => interview.saveDraft("typed"));
  await page.waitFor(stored, { args: ["typed"] });
  await page.reload();
  await ready(page);
  assert.deepEqual(await page.evaluate(reopen, session), [token, { selectedIds: ["changed"] }, "typed"]);
  await page.evaluate(() => {
    interview.saveDraft("");
    interview.refuse(interview.view.form.token, "user_cancelled");
  });
  await page.waitFor(stored, { args: [null] });
  assert.equal(await page.evaluate((token) => interview.formDraft(token), token), null);
});

test(`what was typed last is stored when ${browser} leaves the page while it is being stored`, async () => {
  const page = await openStore();
  await page.evaluate(begin);
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (names, mode, options) {
      const begun = transaction.call(this, names, mode, options);
      if (mode === "readwrite" && [...names].sort().join() === "drafts,heads") {
        IDBDatabase.prototype.transaction = transaction;
        // What WebKit and Firefox report as they put a page aside; its transactions are aborted.
        queueMicrotask(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
        begun.addEventListener("abort", () => (globalThis.aborted = true));
      }
      return begun;
    };
    interview.saveDraft("the last words");
  });
  await page.waitFor(() => globalThis.aborted);
  await page.waitFor(stored, { args: ["the last words"] });
  // Back on the page, what is typed there stays.
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    interview.saveDraft("and one more");
  });
  await page.waitFor(stored, { args: ["and one more"] });
  assert.equal(await page.evaluate(() => interview.view.saving.state), "saved");
});
