// The database of an earlier version, `tests/cases/before/database.json.br`: how it is put into a browser, and how it was made. Run by itself
// on a build of the version that is to be kept, it writes the file: `node tests/browser/before-database.mjs FILE`.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

const cases = resolve(dirname(fileURLToPath(import.meta.url)), "../cases/before");
const KINDS = ["reflective", "staged", "advice", "gaps", "onboarding"];

const unpacked = async (name) => JSON.parse(brotliDecompressSync(await readFile(resolve(cases, name))).toString("utf8"));

/** Every session of a kind with all that was made of it, see the cases' README. */
export const casesOf = async (kind) => (await unpacked(`${kind}.json.br`)).cases;

/** The database and what was made of its sessions: `{ name, version, stores, sessions: [{ session, list, exports, files }] }`. */
export const before = () => unpacked("database.json.br");

/** Runs in a page: the whole database, its bytes as the text they are in UTF-8, or as base64. */
async function dumped() {
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const packed = (value) => {
    const bytes =
      value instanceof ArrayBuffer
        ? new Uint8Array(value)
        : ArrayBuffer.isView(value)
          ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
          : null;
    if (bytes) {
      const $view = value instanceof ArrayBuffer ? "ArrayBuffer" : value.constructor.name;
      try {
        return { $text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), $view };
      } catch {
        return { $bytes: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")), $view };
      }
    }
    if (Array.isArray(value)) return value.map(packed);
    if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, packed(inner)]));
    return value;
  };
  const [{ name, version }] = await indexedDB.databases();
  const database = await done(indexedDB.open(name));
  const stores = [];
  for (const store of database.objectStoreNames) {
    const inner = database.transaction(store).objectStore(store);
    const { keyPath, autoIncrement } = inner;
    const indexes = [...inner.indexNames]
      .map((index) => inner.index(index))
      .map(({ name, keyPath, unique, multiEntry }) => ({ name, keyPath, unique, multiEntry }));
    const [keys, values] = await Promise.all([done(inner.getAllKeys()), done(inner.getAll())]);
    stores.push({ store, keyPath, autoIncrement, indexes, rows: keys.map((key, at) => [packed(key), packed(values[at])]) });
  }
  database.close();
  return { name, version, stores };
}

/** Runs in a page that has not opened the database yet: makes it as it was. */
export async function planted({ name, version, stores }) {
  const unpack = (value) => {
    if (Array.isArray(value)) return value.map(unpack);
    if (!value || typeof value !== "object") return value;
    if (typeof value.$view !== "string") return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unpack(inner)]));
    const bytes =
      value.$text === undefined ? Uint8Array.from(atob(value.$bytes), (char) => char.charCodeAt(0)) : new TextEncoder().encode(value.$text);
    return value.$view === "ArrayBuffer" ? bytes.buffer : new globalThis[value.$view](bytes.buffer);
  };
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    for (const { store, keyPath, autoIncrement, indexes, rows } of stores) {
      const inner = opening.result.createObjectStore(store, { keyPath, autoIncrement });
      for (const { name: index, keyPath: path, unique, multiEntry } of indexes) inner.createIndex(index, path, { unique, multiEntry });
      for (const [key, value] of rows) inner.put(unpack(value), ...(keyPath === null ? [unpack(key)] : []));
    }
  };
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve;
    opening.onerror = () => reject(opening.error);
  });
  opening.result.close();
  return true;
}

/** Runs in a page with the package: what the library makes of its sessions, the session of each first. */
export async function read() {
  const { init, openLibrary } = await import("./colloquy/index.js");
  await init();
  const library = await openLibrary();
  const sessions = [];
  for (const { session, guide, title, status, questions, records, draftAt } of await library.list()) {
    // An active one is abandoned half an hour later.
    sessions.push({
      session,
      guide,
      title,
      status: status === "abandoned" ? "active" : status,
      questions,
      records,
      draft: draftAt !== null,
      file: await library.export(session),
    });
  }
  library.close();
  return sessions.sort((a, b) => (a.session < b.session ? -1 : 1));
}

/** Runs in a page: takes in session files, and leads two interviews by hand so that there are appends as they are made, and drafts. */
async function filled(files) {
  const { createInterview, init, openLibrary } = await import("./colloquy/index.js");
  await init();
  const library = await openLibrary();
  for (const file of files) await library.import(file);
  const material = {
    title: "Why We Wake Up Tired",
    texts: [{ name: "summary.md", text: "A steady bedtime matters — more than “hours”." }],
  };
  const talk = await createInterview({ guide: "reflective", subject: "by hand", material, pace: "instant" });
  talk.consent();
  for (let number = 1; number <= 3; number += 1) {
    await talk.until((view) => view.phase === "answering" && view.question.number === number && view.saving.state === "saved");
    if (number < 3) talk.answer(`Answer ${number}: I realized — “truly” — that rest needs a plan. 休息 ${"🙂".repeat(number)}`);
  }
  talk.saveDraft("A draft\nthat was not sent — 休");
  const hired = await createInterview({ guide: "onboarding", subject: "by hand too", pace: "instant" });
  hired.consent();
  const waits = (view) => view.phase === "answering" && view.saving.state === "saved";
  for (let forms = 0; forms < 2; forms += 1) {
    const { form } = await hired.until((view) => waits(view) && view.form !== null);
    const [kind] = Object.keys(form.kind);
    if (kind === "options") await hired.settle(form.token, { selectedIds: [form.kind.options.options[0].id] });
    else if (kind === "upload")
      await hired.settle(form.token, {
        files: [new File(["Ada Example\nada@example.org\n\nExperience\n2019 - 2023 Miller, Mill\n"], "résumé.txt", { type: "text/plain" })],
      });
    else break;
  }
  const { form } = await hired.until((view) => waits(view) && view.form !== null);
  hired.setFormDraft(form.token, { basics: { name: "Ada — half" } });
  // Drafts are written within a second.
  await new Promise((next) => setTimeout(next, 2_500));
  await Promise.all([talk.until((view) => view.saving.state === "saved"), hired.until((view) => view.saving.state === "saved")]);
  talk.dispose();
  hired.dispose();
  library.close();
  return true;
}

/** Which sessions are taken in, by kind: one of each state. */
const CHOSEN = {
  reflective: ["half-way, model", "in review, built in", "a contract of its own and everything a host sets, model"],
  staged: ["paused, built in", "finished, model"],
  advice: ["redacted, model", "half-way, built in", "with what is on offer, model in parts"],
  gaps: ["in review, built in", "while a call runs, model", "after much trouble, model"],
  onboarding: ["finished, built in", "redacted, model", "waiting for files, model", "with files given, model"],
};

/** The session files that are taken in. */
async function chosen() {
  const files = [];
  for (const kind of KINDS) {
    const all = await casesOf(kind);
    for (const state of CHOSEN[kind]) files.push(all.find(({ name }) => name === state).session);
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { test } = await import("node:test");
  const { root } = await import("./element-site.mjs");
  const { open } = await import("./harness/index.mjs");
  // A test only in that what it opens is closed when it ends.
  test("writes the database of this build", async () => {
    const page = await open("/?guide=none&storage=memory", { root });
    await page.evaluate(filled, await chosen());
    const database = await page.evaluate(dumped);
    const text = JSON.stringify({ ...database, sessions: await page.evaluate(read) });
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
    const packed = brotliCompressSync(text, { params });
    await writeFile(process.argv[2], packed);
    console.log(`${text.length} bytes, ${packed.length} compressed`);
  });
}
