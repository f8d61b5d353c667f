// The proxy's policy in a handler: the cases that hold the program, and what only the handler has. `node --test proxy.mjs`.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { createProxy } from "colloquy/proxy";

/** Where the cases are: beside this file when it is installed, else in the checkout. */
const folders = [new URL("./proxy-cases/", import.meta.url), new URL("../../tests/cases/proxy/", import.meta.url)];
const names = async (folder) => (await readdir(folder)).filter((name) => name.endsWith(".json"));
const folder = (await names(folders[0]).catch(() => [])).length > 0 ? folders[0] : folders[1];
const cases = [];
for (const name of await names(folder)) cases.push(...JSON.parse(await readFile(new URL(name, folder), "utf8")));

const KEY = "sk-ant-api03-Qm5vd0l0c0FTZWNyZXRLZXk-7Zq";
const SECRET = "a shared secret of more than thirty-two bytes";
const SESSION = "0f8fad5b-d9cb-469f-a165-70867728950e";
const ORIGIN = "https://interviews.example";

/** Fails where a text shows the key, a part of it, or the secret. */
function clean(text) {
  for (const hidden of [KEY, KEY.slice(13, 25), KEY.slice(-8), SECRET]) assert.ok(!text.includes(hidden), `${hidden} is in ${text}`);
}

/** An upstream that answers as a case has it, in place of `fetch`. */
function scripted(script = {}) {
  const state = { requests: [], left: 0, got: 0, waiting: [] };
  const encoder = new TextEncoder();
  const events = ["message_start", "message_stop"].map((type) => `event: ${type}\ndata: {"type":"${type}"}\n\n`);
  const pieces = (script.pieces ?? events).flatMap((piece) => (typeof piece === "string" ? [piece] : Array(piece.times).fill(piece.text)));
  const gone = (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const fetch = async (url, { method, headers, body, redirect, signal }) => {
    assert.deepEqual([method, redirect], ["POST", "manual"]);
    state.requests.push({ url, headers, body: new TextDecoder().decode(body) });
    signal.addEventListener("abort", () => (state.left += 1), { once: true });
    if (script.drops) throw new TypeError("fetch failed");
    if (script.silent) return gone(signal);
    let at = 0;
    const pull = async (out) => {
      if (script.paced && state.got < at) await new Promise((resolve) => state.waiting.push(resolve));
      if (at < pieces.length) out.enqueue(encoder.encode(pieces[at++]));
      else if (script.ends === "cut") out.error(new TypeError("terminated"));
      else if (script.ends === "never") await gone(signal);
      else out.close();
    };
    const lines = script.headers ?? { "content-type": "text/event-stream; charset=utf-8" };
    const own = Object.entries(lines).flatMap(([name, value]) => [value].flat().map((line) => [name, line]));
    const status = script.status ?? 200;
    return new Response([204, 304].includes(status) ? null : new ReadableStream({ pull }, { highWaterMark: 0 }), { status, headers: own });
  };
  return { state, fetch, pieces };
}

const USUAL = {
  "/v1/messages": { max_tokens: "9", stream: "true", messages: '[{"role":"user","content":"hi"}]' },
  "/v1/chat/completions": { max_completion_tokens: "9", stream: "true", messages: '[{"role":"user","content":"hi"}]' },
  "/v1/responses": { max_output_tokens: "9", stream: "true", store: "false", input: '"hi"' },
};

/** The bytes of a case's body. */
function bodyOf({ path = "/v1/messages", body, fields = "", hex, padTo = 0, nested, zeros }) {
  if (hex) return Buffer.from(hex, "hex");
  let more = fields;
  if (nested) more = `"metadata":${"[".repeat(nested)}${"]".repeat(nested)}`;
  if (zeros) more = `"metadata":[${"0,".repeat(zeros - 1)}0]`;
  const usual = Object.entries({ model: '"a-model"', ...(USUAL[path] ?? USUAL["/v1/messages"]) });
  const parts = usual.filter(([name]) => !more.startsWith(`"${name}":`)).map(([name, value]) => `"${name}":${value}`);
  const text = body ?? `{${[...parts, ...(more ? [more] : [])].join(",")}}`;
  return Buffer.from(text + " ".repeat(Math.max(0, padTo - Buffer.byteLength(text))));
}

function tokenOf(token = {}) {
  if (token === null || typeof token === "string") return token;
  const now = Math.floor(Date.now() / 1000);
  const { iat = 0, exp = 600, claims = "", secret = SECRET, end = "", respelt } = token;
  const text = `{"sid":"${SESSION}","iat":${now + iat},"exp":${now + exp}${claims}}`;
  const signed = `colloquy1.${Buffer.from(text).toString("base64url")}`;
  let mac = createHmac("sha256", secret).update(signed).digest("base64url");
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  if (respelt) mac = mac.slice(0, -1) + signs[signs.indexOf(mac.at(-1)) ^ 1];
  return `${signed}.${mac}${end}`;
}

/** A request as a runtime hands it over. */
function requestOf(request, body) {
  const { method = "POST", path = "/v1/messages", chunked = false } = request;
  const headers = new Headers();
  const lines = { "content-type": "application/json", origin: ORIGIN, ...request.headers };
  const token = tokenOf(request.token);
  if (token !== null) lines.authorization = `Bearer ${token}`;
  for (const [name, value] of Object.entries(lines)) for (const line of [value ?? []].flat()) headers.append(name, line);
  const hasBody = body.byteLength > 0 && method !== "GET";
  if (hasBody && !chunked) headers.set("content-length", String(body.byteLength));
  const pieces = Array.from({ length: Math.ceil(body.byteLength / 100) }, (_, at) => body.subarray(at * 100, at * 100 + 100));
  const sent = chunked ? { body: ReadableStream.from(pieces), duplex: "half" } : { body };
  return new Request(`http://proxy.example${path}`, { method, headers, ...(hasBody && sent) });
}

const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

/** A handler as a case has it. */
function handlerOf(settings = {}, fetch, log, more = {}) {
  const { key = KEY, identify = false, ...others } = settings;
  const upstream = (dialect, models) => ({ baseUrl: "http://127.0.0.1:9", dialect, models, key, identify });
  return createProxy({
    upstreams: [
      upstream("openai-responses", [{ name: "a-model", label: "A model" }]),
      upstream("anthropic", ["a-model"]),
      upstream("openai-chat", ["a-model", "chat-model"]),
    ],
    origins: [ORIGIN],
    secret: SECRET,
    client: () => "127.0.0.1",
    fetch,
    log: (entry) => log.push(entry),
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [camel(name), value])),
    ...more,
  });
}

