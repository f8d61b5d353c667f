// Interviews of a study that personas answer, in Node. `node simulation.mjs [module]`, where `module` is what to import, by default the package.
import assert from "node:assert/strict";

const { openLibrary, simulateStudy } = await import(process.argv[2] ?? "colloquy");

const study = {
  id: "tea-round",
  language: "en",
  title: "The tea round",
  goal: "Learn how a team makes its tea.",
  topics: [
    { id: "last", ask: "When did you last make tea for the team?", must: true, probes: 2 },
    { id: "likely", ask: "How likely are you to make it again?", type: "scale", from: 0, to: 10 },
    { id: "why", ask: "What holds you back?", when: { value: "likely", at_most: 5 } },
  ],
};

// What is wrong is reported at its place, before anybody is asked.
const refusal = (study, options) =>
  simulateStudy(study, options).then(assert.fail, ({ code, details }) => [code, details.map(({ path }) => path)]);
assert.deepEqual(await refusal({ ...study, goal: 7 }), ["invalid_study", ["goal"]]);
assert.equal((await refusal("{"))[0], "invalid_study");
assert.deepEqual(await refusal(study, { runs: 0, personas: ["terse", "poet"], speed: 2 }), [
  "invalid_options",
  ["options.runs", "options.personas[1]", "options.speed"],
]);

// The same seed gives the same interviews, another one others; progress comes as they end.
const done = [];
const report = await simulateStudy(study, { runs: 20, seed: 7, onProgress: (count) => done.push(count) });
assert.deepEqual(await simulateStudy(JSON.stringify(study), { runs: 20, seed: 7 }), report);
assert.notDeepEqual(await simulateStudy(study, { runs: 20, seed: 8 }), report);
assert.equal(done.at(-1), 20);
assert.deepEqual(
  done,
  [...done].sort((a, b) => a - b),
);
assert.equal(report.runs, 20);
assert.equal(report.dead_ends, 0);
assert.equal(
  Object.values(report.ends).reduce((sum, count) => sum + count),
  20,
);
assert.equal(Object.keys(report.personas).length, 11);
assert.equal(report.personas.all.must_asks, 100);
const { last, why } = report.topics;
assert.equal(last.asked, 20);
assert.ok(last.answered + last.refused === 20 && last.refused > 0 && why.not_applicable > 0, JSON.stringify(report.topics));
const terse = await simulateStudy(study, { runs: 3, personas: ["terse"] });
assert.deepEqual(Object.keys(terse.personas).sort(), ["all", "terse"]);

// It can be given up, before and while it runs, and others have their turn while it does.
await assert.rejects(simulateStudy(study, { signal: AbortSignal.abort(new Error("not now")) }), /not now/);
const leaving = new AbortController();
let turns = 0;
const timer = setInterval(() => (turns += 1) === 3 && leaving.abort(new Error("enough")));
await assert.rejects(simulateStudy(study, { runs: 1000, signal: leaving.signal }), /enough/);
clearInterval(timer);
assert.equal(turns, 3);

// Nothing of it is kept.
const library = await openLibrary({ storage: "memory" });
assert.deepEqual(await library.list(), []);
