// A skills interview led by a model, in Node: it calls its tool, what it called comes back to it with the result, and the provider's own
// blocks go back as they came, in three wire formats. `node tools.mjs [module]`, where `module` is what to import, by default the package.
import assert from "node:assert/strict";
import { send, speak, stream, upstream } from "./upstream.mjs";

const { createInterview, guides, init, openLibrary } = await import(process.argv[2] ?? "colloquy");
await init();

const TOOL = "analyze_technical_skills";
const resume = "Ada Example. Wrote Python for 5 years. Kept PostgreSQL alive alone since 2020.";
const material = { title: "Ada's résumé", texts: [{ name: "resume.txt", text: resume }] };
const attributes = ["duration", "depth", "autonomy", "scale", "constraints", "production_vs_prototype"];

const built = await guides.find(({ id }) => id === "gaps").load();
const { analysis } = built.locales.en.gaps;
// The one that ships has answers read by the engine; here the model asks for it by its tool.
// And without the question before the end, so that one answer can end an interview.
const guide = structuredClone({ ...built, strategy: { ...built.strategy, analysis_by: "model" } });
delete guide.locales.en.gaps.last;
const messages = (body) => body.messages ?? body.input;
const textOf = ({ content }) => (typeof content === "string" ? content : (content ?? []).map(({ text = "" }) => text).join("\n"));
/** The text that a model is to read, between its tags; nothing where it leads the conversation. */
function toRead(body) {
  if (!JSON.stringify(body).includes(JSON.stringify(analysis.slice(0, 60)).slice(1, -1))) return undefined;
  return /<(?:resume|answer)>\s*([\s\S]*?)\s*<\/(?:resume|answer)>/.exec(
    messages(body)
      .filter(({ role }) => role === "user")
      .map(textOf)
      .join("\n"),
  )[1];
}

/** The tools that a request offers, by their names. */
const offered = ({ tools = [] }) => tools.map((tool) => tool.name ?? tool.function.name);
/** The ids of calls and of results in a request, in their order. */
const calls = (body) => {
  const found = [];
  for (const message of messages(body)) {
    for (const { id } of message.tool_calls ?? []) found.push(["call", id]);
    if (message.role === "tool") found.push(["result", message.tool_call_id]);
    if (message.type === "function_call") found.push(["call", message.call_id]);
    if (message.type === "function_call_output") found.push(["result", message.call_id]);
    for (const block of Array.isArray(message.content) ? message.content : []) {
      if (block.type === "tool_use") found.push(["call", block.id]);
      if (block.type === "tool_result") found.push(["result", block.tool_use_id]);
    }
  }
  return found;
};

let number = 0;
const skill = (name, quote, values = {}) => ({ name, quote, confidence: 0.9, ...values });
const reading = (text) => {
  if (text.includes("Ada Example")) {
    const duration = { value: "5 years", quote: "for 5 years" };
    const alone = { duration: { value: "since 2020", quote: "since 2020" }, autonomy: { value: "alone", quote: "alone" } };
    return { skills: [skill("Python", "Wrote Python for 5 years", { duration }), skill("PostgreSQL", "Kept PostgreSQL alive", alone)] };
  }
  const [, name, said] = /^(\S+): (.*)$/.exec(text);
  const values = Object.fromEntries(
    attributes.map((attribute) => [attribute, { value: attribute === "production_vs_prototype" ? "both" : said, quote: said }]),
  );
  return { skills: [skill(name, text, values)], answer: { kind: "full", engaged: true } };
};
const callId = () => `call_${(number += 1)}`;
/** What a model does that behaves: it calls the tool when it is offered, and puts a question otherwise. */
const behave = ({ dialect, body }, response) => {
  const text = toRead(body);
  if (text !== undefined) return speak(response, stream(dialect, JSON.stringify(reading(text))));
  if (offered(body).includes(TOOL) && calls(body).at(-1)?.[0] !== "result") {
    const call = { id: callId(), name: TOOL, arguments: JSON.stringify({ answer_text: "…" }) };
    return speak(response, stream(dialect, "One moment.", { call }));
  }
  number += 1;
  return speak(
    response,
    stream(dialect, JSON.stringify({ follow_up: false, question: `What else is there to know, say number ${number}?` })),
  );
};
const { state, proxy, close } = await upstream(behave);

const begin = async (dialect, more = {}) => {
  const model = { proxy, name: "model-1", dialect, ...more };
  const interview = await createInterview({ guide, material, subject: dialect, model });
  if (interview.view.phase === "consent") interview.consent();
  return interview;
};
const put = (number) => (view) => view.phase === "answering" && view.question.number === number && view.saving.state === "saved";

