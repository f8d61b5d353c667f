// Sessions in files, in Node: they outlive the process, whatever ends it and whenever. Run by the packaging tests on the installed
// tarball: `node stores.mjs`. With arguments it is one of the processes that are ended.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createInterview, openLibrary } from "colloquy";
import { openFileStore } from "colloquy/node";

const ANSWERS = [
  "I realized that what is kept on a disk outlives whoever wrote it there.",
  "I will write down what I decide on the day on which I decide it.",
  "It comes down to this: nothing counts as kept before it is.",
];
const options = { guide: "reflective", subject: "stores", pace: "instant", limits: { questions: 3 } };
const put = (number) => (view) => view.phase === "answering" && view.question.number === number && view.saving.state === "saved";

/** Answers what is open and says each answer that counts as saved; `onSaved` hears of it at once. */
async function lead(interview, onSaved = () => {}) {
  if (interview.view.phase === "consent") interview.consent();
  for (;;) {
    const view = await interview.until(({ phase, saving }) => phase !== "asking" && saving.state === "saved");
    if (view.phase !== "answering") return view;
    const { number } = view.question;
    interview.answer(ANSWERS[number - 1]);
    await interview.until(
      ({ saving, question, phase }) => saving.state === "saved" && (question?.number !== number || phase !== "answering"),
    );
    onSaved(number);
  }
}

/** One process: leads an interview and ends itself at the append with a number, before it, while it runs, or after it. */
async function endedAt(folder, number, moment) {
  const store = await openFileStore(folder);
  const end = () => process.kill(process.pid, "SIGKILL");
  let count = 0;
  const append = store.append.bind(store);
  store.append = async (batch) => {
    count += 1;
    if (count === Number(number)) {
      if (moment === "before") end();
      if (moment === "while") setTimeout(end, Math.random() * 3);
    }
    await append(batch);
    if (count === Number(number) && moment === "after") end();
  };
  const library = await openLibrary({ storage: store });
  const [found] = await library.list();
  const interview = found ? await library.open(found.session, { pace: "instant" }) : await createInterview({ ...options, storage: store });
  if (interview.view.can.resume) interview.resume();
  await lead(interview, (answered) => writeSync(1, `${answered}\n`));
  await new Promise((resolve) => setTimeout(resolve, 10));
  writeSync(1, "end\n");
  process.exit();
}

/** Waits for the lock and holds it until it is ended. */
async function holding(folder) {
  await openFileStore(folder);
  writeSync(1, "holds\n");
  setInterval(() => {}, 1000);
}

if (process.argv[2]) {
  await { endedAt, holding }[process.argv[2]](...process.argv.slice(3));
}

const work = await mkdtemp(join(tmpdir(), "colloquy-stores-"));
const fresh = async (name) => {
  const folder = join(work, name);
  await mkdir(folder);
  return folder;
};
const quiet = (problems) => ({ onProblem: (problem) => problems.push(problem) });

/** Runs one of the processes above; gives what it said and what ended it. */
function process_(...args) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...args.map(String)], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = new Promise((resolve) => child.on("close", (code, signal) => resolve({ said, code, signal })));
  return { child, ended, saying: () => said };
}

/** What a session has of answers, by its store alone. */
async function answersIn(store) {
  const [listed] = await store.list({});
  const { records } = (listed && (await store.read(listed.row.session))) ?? { records: [] };
  return records.map((record) => JSON.parse(record).fact.answered?.text).filter((text) => text !== undefined);
}

// Whatever was said to be saved is there after the process was killed at any append, and the interview goes on to its end.
let appends = 0;
async function killed(number, moment) {
  const folder = await fresh(`killed-${number}-${moment}`);
  const { said, signal } = await process_("endedAt", folder, number, moment).ended;
  if (said.endsWith("end\n")) return false;
  assert.equal(signal, "SIGKILL");
  appends += 1;
  const saved = said
    .split("\n")
    .filter(Boolean)
    .map((answered) => ANSWERS[answered - 1]);
  const problems = [];
  const store = await openFileStore(folder, quiet(problems));
  const there = await answersIn(store);
  assert.deepEqual(there.slice(0, saved.length), saved, `append ${number}, ${moment}`);
  assert.ok(there.length <= saved.length + 1 && problems.length <= 1);
  const library = await openLibrary({ storage: store });
  const [listed] = await library.list();
  const interview = listed
    ? await library.open(listed.session, { pace: "instant" })
    : await createInterview({ ...options, storage: store });
  if (interview.view.can.resume) interview.resume();
  const { phase } = await lead(interview);
  assert.equal(phase, "review");
  interview.finish();
  await interview.until(({ phase, saving }) => phase === "finished" && saving.state === "saved");
  assert.deepEqual(await answersIn(store), ANSWERS);
  const text = await interview.export("markdown");
  for (const answer of ANSWERS) assert.ok(text.includes(answer));
  interview.dispose();
  await store.close();
  return true;
}
const moments = ["before", "while", "after"];
for (let number = 1, goesOn = true; goesOn; number += 2) {
  const runs = [number, number + 1].map((one) => killed(one, moments[one % 3]));
  goesOn = (await Promise.all(runs)).every(Boolean);
}
assert.ok(appends >= 6, `${appends} appends were cut off`);