const SENT = ["accept", "accept-encoding", "anthropic-version", "authorization", "content-type", "user-agent", "x-api-key"];

/** Reads a body; `whole` is false when it breaks off. */
async function read(response, state) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return { text: text + decoder.decode(), whole: true };
      text += decoder.decode(value, { stream: true });
      state.got += 1;
      for (const resolve of state.waiting.splice(0)) resolve();
    }
  } catch {
    return { text, whole: false };
  }
}

async function hold({ settings, request = {}, upstream, expect, reached = upstream ? 1 : 0, added }) {
  const { state, fetch, pieces } = scripted(upstream);
  const log = [];
  const proxy = handlerOf(settings, fetch, log);
  const body = bodyOf(request);
  let response;
  for (let time = 0; time < (request.times ?? 1); time += 1) {
    if (response) await read(response, state);
    response = await proxy(requestOf(request, body));
  }
  assert.equal(response.status, expect.status);
  for (const [name, value] of Object.entries(expect.headers ?? {})) assert.equal(response.headers.get(name), value, name);
  clean(JSON.stringify([...response.headers]));
  if (request.leaves) {
    const reader = response.body.getReader();
    await reader.read();
    await reader.cancel();
    assert.equal(state.left, 1);
  } else {
    const { text, whole } = await read(response, state);
    clean(text);
    assert.equal(whole, expect.ends === undefined, text);
    const repeated = ({ text, times }) => text.repeat(times);
    if (expect.code) {
      const { error } = JSON.parse(text);
      assert.deepEqual([error.type, error.code], ["colloquy_proxy", expect.code]);
      assert.equal(error.message, expect.message ?? error.message);
    } else if (expect.body !== undefined && expect.body !== null) {
      assert.equal(text, typeof expect.body === "string" ? expect.body : repeated(expect.body));
    } else if (expect.status === 200 && upstream && whole) assert.equal(text, pieces.join(""));
    for (const [name, value] of Object.entries(expect.json ?? {})) assert.deepEqual(JSON.parse(text)[name], value);
    if (expect.claims) {
      const claims = JSON.parse(Buffer.from(JSON.parse(text).token.split(".")[1], "base64url"));
      for (const [name, value] of Object.entries(expect.claims)) assert.equal(claims[name], value, name);
    }
  }
  assert.equal(state.requests.length, reached, "requests reached the upstream");
  const path = (request.path ?? "/v1/messages").split("?")[0];
  for (const { url, headers, body: got } of state.requests) {
    assert.equal(url, `http://127.0.0.1:9${path}`);
    assert.deepEqual(
      Object.keys(headers).filter((name) => !SENT.includes(name)),
      [],
    );
    const key = settings?.key ?? KEY;
    const anthropic = path === "/v1/messages";
    assert.equal(headers["x-api-key"], anthropic ? key : undefined);
    assert.equal(headers["anthropic-version"], anthropic ? "2023-06-01" : undefined);
    assert.equal(headers.authorization, anthropic ? undefined : `Bearer ${key}`);
    assert.equal(headers["content-type"], "application/json");
    assert.equal(headers["accept-encoding"], "identity");
    assert.equal(headers.accept, "text/event-stream, application/json");
    assert.equal(got, added ? body.toString().slice(0, -1) + added : body.toString());
  }
  clean(JSON.stringify(log));
  for (const text of ["hi", SESSION]) assert.ok(!JSON.stringify(log).includes(`"${text}"`));
  const calls = log.filter(({ event }) => event === "call");
  if (expect.outcome) assert.equal(calls.at(-1).outcome, expect.outcome);
  assert.equal(calls.length, reached, "each call has one line");
}

