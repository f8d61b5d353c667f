// A skills interview without a browser and without a model: a résumé goes in, what it leaves open is asked for, the respondent corrects
// the table, and the table comes out. `node skills.mjs [module]`, where `module` is what to import, by default the package.
import assert from "node:assert/strict";

// A trap of the rules is made by the wrapper of one export; everything else is the real module.
let traps = 0;
const { instantiate, Instance } = WebAssembly;
const trap = (exports) => {
  if (!exports.readSkills) return exports;
  const readSkills = (...args) => {
    if (traps > 0) {
      traps -= 1;
      throw new WebAssembly.RuntimeError("unreachable");
    }
    return exports.readSkills(...args);
  };
  return { ...exports, readSkills };
};
WebAssembly.instantiate = async (source, imports) => {
  const made = await instantiate(source, imports);
  // Node itself instantiates a compiled module now and then.
  if (!made.module) return made;
  return { module: made.module, instance: { exports: trap(made.instance.exports) } };
};
WebAssembly.Instance = class {
  constructor(module, imports) {
    this.exports = trap(new Instance(module, imports).exports);
  }
};

const { createInterview, init, openLibrary, readSkills, validate } = await import(process.argv[2] ?? "colloquy");

// Texts are read without an interview, and before `init()`: what is needed is loaded.
const resume = [
  "Ada Example, software developer",
  "Built the billing service of a shop in Python for 5 years; it runs in production for 2 million users.",
  "Led a team of four who moved its data to PostgreSQL.",
  "Skills: Python, PostgreSQL, Docker, JavaScript",
].join("\n");
const read = await readSkills(resume, { year: 2026 });
assert.deepEqual(read.skills.map(({ name }) => name).sort(), ["Docker", "JavaScript", "PostgreSQL", "Python"]);
assert.equal(read.answer, undefined);
for (const { quote, confidence } of read.skills) assert.ok(resume.includes(quote) && confidence > 0 && confidence <= 1);
const python = read.skills.find(({ name }) => name === "Python");
assert.match(python.duration.value, /5 years/);
assert.ok(resume.includes(python.duration.quote));
const answered = await readSkills("3 years", {
  question: "How long have you used Docker?",
  skill: "Docker",
  attributes: ["duration"],
  known: [{ skill: "Docker" }],
});
assert.deepEqual([answered.answer.engaged, answered.skills[0].name, answered.skills[0].duration.quote], [true, "Docker", "3 years"]);
await assert.rejects(readSkills("x", { attributes: ["height"] }), { code: "invalid_options" });
assert.deepEqual((await readSkills("")).skills, []);

await init();
assert.deepEqual(validate("skills", read), []);
assert.deepEqual(validate("skills", answered), []);

const material = { title: "Ada's résumé", texts: [{ name: "resume.txt", text: resume }] };
const begin = async (more = {}) => {
  const interview = await createInterview({ guide: "gaps", material, ...more });
  if (interview.view.phase === "consent") interview.consent();
  return interview;
};
const saved = (phase) => (view) => view.phase === phase && view.saving.state === "saved";
const put = (number) => (view) => saved("answering")(view) && view.question.number === number;
const known = (interview, name) => {
  const row = interview.details().skills.find(({ skill }) => skill === name);
  return Object.fromEntries(row.attributes.filter(({ source }) => source).map(({ attribute, value }) => [attribute, value]));
};

const interview = await begin({ subject: "skills" });
let view = await interview.until(put(1));
const { session } = view;
assert.equal(view.kind.count, 4);
assert.equal(view.kind.reading, null, "the résumé has been read");
assert.ok(view.kind.completeness < view.kind.complete);
assert.match(known(interview, "Python").duration, /5 years/);

