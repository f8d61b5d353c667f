// What each adapter of a model does beside calls: keys that stay out of pages, addresses, what is no model, and the download of Chrome's.
// `node adapters-alone.mjs`.
import assert from "node:assert/strict";
import { aiSdk } from "colloquy/ai-sdk";
import { chrome, chromeAvailability, downloadChromeModel } from "colloquy/chrome";
import { openai } from "colloquy/openai";
import { askModel, createInterview, init, openLibrary } from "colloquy";
import { aiSdkModel, client, languageModel, server, webLlm } from "./adapter-fakes.mjs";

await init();

const reply = JSON.stringify({ follow_up: false, question: "What does this say to you about houses?" });
const answer = () => ({ text: [reply] });
const once = (model, more = {}) => askModel({ model, contract: "question", prompt: "About houses.", retries: 0, ...more });
const refused = (make, path) =>
  assert.throws(make, ({ code, details, message }) => code === "invalid_options" && details[0].path === path && message.includes("`"));

// What leads to no model is refused before anything begins.
refused(() => openai({ model: "m" }), "baseUrl");
refused(() => openai({ model: "m", baseUrl: "localhost:11434" }), "baseUrl");
refused(() => openai({ model: "m", baseUrl: "http://me:secret@localhost:11434" }), "baseUrl");
refused(() => openai({ model: "m", baseUrl: "http://localhost:11434/v1?key=x" }), "baseUrl");
refused(() => openai({ model: "m", engine: {} }), "engine");
refused(() => aiSdk("openai/gpt-5"), "model");
refused(() => aiSdk({ ...aiSdkModel("v2", answer).model, specificationVersion: "v1" }), "model");
await assert.rejects(createInterview({ guide: "reflective", model: { name: "m" } }), { code: "invalid_options" });
await assert.rejects(openLibrary({ model: { name: "m", call: "me" } }), { code: "invalid_options" });
await assert.rejects(
  createInterview({ guide: "reflective", model: { call: () => {}, name: "" } }),
  ({ details }) => details[0].path === "model.name",
);

// An address is what hosts write: with the version in its path, without, and whole.
{
  const http = await server(answer);
  for (const [tail, path] of [
    ["", "/v1/chat/completions"],
    ["/", "/v1/chat/completions"],
    ["/v1", "/v1/chat/completions"],
    ["/openai/v1/", "/openai/v1/chat/completions"],
    ["/v1/chat/completions", "/v1/chat/completions"],
  ]) {
    const { error } = await once(openai({ model: "m", baseUrl: http.baseUrl + tail, apiKey: "sk-local" }));
    assert.equal(error, null);
    const { url, headers } = http.state.calls.at(-1);
    assert.deepEqual([url, headers.authorization, headers.cookie], [path, "Bearer sk-local", undefined]);
  }
  await http.close();
  assert.equal((await once(openai({ model: "m", baseUrl: http.baseUrl }))).error.kind, "network", "nobody is there");
}

// A key never comes into a page, unless the host says that whoever opens it may have it.
{
  const { engine } = client(answer);
  const { model } = aiSdkModel("v3", answer);
  const far = { model: "m", baseUrl: "https://api.example.com/v1" };
  // On a server it may be there.
  for (const made of [openai({ ...far, apiKey: "sk-1" }), openai({ model: "m", engine }), aiSdk(model)]) assert.ok(made.call);
  globalThis.document = { baseURI: "https://your.site/" };
  try {
    refused(() => openai({ ...far, apiKey: "sk-1" }), "apiKey");
    refused(() => openai({ ...far, headers: { "X-Api-Key": "sk-1" } }), "headers.X-Api-Key");
    refused(() => openai({ ...far, headers: { Authorization: "Bearer sk-1" } }), "headers.Authorization");
    for (const host of ["localhost.example.com", "127.0.0.1.example.com", "notlocalhost", "10.0.0.1", "[::2]"])
      refused(() => openai({ ...far, baseUrl: `http://${host}`, apiKey: "sk-1" }), "apiKey");
    refused(() => openai({ model: "m", engine }), "engine");
    refused(() => aiSdk(model), "model");
    assert.throws(() => aiSdk(model), /colloquy-proxy.*`local: true`/);
    for (const made of [
      openai({ ...far, headers: { "x-title": "Interviews" } }),
      openai({ ...far, apiKey: "sk-1", local: true }),
      openai({ model: "m", baseUrl: "http://localhost:8080", apiKey: "sk-1" }),
      openai({ model: "m", baseUrl: "http://127.0.0.1:8080", apiKey: "sk-1" }),
      openai({ model: "m", baseUrl: "http://[::1]:8080", apiKey: "sk-1" }),
      openai({ model: "m", baseUrl: "/models" }),
      openai({ model: "m", engine: webLlm(answer).engine }),
      aiSdk(model, { local: true }),
    ])
      assert.ok(made.call);
  } finally {
    delete globalThis.document;
  }
}

