// The parts of the engine: each is refused once and then loaded, while somebody needs it. `node parts.mjs [module]`, where `module` is
// what to import, by default the package.
import assert from "node:assert/strict";

const { checkGuide, createInterview, createReader, init, openLibrary, readReply, readSkills } = await import(process.argv[2] ?? "colloquy");

/** Parts that the host does not hand out, and how often it was asked for each. */
const refused = new Set();
const asked = new Map();
const parts = (name, file) => {
  assert.match(file, new RegExp(`^colloquy_${name}_[0-9a-f]{8}\\.wasm$`));
  asked.set(name, (asked.get(name) ?? 0) + 1);
  return name.split("-").some((part) => refused.has(part)) ? new Response(null, { status: 503 }) : undefined;
};
await init({ engineOnly: true, parts });
assert.equal(asked.size, 0, "the base needs no part");

/** Does something twice: without its part, which is told, and with it. */
async function onceRefused(part, work) {
  refused.add(part);
  await assert.rejects(work, (error) => error.code === "part_unavailable" && error.message.includes("503"), part);
  refused.delete(part);
  return work();
}

// A model that cannot be reached, and nobody in its place: the interview waits as it does without a network, and goes on when he is there.
const model = { proxy: "http://127.0.0.1:9", dialect: "openai-chat", name: "nobody" };
const led = await onceRefused("dialects", () => createInterview({ guide: "reflective", subject: "led", model, pace: "instant" }));
if (led.view.phase === "consent") led.consent();
await led.until(({ phase }) => phase === "retrying" || phase === "offline");
refused.add("scripted");
led.useScripted();
const { problem } = await led.until((view) => view.problem?.code === "PART_UNAVAILABLE");
assert.equal(problem.kind, "network");
refused.delete("scripted");
await led.until(({ can, phase }) => can.retry || phase === "answering");
if (led.view.can.retry) led.retry();
const { question } = await led.until(({ phase, saving }) => phase === "answering" && saving.state === "saved");
assert.equal(question.number, 1);
led.dispose();

// Each kind of interview that is a file of its own.
for (const [kind, material] of [["staged"], ["gaps", { texts: [{ name: "resume.txt", text: "Wrote Python." }] }], ["onboarding"]]) {
  const begun = await onceRefused(kind, () =>
    createInterview({ guide: kind, subject: kind, storage: "memory", ...(material && { material }) }),
  );
  assert.equal(begun.view.kind.kind, kind);
  begun.dispose();
}

const interview = await createInterview({ guide: "reflective", subject: "parts", pace: "instant" });
if (interview.view.phase === "consent") interview.consent();
const put = (number) => (view) => view.phase === "answering" && view.question.number === number && view.saving.state === "saved";
await interview.until(put(1));
interview.answer("I realized that what is not there can be asked for again.");
await interview.until(put(2));

// What does not wait says what to wait for.
for (const early of [() => readReply("question", "{}"), () => checkGuide({}), () => createReader()]) {
  assert.throws(early, { code: "not_initialised" });
}
const { session } = interview.view;
const library = await openLibrary();
const written = await onceRefused("archive", () => interview.export("markdown"));
assert.ok(written.includes("asked for again") && (await library.export(session)).includes("asked for again"));
await onceRefused("skills", () => readSkills("Wrote Python for 3 years."));
refused.add("contracts");
await assert.rejects(init(), { code: "part_unavailable" });
refused.delete("contracts");
await init();
assert.equal(readReply("question", '{"follow_up": false, "question": "What stays?"}').value.question, "What stays?");

// Many who need a part at once have it fetched once.
asked.clear();
await Promise.all([init(), init(), library.export(session), library.result(session, "qa"), readSkills("Docker")]);
assert.deepEqual([...asked], []);
interview.dispose();
await onceRefused("stored", () => library.open(session)).then((again) => {
  assert.equal(again.exchanges().length, 1);
  again.dispose();
});
library.close();
console.log("parts: all checks passed");
