// What a page does for an onboarding interview, in Node: forms, files looked at by their bytes, documents read, the session carried over.
// `node onboarding.mjs [module]`, where `module` is what to import, by default the package.
import assert from "node:assert/strict";
import { document, drive, modelThatMoves, refused, steps } from "./led.mjs";
import * as made from "./made.mjs";

// Nothing but the model is ever asked for anything: not by a document either.
const fetched = new Set();
const { fetch } = globalThis;
globalThis.fetch = (url, ...rest) => {
  fetched.add(new URL(url).host);
  return fetch(url, ...rest);
};

const colloquy = await import(process.argv[2] ?? "colloquy");
const { checkFile, init, openLibrary } = colloquy;
await init();
const model = await modelThatMoves();
const { proxy, moves, toolResults } = model;
const file = (name, content) => new File([content], name);
const guide = await colloquy.guides.find(({ id }) => id === "onboarding").load();

/** The built-in guide with room for more forms and turns in its first phase, where every tool may be called. */
function roomy() {
  const [first, ...rest] = guide.strategy.phases;
  const tools = [...new Set([first, ...rest].flatMap(({ tools }) => tools))];
  const phases = [{ ...first, tools, max_turns: 20, max_forms: 30 }, ...rest];
  return { ...guide, strategy: { ...guide.strategy, phases } };
}

// ── Files that are handed in ──

const accepts = ["pdf", "docx", "txt", "md"];
const check = async (content, name, kinds = accepts) => (await checkFile(file(name, content), kinds, 10_485_760))?.rule ?? null;
assert.equal(await check(made.resumePdf(), "resume"), null, "the bytes decide, not the name");
assert.equal(await check(made.resumeDocx(), "resume.pdf"), null);
assert.equal(await check("# Notes", "notes.md"), null);
assert.equal(await check("Notes", "notes.txt", ["md"]), null, "any text is Markdown");
assert.equal(await check(Buffer.from("\ufeffzwei Bytes: ß", "utf16le"), "notes.txt"), null);
assert.equal(await check(made.resumePdf(), "resume.pdf", ["docx"]), "enum");
assert.equal(await check("Notes", "notes.txt", ["pdf"]), "enum");
assert.equal(await check("", "nothing.pdf"), "empty");
assert.equal(await check(" \n", "nothing.txt"), "empty");
assert.equal(await check(Buffer.concat([Buffer.from("MZ\x90\0\x03\0"), Buffer.alloc(400)]), "resume.pdf"), "damaged");
assert.equal(await check(Buffer.concat([Buffer.from("MZ\x90\0\x03\0"), Buffer.alloc(400)]), "resume.txt"), "enum");
assert.equal(await check("{\\rtf1 text}", "letter.txt"), "enum");
assert.equal(await check("<!DOCTYPE html><p>Hi", "letter.txt"), "enum");
assert.equal(await check(made.latin1Text(), "letter.txt"), "encoding");
assert.equal(await check(made.zip({ "xl/workbook.xml": "<workbook/>" }), "resume.docx"), "enum");
assert.equal(await check(made.bombDocx(), "resume.docx"), "maximum");
assert.equal(await check(made.lockedDocx(), "resume.docx"), "password");
assert.equal(await check(made.oldDoc(), "resume.doc"), "enum");
assert.equal(await check(made.macroDocx(), "resume.docx"), "macros");
assert.equal(await check(made.resumeDocx().subarray(0, 700), "resume.docx"), "damaged");

/** A file of 200 MB that says so when it is read. */
const huge = file("huge.pdf", "%PDF-1.4");
let read = 0;
Object.defineProperties(huge, {
  size: { value: 200_000_000 },
  arrayBuffer: { value: () => Promise.reject((read += 1)) },
  slice: { value: () => assert.fail("a file that is too large is not read") },
});
const large = await checkFile(huge, accepts, 10_485_760);
assert.deepEqual([large.rule, read], ["maximum", 0]);
assert.match(large.message, /190\.7 MB.*10 MB/);

