// Contracts without a session, and one-off calls by them: `node contracts.mjs [module]`, where `module` is what to import, by default
// the package by its name.
import assert from "node:assert/strict";
import { send, speak, stream, upstream } from "./upstream.mjs";

const { askModel, compileContract, init, mergeParts, readReply, schemaFor, validate } = await import(process.argv[2] ?? "colloquy");
assert.throws(() => validate("advice", {}), { code: "not_initialised" });
await init();

const actor = {
  title: "Database Administrator",
  reason: "Nobody on the team owns the queries that are slow.",
  skills: ["SQL tuning", "Index design", "Query plans"],
  prompt: "You are a database administrator who looks at query plans first.",
  model: "reasoning",
};
const recommendation = "I think you need to hire a database administrator.";
const advice = { recommendation, action: { type: "create_actor", actor } };
const { title, reason, skills, prompt, model: kind } = actor;
const parts = [
  { recommendation, action: "create_actor" },
  { title, reason, skills },
  { prompt, model: kind },
];

// Judged: each fault with its path and rule, envelopes with the shapes of requirements.md#envelope-errors.
assert.deepEqual(validate("advice", advice), []);
assert.deepEqual(
  validate("advice", { ...advice, mood: 1 }).map(({ path, rule }) => [path, rule]),
  [["mood", "unknown_key"]],
);
const depth = {
  interview_stage: "lunch",
  response: "What did you do on your first day?",
  metadata: { question_depth: 2.5, completeness: 10, engagement_level: "low" },
};
assert.deepEqual(
  validate("envelope", depth).map(({ error }) => error),
  ["invalid_stage_code", "invalid_question_depth"],
);
assert.equal(validate("envelope", {})[0].error, "missing_required_fields");
assert.throws(() => validate("nonsense", {}), { code: "invalid_options" });

// Read: the first value that satisfies the contract, whatever is around it.
const said = readReply("advice", `Here: {"a": 1}\n\`\`\`json\n${JSON.stringify({ ...advice, mood: 1 }).slice(0, -1)},}\n\`\`\``);
assert.deepEqual(said.value, advice);
assert.deepEqual(
  said.issues.map(({ rule }) => rule),
  ["unknown_key"],
);
assert.ok(said.repairs.length > 0);
const none = readReply("advice", "I would rather not.");
assert.deepEqual([none.value, none.issues[0].rule], [null, "json"]);

// Put together: with a null action nothing else is looked at, and a missing part is named.
assert.deepEqual(mergeParts(...parts), { value: advice, issues: [] });
assert.deepEqual(mergeParts({ recommendation, action: null }).value, { recommendation, action: null });
assert.deepEqual(
  mergeParts(parts[0], parts[1]).issues.map(({ path, rule }) => [path, rule]),
  [["part3", "required"]],
);

// Rewritten for each provider, with what could not be kept reported.
for (const provider of ["openai", "anthropic", "generic"]) {
  const { schema, report } = schemaFor("advice", provider);
  assert.equal(schema.type, "object");
  assert.ok(report.properties >= 8 && report.depth >= 3);
}
assert.ok(schemaFor("advice", "anthropic").report.moved.length > 0);
assert.throws(() => schemaFor("advice", "nobody"), { code: "invalid_options" });

// Any schema becomes a contract.
const day = {
  type: "object",
  required: ["day"],
  additionalProperties: false,
  properties: { day: { type: "string", pattern: "^[A-Z]" }, note: { type: "string" } },
};
const compiled = await compileContract(day);
assert.deepEqual(validate(compiled, { day: "Monday" }), []);
assert.deepEqual(
  validate(compiled, { day: "monday" }).map(({ path }) => path),
  ["day"],
);
assert.deepEqual(readReply(compiled, 'no {"day": 1} but {"day": "Monday", "note": null, "mood": 2}').value, { day: "Monday" });
assert.equal(readReply(compiled, '{"day": "monday"}').value, null);
assert.ok(schemaFor(compiled, "openai").report.nullable.includes("note"));
await assert.rejects(compileContract({ type: "nonsense" }), (error) => error.code === "invalid_schema" && error.details.length > 0);
assert.throws(() => validate({ schema: day }, {}), { code: "invalid_options" });

// Asked for: in one piece, with what was wrong told, and in three.
const replies = [];
const { state, proxy, close } = await upstream(({ dialect }, response) => speak(response, stream(dialect, replies.shift() ?? "nothing")));
const ask = (more, onText) =>
  askModel({ model: { proxy, dialect: "openai-chat", name: "m" }, contract: "advice", prompt: "Our queries are slow.", ...more }, onText);
const bodies = () => state.calls.splice(0).map(({ body }) => body);

replies.push(JSON.stringify({ recommendation: "Hire.", action: null }), JSON.stringify(advice));
let streamed = "";
const asked = await ask({}, (text) => (streamed = text));
assert.deepEqual(asked.value, advice);
assert.equal(asked.error, null);
assert.deepEqual(
  asked.attempts.map(({ contract, issues }) => [contract, issues.length]),
  [
    ["advice", 1],
    ["advice", 0],
  ],
);
assert.deepEqual(asked.attempts[0].usage, { inputTokens: 100, outputTokens: 20, cachedTokens: 0 });
assert.ok(asked.attempts.every(({ ms }) => ms > 0));
assert.equal(streamed, JSON.stringify(advice));
const [first, second] = bodies();
assert.match(first.messages[0].content, /`recommendation`/);
assert.ok(!first.messages[0].content.includes("$schema") && first.response_format === undefined);
assert.match(second.messages.at(-1).content, /• recommendation: /);

replies.push(JSON.stringify(advice));
assert.deepEqual((await ask({ replyMode: "strict" })).value, advice);
assert.equal(bodies()[0].response_format.json_schema.strict, true);

replies.push(...parts.map((part) => JSON.stringify(part)));
const inParts = await ask({ replyMode: "sequential" });
assert.deepEqual([inParts.value, inParts.attempts.length], [advice, 3]);
replies.push(JSON.stringify({ recommendation, action: null }));
assert.deepEqual((await ask({ replyMode: "sequential" })).value, { recommendation, action: null });
assert.equal(bodies().length, 4, "with a null action nothing more is asked");

// A second part that fails for good leaves the first; it was asked for four times.
replies.push(JSON.stringify(parts[0]));
const broken = await ask({ replyMode: "sequential" });
assert.deepEqual([broken.value, broken.partial, broken.attempts.length], [null, [parts[0]], 5]);
assert.match(bodies().at(-1).messages.at(-1).content, /• root: /);

replies.push(JSON.stringify({ day: "Monday" }));
assert.deepEqual((await ask({ contract: compiled, retries: 0 })).value, { day: "Monday" });
await assert.rejects(ask({ contract: "envelope", replyMode: "sequential" }), { code: "invalid_options" });

// What fails on the way is said, and a stop is a stop.
state.answers.push((_, response) => send(response, 529, { type: "error", error: { type: "overloaded_error", message: "busy" } }));
assert.equal((await ask({})).error.kind, "overloaded");
const stop = new AbortController();
state.answers.push((_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(": waiting\n\n");
  stop.abort();
});
assert.equal((await ask({ signal: stop.signal })).error.kind, "cancelled");
await close();
console.log("contracts: all checks passed");
