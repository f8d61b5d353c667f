// What every adapter of a model is held to, in Node, against fakes of the real shapes that misbehave on purpose: `node adapters.mjs`.
import assert from "node:assert/strict";
import { aiSdk } from "colloquy/ai-sdk";
import { chrome } from "colloquy/chrome";
import { openai } from "colloquy/openai";
import { askModel, createInterview, init, openLibrary } from "colloquy";
import { aiSdkModel, client, languageModel, server, webLlm, wllama } from "./adapter-fakes.mjs";

await init();

const question = (text) => JSON.stringify({ follow_up: false, question: text });
const failing = (name, message) => Object.assign(new Error(message), { name });
const settled = async (predicate) => {
  while (!predicate()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** What a script does now; the fakes ask for it with each call. */
let script = {};
const answer = (call) => (typeof script === "function" ? script(call) : script);

// Providers' own answers, where there are statuses; `null` where a failure has no form in a shape.
const STATUSES = [
  [{ status: 401, message: "no such key" }, "unauthorized"],
  [{ status: 402, message: "pay first" }, "budget"],
  [{ status: 429, message: "slow down", headers: { "retry-after": "3" } }, "rate_limited", 3000],
  [{ status: 503, message: "full house" }, "overloaded"],
  [{ status: 404, message: "no such model" }, "invalid"],
];
const CHAT = { length: "length", refusal: "content_filter" };

const http = await server(answer);
const web = webLlm(answer);
const llama = wllama(answer);
const sdk = client(answer);
const built = languageModel(answer);
globalThis.LanguageModel = built.LanguageModel;

/** A function of a host's own, which knows nothing of any provider's form. */
const own = { calls: [], stopped: 0 };
const bare = {
  name: "m",
  async *call(request) {
    own.calls.push({ ...request, tools: request.tools.map(({ name }) => name), rest: {} });
    const now = answer(own.calls.at(-1));
    if (now.error) throw now.error;
    if (request.schema && now.refusesSchema) throw Object.assign(new Error("response_format is not supported"), { kind: "invalid" });
    const { text = [], reasoning, call, stop, usage } = now;
    let whole = false;
    try {
      if (reasoning) yield "";
      const half = Math.floor(text.length / 2);
      yield* text.slice(0, half);
      if (now.middle) throw now.middle;
      if (now.hang) await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
      yield* text.slice(half);
      if (call) yield { toolCall: { ...call, arguments: JSON.parse(call.arguments) } };
      if (usage) yield { usage: { inputTokens: usage[0], outputTokens: usage[1] } };
      if (stop && stop !== "stop") yield { stop };
      whole = true;
    } finally {
      if (!whole) own.stopped += 1;
    }
  },
};

const sdkModel = (version) => {
  const { state, model } = aiSdkModel(version, answer);
  return {
    model: (more) => aiSdk(model, more),
    state,
    stops: { length: "length", refusal: "content-filter" },
    failures: [...STATUSES, [{ message: "Cannot connect to API", network: true }, "network"]],
    middle: [
      [failing("Error", "overloaded"), "network"],
      [Object.assign(new Error("later"), { statusCode: 529 }), "overloaded"],
    ],
    cut: true,
    tools: true,
    usage: true,
    reasoning: true,
  };
};

/** The adapters: how each is made, and what its shape can express. */
const ADAPTERS = {
  "a function": {
    model: (more) => ({ ...bare, ...more }),
    state: own,
    stops: { length: "max_tokens", refusal: "refusal" },
    failures: ["rate_limited", "overloaded", "network", "timeout", "unauthorized", "invalid", "budget"].map((kind) => [
      Object.assign(new Error("no"), { kind }),
      kind,
    ]),
    middle: [
      [new Error("gone"), "network"],
      [Object.assign(new Error("full"), { kind: "overloaded" }), "overloaded"],
    ],
    tools: true,
    usage: true,
    reasoning: true,
  },
  "a server on this device": {
    model: (more) => openai({ model: "m", baseUrl: http.baseUrl, ...more }),
    state: http.state,
    chunks: true,
    stops: CHAT,
    failures: [...STATUSES, ["network", "network"]],
    middle: [
      ["network", "network"],
      [{ message: "the model crashed", code: 500 }, "overloaded"],
    ],
    cut: true,
    tools: true,
    usage: true,
    reasoning: true,
  },
  WebLLM: {
    model: (more) => openai({ model: "m", engine: web.engine, ...more }),
    state: web.state,
    chunks: true,
    stops: { length: "length" },
    failures: [[failing("ModelNotLoadedError", "load a model first"), "invalid"]],
    middle: [[failing("DeviceLostError", "the GPU was lost"), "network"]],
    cut: true,
    usage: true,
  },
  wllama: {
    model: (more) => openai({ model: "m", engine: llama.engine, ...more }),
    state: llama.state,
    chunks: true,
    stops: CHAT,
    failures: [[failing("WllamaError", "the prompt is longer than the context"), "invalid"]],
    middle: [[failing("WllamaError", "decode failed"), "network"]],
    cut: true,
    tools: true,
    usage: true,
    reasoning: true,
  },
  "a client of OpenAI's form": {
    model: (more) => openai({ model: "m", engine: sdk.engine, ...more }),
    state: sdk.state,
    chunks: true,
    stops: CHAT,
    failures: [...STATUSES, [Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } }), "network"]],
    middle: [[Object.assign(new TypeError("terminated"), { cause: { code: "UND_ERR_SOCKET" } }), "network"]],
    cut: true,
    tools: true,
    usage: true,
    reasoning: true,
  },
  "AI SDK V2": sdkModel("v2"),
  "AI SDK V3": sdkModel("v3"),
  "AI SDK V4": sdkModel("v4"),
  "Chrome's own": {
    model: (more) => chrome(more),
    state: built.state,
    stops: {},
    failures: [
      [new DOMException("too long", "QuotaExceededError"), "invalid"],
      [new DOMException("busy", "OperationError"), "overloaded"],
      [new DOMException("not in this frame", "NotAllowedError"), "unauthorized"],
    ],
    middle: [[new DOMException("the process is gone", "UnknownError"), "overloaded"]],
    usage: true,
  },
};