test("the cases that hold the program hold the handler", async (t) => {
  assert.ok(cases.length > 200);
  for (const one of cases) if (one.only !== "program") await t.test(one.name, () => hold(one));
});

/** A good call, and a good handler around an upstream that keeps what it was sent. */
const call = (request = {}) => requestOf(request, bodyOf(request));
const errorOf = async (response) => [response.status, (await response.json()).error.code];

test("all faults of the options are named at once, and none shows a key or a secret", () => {
  const good = { upstreams: [], origins: [], secret: SECRET, client: () => "" };
  assert.ok(createProxy(good));
  const secret = "too short";
  const key = "a key\nwith a line end";
  const upstreams = [
    { baseUrl: "http://api.example.com", dialect: "anthropic", models: ["m"], key },
    { baseUrl: "https://me:password@api.example.com", dialect: "openai", models: [] },
    { baseUrl: "https://api.example.com/v1", dialect: "openai-chat", models: ["m", "m"], auth: "basic" },
  ];
  const options = { upstreams, origins: ["https://example.org/", "*"], secret, tokens: "me", path: "v1/", prompts: ["ab"], bodyBytes: 9 };
  let message = "";
  assert.throws(
    () => createProxy(options),
    (error) => error instanceof TypeError && (message = error.message) !== "",
  );
  for (const name of ["upstreams[0].baseUrl", "upstreams[0].key", "upstreams[1].baseUrl", "upstreams[1].dialect", "upstreams[1].models"])
    assert.ok(message.includes(`${name} must`) || message.includes(`${name} is`), `${name}: ${message}`);
  for (const name of [
    "upstreams[2].auth",
    "m is offered twice",
    '"https://example.org/"',
    '"*"',
    "secret",
    "client",
    "tokens",
    "path",
    "prompts",
  ])
    assert.ok(message.includes(name), `${name}: ${message}`);
  assert.ok(message.includes("bodyBytes must be a whole number from 1024"));
  for (const hidden of [secret, key, "password"]) assert.ok(!message.includes(hidden), message);
  assert.throws(() => createProxy({ ...good, origins: "*" }), /only with tokens: "host"/);
  assert.throws(() => createProxy({ ...good, colour: "red" }), /colour is no option/);
  const unset = { baseUrl: "https://a.example", dialect: "anthropic", models: ["m"], key: undefined };
  assert.throws(() => createProxy({ ...good, upstreams: [unset] }), /upstreams\[0\]\.key must/);
  for (const baseUrl of ["ftp://a.example", "https://a.example?key=x", "https://a.example#x", "a.example", "http://127.0.0.1.a.example"])
    assert.throws(() => createProxy({ ...good, upstreams: [{ baseUrl, dialect: "anthropic", models: ["m"] }] }), /baseUrl/, baseUrl);
});

