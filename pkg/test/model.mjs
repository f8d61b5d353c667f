// Interviews led by a model, in Node, against a server that speaks the three wire formats and misbehaves on purpose:
// `node model.mjs [module]`, where `module` is what to import, by default the package by its name.
import assert from "node:assert/strict";
import { fault, send, speak, stream, upstream } from "./upstream.mjs";

const { createInterview, guides, init, openLibrary } = await import(process.argv[2] ?? "colloquy");
await init();

let asked = 0;
const topics = [
  "mornings",
  "machines",
  "music",
  "markets",
  "mountains",
  "memory",
  "mistakes",
  "meals",
  "maps",
  "mothers",
  "meetings",
  "miracles",
];
const question = () => `What does this say to you about ${topics[asked++ % topics.length]} – and why (number ${asked})?`;
const reply = () => JSON.stringify({ follow_up: false, question: question() });
const { state, proxy, close } = await upstream(({ dialect }, response) => speak(response, stream(dialect, reply())));

const material = { title: "Notes", texts: [{ name: "summary.md", text: "An episode about small habits and what they do to a year." }] };
const begin = async (model, more = {}) => {
  const options = { guide: "reflective", material, ...more, model: { proxy, name: "model-1", ...model } };
  const interview = await createInterview(options);
  if (interview.view.phase === "consent") interview.consent();
  return interview;
};
const answering = (number) => (view) => view.phase === "answering" && view.question.number === number && view.saving.state === "saved";
const last = () => state.calls.at(-1);

// A whole interview in each dialect and two reply modes. What is stored says what was sent and what it cost.
for (const dialect of ["anthropic", "openai-chat", "openai-responses"]) {
  for (const replyMode of ["instructed", "strict"]) {
    const before = state.calls.length;
    const interview = await begin({ dialect, replyMode }, { subject: `${dialect} ${replyMode}` });
    assert.deepEqual(interview.view.interviewer, { model: { dialect, name: "model-1", reply_mode: replyMode } });
    let number = 1;
    for (;;) {
      const view = await interview.until((now) => now.phase === "review" || answering(number)(now));
      if (view.phase === "review") break;
      assert.match(view.question.text, /^What does this say to you about .* – and why/);
      interview.answer(`Answer ${number}: I realized that a year is made of small things, and I keep forgetting it.`);
      number += 1;
    }
    assert.ok(number > 2);
    const calls = state.calls.slice(before);
    // Each is of the moment at which it is asked for, so that the interview can be let go before the model is called once more.
    const written = [interview.result(), interview.calls(), interview.export("session")];
    interview.dispose();
    const [{ figures }, made, file] = await Promise.all(written);
    assert.ok(calls.every((call) => call.dialect === dialect && call.body.stream === true && call.body.model === "model-1"));
    assert.ok(calls.every(({ headers }) => /^Bearer token-\d+$/.test(headers.authorization) && !headers.cookie && !headers.referer));
    const tokens = JSON.stringify(figures);
    assert.ok(tokens.includes(String(100 * calls.length)), `the tokens are counted: ${tokens}`);
    assert.ok(made[0].messages.length > 0, "what left the device can be looked up");
    assert.ok(!file.includes(proxy) && !file.includes("token-"), "neither address nor token is kept");
  }
}
assert.ok(state.tokens >= 6, "each session has a token of its own");

// Text is shown while it streams.
{
  let goOn;
  const shown = new Promise((resolve) => {
    goOn = resolve;
  });
  state.answers.push(async ({ dialect }, response) => {
    const events = stream(dialect, reply());
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(events.slice(0, 4).join(""));
    await shown;
    response.end(events.slice(4).join(""));
  });
  const interview = await begin({ dialect: "anthropic" });
  await interview.until(({ live }) => live?.startsWith("What does"));
  assert.equal(interview.view.can.answer, false, "nothing can be sent before it is whole");
  goOn();
  await interview.until(answering(1));
  interview.dispose();
}

// A stream cut in the middle, 429 with a wait, 500: each is tried again by itself, and nothing is lost.
for (const trouble of [
  ({ dialect }, response) => speak(response, stream(dialect, reply()), { cutAt: 400 }),
  (_, response) =>
    send(response, 429, { type: "error", error: { type: "rate_limit_error", message: "slow down" } }, { "retry-after": "1" }),
  (_, response) => send(response, 500, { type: "error", error: { type: "api_error", message: "oops" } }),
  (_, response) => response.destroy(),
]) {
  state.answers.push(trouble);
  const interview = await begin({ dialect: "anthropic" });
  const retrying = await interview.until(({ phase }) => phase === "retrying");
  assert.equal(retrying.problem.code, "API_ERROR");
  await interview.until(answering(1));
  interview.dispose();
}

// A token that ran out is asked for once more; one that is refused twice ends the attempts.
{
  const tokens = state.tokens;
  state.answers.push((_, response) => fault(response, 401, "token_expired", "the token ran out"));
  const interview = await begin({ dialect: "openai-chat" });
  await interview.until(answering(1));
  assert.equal(state.tokens, tokens + 2);
  interview.dispose();
  const refuse = (_, response) => fault(response, 401, "token_invalid", "no such token");
  state.answers.push(refuse, refuse);
  const refused = await begin({ dialect: "openai-chat" });
  const view = await refused.until(({ phase }) => phase === "given_up");
  assert.deepEqual([view.problem.code, view.problem.kind], ["API_RETRY_FAILED", "unauthorized"]);
  refused.retry();
  await refused.until(answering(1));
  refused.dispose();
  state.refuseTokens = 1;
  const stranger = await begin({ dialect: "openai-chat" });
  assert.equal((await stranger.until(({ phase }) => phase === "given_up")).problem.kind, "unauthorized");
  stranger.dispose();
}

