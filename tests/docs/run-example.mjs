// Runs one example with what its reader would bring, and checks that it does what its text is about: run-example.mjs PROGRAM SOURCE
// PROGRAM is the module to run, SOURCE the file with the example as documents show it. An example that is in no entry of `RUNS` brings all it
// needs itself.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { aiSdkModel, languageModel, server, webLlm } from "../../pkg/test/adapter-fakes.mjs";

const QUESTION = "What does this say to you about houses?";
const reply = JSON.stringify({ follow_up: false, question: QUESTION });
const answer = () => ({ text: [reply] });
/** The same question in the form of a staged interview. */
const staged = JSON.stringify({
  interview_stage: "greeting",
  response: QUESTION,
  metadata: { question_depth: 1, objective: 2, completeness: 40, engagement_level: "high" },
  internal_tracking: { key_insights: [], examples_collected: 0, follow_up_needed: [], objectives_told: [], stage_transition_ready: false },
});

/** Begins the interview, and waits until its model has put the first question. */
async function asks(interview) {
  if (interview.view.phase === "consent") interview.consent();
  const { question } = await interview.until(({ phase }) => phase === "answering");
  assert.equal(question.text, QUESTION);
}

/** Puts a server in the place of the one on this device that examples name. */
async function onThisDevice() {
  const { baseUrl, close } = await server(answer);
  const real = fetch;
  globalThis.fetch = (url, init) => real(String(url).replace("http://localhost:11434", baseUrl), init);
  return close;
}

/** Puts Chrome's model into this process, and gives what is known of its use. */
function inChrome(availability) {
  const { state, LanguageModel } = languageModel(answer);
  state.availability = availability;
  Object.assign(globalThis, { LanguageModel, button: {}, progress: {}, bar: {} });
  return state;
}

/** Presses the button of a page that downloads Chrome's model. */
async function downloads(state, bar) {
  await button.onclick();
  assert.deepEqual([state.downloads, bar.value], [1, 1]);
}

/** Asks a handler for its models and for a token, as a page of the origin and as one of another. */
async function serves(handle, origin, model) {
  const ask = (path, init) => handle(new Request(`https://proxy.example.org${path}`, init));
  const { models } = await (await ask("/config.json")).json();
  assert.deepEqual(
    models.map(({ name }) => name),
    [model],
  );
  const body = JSON.stringify({ session: randomUUID() });
  const tokenFor = (of) => ask("/v1/token", { method: "POST", headers: { origin: of, "content-type": "application/json" }, body });
  assert.equal((await tokenFor(origin)).status, 200);
  assert.equal((await tokenFor("https://elsewhere.example.org")).status, 403);
}

const COLLOQUY_SECRET = Buffer.alloc(48, "secret").toString("base64");
const KEY = "sk-example-1234567890";
const SITE = "https://interviews.example.org";
const CLOUD = { ANTHROPIC_KEY: KEY, COLLOQUY_SECRET };

/** `has` is in the example's text and in no other's; `run` starts it by `load`, which gives what its module exports. */
const RUNS = [
  {
    has: "declare const claude: AiSdkModel",
    async run(load) {
      globalThis.claude = aiSdkModel("v3", () => ({ text: [staged] })).model;
      await asks((await load()).interview);
    },
  },
  {
    has: "declare const button: HTMLButtonElement, progress",
    async run(load) {
      const state = inChrome("downloadable");
      await load();
      assert.equal(button.hidden, false);
      await downloads(state, progress);
    },
  },
  {
    has: "model: chrome()",
    async run(load) {
      inChrome("available");
      await asks((await load()).interview);
    },
  },
  {
    has: "declare function generate",
    async run(load) {
      globalThis.generate = async function* () {
        yield reply;
      };
      await asks((await load()).interview);
    },
  },
  {
    has: "const model = openai({",
    async run(load) {
      const close = await onThisDevice();
      await asks((await load()).interview);
      await close();
    },
  },
  {
    has: "const webllm = openai({",
    async run(load) {
      const close = await onThisDevice();
      const state = inChrome("downloadable");
      Object.assign(globalThis, {
        anthropic: () => aiSdkModel("v3", answer).model,
        CreateMLCEngine: async () => webLlm(answer).engine,
      });
      const { interview, another } = await load();
      await asks(interview);
      assert.equal(another.modelPlace, "elsewhere");
      await downloads(state, bar);
      await close();
    },
  },
  ...[
    { has: "// `openssl rand -base64 48`", origin: "https://your.site" },
    { has: 'label: "Claude Sonnet 4.5"', origin: SITE },
    {
      has: '"claude-sonnet-4-5"], key: (env: Env) => env.ANTHROPIC_KEY },\n  ],\n  secret: (env: Env) => env.COLLOQUY_SECRET,\n',
      origin: SITE,
    },
  ].map(({ has, origin }) => ({
    has,
    async run(load) {
      const worker = (await load()).default;
      await serves((request) => worker.fetch(request, CLOUD), origin, "claude-sonnet-4-5");
    },
  })),
  {
    has: "Deno.serve(proxy)",
    async run(load) {
      let served;
      const env = { get: (name) => ({ OPENAI_KEY: KEY, COLLOQUY_SECRET })[name] };
      globalThis.Deno = { env, serve: (handler) => (served = handler) };
      await load();
      await serves((request) => served(request, { remoteAddr: { hostname: "203.0.113.7" } }), SITE, "gpt-5-mini");
    },
  },
  {
    has: "Bun.serve({",
    async run(load) {
      let served;
      globalThis.Bun = { env: { COLLOQUY_SECRET }, serve: ({ fetch }) => (served = fetch) };
      await load();
      await serves((request) => served(request, { requestIP: () => ({ address: "203.0.113.7" }) }), SITE, "llama3.2");
    },
  },
];

const [program, source] = process.argv.slice(2);
const text = readFileSync(source, "utf8");
const found = RUNS.filter(({ has }) => text.includes(has));
assert.ok(found.length < 2, `${source} is run in ${found.length} ways`);
const load = () => import(pathToFileURL(program).href);
await (found[0] ? found[0].run(load) : load());
// What an interview still waits for is no part of the example.
if (found[0]) process.exit();