// Neither a key nor an address is kept with a session.
{
  const http = await server(answer);
  const model = openai({ model: "m", baseUrl: http.baseUrl, apiKey: "sk-local-1234567890", effort: "low", maxTokens: 900 });
  const interview = await createInterview({ guide: "reflective", model });
  interview.consent();
  await interview.until(({ phase }) => phase === "answering");
  const file = await interview.export("session");
  assert.ok(file.includes('"m"') && !file.includes("sk-local") && !file.includes(http.baseUrl));
  const { maxTokens, rest } = http.state.calls.at(-1);
  assert.deepEqual([maxTokens >= 900, rest.reasoning_effort, rest.stream], [true, "low", true]);
  interview.dispose();
  await http.close();
}

// Where the model is can be asked, and a session that was led by an adapter goes on by another, or says that it has none.
{
  const own = (more) => ({
    name: "own",
    async *call() {
      yield reply;
    },
    ...more,
  });
  const begun = async (model) => {
    const interview = await createInterview({ guide: "reflective", model });
    interview.consent();
    await interview.until(({ phase, saving }) => phase === "answering" && saving.state === "saved");
    return interview;
  };
  const first = await begun(own());
  const { session } = first.view;
  assert.equal(first.modelPlace, "elsewhere");
  first.dispose();
  const { engine } = webLlm(answer);
  const second = await (await openLibrary({ model: openai({ model: "m", engine }) })).open(session);
  assert.equal(second.modelPlace, "device");
  second.dispose();
  const third = await (await openLibrary()).open(session);
  assert.equal(third.modelPlace, null);
  third.answer("I realized that a house is where one is when nobody calls, and I keep forgetting it.");
  const { problem, can } = await third.until(({ phase }) => phase === "given_up");
  assert.deepEqual([problem.kind, can.useScripted], ["invalid", true]);
  third.dispose();
  assert.deepEqual([chrome().onDevice, openai({ model: "m", baseUrl: "https://models.example.com" }).onDevice], [true, false]);
}

// A model that looks at no signal holds nobody up, and what it throws late is nobody's.
for (const [begins, ends] of [
  [[""], () => new Promise(() => {})],
  [[], () => new Promise(() => {})],
  [[""], () => new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), 50))],
]) {
  const stop = new AbortController();
  const model = {
    name: "deaf",
    async *call() {
      yield* begins;
      await ends();
    },
  };
  const asked = once(model, { signal: stop.signal });
  setTimeout(() => stop.abort(), 5);
  assert.equal((await asked).error.kind, "cancelled");
}
await new Promise((resolve) => setTimeout(resolve, 80));