const led = await drive(colloquy, model);
const { interview } = led;
{
  const { token, kind } = await led.form(["get_user_upload", { prompt: "Which files?", multiple: true }]);
  assert.deepEqual(kind.upload, { accepts, max_bytes: 10_485_760, multiple: true });
  await refused(interview, token, { files: [] }, "length");
  await refused(interview, token, null, "length");
  // One that is gone when its bytes are wanted takes along what was kept before it.
  const gone = file("gone.txt", "Here at first");
  let reads = 0;
  gone.arrayBuffer = async () => ((reads += 1) > 1 ? Promise.reject(new Error("moved")) : new TextEncoder().encode("Here at first").buffer);
  await refused(interview, token, { files: [file("a.txt", "There"), gone] }, "unreadable");
  await refused(interview, token, { files: [huge] }, "maximum");
  const faults = await refused(
    interview,
    token,
    { files: [await document("resume.pdf"), file("a.exe", "MZ\0"), file("b.txt", "")] },
    "enum",
    "empty",
  );
  assert.deepEqual(
    faults.map(({ path, value }) => [path, value]),
    [
      ["files.1", "a.exe"],
      ["files.2", "b.txt"],
    ],
  );
  assert.deepEqual(await interview.files(), [], "nothing is kept of what was refused");

  // Two clicks: one hands in, the other is told so, and there is one file.
  const files = [await document("resume.pdf", "my\u202Efdp.exe \u0007resume.pdf")];
  const clicks = await Promise.allSettled([
    interview.settle(token, { files }),
    interview.settle(token, { files }),
    interview.settle(token, { files }),
  ]);
  assert.deepEqual(
    clicks.map(({ status, reason }) => reason?.code ?? status),
    ["fulfilled", "no_such_form", "no_such_form"],
  );
  await assert.rejects(interview.settle(token, { files }), { code: "no_such_form" });
  const [ref, ...others] = await interview.files();
  assert.deepEqual([others.length, ref.name, ref.mimeType, ref.size], [0, "myfdp.exe resume.pdf", "application/pdf", files[0].size]);
  assert.match(ref.storageUrl, /^colloquy-file:[0-9a-f-]{36}$/);
  assert.deepEqual(interview.details().files, [ref]);
  assert.deepEqual(Buffer.from(await (await interview.file(ref.storageUrl)).arrayBuffer()), Buffer.from(await files[0].arrayBuffer()));
}
// Refused while its files are on their way, a form leaves none behind; a typed answer is a refusal as well.
for (const refuse of [
  (token) => interview.refuse(token, "permission_denied"),
  () => interview.answer("I would rather tell you in words."),
]) {
  const { token } = await led.form(["get_user_upload", {}]);
  const slow = file("notes.md", "# Notes");
  const { arrayBuffer } = Blob.prototype;
  slow.arrayBuffer = async function () {
    if (interview.view.form) refuse(token);
    return arrayBuffer.call(this);
  };
  await assert.rejects(interview.settle(token, { files: [slow] }), { code: "no_such_form" });
  assert.equal((await interview.files()).length, 1);
}
await led.asked();
assert.throws(() => interview.refuse("nobody's"), { code: "no_such_form" });
assert.deepEqual(
  (await led.results()).slice(-2).map(({ reason }) => reason),
  ["permission_denied", "user_cancelled"],
);
interview.dispose();

// ── Documents ──

{
  // requirements.md#document-text: a text-based PDF of a word processor, a page and a half, with what was drawn out of it.
  const led = await drive(colloquy, model);
  const { interview } = led;
  const progress = [];
  interview.onToolProgress((_, done, total) => progress.push([done, total]));
  await led.extract(await document("resume.pdf"), { purpose: "resume_timeline", auto_persist: true });
  await led.asked();
  const result = (await led.results()).at(-1);
  assert.equal(result.status, "ok");
  assert.notEqual(result.artifact_record.status, "failed");
  assert.deepEqual([result.artifact_record.status, result.artifact_record.pages, result.persisted], ["parsed", 2, true]);
  assert.match(result.artifact_record.text, /Backend engineer, Parcel & Sons\tMarch 2019 – present\n• Led the move/);
  assert.equal(result.artifact_record.characters, [...result.artifact_record.text].length);
  assert.deepEqual(result.quality, { extraction_confidence: 0.95, issues: [] });
  const { applicant_profile: profile, skeleton_timeline: timeline } = result.derived;
  assert.deepEqual([profile.basics.name, profile.basics.email], ["Rosa Lind", "rosa.lind@example.org"]);
  assert.deepEqual(
    timeline.work.map(({ position, startDate }) => [position, startDate]),
    [
      ["Backend engineer", "2019-03"],
      ["Developer", "2016"],
    ],
  );
  assert.deepEqual(progress, [
    [1, 2],
    [2, 2],
  ]);
  assert.doesNotMatch(JSON.stringify(result), /pdf\.?js|mozilla|mammoth|tesseract|openai|anthropic|google/i);
  assert.equal(interview.details().artifacts[0].artifact.dataType, "artifact_record");

  // The text of a Word file keeps its lists, its table and the head of its page.
  await led.extract(await document("resume.docx"));
  await led.asked();
  const { text } = (await led.results()).at(-1).artifact_record;
  assert.equal(text.split("\n")[0], "Rosa Lind · rosa.lind@example.org · +46 70 123 45 67");
  assert.match(text, /\n• On call for a service with five nines:\n– wrote the runbooks\n/);
  assert.match(text, /\nSwedish\tnative\nEnglish\tfluent\nGerman\n/);
  assert.match(text, /\n1\. Read the runbooks\.\n2\. Meet the people on call\.\n/);

  // Contract test 2: a scan without a reader of pictures; the file is kept.
  await led.extract(await document("scanned.pdf"));
  await led.asked();
  const scan = (await led.results()).at(-1);
  assert.deepEqual([scan.status, scan.artifact_record.status, scan.derived], ["partial", "unparsable", {}]);
  assert.ok(scan.quality.issues.includes("unparsable_no_text") && scan.quality.extraction_confidence === 0);
  assert.ok(await interview.file(interview.details().files.at(-1).storageUrl));

  // A file that was taken out meanwhile is missed, not made up.
  const away = await led.form(["get_user_upload", {}], () => {
    const { storageUrl } = interview.details().files.at(-1);
    return ["extract_document", { file_url: storageUrl }];
  });
  const { keepFile } = interview;
  interview.keepFile = async (given) => {
    const ref = await keepFile.call(interview, given);
    await interview.removeFile(ref.storageUrl);
    return ref;
  };
  await interview.settle(away.token, { files: { length: 1, 0: file("a.txt", "There") } });
  delete interview.keepFile;
  await led.asked();
  assert.match((await led.results()).at(-1).message, /not on this device any more/);
  interview.dispose();
}

