// Files and drafts of forms in Node, with the store in memory: an onboarding interview is handed a résumé, taken along as a file with
// it, brought in again, and hostile files are refused. `node files.mjs [module]`, where `module` is what to import.
import assert from "node:assert/strict";

const { createInterview, init, openLibrary } = await import(process.argv[2] ?? "colloquy");
await init();

const TEXT = "Ada Example\nada@example.org\n\nExperience\nEngineer, Example GmbH, 2019 - 2023\nKept the lights on.\n\0";
const bytesOf = async (blob) => Buffer.from(await blob.arrayBuffer());

/** Begins an onboarding interview and chooses whatever leads to an upload. */
async function uploading() {
  const interview = await createInterview({ guide: "onboarding", pace: "instant" });
  if (interview.view.phase === "consent") interview.consent();
  const { form } = await interview.until((view) => view.form !== null);
  return { interview, form };
}

const library = await openLibrary();
const { interview, form } = await uploading();
const { session } = interview.view;
assert.ok("options" in form.kind, "the first form is a choice");

// What was changed in a form is kept for that form alone, beside what was typed.
assert.equal(interview.formDraft(form.token), null);
interview.setFormDraft(form.token, { selectedIds: ["x"] });
interview.saveDraft("typed");
assert.deepEqual(interview.formDraft(form.token), { selectedIds: ["x"] });
assert.equal(interview.formDraft("another"), null);
interview.setFormDraft("another", 1);
interview.setFormDraft(form.token, "x".repeat(200_000));
assert.deepEqual(interview.formDraft(form.token), { selectedIds: ["x"] }, "neither another form's nor one that is too long is kept");
interview.setFormDraft(form.token, null);
assert.equal(interview.formDraft(form.token), null);
interview.setFormDraft(form.token, { selectedIds: ["x"] });
assert.equal(interview.draft, "typed");
assert.throws(() => interview.setFormDraft(form.token, 1n), TypeError);

const upload = form.kind.options.options.find(({ id, label }) => /resume|résumé|cv|file|upload/i.test(`${id} ${label}`));
await interview.settle(form.token, { selectedIds: [upload.id] });
assert.equal(interview.formDraft(form.token), null, "it goes with its form");
assert.equal(interview.draft, "typed");
interview.saveDraft("");
const asked = (await interview.until((view) => view.form && "upload" in view.form.kind)).form;
const plain = TEXT.replaceAll("\0", "");
await interview.settle(asked.token, { files: [new File([plain], 'résumé "1".txt')] });
await interview.until((view) => view.kind.files === 1 && view.form !== null && view.saving.state !== "pending");

// It is there, byte for byte, by the address that the records name.
const [file] = interview.details().files;
assert.match(file.storageUrl, /^colloquy-file:[\da-f]{8}-/);
assert.deepEqual(await interview.files(), [file]);
assert.equal((await bytesOf(await interview.file(file.storageUrl))).toString(), plain);
assert.equal((await interview.file(file.storageUrl)).type, "text/plain");
assert.equal(await interview.file("colloquy-file:00000000-0000-4000-8000-000000000000"), null);
assert.equal(await interview.file("https://example.org/"), null);
assert.deepEqual((await library.details(session)).files, [file]);
await assert.rejects(library.details("none"), { code: "no_such_session" });

// A host's own file: kept and listed, and no part of an export, as no record names it.
const page = await library.putFile(session, { name: "x".repeat(300), type: "text/html", bytes: new TextEncoder().encode("<b>hi</b>") });
assert.equal(page.name.length, 200);
assert.equal((await library.file(session, page.storageUrl)).type, "application/octet-stream", "nothing a browser would run");
assert.deepEqual(
  (await library.files(session)).map(({ storageUrl }) => storageUrl),
  [file, page].map(({ storageUrl }) => storageUrl).toSorted(),
);
await assert.rejects(library.putFile(session, { name: "big", type: "", bytes: new ArrayBuffer((20 << 20) + 1) }), {
  code: "file_too_large",
});
await assert.rejects(library.putFile("none", { name: "a", type: "", bytes: new ArrayBuffer(1) }), { code: "no_such_session" });
await assert.rejects(library.putFile(session, { name: "a", type: "" }), { code: "invalid_options" });

const whole = await interview.sessionFile();
assert.deepEqual(JSON.parse(await interview.export("session")).files, [], "what is written at once has none");
const [entry, ...rest] = JSON.parse(whole).files;
assert.deepEqual(rest, []);
assert.equal(Buffer.from(entry.base64, "base64").toString(), plain);
assert.equal(await library.export(session), whole);
await library.removeFile(session, page.storageUrl);
await library.removeFile(session, page.storageUrl);
assert.equal(await library.file(session, page.storageUrl), null);
interview.dispose();

// Deleted, nothing is left; brought in, it is the same to the last byte, and so the second time.
assert.equal(await library.remove(session), true);
assert.equal(await library.file(session, file.storageUrl), null);
assert.deepEqual(await library.files(session), []);
for (const text of [whole, JSON.stringify(JSON.parse(whole), null, 2)]) {
  assert.equal((await library.import(text)).session, session);
  assert.equal(await library.export(session), whole);
  assert.equal((await bytesOf(await library.file(session, file.storageUrl))).toString(), plain);
}
await library.removeFile(session, file.storageUrl);
await library.import(whole);
assert.deepEqual(await library.files(session), [file], "the same file brings back what is gone");