for (const dialect of ["anthropic", "openai-chat", "openai-responses"]) {
  for (const replyMode of ["instructed", "strict"]) {
    state.calls.length = 0;
    const interview = await begin(dialect, { replyMode });
    const view = await interview.until(put(1));
    assert.equal(state.calls.length, 2, "the résumé is read, then the first question is asked for");
    assert.deepEqual(
      state.calls.map(({ body }) => offered(body)),
      [[], []],
    );
    assert.deepEqual(
      interview.details().skills.map(({ skill }) => skill),
      ["Python", "PostgreSQL"],
    );
    const first = view.question.gap.skill;
    interview.answer(`${first}: all of it in one breath`);
    // Eight of twelve attributes are known, which is enough: the interview is over.
    const ended = await interview.until(({ phase, saving }) => phase === "review" && saving.state === "saved");
    assert.equal(ended.closed, "complete");
    const [asks, reads] = state.calls.slice(2);
    assert.deepEqual(offered(asks.body), [TOOL]);
    assert.equal(toRead(reads.body), `${first}: all of it in one breath`, "a call of its own reads the answer");
    assert.deepEqual(offered(reads.body), []);
    // What the model called, and the provider's own block, are kept with the session as they came.
    const { records } = JSON.parse(await interview.export("session"));
    const replies = records.map(({ fact }) => fact.call_ended?.outcome.replied).filter((reply) => reply?.tool_calls);
    assert.deepEqual(
      replies.map(({ stop, text, tool_calls: [{ name, arguments: given }] }) => [stop, text, name, given]),
      [["tool_use", "One moment.", TOOL, { answer_text: "…" }]],
    );
    assert.equal(replies[0].opaque.length, 1);
    interview.dispose();
  }
}

// The history stays valid: the call and its one result go out with the question that follows, the provider's block before them.
for (const dialect of ["anthropic", "openai-chat", "openai-responses"]) {
  const interview = await begin(dialect);
  await interview.until(put(1));
  state.calls.length = 0;
  state.answers.push(behave, ({ dialect }, response) => {
    const found = [skill("Docker", "Docker")];
    return speak(response, stream(dialect, JSON.stringify({ skills: found, answer: { kind: "partial", engaged: true } })));
  });
  interview.answer("Docker came with it.");
  await interview.until(put(2));
  assert.equal(state.calls.length, 3);
  const { body } = state.calls[2];
  const pairs = calls(body);
  assert.deepEqual(
    pairs.map(([kind]) => kind),
    ["call", "result"],
  );
  assert.equal(pairs[0][1], pairs[1][1]);
  const sent = JSON.stringify(body);
  assert.ok(sent.includes(dialect === "openai-chat" ? '"Hm."' : '"sealed"'), `the block goes back: ${sent}`);
  assert.ok(sent.includes("Docker"), "the model is told what was read");
  interview.dispose();
}

// A model that never calls, one that calls what there is not, and one whose provider refuses tools: the answer is read all the same.
const talk = ({ dialect }, response) => speak(response, stream(dialect, "I would rather talk about the weather?"));
const stray = ({ dialect }, response) =>
  speak(response, stream(dialect, "", { call: { id: callId(), name: "delete_everything", arguments: "{" } }));
const refuse = (_, response) =>
  send(response, 400, {
    error: { message: "This model does not support tools.", type: "invalid_request_error", param: "tools", code: "unsupported_parameter" },
  });
for (const [odd, name] of [
  [talk, "never"],
  [stray, "stray"],
  [refuse, "refuses"],
]) {
  const interview = await begin("openai-chat", { name });
  await interview.until(put(1));
  state.answers.push(odd);
  if (odd === refuse) state.answers.push(talk);
  const { skill } = interview.view.question.gap;
  interview.answer(`${skill}: all of it in one breath`);
  const view = await interview.until(({ phase }) => phase === "review" || phase === "given_up");
  assert.deepEqual([view.phase, view.closed, view.kind.unread], ["review", "complete", 0], name);
  interview.dispose();
  state.answers.length = 0;
}

// Cut off in the middle of a round, the session goes on where it was.
{
  const interview = await begin("anthropic");
  await interview.until(put(1));
  const { session, question } = interview.view;
  const before = state.calls.length;
  state.answers.push(behave, (_, response) => response.writeHead(200, { "content-type": "text/event-stream" }).write(": waiting\n\n"));
  interview.answer(`${question.gap.skill}: all of it in one breath`);
  while (state.calls.length < before + 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await interview.until(({ saving }) => saving.state === "saved");
  interview.dispose();
  const library = await openLibrary({ model: { proxy } });
  const again = await library.open(session);
  const view = await again.until(({ phase }) => phase === "review");
  assert.equal(view.closed, "complete");
  again.dispose();
  library.close();
}

await close();
console.log(`tools: ${number} calls and questions, all checks passed`);
