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

// A file: looked at, read here, replaced and removed.
const recipes = {
  ...{ id: "recipes", language: "en", mode: "standardised", title: "Recipes", goal: "Learn what people cook." },
  topics: [
    { id: "recipe", ask: "Could you hand in your recipe?", type: "file", formats: ["md"], max_mb: 1 },
    { id: "cook", ask: "Who cooks by it?", type: "short", when: { value: "recipe", answered: true } },
  ],
};
const fileOf = (name, text) => Object.assign(new Blob([text]), { name });
const cooking = await openStudy(recipes, { storage: "memory", pace: "instant" });
const { form: upload } = await cooking.until((view) => view.form);
assert.deepEqual(upload.kind.upload, {
  ...{ accepts: ["md"], max_bytes: 1 << 20, multiple: false },
  question: "Could you hand in your recipe?",
});
const refused = (work, rule) => assert.rejects(work, ({ code, details }) => code === "invalid_form" && details[0].rule === rule);
await refused(cooking.settle(upload.token, { files: [fileOf("soup.md", "<html>")] }), "enum");
await refused(cooking.settle(upload.token, { files: [fileOf("soup.md", "#".repeat((1 << 20) + 1))] }), "maximum");
await refused(cooking.settle(upload.token, { files: [] }), "length");
assert.deepEqual(await cooking.files(), []);
await cooking.settle(upload.token, { files: [fileOf("so\u202Eup.md", `# Soup\n${"boil ".repeat(20_000)}`)] });
await cooking.until((view) => view.question?.text === "Who cooks by it?");
const kept = async () => (await cooking.result()).outcome.values.recipe;
const { storageUrl, text, ...known } = await kept();
assert.deepEqual(known, { name: "soup.md", mimeType: "text/markdown", size: 100_007, status: "partial" });
assert.ok(text.startsWith("# Soup\nboil") && text.length === 40_000);
assert.equal(await (await cooking.file(storageUrl)).text().then(({ length }) => length), 100_007);
await refused(cooking.replaceFile(1, fileOf("stew.md", "%!PS")), "enum");
await assert.rejects(cooking.replaceFile(2, fileOf("stew.md", "# Stew")), ({ code }) => code === "no_such_question");
assert.equal((await cooking.files()).length, 1);
await cooking.replaceFile(1, fileOf("stew.md", "# Stew"));
assert.equal((await kept()).text, "# Stew");
assert.equal((await cooking.files()).length, 2);
await cooking.redact(1);
assert.deepEqual([await kept(), await cooking.files()], [undefined, []]);
assert.ok(!/soup|stew/i.test(await cooking.export("session")));