// A session as it is on the disk, for what follows.
const kept = await fresh("kept");
const store = await openFileStore(kept);
const interview = await createInterview({ ...options, storage: store });
interview.consent();
await interview.until(put(1));
interview.answer(ANSWERS[0]);
await interview.until(put(2));
interview.saveDraft("half a th");
const { session } = interview.view;
interview.dispose();
while (!(await store.read(session)).draft) await new Promise((resolve) => setTimeout(resolve, 10));
assert.equal((await store.read(session)).draft.text, "half a th");

// A folder belongs to one process at a time, and to the next one when that was killed.
await assert.rejects(openFileStore(kept), { code: "storage_in_use" });
await store.close();
await assert.rejects(store.list({}), { code: "storage_refused" });
const holder = process_("holding", kept);
while (!holder.saying()) await new Promise((resolve) => holder.child.stdout.once("data", resolve));
await assert.rejects(openFileStore(kept), { code: "storage_in_use" });
holder.child.kill("SIGKILL");
await holder.ended;
await (await openFileStore(kept)).close();

// Torn at any byte of its last line, a log has all lines before it; what is torn is put aside, and the session goes on.
const log = join(session, "log.jsonl");
const bytes = await readFile(join(kept, log));
const begin = bytes.lastIndexOf(10, bytes.length - 2) + 1;
const lines = bytes.toString().split("\n").filter(Boolean).map(JSON.parse);
const before = lines.slice(0, -1).flatMap(({ records = [] }) => records);
for (const [at, cut] of [0, 1, 2, 40, bytes.length - begin - 2, bytes.length - begin - 1].entries()) {
  const folder = await fresh(`torn-${at}`);
  await cp(join(kept, session), join(folder, session), { recursive: true });
  await writeFile(join(folder, log), bytes.subarray(0, begin + cut));
  const problems = [];
  const again = await openFileStore(folder, quiet(problems));
  assert.equal((await again.list({})).length, 1);
  const read = await again.read(session);
  assert.deepEqual(read.records, before, `cut at ${cut}`);
  assert.deepEqual(problems, cut === 0 ? [] : [{ kind: "torn", folder: join(folder, session), bytes: cut }]);
  if (cut > 0) assert.equal((await readFile(join(folder, session, "torn"))).length, cut);
  const { row } = lines.at(-1);
  await again.append({ first: before.length, records: ["{}"], row: { ...row, epoch: read.row.epoch }, clearDraft: false, strict: true });
  assert.equal((await again.read(session)).records.length, before.length + 1);
  assert.equal(problems.length, cut === 0 ? 0 : 1);
  await again.close();
}

// Damaged anywhere else, or of a later version, it is reported and left as it is.
for (const [at, change] of [(text) => text.replace("}\n", "]\n"), (text) => text.replaceAll('{"v":1', '{"v":2')].entries()) {
  const folder = await fresh(`damaged-${at}`);
  await cp(join(kept, session), join(folder, session), { recursive: true });
  const damaged = change(bytes.toString());
  await writeFile(join(folder, log), damaged);
  const problems = [];
  const again = await openFileStore(folder, quiet(problems));
  await assert.rejects(again.read(session));
  await assert.rejects(again.claim(session));
  assert.deepEqual(problems, [{ kind: "damaged", folder: join(folder, session), bytes: 0 }]);
  assert.equal(await readFile(join(folder, log), "utf8"), damaged);
  await again.close();
}

