// A whole interview without a browser: memory store, scripted interviewer. Run by the packaging tests on the installed
// tarball: `node headless.mjs [module]`, where `module` is what to import, by default the package by its name.
import assert from "node:assert/strict";

const module = process.argv[2] ?? "colloquy";
const { ColloquyError, checkGuide, createInterview, createReader, extractFindings, guides, init, openLibrary } = await import(module);

await assert.rejects(init({ wasmUrl: new Uint8Array([0, 1, 2]), engineOnly: true }), { code: "init_failed" });
// What waits anyway loads the engine by itself.
const [early] = await Promise.all([openLibrary(), createInterview({ guide: "reflective" }).then((interview) => interview.dispose())]);
// Its methods can be handed on by themselves.
const { list } = early;
assert.deepEqual(await list(), []);
early[Symbol.dispose]();
assert.throws(() => checkGuide({}), { code: "not_initialised" });
await init();
await init();

const guide = await guides.find(({ id }) => id === "reflective").load();
const checked = checkGuide(guide, { prices: { input: 3, output: 15 } });
assert.deepEqual(checked.issues, []);
assert.ok(checked.longest.questions > 0 && checked.longest.costUsd > 0);
const faulty = checkGuide({ ...guide, strategy: { ...guide.strategy, max_questions: 0 } });
assert.equal(faulty.longest, null);
assert.deepEqual([faulty.issues[0].path, faulty.issues[0].rule, faulty.issues[0].value], ["strategy.max_questions", "range", 0]);

// Offsets are UTF-16 units: the emoji counts as two.
const text = "😀 Hm. I realized that small habits matter a lot.";
const [insight] = extractFindings([text]).insights;
assert.equal(text.slice(insight.start, insight.end), insight.text);
assert.equal(insight.text, "I realized that small habits matter a lot.");

const reader = createReader();
const said = [...'Sure: {"question": "What stays?", "depth": 2,}'].flatMap((piece) => reader.push(piece));
assert.equal(
  said
    .filter(({ path }) => path === "question")
    .map(({ append }) => append ?? "")
    .join(""),
  "What stays?",
);
assert.deepEqual(reader.finish().value, { question: "What stays?", depth: 2 });
reader.dispose();