// What is wrong with a host's own function is said, and is not tried again.
for (const [call, words] of [
  [async () => reply, /async iterable/],
  [() => undefined, /async iterable/],
  [() => null.reply, /null/],
  [
    async function* () {
      yield 5;
    },
    /no piece of a reply: 5/,
  ],
  [
    async function* () {
      yield reply.slice(0, 9);
      yield { text: "no" };
    },
    /no piece of a reply: \{"text"/,
  ],
]) {
  const { error } = await once({ name: "wrong", call });
  assert.equal(error.kind, "invalid", error.message);
  assert.match(error.message, words);
}

// AI SDK: what was thought goes back sealed with the call it led to; effort where the version has it; the provider's own options.
{
  const call = { id: "call_1", name: "get_user_upload", arguments: JSON.stringify({ prompt: "Which file?", multiple: false }) };
  let asked = 0;
  const { state, model } = aiSdkModel("v4", ({ tools }) =>
    tools.includes(call.name) && asked++ === 0 ? { reasoning: "A file.", call } : { text: [reply] },
  );
  const providerOptions = { anthropic: { thinking: { type: "enabled" } } };
  const interview = await createInterview({ guide: "onboarding", model: aiSdk(model, { effort: "high", providerOptions }) });
  if (interview.view.phase === "consent") interview.consent();
  const { form } = await interview.until((view) => view.form);
  interview.refuse(form.token);
  await interview.until((view) => view.phase === "answering" && !view.form);
  const { messages, rest } = state.calls.at(-1);
  const [assistant, tool] = messages.slice(messages.findIndex(({ role }) => role === "assistant"));
  assert.deepEqual(
    assistant.content.map(({ type }) => type),
    ["reasoning", "tool-call"],
  );
  assert.deepEqual(assistant.content[0], {
    type: "reasoning",
    text: "A file.",
    providerOptions: { anthropic: { signature: "sealed" } },
  });
  assert.deepEqual(assistant.content[1].input, { prompt: "Which file?", multiple: false });
  const [{ type, toolCallId, toolName }] = tool.content;
  assert.deepEqual([tool.role, type, toolCallId, toolName], ["tool", "tool-result", assistant.content[1].toolCallId, call.name]);
  assert.deepEqual([rest.reasoning, rest.providerOptions, rest.toolChoice], ["high", providerOptions, { type: "auto" }]);
  interview.dispose();
}

// Chrome's model: there, to be downloaded by a person's wish, on its way, or not in this browser at all.
{
  assert.equal(await chromeAvailability(), "unavailable");
  assert.equal((await once(chrome())).error.kind, "invalid");
  await assert.rejects(downloadChromeModel(), { code: "model_unavailable" });
  const { state, LanguageModel } = languageModel(answer);
  globalThis.LanguageModel = LanguageModel;
  state.availability = "downloadable";
  const { error } = await once(chrome());
  assert.equal(error.kind, "invalid");
  assert.match(error.message, /downloadChromeModel/);
  assert.deepEqual([state.downloads, state.opened], [0, 0], "nothing is downloaded by a call");
  const activation = { isActive: false };
  Object.defineProperty(globalThis, "navigator", { value: { userActivation: activation }, configurable: true });
  await assert.rejects(downloadChromeModel(), { code: "not_now" });
  activation.isActive = true;
  const progress = [];
  await downloadChromeModel({ languages: ["en"], onProgress: (loaded) => progress.push(loaded) });
  assert.deepEqual([progress, state.downloads, state.closed], [[0, 0.5, 1], 1, 1]);
  state.availability = "downloading";
  assert.equal((await once(chrome())).error.kind, "overloaded", "it is tried again by itself");
  state.availability = "available";
  assert.equal((await once(chrome({ languages: ["en"] }))).error, null);
  assert.equal(state.opened, state.closed, "whatever was opened is closed");
}

// Chrome's model: its schema is cut to what it takes, an endless reply is cut, and the oldest exchanges give way in a small window.
{
  let now = answer();
  const { state, LanguageModel } = languageModel(() => now);
  globalThis.LanguageModel = LanguageModel;
  await once(chrome());
  const known = ["additionalProperties", "description", "properties", "required", "type"];
  assert.deepEqual(Object.keys(state.calls.at(-1).schema).sort(), known);
  assert.equal(JSON.stringify(state.calls.at(-1).schema).includes("minLength"), false);
  now = { text: Array(200).fill("          ") };
  const { attempts } = await once(chrome(), { settings: { maxTokens: 100 } });
  assert.equal(attempts[0].stop, "max_tokens");
  assert.ok(attempts[0].text.length < 900);
  now = answer();
  state.window = 600;
  const talk = ["Material.", "Q1?", "A1.", "Q2?", "A2.", "Q3?", "Now the next."].map((text, place) => ({
    role: place % 2 === 0 ? "user" : "assistant",
    text: place > 0 && place < 5 ? text.padEnd(1100, " so") : text,
  }));
  assert.equal((await once(chrome(), { messages: talk })).error, null);
  const left = state.calls.at(-1).messages.map(({ content }) => content.slice(0, 3));
  assert.deepEqual(left, ["Mat", "Q3?", "Now"]);
  const { error } = await once(chrome(), { messages: [{ role: "user", text: "x".repeat(3000) }] });
  assert.equal(error.kind, "invalid");
  assert.match(error.message, /750 tokens/);
  assert.equal(state.opened, state.closed);
}

console.log("adapters alone: all checks passed");