const WORDS = "Was sagt dir das über “Häuser” 🏠 – und warum?";
const whole = question(WORDS);
/** In pieces of one character each; where they are no JSON yet one of them comes in two halves. */
const split = [...whole];
const halved = whole.split("");

/** What an adapter is held to. */
const CASES = {
  "text comes as it is, in whatever pieces"({ model, state, chunks }) {
    const { stopped } = state;
    return check(model(), { text: chunks ? split : halved }, ({ value, attempts, shown }) => {
      if (chunks) assert.equal(state.stopped, stopped, "a reply that has ended is not stopped");
      assert.deepEqual(value, { follow_up: false, question: WORDS });
      assert.equal(attempts[0].stop, "end");
      assert.ok(shown.every((text) => whole.startsWith(text)) && shown.at(-1) === whole, "it is shown as it comes");
    });
  },
  "what is asked arrives"({ model, state }) {
    return check(model({ replyMode: "instructed" }), { text: [whole] }, () => {
      const { system, messages, schema } = state.calls.at(-1);
      assert.match(system, /^Ask well\./);
      assert.equal(schema, undefined);
      assert.deepEqual(
        messages.map(({ role }) => role),
        ["user"],
      );
      assert.match(JSON.stringify(messages), /About houses\./);
    });
  },
  "tokens are counted where they are reported"({ model, usage }) {
    if (!usage) return undefined;
    return check(model(), { text: [whole], usage: [120, 18] }, ({ attempts }) => {
      assert.ok(attempts[0].usage.inputTokens > 0 && attempts[0].usage.outputTokens > 0, JSON.stringify(attempts[0].usage));
    });
  },
  "a reply whose tokens nobody counts is one"({ model }) {
    return check(model(), { text: [whole] }, ({ error }) => assert.equal(error, null));
  },
  "a reply that was cut by its length is known to be"({ model, stops, state }) {
    if (!stops.length) return undefined;
    return check(model({ replyMode: "instructed" }), { text: [whole.slice(0, 40)], stop: stops.length }, ({ attempts, value }) => {
      assert.deepEqual([attempts[0].stop, value], ["max_tokens", null]);
      assert.ok(attempts[0].issues.some(({ rule }) => rule === "truncated"));
      assert.equal(state.calls.at(-1).messages.length, 1);
    });
  },
  "a refusal is one"({ model, stops }) {
    const refused = stops.refusal ? { stop: stops.refusal } : { error: new DOMException("filtered", "NotReadableError") };
    if (!stops.refusal && stops.length) return undefined;
    return check(model(), { text: ["I had rather not."], ...refused }, ({ attempts, value }) => {
      assert.deepEqual([attempts[0].stop, value], ["refusal", null]);
    });
  },
  "thinking is no part of a reply"({ model, reasoning }) {
    if (!reasoning) return undefined;
    return check(model(), { reasoning: "Hm, houses.", text: [whole] }, ({ attempts }) => assert.equal(attempts[0].text, whole));
  },
  "a schema is handed on, and asked for in words where it is refused"({ model, state }) {
    const strict = model({ replyMode: "strict" });
    return check(strict, { text: [whole] }, async ({ error }) => {
      assert.equal(error, null);
      const { schema } = state.calls.at(-1);
      assert.deepEqual(Object.keys(schema.properties).sort(), ["follow_up", "question"]);
      const before = state.calls.length;
      await check(strict, { text: [whole], refusesSchema: true }, ({ value, attempts }) => {
        assert.deepEqual([value?.question, attempts.length], [WORDS, 1]);
        const [refused, again] = state.calls.slice(before);
        assert.deepEqual([refused.schema !== undefined, again.schema], [true, undefined]);
        assert.match(again.system, /JSON Schema:\n.*"question"/s);
      });
      await check(strict, { text: [whole], refusesSchema: true }, () => assert.equal(state.calls.length, before + 3, "once"));
    });
  },
  async "a failure is known by its kind"({ model, failures }) {
    for (const [error, kind, wait] of failures) {
      await check(model(), { error, text: [whole] }, ({ error }) => {
        assert.deepEqual([error?.kind, error?.retryAfterMs], [kind, wait ?? null], JSON.stringify(error));
        assert.ok(error.message.length > 1);
      });
    }
  },
  async "a failure in the middle of a reply is one of the call"({ model, middle }) {
    for (const [thrown, kind] of middle) {
      await check(model(), { middle: thrown, text: split }, ({ error, attempts }) => {
        assert.deepEqual([error?.kind, attempts.length], [kind, 0], JSON.stringify(error));
      });
    }
  },
  "a reply that ends in its middle is none"({ model, cut }) {
    if (!cut) return undefined;
    return check(model(), { cut: true, text: split }, ({ error }) => assert.equal(error?.kind, "network"));
  },
  async "a reply that is not wanted any more is stopped at its source"({ model, state }) {
    const before = { stopped: state.stopped, calls: state.calls.length };
    const stop = new AbortController();
    const run = ask(model(), { hang: true, text: split }, { signal: stop.signal });
    await settled(() => run.shown.length > 0);
    stop.abort();
    const { error } = await run.asked;
    assert.equal(error.kind, "cancelled");
    await settled(() => state.stopped > before.stopped);
    assert.equal(state.calls.length, before.calls + 1);
  },
};