// Hostile ids never leave the folder, and what else lies in it is left alone.
const inside = await fresh("inside");
const folder = join(inside, "sessions");
await mkdir(folder);
await writeFile(join(folder, "notes.txt"), "mine");
await mkdir(join(folder, "mine"));
await symlink(kept, join(folder, session));
const hostile = [
  "../x",
  "..",
  ".",
  "",
  "a/b",
  "a\\b",
  "/etc/passwd",
  "lock",
  "notes.txt",
  "mine",
  "CON",
  "nul.txt",
  "\0",
  "__proto__",
  "ä",
  "x".repeat(5000),
];
const rows = hostile.map((session) => ({ ...lines[0].row, session, records: 1 }));
const open = await openFileStore(folder);
assert.deepEqual(await open.list({}), []);
for (const row of rows) {
  await open.append({ first: 0, records: ["{}"], row, clearDraft: false, strict: true });
  const file = { id: row.session, about: "{}", bytes: new TextEncoder().encode(row.session).buffer };
  await open.changeFiles(row.session, null, [{ keep: file }]);
  assert.deepEqual(await open.file(row.session, row.session), file);
  assert.equal((await open.read(row.session)).row.session, row.session);
}
await open.close();
const reopened = await openFileStore(folder);
const found = (await reopened.list({})).map(({ row }) => row.session);
assert.deepEqual(found.sort(), hostile.toSorted());
assert.deepEqual(await readdir(inside), ["sessions"]);
for (const name of await readdir(folder)) assert.match(name, /^(notes\.txt|mine|lock|x-[0-9a-f]{64}|[0-9a-f-]{36})$/);
for (const one of hostile) assert.equal(await reopened.remove(one), true, one);
assert.deepEqual((await readdir(folder)).sort(), [session, "lock", "mine", "notes.txt"].sort());
assert.equal(await readFile(join(folder, "notes.txt"), "utf8"), "mine");
await reopened.close();
assert.ok((await readdir(folder)).includes("mine") && !(await readdir(folder)).includes("lock"));
if (process.platform !== "win32") assert.equal((await stat(join(kept, log))).mode & 0o077, 0);

// The library of a folder: after a restart the draft is there; files, what is taken along, and what is gone for good.
const second = await openFileStore(kept);
const library = await openLibrary({ storage: second });
const [listed] = await library.list();
assert.deepEqual([listed.session, listed.openElsewhere], [session, false]);
assert.deepEqual(await library.list({ guide: "staged" }), []);
const { state, sessions } = await library.storage();
assert.deepEqual([state, sessions], ["host", 1]);
const resumed = await library.open(session, { pace: "instant" });
assert.equal(resumed.draft, "half a th");
await assert.rejects(library.redact(session, 1), { code: "session_open" });
if (resumed.view.can.resume) resumed.resume();
await resumed.until(put(2));
const reference = await library.putFile(session, { name: "a.txt", type: "text/plain", bytes: new TextEncoder().encode("kept") });
assert.equal(await (await resumed.file(reference.storageUrl)).text(), "kept");
const file = await resumed.sessionFile();
await resumed.redact(1);
resumed.dispose();
const texts = async () => (await readFile(join(kept, log), "utf8")) + (await readdir(join(kept, session))).join();
assert.ok(!(await texts()).includes(ANSWERS[0]), "what was removed is on the disk");
assert.equal(await library.remove(session), true);
assert.deepEqual(await readdir(kept), ["lock"]);
const imported = await library.import(file);
assert.equal(imported.session, session);
assert.ok((await library.result(session, "markdown")).includes(ANSWERS[0]));
assert.equal(await library.cleanUp(0), 0);
await library.removeAll();
assert.deepEqual(await readdir(kept), ["lock"]);
library.close();
await second[Symbol.asyncDispose]();

// A store of the host's own: what it refuses is reported as it says, and tried again.
await assert.rejects(createInterview({ ...options, storage: {} }), { code: "invalid_options" });
const third = await openFileStore(await fresh("own"));
let full = true;
const own = new Proxy(third, {
  get: (target, name) => {
    if (name === "append" && full) return () => Promise.reject(Object.assign(new Error("no room"), { code: "storage_full" }));
    return typeof target[name] === "function" ? target[name].bind(target) : target[name];
  },
});
const waiting = await createInterview({ ...options, storage: own });
waiting.consent();
const { saving } = await waiting.until(({ saving }) => saving.state === "memory");
assert.equal(saving.reason, "full");
full = false;
await waiting.until(put(1));
assert.equal((await third.list({})).length, 1);
waiting.dispose();
await third.close();
await appendFile(join(work, "done"), "");
await rm(work, { recursive: true, force: true });