{
  // What harms other readers ends as a result that says what it is, and nothing is lost.
  const led = await drive(colloquy, model, { guide: roomy() });
  const { interview } = led;
  const cases = [
    ["locked.pdf", await document("locked.pdf"), "failed", "failed", "password"],
    ["broken.pdf", file("broken.pdf", made.damagedPdf()), "failed", "failed", "damaged"],
    ["bomb.docx", file("bomb.docx", made.bombDocx(1_000)), "failed", "failed", "damaged"],
    ["laugh.docx", file("laugh.docx", made.laughingDocx()), "failed", "failed", "damaged"],
    ["5000.pdf", file("5000.pdf", made.longPdf(5_000)), "partial", "partial", "too_long"],
    ["half.pdf", file("half.pdf", made.halfScannedPdf()), "partial", "partial", "pages_without_text"],
    ["links.docx", file("links.docx", made.linkedDocx()), "ok", "parsed", undefined],
    ["shopping.txt", file("shopping.txt", "Milk, eggs and bread."), "ok", "parsed", "not_a_resume"],
  ];
  for (const [name, document, status, record, issue] of cases) {
    await led.extract(document);
    await led.asked();
    const result = (await led.results()).at(-1);
    assert.deepEqual([name, result.status, result.artifact_record.status], [name, status, record]);
    assert.ok(issue === undefined || result.quality.issues.includes(issue), `${name}: ${result.quality.issues}`);
    assert.equal(result.artifact_record.name, name);
    if (name === "5000.pdf") assert.deepEqual([result.artifact_record.pages, result.derived], [5_000, {}]);
    if (name === "half.pdf") assert.equal(result.quality.extraction_confidence, 0.48);
  }
  assert.equal((await interview.files()).length, cases.length);
  interview.dispose();
}

{
  // A reader of pictures that the host registered: its text is taken, its failure is not the interview's, and it ends when it is told to.
  const state = { ocr: async () => "Rosa Lind\nrosa.lind@example.org", stopped: 0 };
  const ocr = (bytes, { signal }) => {
    assert.equal(String.fromCharCode(...bytes.slice(0, 5)), "%PDF-");
    signal.addEventListener("abort", () => (state.stopped += 1));
    return state.ocr();
  };
  const led = await drive(colloquy, model, { readers: { ocr }, guide: roomy() });
  const { interview } = led;
  const result = async (given) => {
    await led.extract(await document("scanned.pdf"), given);
    await led.asked();
    return (await led.results()).at(-1);
  };
  const taken = await result();
  assert.deepEqual([taken.status, taken.artifact_record.status, taken.quality.issues.includes("ocr")], ["ok", "parsed", true]);
  assert.equal(taken.artifact_record.text, "Rosa Lind\nrosa.lind@example.org");
  state.ocr = async () => Promise.reject(new Error("no more pages on this contract"));
  assert.deepEqual((await result()).quality.issues, ["unparsable_no_text", "ocr_failed"]);
  state.ocr = async () => "";
  assert.deepEqual((await result()).quality.issues, ["unparsable_no_text"]);
  let begun = 0;
  state.ocr = () => new Promise(() => (begun += 1));
  const late = await result({ timeout_seconds: 2 });
  assert.deepEqual(
    [late.status, late.reason, late.tool, state.stopped],
    ["error", "timeout", "extract_document", begun],
    "a reader that was begun is asked to stop",
  );
  await led.extract(await document("scanned.pdf"));
  const running = await interview.until(({ kind }) => kind.running);
  assert.deepEqual([running.kind.running.tool, running.kind.running.file], ["extract_document", "scanned.pdf"]);
  await new Promise((resolve) => setImmediate(resolve));
  interview.cancel();
  await led.asked();
  assert.equal((await led.results()).at(-1).reason, "user_cancelled");
  interview.dispose();
}