// However a text is cut, what it changed adds up to its value: with escapes, letters of every length, and more names than are kept.
const shown = (key) => (/^[^.[\]"\\\u0000- ]+$/.test(key) ? key : `["${key.replace(/["\\]/g, "\\$&")}"]`);
const leaves = (value, path = "") => {
  const inside = value !== null && typeof value === "object" ? Object.entries(value) : [];
  if (inside.length === 0) return [[path, value]];
  const step = (key) => (Array.isArray(value) ? `[${key}]` : path === "" || shown(key) !== key ? shown(key) : `.${key}`);
  return inside.flatMap(([key, value]) => leaves(value, path + step(key)));
};
const many = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`key ${n}`, n - 70.5]));
const whole = {
  "": "",
  long: 'é🎧\u2028 "quoted"\n and on',
  "a.b": [{ 'x"y': 1e-7, b: -2147483648 }, { b: 2147483648 }, [], {}, [null, true, false]],
  many,
  again: many,
};
const letters = [...JSON.stringify(whole).replace("🎧", "\\ud83c\\udfa7🎧")];
const expected = { ...whole, long: whole.long.replace("🎧", "🎧🎧") };
for (const size of [1, 2, 5, 64, letters.length]) {
  const cut = createReader();
  const [grown, found] = [new Map(), new Map()];
  for (let at = 0; at < letters.length; at += size) {
    for (const { path, append, ...more } of cut.push(letters.slice(at, at + size).join(""))) {
      if (append !== undefined) grown.set(path, (grown.get(path) ?? "") + append);
      else found.set(path, more.value);
    }
  }
  assert.deepEqual([...found], leaves(expected));
  for (const [path, value] of found) if (typeof value === "string") assert.equal(grown.get(path) ?? "", value);
  assert.deepEqual(cut.finish(), { value: expected, repairs: [], prose: "", changes: [] });
  cut.dispose();
}
// A text goes into the engine's memory whole, wherever its letters of more than one byte stand.
for (const length of [60, 61, 62, 63, 64, 65, 66, 90]) {
  for (const [letter, read = letter] of [["é"], ["…"], ["🎧"], ["\ud83c", "\ufffd"]]) {
    for (let at = 0; at < length; at += 1) {
      const [before, after] = ["x".repeat(at), "y".repeat(length - at)];
      const passed = createReader();
      passed.push(`["${before}${letter}${after}"]`);
      assert.deepEqual(passed.finish().value, [`${before}${read}${after}`]);
      passed.dispose();
    }
  }
}
const broken = createReader();
assert.deepEqual(broken.push('{"a": "x\ud83c'), [{ path: "a", append: "x\ufffd" }], "half a character is none");
assert.deepEqual(broken.push('y", "a": 1 ? {"b": 2}'), [
  { path: "a", append: "y" },
  { path: "a", value: "x\ufffdy" },
  { path: "a", withdrawn: true },
  { path: "a", value: 1 },
  { path: "", withdrawn: true },
  { path: "b", candidate: 1, value: 2 },
]);
broken.dispose();

const material = {
  title: "Small habits",
  source_url: "https://example.org/episodes/7",
  texts: [
    { name: "summary.md", text: "An episode about how small habits add up, and why systems beat goals." },
    { name: "key-concepts.md", text: "- **Habit stacking**: tie a new habit to an old one\n- **Identity**: habits show who you are" },
    { name: "quotes.md", text: '> "You fall to the level of your systems." - Ann Lee [12:34]' },
  ],
};
await assert.rejects(createInterview({ guide: "none" }), { code: "unknown_guide" });
await assert.rejects(createInterview({ guide: "reflective", storage: "indexeddb" }), { code: "storage_unavailable" });
await assert.rejects(createInterview({ guide: "reflective", model: { proxy: "/" } }), (error) => {
  return error.code === "invalid_options" && error.details[0].path === "model.proxy";
});
await assert.rejects(createInterview({ guide: "reflective", model: { proxy: "https://proxy.example", dialect: "morse" } }), (error) => {
  return error.code === "invalid_options" && error.details.map(({ path }) => path).join() === "model.dialect,model.name";
});
await assert.rejects(createInterview({ guide: "reflective", limits: { questions: 0 } }), (error) => {
  assert.ok(error instanceof ColloquyError);
  return error.code === "invalid_options" && error.details[0].path === "limits.questions";
});

const answers = [
  "I realized that I rely on willpower far too often, and that habit stacking could carry me when willpower is gone.",
  "I should put my running shoes next to the door tonight, because the door is where my morning begins.",
  "Habit stacking worked once for my reading, and habit stacking might work again for running in the morning.",
];

async function run(interview) {
  let woken = 0;
  interview.subscribe(() => {
    woken += 1;
  });
  const settled = (view) => view.phase !== "asking" && view.saving.state === "saved";
  let view = await interview.until((view) => settled(view) || view.phase === "consent");
  if (view.phase === "consent") {
    assert.throws(() => interview.answer("too early"), { code: "not_now" });
    interview.consent();
    view = await interview.until(settled);
  }
  const asked = [];
  while (view.phase === "answering") {
    assert.equal(interview.view, view, "the same object while nothing changed");
    asked.push(view.question.text);
    const before = view.question.number;
    interview.saveDraft("half a thought");
    interview.answer("  ");
    assert.equal(interview.view.question.number, before, "an empty answer does nothing");
    interview.answer(answers[before - 1] ?? "There is nothing more to say about it from my side today.");
    assert.equal(interview.draft, "");
    view = await interview.until((view) => settled(view) && view.question?.number !== before);
  }
  assert.equal(view.phase, "review");
  interview.editFindings({ add: { list: "actions", text: "Buy new shoes" } });
  interview.finish();
  view = await interview.until((view) => view.phase === "finished" && view.saving.state === "saved");
  assert.ok(woken > 0);
  assert.throws(() => interview.answer("too late"), { code: "not_now" });
  return asked;
}

const interview = await createInterview({ guide: "reflective", material });
const { session } = interview.view;
const asked = await run(interview);
assert.ok(asked.length >= 2 && new Set(asked).size === asked.length);
const result = await interview.result();
assert.equal(result.session.session, session);
assert.ok(result.findings.insights.length > 0 && result.transcript.includes(asked[0]));
assert.ok(result.findings.actions.some(({ text }) => text === "Buy new shoes"));
assert.equal(interview.exchanges(0, 99).length, asked.length);
assert.equal(interview.exchanges(1, 2)[0].question.number, 2);
assert.ok(
  (await interview.calls()).every(({ messages }) => messages.length === 0),
  "nothing leaves the device",
);
interview.dispose();
interview.dispose();
assert.throws(() => interview.answer("gone"), { code: "disposed" });

const library = await openLibrary();
let changes = 0;
const stop = library.subscribe(() => {
  changes += 1;
});
const [listed, ...others] = await library.list();
assert.equal(others.length, 0);
assert.deepEqual([listed.session, listed.status, listed.openElsewhere], [session, "completed", false]);
assert.equal(await library.findResumable("reflective", listed.subject), null);

// Removed and brought back, it is the same session; brought back again, nothing happens; under a foreign id it gets a new one.
const file = await library.export(session);
assert.equal(await library.remove(session), true);
assert.equal((await library.import(file)).session, session);
assert.equal((await library.import(file)).session, session);
assert.equal((await library.list()).length, 1);
assert.equal(await library.export(session), file, "the file is the same after a round trip");
await assert.rejects(library.import("{}"), { code: "invalid_session" });

// A second interview on the same subject puts no question again.
const second = await createInterview({ guide: "reflective", material });
const again = await run(second);
assert.deepEqual(
  again.filter((question) => asked.includes(question)),
  [],
);
second.dispose();

// Paused, opened again, gone on with.
const third = await createInterview({ guide: "reflective", material });
await third.until((view) => view.phase === "consent" || view.phase === "answering");
if (third.view.phase === "consent") third.consent();
await third.until((view) => view.phase === "answering");
third.answer("My neighbour Zebedee taught me that a habit needs a place in the house more than a place in the diary.");
await third.until((view) => view.phase === "answering" && view.question.number === 2);
third.pause();
third.saveDraft("not sent");
await third.until((view) => view.saving.state === "saved");
third.dispose();
const found = await library.findResumable("reflective", listed.subject);
assert.equal(found.status, "paused");
const reopened = await library.open(found.session);
assert.equal(reopened.view.phase, "paused");
assert.equal(reopened.draft, "not sent");
assert.throws(() => reopened.answer("paused"), { code: "not_now" });
reopened.resume();
await reopened.until((view) => view.phase === "answering");
await reopened.redact(1);
assert.equal(reopened.exchanges(0, 1)[0].redacted, true);
assert.ok(!(await library.export(found.session)).includes("Zebedee"), "a redacted answer is gone from the store");
const shadow = await library.open(found.session);
assert.equal(shadow.view.saving.state, "read_only");
assert.throws(() => shadow.answer("no"), { code: "read_only" });
await shadow.takeOver();
assert.equal(shadow.view.saving.state, "saved");
assert.equal(reopened.view.saving.state, "read_only");
reopened.dispose();
shadow.dispose();

assert.equal(await library.cleanUp(1), 0);
assert.equal((await library.storage()).sessions, 3);
await library.removeAll();
assert.deepEqual(await library.list(), []);
assert.ok(changes > 0);

// What was asked about the same thing before is not asked again; interviews about nothing have nothing in common.
for (const [subject, remembered] of [
  ["workshop", true],
  [undefined, false],
]) {
  const begin = async () => {
    const made = await createInterview({ guide: "reflective", ...(subject && { subject }) });
    if (made.view.phase === "consent") made.consent();
    await made.until((view) => view.phase === "answering" && view.saving.state === "saved");
    return made;
  };
  const earlier = await begin();
  const { question } = earlier.view;
  earlier.dispose();
  const later = await begin();
  const { records } = JSON.parse(await later.export("session"));
  assert.deepEqual(records[0].fact.began.setup.asked_before, remembered ? [question.text] : []);
  later.dispose();
}
await library.removeAll();
stop();
library.close();

// Who waits is not left waiting: by the end of the interview, or of their own patience. Methods can be handed on by themselves.
const quick = { guide: "reflective", pace: "instant" };
const left = await createInterview(quick);
const { subscribe, consent, until } = left;
const reason = new Error("enough");
const stopped = assert.rejects(
  until(() => false, { signal: AbortSignal.abort(reason) }),
  reason,
);
const views = left[Symbol.asyncIterator]();
assert.equal((await views.next()).value.phase, "consent");
subscribe(() => {});
consent();
for await (const { phase } of left) if (phase === "answering") break;
await stopped;
const waits = assert.rejects(
  until(() => false),
  { code: "disposed" },
);
left[Symbol.dispose]();
await waits;
assert.equal((await views.next()).done, true);
await assert.rejects(createInterview({ ...quick, signal: AbortSignal.abort() }), { name: "AbortError" });
const late = new AbortController();
const opening = createInterview({ ...quick, signal: late.signal });
late.abort();
await assert.rejects(opening, { name: "AbortError" });
console.log(`headless: ${asked.length + again.length} questions, all checks passed`);
