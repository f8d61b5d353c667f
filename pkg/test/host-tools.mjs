// Tools of the host's in an onboarding interview, in Node: whatever one does, the interview goes on. `node host-tools.mjs [module]`, where
// `module` is what to import, by default the package.
import assert from "node:assert/strict";
import { document, drive, modelThatMoves, refused, steps } from "./led.mjs";

const colloquy = await import(process.argv[2] ?? "colloquy");
const { createInterview, guides, init, openLibrary } = colloquy;
await init();
const model = await modelThatMoves();
const { proxy, moves, offered } = model;

const begun = [];
const state = { lookup: async () => ({ status: "ok" }), signal: undefined };
const parameters = {
  type: "object",
  required: ["number"],
  properties: { number: { type: "string", pattern: "^[0-9]{4}$" }, deep: { type: "integer", minimum: 1 } },
  additionalProperties: false,
};
const lookup = {
  name: "lookup",
  description: "Looks a person up by their number.",
  parameters,
  run(args, { session, signal }) {
    begun.push(args);
    state.session = session;
    state.signal = signal;
    return state.lookup(args);
  },
};
const slow = { ...lookup, name: "slow", timeoutMs: 50, run: (args, context) => lookup.run(args, context) };
const tools = [lookup, slow];

// ── What is no tool is refused before anything begins ──

const refusal = (tools) =>
  createInterview({ guide: "onboarding", tools }).then(
    () => assert.fail("it began"),
    ({ code, details }) => [code, ...details.map(({ path, rule }) => `${path} ${rule}`)],
  );
assert.deepEqual(await refusal([{ ...lookup, run: "now" }]), ["invalid_options", "tools[0].run type"]);
assert.deepEqual(await refusal([{ ...lookup, name: "persist_data" }]), ["invalid_options", "tools[0].name unique"]);
assert.deepEqual(await refusal([lookup, lookup]), ["invalid_options", "tools[1].name unique"]);
await assert.rejects(createInterview({ guide: "reflective", tools }), { code: "invalid_options" });

// ── What comes of a run ──

const built = await guides.find(({ id }) => id === "onboarding").load();
const [first, ...rest] = built.strategy.phases;
const guide = { ...built, strategy: { ...built.strategy, phases: [{ ...first, max_turns: 20, max_forms: 30 }, ...rest] } };
const led = await drive(colloquy, model, { guide, tools });
const { interview } = led;
await led.asked();
assert.ok(
  ["lookup", "slow"].every((name) => offered.at(-1).includes(name)),
  "the model is offered them",
);

/** Calls a tool and gives its result. */
async function result(run, name = "lookup", given = { number: "1234" }) {
  state.lookup = run;
  const then = await led.call([name, given]);
  await then();
  return (await led.results()).at(-1);
}

assert.deepEqual(await result(() => ({ status: "ok", name: "Rosa" })), { status: "ok", name: "Rosa" });
assert.deepEqual([begun.at(-1), state.session], [{ number: "1234" }, interview.view.session]);
assert.deepEqual(await result(() => undefined), { status: "ok" }, "nothing is a result, too");
assert.deepEqual(await result(async () => [1, 2]), { status: "ok", result: [1, 2] });

const failed = async (...call) => {
  const { status, reason, tool, message } = await result(...call);
  assert.equal(status, "error");
  assert.ok(["lookup", "slow"].includes(tool) && message.length <= 300);
  return [reason, message];
};
const before = begun.length;
const [reason, message] = await failed(() => assert.fail("it ran"), "lookup", { number: "12", deep: 0, colour: "red" });
assert.equal(reason, "invalid_parameters");
for (const part of [/number: /, /deep: /, /colour/]) assert.match(message, part);
assert.equal(begun.length, before, "it was not run");

assert.deepEqual(
  await failed(() => {
    throw new Error("the register is closed on Sundays");
  }),
  ["execution_failed", "the register is closed on Sundays"],
);
assert.deepEqual(
  await failed(async () => {
    throw new Error("x".repeat(5_000));
  }),
  ["execution_failed", "x".repeat(300)],
);
assert.deepEqual(await failed(() => Promise.reject(undefined)), ["execution_failed", "undefined"]);
const circle = {};
circle.circle = circle;
for (const odd of [() => circle, () => () => 1, () => 10n]) assert.equal((await failed(odd))[0], "execution_failed");
assert.match((await failed(() => "x".repeat(100_001)))[1], /100 kB/);
assert.match((await failed(() => ({ form: { title: "Address" } })))[1], /JSON Schema/);
assert.match(
  (await failed(() => ({ form: { title: "Address", schema: { type: "object", description: "x".repeat(50_000) } } })))[1],
  /50 kB/,
);

// Too slow: it is told to stop, and what it gives afterwards is nobody's.
const [late] = await failed(() => new Promise(() => undefined), "slow");
assert.deepEqual([late, state.signal.aborted], ["timeout", true]);

// ── A form of the host's ──
{
  const schema = {
    type: "object",
    required: ["street"],
    properties: { street: { type: "string", title: "Street" } },
    additionalProperties: false,
  };
  state.lookup = () => ({ form: { title: "Where do you live?", schema, data: { street: "Unknown" } } });
  const { kind, token } = await led.form(["lookup", { number: "1234" }]);
  assert.deepEqual(kind, { host: { title: "Where do you live?", schema, data: { street: "Unknown" } } });
  assert.equal(interview.view.question.text, "Where do you live?");
  await refused(interview, token, { data: { street: 7 } }, "type");
  await interview.settle(token, { data: { street: "Harbour 1" } });
  await led.asked();
  assert.deepEqual((await led.results()).at(-1), { status: "ok", data: { street: "Harbour 1" } });
}

// ── Stopped, let go, opened without it ──
{
  state.lookup = () => new Promise(() => undefined);
  state.signal = undefined;
  const then = await led.call(["lookup", { number: "1234" }]);
  await interview.until(({ kind }) => kind.running?.tool === "lookup");
  while (!state.signal) await new Promise((resolve) => setImmediate(resolve));
  interview.cancel();
  await then();
  assert.deepEqual([state.signal.aborted, (await led.results()).at(-1).reason], [true, "user_cancelled"]);
}
{
  moves.push(["get_user_upload", {}]);
  const led = await drive(colloquy, model, { guide, tools: [{ ...lookup, idempotent: true }, slow] });
  const { interview } = led;
  const { form, session } = await interview.until(({ form }) => form);
  state.signal = undefined;
  moves.push(["lookup", { number: "1234" }]);
  await interview.settle(form.token, { files: [await document("resume.pdf")] });
  await interview.until(({ kind, saving }) => kind.running && saving.state !== "saving");
  while (!state.signal) await new Promise((resolve) => setImmediate(resolve));
  interview.dispose();
  assert.equal(state.signal.aborted, true, "what runs ends with the interview");
  // It does no harm a second time, so it is run again; the library knows the tool, the page that opens it here does not.
  const library = await openLibrary({ model: { proxy } });
  const again = await library.open(session);
  await steps(again, moves).asked();
  assert.equal((await steps(again, moves).results()).at(-1).reason, "tool_not_available");
  again.dispose();
  state.lookup = async () => ({ status: "ok", again: true });
  const known = await (await openLibrary({ model: { proxy }, tools })).open(session);
  const more = steps(known, moves);
  const then = await more.call(["lookup", { number: "4321" }]);
  await then();
  assert.deepEqual((await more.results()).at(-1), { status: "ok", again: true });
  known.dispose();
  library.close();
}

interview.dispose();
await model.close();
console.log(`host-tools: ${begun.length} runs, all checks passed`);
