// An owner's study, read and led in Node. `node study.mjs [module]`, where `module` is what to import, by default the package.
import assert from "node:assert/strict";

const { createInterview, init, openStudy, readStudy } = await import(process.argv[2] ?? "colloquy");

const study = {
  id: "tea-round",
  language: "en",
  mode: "standardised",
  title: "The tea round",
  goal: "Learn how a team makes its tea.",
  values: [{ name: "team", type: "short" }],
  topics: [
    { id: "last", ask: "When did you last make tea?", must: true, probes: ["Who drank it?"] },
    { id: "likely", ask: "How likely are you to make it again?", type: "scale", from: 0, to: 10 },
    { id: "why", ask: "What holds you back?", probes: "none", when: { value: "likely", at_most: 5 } },
  ],
  ends: { complete: { words: "That was the tea.", redirect: "https://example.org/?t={value.team}" } },
};

// Faults are found before the engine is there, each at its place.
const { faults, guide: none } = await readStudy({ ...study, goal: 7, topics: [{ ask: "Why?", type: "scale" }] });
assert.equal(none, null);
assert.deepEqual(
  faults.map(({ path, rule }) => [path, rule]),
  [
    ["goal", "type"],
    ["topics[0].from", "required"],
    ["topics[0].to", "required"],
  ],
);
assert.equal((await readStudy("{")).faults[0].rule, "json");
const read = await readStudy(JSON.stringify(study));
assert.deepEqual(read, await readStudy(study));
assert.ok(read.warnings.some(({ code }) => code === "missing_consent"));
assert.equal(read.longest.questions, 4);

await init();
await assert.rejects(openStudy({}), (error) => error.code === "invalid_study" && error.details.length > 3);
const interview = await openStudy(study, { metadata: { team: "a & b" }, storage: "memory", pace: "instant" });
const open = (text) => interview.until((view) => view.question?.text === text && view.can.skip);
await open("When did you last make tea?");
interview.answer("I made it yesterday, when it rained.");
await open("Who drank it?");
interview.answer("Everybody did.");
const { form } = await open("How likely are you to make it again?");
assert.equal(form.kind.host.schema.properties.value["x-answer"], "scale");
await assert.rejects(interview.settle(form.token, { data: { value: 11 } }), (error) => error.details[0].rule === "range");
await interview.settle(form.token, { data: { value: 9 } });
// The branch is not taken: that was the last question.
await interview.until(({ phase }) => phase === "review");
assert.equal(interview.view.closing, "That was the tea.");
await interview.finish();
const { outcome } = await interview.result();
assert.deepEqual(outcome.values, { team: "a & b", likely: 9 });
assert.deepEqual(outcome.end, { kind: "complete", redirect: "https://example.org/?t=a%20%26%20b" });
assert.deepEqual(
  outcome.topics.map(({ state }) => state),
  ["answered", "answered", "not_applicable"],
);
assert.equal(outcome.study, read.hashes.study);
const { records } = JSON.parse(await interview.export("session"));
assert.equal(records[0].fact.began.guide_hash, read.hashes.guide);
interview.dispose();

// The guide alone is as good.
const again = await createInterview({ guide: read.guide, storage: "memory", pace: "instant" });
await again.until((view) => view.question?.text === "When did you last make tea?");
again.dispose();