// One answer for each attribute, true of any skill; what is known is never asked for.
const says = {
  duration: "I have used it for 4 years.",
  depth: "I am an expert and wrote my own extensions for it.",
  autonomy: "I worked on my own with it.",
  scale: "It served 300 machines.",
  constraints: "It had to answer in under 50 ms.",
  production_vs_prototype: "It ran in production.",
};
let turns = 0;
let corrected = false;
const asked = new Set();
while (view.phase === "answering") {
  const { number, text, gap } = view.question;
  // The last one asks what was left out.
  if (!gap.skill) {
    interview.answer("No, that is all.");
    view = await interview.until(saved("review"));
    break;
  }
  assert.ok(text.trim().endsWith("?") && !asked.has(text), `a question of its own: ${text}`);
  asked.add(text);
  for (const attribute of gap.attributes)
    assert.equal(known(interview, gap.skill)[attribute], undefined, `${gap.skill}: ${attribute} is known`);
  const now = interview.details().skills.filter(({ now }) => now);
  assert.deepEqual(
    now.map(({ skill }) => skill),
    [gap.skill],
  );
  assert.deepEqual(
    now[0].attributes.filter(({ now }) => now).map(({ attribute }) => attribute),
    gap.attributes,
  );
  if (number === 3) {
    // The respondent's own word, in the middle of it.
    const { revision } = view.kind;
    interview.edit({ rename: { skill: "Docker", to: "Docker Compose" } });
    interview.edit({ strike: { skill: "JavaScript" } });
    interview.edit({ set: { skill: "Python", attribute: "duration", value: "six years" } });
    interview.edit({ add: { skill: "Knitting machines" } });
    assert.ok(interview.view.kind.revision > revision);
    assert.throws(() => interview.edit({ strike: { skill: "COBOL" } }), { code: "no_such_skill" });
    assert.throws(() => interview.edit({ burn: { skill: "Python" } }), { code: "invalid_options" });
    corrected = true;
  }
  turns += 1;
  interview.answer(gap.attributes.map((attribute) => says[attribute]).join(" "));
  view = await interview.until((view) => (saved("answering")(view) && view.question.number !== number) || saved("review")(view));
  assert.ok(turns < 60, "it ends");
}
assert.ok(turns >= 6 && corrected, `${turns} turns`);
assert.equal(view.closed, "complete");
assert.ok(view.kind.completeness >= view.kind.complete);

// In the review, too; afterwards the table is what it is.
interview.edit({ set: { skill: "Python", attribute: "scale", value: "" } });
interview.finish();
await interview.until(saved("finished"));
assert.throws(() => interview.edit({ strike: { skill: "Python" } }), { code: "not_now" });
const names = interview.details().skills.map(({ skill }) => skill);
assert.ok(names.includes("Docker Compose") && names.includes("Knitting machines") && !names.includes("JavaScript"), names.join());
const { outcome } = await interview.result();
assert.deepEqual(
  outcome.skills.map(({ skill }) => skill),
  names,
);
const result = outcome.skills.find(({ skill }) => skill === "Python");
assert.deepEqual([result.attributes.duration.value, result.attributes.duration.source], ["six years", "respondent"]);
assert.equal(result.attributes.scale, undefined);
const { quote, question } = outcome.skills.flatMap(({ attributes }) => Object.values(attributes)).find(({ source }) => source === "answer");
assert.ok(interview.exchanges()[question - 1].answer.includes(quote), "what was said shows it");
assert.ok(
  (await interview.calls()).every(({ messages }) => messages.length === 0),
  "nothing leaves the device",
);

// The file of the session is the whole of it.
const library = await openLibrary();
const file = await library.export(session);
interview.dispose();
await library.remove(session);
await library.import(file);
const again = await library.open(session);
assert.deepEqual(
  again.details().skills.map(({ skill }) => skill),
  names,
);
assert.deepEqual((await again.result()).outcome, outcome);
again.dispose();

// Three words are enough to begin with, and none as well.
const short = await begin({ material: { title: "Note", texts: [{ name: "resume.txt", text: "I know Python" }] } });
assert.equal((await short.until(put(1))).question.gap.skill, "Python");
short.dispose();
const none = await begin({ material: undefined });
assert.equal((await none.until(put(1))).question.gap.skill, "");
none.answer("Mostly Docker and PostgreSQL.");
assert.equal((await none.until(put(2))).kind.count, 2);
none.pause();
await none.until(saved("paused"));
none.resume();
await none.until(put(2));
none.dispose();

// The rules crash, and the engine with them: the session is opened again from its records and goes on. One that they crash twice at the
// same place is opened for reading.
traps = 1;
const shaken = await begin({ subject: "one crash" });
const { session: first } = shaken.view;
await assert.rejects(shaken.until(put(1)), { code: "engine_crashed" });
assert.equal(traps, 0);
const risen = await library.open(first);
await risen.until(put(1));
assert.equal(risen.view.kind.count, 4);
risen.dispose();
traps = 2;
const broken = await begin({ subject: "two crashes" });
const { session: second } = broken.view;
await assert.rejects(broken.until(put(1)), { code: "engine_crashed" });
await assert.rejects((await library.open(second)).until(put(1)), { code: "engine_crashed" });
const kept = await library.open(second);
assert.equal(kept.view.saving.state, "read_only");
kept.dispose();
library.close();
console.log(`skills: ${turns} turns, all checks passed`);