test("keys and secrets may come with each request, and one that is none rejects without being shown", async () => {
  const { state, fetch } = scripted();
  const log = [];
  const env = { key: KEY, secret: SECRET };
  const upstreams = [{ baseUrl: "https://api.example.com", dialect: "anthropic", models: ["a-model"], key: async ({ key }) => key }];
  const proxy = handlerOf({}, fetch, log, { upstreams, secret: ({ secret }) => secret });
  assert.equal((await proxy(call(), env)).status, 200);
  assert.deepEqual([state.requests[0].url, state.requests[0].headers["x-api-key"]], ["https://api.example.com/v1/messages", KEY]);
  // Another secret from now on.
  const other = "another secret of more than thirty-two bytes";
  assert.deepEqual(await errorOf(await proxy(call(), { key: KEY, secret: other })), [401, "token_invalid"]);
  assert.equal((await proxy(call({ token: { secret: other } }), { key: KEY, secret: other })).status, 200);
  for (const [broken, name] of [
    [{ key: KEY }, "secret"],
    [{ key: KEY, secret: "short-secret" }, "secret"],
    [{ secret: SECRET }, "upstreams[0].key"],
    [{ secret: SECRET, key: "a\nkey" }, "upstreams[0].key"],
  ])
    await assert.rejects(proxy(call(), broken), ({ message }) => message.includes(name) && !/short-secret|a\nkey/.test(message));
  assert.equal(state.requests.length, 2);
});

test("a token that is made here is good here, and counted by the network that asked", async () => {
  const { state, fetch } = scripted();
  const ask = { method: "POST", path: "/v1/token", token: null, body: JSON.stringify({ session: SESSION }) };
  let address = "192.0.2.1";
  const costs = [];
  const more = { client: () => address, limit: (client, cost) => costs.push([client, cost]) > 0 };
  const proxy = handlerOf({}, fetch, [], more);
  const accounts = [];
  for (address of [
    "192.0.2.1",
    "::ffff:192.0.2.1",
    "192.0.2.2",
    "2001:db8:1:2::1",
    "2001:DB8:1:9:0:0:0:7",
    "[2001:db8:2::1]",
    "fe80::1%eth0",
  ]) {
    const { token, turns_left, tokens_left } = await (await proxy(call(ask))).json();
    assert.deepEqual([turns_left, tokens_left], [400, 2_000_000]);
    assert.equal((await proxy(call({ token }))).status, 200);
    accounts.push(costs.at(-1)[1].account);
  }
  assert.deepEqual([accounts[0] === accounts[1], accounts[3] === accounts[4], new Set(accounts).size], [true, true, 5]);
  assert.equal(state.requests.length, accounts.length);
  const { inputTokens, outputTokens, sessionTurns, ...rest } = costs[0][1];
  assert.deepEqual(
    [costs[0][0], rest, outputTokens, sessionTurns],
    ["192.0.2.1", { model: "a-model", dialect: "anthropic", session: SESSION, account: accounts[0], sessionTokens: 2_000_000 }, 9, 400],
  );
  assert.equal(inputTokens, bodyOf({}).byteLength + 1024);
});

test("the host's own limit decides on each call, and takes the place of this isolate's counters", async () => {
  const { state, fetch } = scripted();
  const log = [];
  let verdict = true;
  const settings = { client_calls_per_minute: 1, session_calls_per_minute: 1, session_turns: 1 };
  const limit = async () => {
    if (verdict instanceof Error) throw verdict;
    return verdict;
  };
  const proxy = handlerOf(settings, fetch, log, { limit });
  for (let time = 0; time < 3; time += 1) assert.equal((await proxy(call())).status, 200);
  for (const [given, status, code] of [
    [false, 429, "rate_limited"],
    ["rate_limited", 429, "rate_limited"],
    ["daily_budget", 402, "daily_budget"],
    ["session_turns", 402, "session_turns"],
    ["session_tokens", 402, "session_tokens"],
    [undefined, 429, "rate_limited"],
    [new Error("no database"), 503, "counters_away"],
  ]) {
    verdict = given;
    const response = await proxy(call());
    const waits = Number(response.headers.get("retry-after"));
    assert.equal(waits > 0, !code.startsWith("session"), code);
    if (code === "daily_budget") assert.ok(waits <= 86_400);
    assert.deepEqual(await errorOf(response), [status, code]);
    assert.deepEqual([log.at(-1).event, log.at(-1).outcome], ["refused", code]);
  }
  assert.equal(state.requests.length, 3);
});

