// The onboarding interview from a real word processor's file to the dossier, led by the built-in interviewer: no network, no model, a
// reload in every waiting state, and what is kept at the end, in the page and in its store.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { begin, finish } from "./app-steps.mjs";
import { browser, open } from "./harness/index.mjs";
import { viewOf } from "./model-steps.mjs";
import { fixture, kept, needed, settle, through } from "./onboarding-steps.mjs";

const document = (name) => fixture(fileURLToPath(new URL(`../cases/documents/${name}`, import.meta.url)), name);

/** Opens the interview and brings it to its first form. */
async function opened() {
  const page = await open("/?guide=onboarding&sample=1");
  await begin(page);
  await needed(page);
  return page;
}

for (const name of ["resume.docx", "resume.pdf"]) {
  test(`${browser}: from ${name} to an approved profile, a timeline, a knowledge card and a dossier, with a reload in every waiting state`, async () => {
    const page = await opened();
    const waited = [];
    const before = async (view) => {
      await page.reload();
      const again = await needed(page);
      assert.deepEqual(again.form, view.form, "the form is there again");
      assert.deepEqual(again.question, view.question);
      if (view.form) waited.push(Object.keys(view.form.kind)[0]);
    };
    const { view } = await through(page, { files: [await document(name)], before });
    assert.equal(view.closed, "complete", JSON.stringify(view.kind));
    assert.deepEqual(
      view.kind.phases.map(({ ended }) => ended),
      ["met", "met", "met"],
    );
    for (const kind of ["options", "upload", "validation"]) assert.ok(waited.includes(kind), waited.join());
    const found = await kept(page);
    assert.match(found.applicant_profile.data.basics.name, /\S+ \S+/);
    assert.match(found.applicant_profile.data.basics.email, /@/);
    assert.ok(found.skeleton_timeline.data.work.length >= 2, JSON.stringify(found.skeleton_timeline));
    for (const kind of ["applicant_profile", "skeleton_timeline", "knowledge_card"]) assert.ok(found[kind].confirmed, kind);
    assert.ok(found.candidate_dossier.data.summary.length > 20);
    // What the document says is nobody's answer: no finding rests on it.
    const findings = JSON.stringify(view.findings);
    assert.ok(!findings.includes(found.skeleton_timeline.data.work[0].position), findings);
    // The position that was approved is in the results, and the dossier speaks of it.
    assert.ok(found.experience.confirmed, JSON.stringify(found.experience));
    assert.ok(found.candidate_dossier.data.summary.includes(found.experience.data.position), found.candidate_dossier.data.summary);
    await finish(page);
    const id = await page.evaluate(() => new URLSearchParams(location.search).get("session"));
    await page.goto(`/?view=results&session=${id}`);
    await page.click("button", /^Experience/);
    await page.waitFor(found.experience.data.highlights[0]);
    await page.goto("/?view=stored");
    await page.click("button", "What you put together");
    await page.waitFor(name);
    assert.deepEqual(page.problems(), []);
    await page.close();
  });
}

for (const [name, issue] of [
  ["scanned.pdf", "unparsable_no_text"],
  ["locked.pdf", "password"],
]) {
  test(`${browser}: ${name} is kept and said to be unreadable, and the interview goes on by hand`, async () => {
    const page = await opened();
    const { view } = await through(page, { files: [await document(name)] });
    const read = await page.evaluate(async () => {
      const { interview } = globalThis.document.querySelector("colloquy-interview");
      const { records } = JSON.parse(await interview.export("session"));
      return records.map(({ fact }) => fact.tool_ended?.result).find((result) => result?.quality);
    });
    assert.notEqual(read.status, "ok");
    assert.ok(read.quality.issues.includes(issue), JSON.stringify(read.quality));
    assert.ok(["complete", "concluded"].includes(view.closed));
    assert.ok((await kept(page)).applicant_profile.confirmed, "filled in by hand");
    const files = await page.evaluate(() => globalThis.document.querySelector("colloquy-interview").interview.files());
    assert.equal(files[0].name, name);
    await page.close();
  });
}

test(`${browser}: what is no document is refused in words, the form still waits, and nothing is kept of it`, async () => {
  const page = await opened();
  const { form } = await viewOf(page);
  assert.equal(await settle(page, form.token, { selectedIds: [form.kind.options.options[0].id] }), null);
  const { form: upload } = await page.waitFor(() => {
    const { view } = globalThis.document.querySelector("colloquy-interview").interview;
    return view.form?.kind.upload ? view : null;
  });
  const exe = { name: "resume.pdf", type: "application/pdf", bytes: Buffer.concat([Buffer.from("MZ\x90\x00"), Buffer.alloc(4_000, 7)]) };
  const empty = { name: "resume.txt", type: "text/plain", bytes: Buffer.alloc(0) };
  for (const file of [exe, empty]) {
    const fault = await settle(page, upload.token, null, [file]);
    assert.equal(fault?.code, "invalid_form", file.name);
    assert.ok(fault.details[0].message.length > 10, JSON.stringify(fault));
  }
  // 200 MB that are never read.
  const large = await page.evaluate(async (token) => {
    const file = new File([new Uint8Array(1)], "large.pdf");
    Object.defineProperty(file, "size", { value: 200 * 1024 * 1024 });
    return globalThis.document
      .querySelector("colloquy-interview")
      .interview.settle(token, { files: [file] })
      .then(
        () => null,
        ({ code }) => code,
      );
  }, upload.token);
  assert.equal(large, "invalid_form");
  assert.equal((await viewOf(page)).form.token, upload.token);
  assert.deepEqual(await page.evaluate(() => globalThis.document.querySelector("colloquy-interview").interview.files()), []);
  await page.close();
});