/** Asks a model for a question, once. */
function ask(model, now, more = {}) {
  script = now;
  const shown = [];
  const messages = [
    { role: "system", text: "Ask well." },
    { role: "user", text: "About houses." },
  ];
  const asked = askModel({ model, contract: "question", messages, retries: 0, ...more }, (text) => shown.push(text));
  return { asked, shown };
}

async function check(model, now, expected) {
  const { asked, shown } = ask(model, now);
  await expected({ ...(await asked), shown });
}

let checks = 0;
for (const [name, adapter] of Object.entries(ADAPTERS)) {
  for (const [rule, holds] of Object.entries(CASES)) {
    const held = holds(adapter);
    if (!held) continue;
    checks += 1;
    await held.catch((error) => {
      throw new Error(`${name}: ${rule}`, { cause: error });
    });
  }
}

// A whole interview by each adapter, which is opened again in its middle, and a call of a tool where the shape has such.
const topics = ["mornings", "machines", "music", "markets", "mountains", "memory", "mistakes", "meals", "maps", "mothers", "meetings"];
const material = { title: "Notes", texts: [{ name: "summary.md", text: "An episode about small habits and what they do to a year." }] };
for (const [name, adapter] of Object.entries(ADAPTERS)) {
  const model = adapter.model();
  let asked = 0;
  script = () => ({
    text: question(`What does this say to you about ${topics[asked++ % topics.length]}, number ${asked}?`).match(/.{1,7}/gs),
  });
  const answering = (number) => (view) => view.phase === "answering" && view.question.number === number && view.saving.state === "saved";
  let interview = await createInterview({ guide: "reflective", material, subject: name, model });
  interview.consent();
  let number = 1;
  for (;;) {
    const view = await interview.until((now) => now.phase === "review" || now.phase === "given_up" || answering(number)(now));
    assert.notEqual(view.phase, "given_up", `${name}: ${JSON.stringify(view.problem)}`);
    if (view.phase === "review") break;
    if (number === 3) {
      const { session } = view;
      interview.dispose();
      interview = await (await openLibrary({ model })).open(session);
      await interview.until(answering(number));
    }
    interview.answer(`Answer ${number}: I realized that a year is made of small things, and I keep forgetting it.`);
    number += 1;
  }
  assert.ok(number > 3, name);
  assert.equal(interview.view.interviewer.model.name, model.name);
  interview.dispose();
  const call = { id: "call_1", name: "get_user_upload", arguments: JSON.stringify({ prompt: "Which file is it?", multiple: false }) };
  script = ({ tools }) =>
    tools.includes(call.name) && asked++ === 0 ? { reasoning: "A file.", text: [], call } : { text: [question("And what else?")] };
  asked = 0;
  const onboarding = await createInterview({ guide: "onboarding", model: adapter.model() });
  if (onboarding.view.phase === "consent") onboarding.consent();
  if (!adapter.tools) {
    await onboarding.until(({ phase }) => phase === "answering");
    assert.deepEqual(adapter.state.calls.at(-1).tools, [], `${name}: it is asked in words`);
    onboarding.dispose();
    continue;
  }
  const { form } = await onboarding.until((view) => view.form || view.phase === "given_up");
  assert.ok(form && "upload" in form.kind, `${name}: ${JSON.stringify(onboarding.view.problem)}`);
  onboarding.refuse(form.token);
  await onboarding.until((view) => view.phase === "answering" && !view.form);
  assert.match(JSON.stringify(adapter.state.calls.at(-1).messages), /call_1/, "the result goes with its call");
  onboarding.dispose();
}

await http.close();
console.log(`adapters: ${Object.keys(ADAPTERS).length} adapters, ${checks} cases, all passed`);