test("clients are distinguished by address, and a customer's whole network has ten times the rate of one", async () => {
  const { fetch } = scripted();
  let address;
  const log = [];
  const proxy = handlerOf({ client_requests_per_minute: 2 }, fetch, log, { client: () => address });
  const ask = async (from) => {
    address = from;
    return (await proxy(new Request("http://proxy.example/config.json"))).status;
  };
  assert.deepEqual([await ask("192.0.2.1"), await ask("192.0.2.1"), await ask("192.0.2.1"), await ask("192.0.2.2")], [200, 200, 429, 200]);
  assert.equal(log.at(-1).client, "192.0.2.0/24");
  assert.deepEqual([await ask("2001:db8::1"), await ask("2001:db8::2"), await ask("2001:db8::3")], [200, 200, 429]);
  const spread = [];
  for (let subnet = 1; subnet <= 19; subnet += 1) spread.push(await ask(`2001:db8:0:${subnet.toString(16)}::1`));
  assert.deepEqual(new Set(spread.slice(0, 18)), new Set([200]));
  assert.equal(spread[18], 429);
  assert.equal(log.at(-1).client, "2001:db8:0::/48");
  assert.deepEqual([await ask("a name"), await ask("a name"), await ask("a name"), await ask("another name")], [200, 200, 429, 200]);
});

test("a client that leaves stops the upstream at each moment, and nothing is read ahead of it", async () => {
  // Before the response begins, as runtimes report it.
  const silent = scripted({ silent: true });
  const log = [];
  const stop = new AbortController();
  const waiting = handlerOf({}, silent.fetch, log)(new Request(call(), { signal: stop.signal }));
  while (silent.state.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await waiting;
  assert.deepEqual([silent.state.left, log.at(-1).outcome], [1, "client_left"]);
  // In the middle.
  const { state, fetch, pieces } = scripted({ pieces: Array(50).fill("data: x\n\n") });
  let pulled = 0;
  const counting = async (...args) => {
    const response = await fetch(...args);
    const reader = response.body.getReader();
    const pull = async (out) => {
      pulled += 1;
      const { done, value } = await reader.read();
      if (done) out.close();
      else out.enqueue(value);
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), response);
  };
  const leave = new AbortController();
  const response = await handlerOf({}, counting, log)(new Request(call(), { signal: leave.signal }));
  assert.equal(pulled, 0);
  const reader = response.body.getReader();
  await reader.read();
  assert.ok(pulled <= 1 && pieces.length === 50);
  leave.abort();
  await assert.rejects(reader.read());
  assert.deepEqual([state.left, log.at(-1).outcome], [1, "client_left"]);
});

test("a body that does not come is refused in its time, and one that breaks off at once", async () => {
  const { state, fetch } = scripted();
  const headers = { "content-type": "application/json", authorization: `Bearer ${tokenOf()}` };
  const send = (body) => new Request("http://proxy.example/v1/messages", { method: "POST", headers, body, duplex: "half" });
  let cancelled = false;
  const never = new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => (cancelled = true) }, { highWaterMark: 0 });
  const proxy = handlerOf({ body_seconds: 1 }, fetch, []);
  assert.deepEqual(await errorOf(await proxy(send(never))), [408, "body_timeout"]);
  assert.ok(cancelled);
  // One that is announced as too large is not waited for.
  const announced = new Request(send(new ReadableStream({ pull: () => new Promise(() => {}) })), {
    headers: { ...headers, "content-length": "524289" },
  });
  assert.deepEqual(await errorOf(await proxy(announced)), [413, "body_too_large"]);
  const broken = new ReadableStream({ pull: (out) => out.error(new Error("gone")) });
  assert.deepEqual(await errorOf(await proxy(send(broken))), [400, "body_invalid"]);
  assert.equal(state.requests.length, 0);
});

test("it may stand under a path, and a log that fails harms nobody", async () => {
  const { state, fetch } = scripted();
  const log = () => {
    throw new Error("the log is full");
  };
  const proxy = handlerOf({}, fetch, [], { path: "/interviews/model", log });
  assert.equal((await proxy(call({ path: "/interviews/model/v1/messages" }))).status, 200);
  assert.deepEqual(await errorOf(await proxy(call({ path: "/interviews/model/v1/files" }))), [404, "path"]);
  for (const path of ["/v1/messages", "/interviews/models/v1/messages", "/interviews/model"])
    assert.equal((await proxy(call({ path }))).status, 404, path);
  const offered = await (await proxy(new Request("http://proxy.example/interviews/model/config.json"))).json();
  assert.equal(offered.proxy, "/interviews/model/");
  assert.equal(state.requests[0].url, "http://127.0.0.1:9/v1/messages");
  assert.equal(state.requests.length, 1);
});