// Under another id it touches nothing of the first.
const lines = whole.replace(`"size":${file.size},"base64":"${entry.base64}"`, '"size":3,"base64":"AAEC"').split("\n");
const last = lines.findLastIndex((line) => line.startsWith('{"seq"'));
lines[last] = lines[last].replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) + 1}`);
const { session: copy } = await library.import(lines.join("\n"));
assert.notEqual(copy, session);
assert.deepEqual(await bytesOf(await library.file(copy, file.storageUrl)), Buffer.from([0, 1, 2]));
assert.equal((await bytesOf(await library.file(session, file.storageUrl))).toString(), plain);
await library.remove(copy);
assert.deepEqual(await library.files(session), [file]);

// Hostile files: each is refused with its place, and nothing of them is kept.
await library.removeAll();
assert.deepEqual(await library.files(session), []);
const change = (how) => {
  const parsed = JSON.parse(whole);
  how(parsed.files[0], parsed);
  return JSON.stringify(parsed);
};
for (const [path, how] of [
  ["files[0].base64", (one) => (one.base64 = `${one.base64.slice(0, -4)}!!!!`)],
  ["files[0].base64", (one) => (one.base64 = ` ${one.base64.slice(1)}`)],
  ["files[0].base64", (one) => (one.base64 = one.base64.slice(4))],
  ["files[0].base64", (one) => Object.assign(one, { size: 1, base64: "A===" })],
  ["files[0].base64", (one) => Object.assign(one, { size: 1, base64: "AB==" })],
  ["files[0].base64", (one) => Object.assign(one, { size: 4, base64: "A  AAAAA" })],
  ["files[0].base64", (one) => delete one.base64],
  ["files[0].size", (one) => (one.size = (20 << 20) + 1)],
  ["files[0].size", (one) => (one.size = -1)],
  ["files[0].id", (one) => (one.id = "00000000-0000-4000-8000-000000000000")],
  ["files[0].id", (one) => (one.id = "../x")],
  ["files[0].name", (one) => (one.name = { toString: 1 })],
  ["files[1].id", (one, { files }) => files.push(one)],
  ["files[0]", (_one, { files }) => files.unshift(null)],
  ["files", (one, all) => (all.files = Array(101).fill(one))],
  ["files", (one, all) => (all.files = { 0: one })],
  ["files", (_one, all) => (all.files = 1)],
  ["artifacts", (_one, all) => (all.artifacts = [{}])],
]) {
  const error = await library.import(change(how)).then(
    () => undefined,
    (error) => error,
  );
  assert.deepEqual([error?.code, error?.details[0].path], ["invalid_session", path], String(how));
}
for (const text of [
  "",
  "{",
  '{"files":[',
  '{"files":[{}]',
  `{"files":${"[".repeat(200_000)}`,
  '{"x":"\\"}',
  whole.slice(0, -20),
  `${whole}x`,
]) {
  await assert.rejects(library.import(text), { code: "invalid_session" }, text.slice(0, 20));
}
// A key that only looks like the files': inside of another, or in a text.
const inside = JSON.stringify({ note: '"files": [', "files ": [], deep: { files: [{ base64: "x" }] }, ...JSON.parse(whole) });
assert.equal((await library.import(inside)).session, session);
assert.equal(await library.export(session), whole);
// An answer that is taken back takes its file along, from a session that is closed and from one that is open.
const handedIn = (await library.exchanges(session)).find(({ filled }) => filled?.tool === "get_user_upload").question.number;
await library.redact(session, handedIn);
assert.deepEqual([await library.files(session), JSON.parse(await library.export(session)).files], [[], []]);
await library.removeAll();
await library.import(whole);
const open = await library.open(session);
assert.equal((await open.files()).length, 1);
await open.redact(handedIn);
assert.deepEqual([await open.files(), open.details().files, await open.file(file.storageUrl)], [[], [], null]);
open.dispose();
await library.removeAll();
await library.import(whole);

// What is cleaned up takes its files along; what is not over stays.
const done = await createInterview({ guide: "reflective", subject: "done" });
if (done.view.phase === "consent") done.consent();
await done.until((view) => view.phase === "answering" && view.saving.state === "saved");
for (const phase of ["review", "finished"]) {
  done.finish();
  await done.until((view) => view.phase === phase && view.saving.state === "saved");
}
const of = done.view.session;
done.dispose();
const { storageUrl } = await library.putFile(of, { name: "a", type: "text/plain", bytes: new Uint8Array([1]) });
const { updatedAt } = (await library.list()).find((row) => row.session === of);
while (Date.now() <= updatedAt) await library.list();
assert.equal(await library.cleanUp(0), 1);
assert.equal(await library.file(of, storageUrl), null);
assert.equal((await library.files(session)).length, 1);

await library.removeAll();
assert.deepEqual([await library.list(), await library.files(session)], [[], []]);
library.close();
console.log("files and drafts of forms in memory: everything holds");