{
  // Skills of an answer, by rules; and what this device can do, without a vendor's name.
  const led = await drive(colloquy, model, { guide: roomy() });
  const { interview } = led;
  const then = await led.call(
    ["capabilities_describe", {}],
    ["analyze_technical_skills", { answer_text: "I wrote Python for 5 years.", conversation_context: "What did you write?" }],
  );
  await then();
  const [can, skills] = (await led.results()).slice(-2);
  assert.deepEqual(can.tools.extract_document, {
    status: "ready",
    supports: ["pdf", "docx", "txt", "md"],
    ocr: false,
    layout_preservation: true,
  });
  assert.deepEqual([can.tools.get_user_upload.max_bytes, can.tools.get_macos_contact_card.address_book], [10_485_760, false]);
  assert.deepEqual([skills.status, skills.skills[0].name, skills.skills[0].duration.value], ["ok", "Python", "5 years"]);

  // Contract tests 3 and 4: what was approved comes back with its changes, and is kept under an id that stays.
  const data = { basics: { name: "Rosa Lind", email: "rosa@example.org" } };
  const form = await led.form(["submit_for_validation", { dataType: "applicant_profile", data, message: "Is this right?" }]);
  await refused(interview, form.token, { data: { basics: { name: "" } } }, "required");
  const changed = { basics: { name: "Rosa Lind", email: "rosa.lind@example.org" } };
  moves.push(
    ["persist_data", { dataType: "applicant_profile", data: changed }],
    ["persist_data", { dataType: "applicant_profile", data: changed }],
  );
  await interview.settle(form.token, { data: changed, userNotes: "One letter." });
  await led.asked();
  const [{ approval, ...approved }, first, second] = (await led.results()).slice(-3);
  // By which a model can keep what was approved without writing it out again.
  assert.ok(approval);
  assert.deepEqual(approved, {
    status: "modified",
    data: changed,
    changes: [{ field: "basics.email", oldValue: "rosa@example.org", newValue: "rosa.lind@example.org" }],
    userNotes: "One letter.",
  });
  assert.deepEqual(
    [first.id, first.version, first.confirmed, second.id, second.version],
    ["applicant_profile-1", 1, true, "applicant_profile-1", 2],
  );
  assert.ok(
    toolResults.some((content) => content.includes("modified")),
    "the model gets that as the result",
  );

  // A form outlives its page: it waits again when the session is opened, with what this page can do.
  const waiting = await led.form(["get_user_upload", { acceptedFormats: ["md"] }]);
  const { session } = interview.view;
  interview.dispose();
  const library = await openLibrary({ model: { proxy } });
  const again = await library.open(session);
  assert.deepEqual([again.view.form.token, again.view.form.kind.upload.max_bytes], [waiting.token, 10_485_760]);
  await again.settle(waiting.token, { files: [file("letter.md", "# A letter")] });
  await steps(again, moves).asked();
  assert.equal(again.details().files.length, 1);
  again.dispose();
  library.close();
}

{
  // Without a model: a résumé is handed in, everything is approved, and what the interview was for is kept. It always ends.
  const interview = await colloquy.createInterview({ guide: "onboarding" });
  interview.consent();
  const handed = [];
  for (let step = 0; step < 120; step += 1) {
    const { phase, form, question } = await interview.until(
      (view) => (view.phase === "answering" && view.question) || view.form || view.phase === "review" || view.phase === "finished",
    );
    if (phase === "review" || phase === "finished") break;
    if (!form) {
      interview.answer(
        `Question ${question.number} is a good one: in 2021 I moved the parcel service to queues, and nobody was woken at night after that.`,
      );
      continue;
    }
    const { options, upload, validation } = form.kind;
    if (options) await interview.settle(form.token, { selectedIds: [options.options[0].id] });
    else if (upload) await interview.settle(form.token, { files: [await document("resume.docx")] });
    else if (validation && validation.issues.length === 0) await interview.settle(form.token, { data: validation.data });
    else interview.refuse(form.token);
    handed.push(form.tool);
  }
  assert.equal(interview.view.phase, "review");
  assert.ok(handed.includes("get_user_upload") && handed.includes("submit_for_validation"), handed.join(", "));
  const { artifacts, files } = interview.details();
  assert.deepEqual(
    files.map(({ name }) => name),
    files.map(() => "resume.docx"),
  );
  assert.ok(
    artifacts.some(({ artifact }) => artifact.dataType === "artifact_record"),
    "the document is kept",
  );
  interview.dispose();
}

assert.deepEqual([...fetched], [new URL(proxy).host]);
await model.close();
console.log("onboarding: all checks passed");
