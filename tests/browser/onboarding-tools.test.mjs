// What a page does for the tools of an onboarding interview, where the browser's own parts take part: IndexedDB keeps the files, a
// worker reads them, and the address book is asked.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openElement } from "./element-site.mjs";
import { browser } from "./harness/index.mjs";

const cases = fileURLToPath(new URL("../cases/documents/", import.meta.url));
const base64 = async (name) => (await readFile(cases + name)).toString("base64");

/** Puts what the tests below do again and again into the page. */
async function prepare(page) {
  await page.evaluate(async () => {
    const colloquy = await import("./colloquy/index.js");
    await colloquy.init();
    globalThis.colloquy = colloquy;
    globalThis.fileOf = (text, name) => new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name);
    /** Begins an interview and chooses how to begin, by a part of the option's id. */
    globalThis.beginBy = async (way) => {
      const interview = await colloquy.createInterview({ guide: "onboarding", pace: "instant" });
      globalThis.interview = interview;
      interview.consent();
      const { form } = await seen((view) => view.form?.kind.options);
      const { id } = form.kind.options.options.find((option) => option.id.includes(way));
      await interview.settle(form.token, { selectedIds: [id] });
      return interview;
    };
    /** Waits for a view, and says what there is where it does not come. */
    globalThis.seen = (predicate) => {
      const late = new Promise((_, reject) => {
        setTimeout(
          () => reject(new Error(JSON.stringify([interview.view.form, interview.view.question, interview.view.kind.running]))),
          55_000,
        );
      });
      return Promise.race([interview.until(predicate), late]);
    };
    /** Waits for a form of a kind whose records are all stored. */
    globalThis.formOf = async (kind) => (await seen((view) => view.form && kind in view.form.kind && view.saving.state === "saved")).form;
    /** Opens a session of the page before. */
    globalThis.openAgain = async (session) => {
      const library = await colloquy.openLibrary();
      globalThis.interview = await library.open(session, { pace: "instant" });
    };
  });
}

test(`${browser}: a file that was handed in outlives the page, and is read in a worker; one that was refused leaves nothing`, async () => {
  const page = await openElement();
  await prepare(page);
  const { faults, clicks, progress, session, waiting } = await page.evaluate(
    async (resume) => {
      const interview = await beginBy("resume");
      const progress = [];
      interview.onToolProgress((_id, done, total) => progress.push([done, total]));
      const { token } = await formOf("upload");
      const program = new File(["MZ\0\0"], "resume.pdf", { type: "application/pdf" });
      const faults = await interview
        .settle(token, { files: [program] })
        .catch(({ code, details }) => [code, ...details.map(({ path, rule }) => [path, rule])]);
      const files = [fileOf(resume, "resume.pdf")];
      const clicks = await Promise.allSettled([1, 2].map(() => interview.settle(token, { files })));
      await seen((view) => view.form && view.form.token !== token && view.saving.state === "saved");
      return {
        faults,
        progress,
        waiting: interview.view.form.token,
        clicks: clicks.map(({ reason }) => reason?.code ?? "taken"),
        session: interview.view.session,
      };
    },
    await base64("resume.pdf"),
  );
  assert.deepEqual(faults, ["invalid_form", ["files.0", "damaged"]]);
  assert.deepEqual(clicks, ["taken", "no_such_form"]);
  assert.deepEqual(progress, [
    [1, 2],
    [2, 2],
  ]);
  await page.reload();
  await prepare(page);
  const there = await page.evaluate(
    async (session, resume) => {
      await openAgain(session);
      const files = await interview.files();
      const blob = await interview.file(files[0].storageUrl);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const sent = new Uint8Array(await fileOf(resume, "").arrayBuffer());
      const { form } = await seen((view) => view.form);
      return {
        names: files.map(({ name }) => name),
        type: blob.type,
        same: bytes.length === sent.length && bytes.every((byte, at) => byte === sent[at]),
        waiting: form.token,
      };
    },
    session,
    await base64("resume.pdf"),
  );
  assert.deepEqual(there, { names: ["resume.pdf"], type: "application/pdf", same: true, waiting });
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: a document whose reading was cut off by a reload is read again`, async () => {
  const page = await openElement();
  await prepare(page);
  const session = await page.evaluate(
    async (resume) => {
      // A worker that never answers; what it was given has been read by then, so that the reload cuts off nothing but the worker.
      const Real = window.Worker;
      const given = new Promise((resolve) => {
        window.Worker = class extends Real {
          set onmessage(_listener) {}
          postMessage(...message) {
            super.postMessage(...message);
            resolve();
          }
        };
      });
      const interview = await beginBy("resume");
      const { token } = await formOf("upload");
      await interview.settle(token, { files: [fileOf(resume, "resume.pdf")] });
      const { kind } = await seen((view) => view.kind.running && view.saving.state === "saved");
      await given;
      return kind.running.file === "resume.pdf" && interview.view.session;
    },
    await base64("resume.pdf"),
  );
  assert.ok(session);
  await page.reload();
  await prepare(page);
  const kept = await page.evaluate(async (session) => {
    await openAgain(session);
    await seen((view) => view.form && view.kind.artifacts > 0);
    return interview.details().artifacts.map(({ artifact }) => [artifact.dataType, artifact.data.status, artifact.data.pages]);
  }, session);
  assert.deepEqual(kept, [["artifact_record", "parsed", 2]]);
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: the address book is offered where there is one, and what it gives fills the profile`, async () => {
  const page = await openElement();
  await prepare(page);
  const [without, given] = await page.evaluate(async () => {
    await beginBy("contact");
    const { kind } = await formOf("contact");
    interview.dispose();
    globalThis.ContactsManager ??= class {};
    const select = async () => [{ name: ["Rosa Lind"], email: ["rosa@example.org"], tel: [] }];
    Object.defineProperty(navigator, "contacts", { value: { select }, configurable: true });
    await beginBy("contact");
    const form = await formOf("contact");
    await interview.settle(form.token, { data: await colloquy.pickContact() });
    const { kind: shown } = await formOf("validation");
    return [kind.contact.picker, { picker: form.kind.contact.picker, data: shown.validation.data }];
  });
  assert.equal(without, false);
  assert.deepEqual(given, { picker: true, data: { basics: { name: "Rosa Lind", email: "rosa@example.org" } } });
  assert.deepEqual(await page.problems(), []);
  await page.close();
});
