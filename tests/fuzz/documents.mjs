// Damages documents and has the package read them, in Node: whatever the bytes, the reader answers in time, within its bounds.
//
// node tests/fuzz/documents.mjs [--dist FOLDER] [--seconds N] [--seed N] [--keep FOLDER]
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { inflateRawSync } from "node:zlib";
import * as made from "../fixtures/documents.mjs";

const { values: options } = parseArgs({
  options: {
    dist: { type: "string", default: "pkg/dist" },
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    keep: { type: "string", default: "target/xtask/fuzz/documents-js" },
  },
});
const here = new URL("../..", import.meta.url);
const { readDocument } = await import(new URL(`${options.dist}/index.js`, here));

/** Longest that one file may take, in milliseconds. A page of a PDF may take 60 seconds by itself, and the machine may be busy. */
const LONGEST = 90_000;
/** Most bytes of this process beside what it had after its first documents. */
const MEMORY = 1.5e9;
const ISSUES = [
  "too_large",
  "too_long",
  "unparsable_no_text",
  "pages_without_text",
  "password",
  "damaged",
  "not_utf8",
  "unsupported",
  "timeout",
];

/** mulberry32: the same numbers for the same seed, on every machine. */
function numbers(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
const below = numbers(Number(options.seed));
const pick = (list) => list[below(list.length)];

/** The parts of a Word file as they are before they are packed, by its directory at the end. */
function parts(bytes) {
  const found = {};
  for (let at = bytes.indexOf("PK\x01\x02", 0, "latin1"); at >= 0; at = bytes.indexOf("PK\x01\x02", at + 4, "latin1")) {
    const [method, packed, name, local] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(from, from + packed);
    found[bytes.toString("utf8", at + 46, at + 46 + name)] = (method === 8 ? inflateRawSync(content) : content).toString("utf8");
  }
  return found;
}

const NUMBERS = [0, 1, -1, 127, 255, 256, 65_535, 65_536, 2 ** 31 - 1, 2 ** 32 - 1, 1e20];
const TOKENS = {
  pdf: [
    "obj",
    "endobj",
    "stream",
    "endstream",
    "xref",
    "trailer",
    "/Length ",
    "/Kids [",
    "/Count ",
    "/Type /Page",
    "/Filter /FlateDecode",
    "<<",
    ">>",
    "[",
    "]",
    "(",
    ")",
    "BT",
    "ET",
    "Tj",
    "Tm",
    "1 0 R",
    "2 0 R",
    "/Parent",
    "startxref",
    "/W [",
    "/Prev 0",
    "/ObjStm",
  ],
  xml: [
    "<w:p>",
    "</w:p>",
    "<w:r>",
    "<w:t>",
    "</w:t>",
    "<w:tbl>",
    "<w:tr>",
    "<w:tc>",
    "&amp;",
    "&#x0;",
    "&#1114112;",
    "&#xD800;",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<!DOCTYPE x [<!ENTITY a 'a'>]>",
    "<?x ",
    "<",
    ">",
    '"',
    "'",
    "=",
    '<w:numId w:val="1"/>',
    '<w:ilvl w:val="9999999"/>',
    "<w:txbxContent>",
    "<mc:AlternateContent>",
    "<w:instrText>",
    "\0",
    "\u{202e}",
  ],
  text: ["#", "# ", "```", "- ", "\n\n", "\r", "\0", "\u{feff}", "\u{202e}", "\u{200b}", "|", "<b>", "]]>", "�", "é", "🙂", "\u{2028}"],
};

/** Bytes with some damage. */
function damaged(bytes, tokens) {
  let out = Buffer.from(bytes);
  for (let edits = 1 + below(6); edits > 0; edits -= 1) {
    const [at, end] = [below(out.length + 1), below(out.length + 1)];
    const [low, high] = [Math.min(at, end), Math.max(at, end)];
    switch (below(9)) {
      case 0:
        if (at < out.length) out[at] ^= 1 << below(8);
        break;
      case 1:
        if (at < out.length) out[at] = below(256);
        break;
      case 2:
        out = Buffer.concat([out.subarray(0, at), Buffer.from(pick(tokens)), out.subarray(at)]);
        break;
      case 3:
        out = Buffer.concat([out.subarray(0, low), out.subarray(Math.min(high, low + below(64)))]);
        break;
      case 4:
        out = out.subarray(0, Math.max(1, high));
        break;
      case 5:
        if (out.length < 2e5) out = Buffer.concat([out.subarray(0, high), out.subarray(low, high), out.subarray(high)]);
        break;
      case 6:
        if (at + 4 <= out.length) out.writeUInt32LE(Number(BigInt.asUintN(32, BigInt(pick(NUMBERS)))), at);
        break;
      case 7: {
        // A number that is written out becomes another one.
        const text = out.toString("latin1");
        const found = /\d+/g;
        found.lastIndex = at;
        const number = found.exec(text);
        if (number) out = Buffer.from(text.slice(0, number.index) + pick(NUMBERS) + text.slice(found.lastIndex), "latin1");
        break;
      }
      default:
        if (out.length < 1e5)
          out = Buffer.concat([out.subarray(0, at), Buffer.from(pick(tokens).repeat(1 << below(13))), out.subarray(at)]);
    }
  }
  return out;
}

const folder = new URL("tests/cases/documents/", here);
const seeds = [];
for (const name of (await readdir(folder)).sort())
  if (/\.(docx|pdf|md)$/.test(name)) seeds.push({ name, bytes: await readFile(new URL(name, folder)) });
for (const [name, value] of Object.entries(made))
  if (typeof value === "function" && /^(resume|lists|linked|across|halfScanned|locked|macro)(Docx|Pdf)$/.test(name))
    seeds.push({ name: `${name}.${name.endsWith("Pdf") ? "pdf" : "docx"}`, bytes: Buffer.from(value()) });
seeds.push({ name: "resume.md", bytes: Buffer.from(`\ufeff${made.RESUME_DOCX}\n\n# ${made.LISTS_DOCX}`) });
seeds.push({ name: "notes.txt", bytes: Buffer.from(`\ufeff${made.RESUME_DOCX}`, "utf16le") });

/** One more file: a seed, damaged as it lies on the disk or, for Word, before it is packed. */
function next() {
  const { name, bytes } = pick(seeds);
  if (name.endsWith(".pdf")) return { name, bytes: damaged(bytes, TOKENS.pdf) };
  if (!name.endsWith(".docx")) return { name, bytes: damaged(bytes, TOKENS.text) };
  if (below(3) === 0 || bytes[0] !== 0x50)
    return { name, bytes: damaged(bytes, ["PK\x01\x02", "PK\x03\x04", "PK\x05\x06", "word/document.xml"]) };
  const files = parts(bytes);
  const inside = pick(Object.keys(files).filter((file) => file.endsWith(".xml")));
  files[inside] = damaged(Buffer.from(files[inside]), TOKENS.xml).toString("utf8");
  return { name, bytes: Buffer.from(made.zip(files)) };
}

/** Holds what was read to what is promised of it. */
function holds({ text, pages, status, issues, emptyPages }) {
  assert.equal(typeof text, "string");
  assert.ok(text.length <= 1_000_000, "text is bounded");
  assert.ok(["read", "partial", "unparsable"].includes(status), status);
  assert.ok(
    issues.every((issue) => ISSUES.includes(issue)),
    String(issues),
  );
  assert.equal(status === "read", issues.length === 0, `${status} with ${issues}`);
  assert.equal(status === "unparsable", text === "", `${status} with a text of ${text.length}`);
  assert.ok(pages === null || (Number.isInteger(pages) && pages >= 0), String(pages));
  assert.ok(
    emptyPages.every((page) => page >= 1 && page <= pages),
    String(emptyPages),
  );
}

async function check({ name, bytes }) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took more than ${LONGEST} ms`)), LONGEST);
  });
  try {
    const found = await Promise.race([readDocument(Object.assign(new Blob([bytes]), { name }), {}), late]);
    holds(found);
    return found.status;
  } finally {
    clearTimeout(timer);
  }
}

const counts = { read: 0, partial: 0, unparsable: 0 };
let [slowest, first, most, broken] = [0, 0, 0, 0];
for (const seed of seeds) counts[await check(seed)] += 1;
const end = performance.now() + Number(options.seconds) * 1_000;
while (performance.now() < end) {
  const file = next();
  const from = performance.now();
  try {
    counts[await check(file)] += 1;
  } catch (error) {
    broken += 1;
    const keep = new URL(`${options.keep}/`, here);
    await mkdir(keep, { recursive: true });
    const path = new URL(`${broken}-${file.name}`, keep);
    await writeFile(path, file.bytes);
    console.error(`${path.pathname}: ${error.stack ?? error}`);
    if (broken >= 5) break;
  }
  slowest = Math.max(slowest, performance.now() - from);
  const { rss } = process.memoryUsage();
  first ||= rss;
  most = Math.max(most, rss);
  assert.ok(most - first < MEMORY, `memory grew from ${first} to ${most} bytes`);
}
const files = counts.read + counts.partial + counts.unparsable;
console.log(
  `${files} documents: ${counts.read} read, ${counts.partial} in part, ${counts.unparsable} not; slowest ${slowest.toFixed(0)} ms, memory ${(most / 1e6).toFixed(0)} MB, ${broken} broken`,
);
process.exit(broken === 0 ? 0 : 1);
