// Documents in, text out, in Node. Run by the packaging tests on the installed tarball, beside a copy of tests/fixtures/documents.mjs.
import assert from "node:assert/strict";
import * as made from "./made.mjs";

const { readDocument } = await import(process.argv[2] ?? "colloquy");

/** Reads bytes or a text as a file of that name. */
const read = (name, content, options) => readDocument(Object.assign(new Blob([content]), { name }), options);

/** Holds a document to having been refused for one reason. */
async function refused(name, content, issue) {
  const { text, status, issues } = await read(name, content);
  assert.deepEqual({ name, text, status, issues }, { name, text: "", status: "unparsable", issues: [issue] });
}

// Text is told by its name or type, and is taken as it is.
assert.deepEqual(await read("notes.md", "# Ä\r\n\r\n- b\n"), {
  text: "# Ä\n\n- b\n",
  pages: null,
  status: "read",
  issues: [],
  emptyPages: [],
});
assert.equal((await read("", "no name at all")).text, "no name at all");
assert.equal((await read("resume.txt", "\ufeffwith a mark")).text, "with a mark");
assert.equal((await read("resume.txt", Buffer.from("\ufeffzwei Bytes je Zeichen: ß", "utf16le"))).text, "zwei Bytes je Zeichen: ß");
await refused("resume.txt", made.latin1Text(), "not_utf8");
await refused("resume.txt", Buffer.from([80, 0, 1, 2]), "unsupported");
await refused("resume.html", "<p>Markup is not read as text.</p>", "unsupported");
await refused("resume.txt", " \n\t", "unparsable_no_text");
await refused("resume.txt", Buffer.alloc(20_000_001, 97), "too_large");
const long = await read("long.txt", "😀".repeat(500_001));
assert.deepEqual([long.text.length, long.status, long.issues], [1_000_000, "partial", ["too_long"]]);
assert.equal((await read("long.txt", `a${"😀".repeat(500_001)}`)).text.length, 999_999);

// Word. The content decides, not the name.
for (const options of [{}, { prefix: "x" }, { vocabulary: "http://purl.oclc.org/ooxml/wordprocessingml/main" }]) {
  const { text, status, pages } = await read("resume.txt", made.resumeDocx(options));
  assert.deepEqual([text, status, pages], [made.RESUME_DOCX, "read", null]);
}
assert.equal((await read("lists.docx", made.listsDocx())).text, made.LISTS_DOCX);
// Without the part that numbers them, lists have dots, deeper ones dashes.
const dots = made.LISTS_DOCX.replace(/^[12]\. |^(?=a heading)/gm, "• ").replace(/^[ab]\. /gm, "– ");
for (const broken of ["", "<w:numbering", "<!DOCTYPE x><w:numbering/>"])
  assert.equal((await read("lists.docx", made.listsDocx(broken))).text, dots);
await refused("resume.docx", made.bombDocx(), "too_large");
await refused("resume.docx", made.bombDocx(1_000), "damaged");
await refused("resume.docx", made.laughingDocx(), "damaged");
await refused("resume.docx", made.damagedDocx(), "damaged");
await refused("resume.docx", made.resumeDocx().subarray(0, 700), "damaged");
await refused("resume.docx", "I am no archive.", "damaged");
await refused("resume.docx", made.lockedDocx(), "password");
await refused("resume.doc", made.oldDoc(), "unsupported");
await refused("sheet.xlsx", made.zip({ "xl/workbook.xml": "<workbook/>" }), "unsupported");
await refused("deep.docx", made.docx("<w:tbl><w:tr><w:tc>".repeat(200) + "</w:tc></w:tr></w:tbl>".repeat(200)), "damaged");
await refused("cut.docx", made.docx("<w:p><w:r><w:t>never closed"), "damaged");

// PDF: columns one after the other, dates beside what they are about, blocks apart.
const progress = [];
const resume = await read("resume", made.resumePdf(), { onProgress: (...of) => progress.push(of) });
assert.deepEqual([resume.status, resume.pages, resume.issues, resume.emptyPages], ["read", 2, [], []]);
assert.deepEqual(progress, [
  [1, 2],
  [2, 2],
]);
assert.equal(
  resume.text,
  `Rosa Lind
Contact
rosa@example.org
Skills
Python
Kubernetes

Experience with data platforms
Built the order pipeline of a parcel service,
about 40 million events a day.
Education
Computer science, Lund

Work

Parcel & Sons, backend engineer\t2019 - 2023
• Led the move from cron jobs to Kafka streams.
• On call for a service with five nines.

Harbour Bank, developer\t2016 - 2019
• COBOL and Java, side by side.`,
);
const across = await read("across.pdf", made.acrossPdf());
assert.match(across.text, /and later alone\nfor a customer/);
assert.match(across.text, /by the hour\n\nKubernetes in production since\n2019/);

await refused("scan.pdf", made.scannedPdf(), "unparsable_no_text");
const half = await read("half.pdf", made.halfScannedPdf());
assert.deepEqual(half, { text: "A page that was typed.", pages: 2, status: "partial", issues: ["pages_without_text"], emptyPages: [2] });
await refused("locked.pdf", made.lockedPdf(), "password");
await refused("broken.pdf", made.damagedPdf(), "damaged");
await refused("broken.pdf", "%PDF-1.7\nnothing of the kind", "damaged");
await refused("resume.pdf", "no PDF at all", "damaged");
await refused("token.pdf", made.longTokenPdf(), "damaged");
// A worker that fails is the document's fault once it was loaded, and the page's before.
const worker = (code) => ({ pdfWorkerUrl: new URL(`data:text/javascript,${encodeURIComponent(code)}`) });
const loaded = `import { parentPort } from "node:worker_threads"; parentPort.postMessage({ ready: true });`;
const fails = `parentPort.on("message", () => { throw new Error("out of memory"); });`;
assert.deepEqual((await read("resume.pdf", made.resumePdf(), worker(loaded + fails))).issues, ["damaged"]);
await assert.rejects(read("resume.pdf", made.resumePdf(), worker(`throw new Error("not there");`)), { code: "load_failed" });
const story = await read("story.pdf", made.longPdf(203));
assert.deepEqual([story.status, story.pages, story.issues], ["partial", 203, ["too_long"]]);
assert.match(story.text, /Page 200 of a long story\.$/);
const bomb = await read("bomb.pdf", made.bombPdf());
assert.deepEqual([bomb.status, bomb.issues], ["partial", ["too_long"]]);
assert.ok(bomb.text.length <= 1_000_000);

// What is ended ends, before, during and with another reader at work.
const reason = new Error("enough");
await assert.rejects(read("resume.pdf", made.resumePdf(), { signal: AbortSignal.abort(reason) }), reason);
const controller = new AbortController();
const ended = read("long.pdf", made.longPdf(150), { signal: controller.signal, onProgress: () => controller.abort(reason) });
const other = read("resume.pdf", made.resumePdf());
await assert.rejects(ended, reason);
assert.equal((await other).status, "read");
await assert.rejects(read("resume.pdf", made.resumePdf(), { pdfWorkerUrl: new URL("file:///nowhere/pdf-worker.js") }), {
  code: "load_failed",
});