// The host's own token is asked for before each call, and once more after a 401.
{
  let given = 0;
  const token = async () => `host-${(given += 1)}`;
  state.answers.push((_, response) => fault(response, 401, "token_expired", "the token ran out"));
  const interview = await begin({ dialect: "openai-responses", token });
  await interview.until(answering(1));
  assert.equal(last().headers.authorization, "Bearer host-2");
  interview.answer("I realized that a year is made of small things, and I keep forgetting it.");
  await interview.until(answering(2));
  assert.equal(last().headers.authorization, "Bearer host-3");
  interview.dispose();
  const broken = await begin({ dialect: "openai-responses", token: () => Promise.reject(new Error("signed out")) });
  assert.equal((await broken.until(({ phase }) => phase === "given_up")).problem.kind, "unauthorized");
  broken.dispose();
}

// A parameter that a model refuses is left out at once, and from then on.
{
  const message = "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.";
  state.answers.push((_, response) =>
    send(response, 400, { error: { message, type: "invalid_request_error", param: "temperature", code: "unsupported_value" } }),
  );
  const interview = await begin({ dialect: "openai-chat", name: "thinker" });
  await interview.until(answering(1));
  assert.equal(last().body.temperature, undefined);
  assert.equal((await interview.calls()).length, 1, "nobody notices");
  interview.dispose();
  const again = await begin({ dialect: "openai-chat", name: "thinker" });
  await again.until(answering(1));
  assert.equal(last().body.temperature, undefined);
  again.dispose();
}

// Pausing and letting go stop the call at its source.
{
  const hang = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(": waiting\n\n");
  };
  const settled = async (cancelled) => {
    while (state.cancelled < cancelled) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const began = async (calls) => {
    while (state.calls.length < calls) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  for (const stop of ["cancel", "pause", "dispose"]) {
    const { cancelled, calls } = { cancelled: state.cancelled, calls: state.calls.length };
    state.answers.push(hang);
    const interview = await begin({ dialect: "anthropic" });
    await began(calls + 1);
    interview[stop]();
    await settled(cancelled + 1);
    if (stop !== "dispose") interview.dispose();
  }
}

// Too long a reply is not read to its end.
{
  state.answers.push((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const line = `: ${"x".repeat(65_000)}\n\n`;
    const more = () => {
      while (!response.destroyed && response.write(line));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  const interview = await begin({ dialect: "anthropic" });
  const { problem } = await interview.until(({ phase }) => phase === "given_up");
  assert.equal(problem.kind, "invalid");
  interview.dispose();
}

// A session knows which model leads it, and not where that is: opened without a connection it says so, and can go on without.
{
  const interview = await begin({ dialect: "anthropic" });
  await interview.until(answering(1));
  const { session } = interview.view;
  interview.answer("I realized that a year is made of small things, and I keep forgetting it.");
  await interview.until(answering(2));
  interview.pause();
  await interview.until(({ saving }) => saving.state === "saved");
  interview.dispose();
  const library = await openLibrary({ model: { proxy } });
  const connected = await library.open(session);
  connected.resume();
  await connected.until(answering(2));
  connected.answer("One more small thing is the walk to work, which I took by bus for years.");
  await connected.until(answering(3));
  connected.dispose();
  library.close();
  const alone = await (await openLibrary()).open(session);
  alone.answer("The walk to work changed what I think about before nine in the morning.");
  const view = await alone.until(({ phase }) => phase === "given_up");
  assert.equal(view.problem.kind, "invalid");
  assert.equal(view.can.useScripted, true);
  alone.useScripted();
  const scripted = await alone.until(answering(4));
  assert.equal(scripted.interviewer, "scripted");
  alone.dispose();
}

// A guide with a contract of its own: what does not satisfy it is asked for again, after the session was opened anew too.
{
  const guide = await guides.find(({ id }) => id === "reflective").load();
  guide.id = "mine";
  guide.strategy.max_questions = 1;
  guide.outcome = {
    schema: {
      type: "object",
      required: ["day"],
      additionalProperties: false,
      properties: { day: { type: "string", pattern: "^[A-Z]" }, note: { type: "string" } },
    },
  };
  guide.locales.en.prompts.outcome = { whole: "Name the day.", retry: "Not like this: {issues}" };
  await assert.rejects(createInterview({ guide: { ...guide, outcome: { schema: { type: "nonsense" } } } }), { code: "invalid_schema" });
  const saying =
    (value) =>
    ({ dialect }, response) =>
      speak(response, stream(dialect, JSON.stringify(value)));
  const interview = await begin({ dialect: "anthropic" }, { guide });
  await interview.until(answering(1));
  const { session } = interview.view;
  // Cut off in the middle of it.
  state.answers.push((_, response) => response.writeHead(200, { "content-type": "text/event-stream" }).write(": waiting\n\n"));
  const calls = state.calls.length;
  interview.answer("I realized that Monday is the day on which a habit begins or does not.");
  while (state.calls.length === calls) await new Promise((resolve) => setTimeout(resolve, 5));
  interview.dispose();
  state.answers.push(saying({ day: "monday" }), saying({ day: "Monday", note: null }));
  const again = await (await openLibrary({ model: { proxy } })).open(session);
  await again.until(({ phase }) => phase === "review");
  again.finish();
  await again.until(({ phase, saving }) => phase === "finished" && saving.state === "saved");
  assert.deepEqual((await again.result()).outcome, { day: "Monday" });
  assert.match(JSON.stringify(last().body.messages), /Not like this: .*day/);
  again.dispose();
}

await close();
console.log(`model: ${state.calls.length} calls, all checks passed`);
