// A model's server as the providers' are, on a free port of this machine, that answers sensibly or misbehaves as it is told to.
//
//   const upstream = await startUpstream({ key });
//   upstream.next(rateLimited({ after: 2 }), cut(400));   // the coming requests, one each
//   upstream.always(broken());                            // every further request, until always(null)
//   upstream.mind = staged("never");                      // what it says where it is not told to misbehave
//
// It keeps every request, and counts those that are being answered and those whose client left.
import { once } from "node:events";
import { createServer } from "node:http";
import { sensible } from "./minds.mjs";
import { dialects } from "./wire.mjs";

/** How long a condition may take, in milliseconds. */
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/** Starts a server that takes requests with this key only. */
export async function startUpstream({ key = makeKey() } = {}) {
  const upstream = new Upstream(key);
  await upstream.start();
  return upstream;
}

/** A key in the form of a provider's that stands nowhere else. */
export function makeKey() {
  const letters = () => Math.random().toString(36).slice(2);
  return `sk-ant-test-${letters()}${letters()}${letters()}`.slice(0, 48);
}

export class Upstream {
  /** What it says where it is not told to misbehave: a function of the call that gives a text, or `{ text, calls }` of tools. */
  mind = sensible;
  /** Characters of one piece of a stream. */
  piece = 24;
  /** Every request: `{ dialect, path, headers, text, body, messages, said, calls, status, left }`; `left` tells that its client went before the end. */
  requests = [];
  /** What was wrong with requests that no provider would take, and that it did not take either; a test that ends with any has failed. */
  refused = [];
  /** Requests that are being answered. */
  open = 0;
  /** Requests whose client left before the answer was whole. */
  left = 0;
  /** What went wrong in here; a test that ends with any has failed. */
  faults = [];
  #next = [];
  #always = null;
  #server;

  constructor(key) {
    this.key = key;
  }

  /** The base of its addresses, with the version. */
  get base() {
    return `http://127.0.0.1:${this.#server.address().port}/v1`;
  }

  /** Has each of the coming requests met in this way; a function of the call, or null for a sensible answer. */
  next(...plans) {
    this.#next.push(...plans);
  }

  /** Has every request met in this way that `next` says nothing about; null goes back to sense. */
  always(plan) {
    this.#always = plan;
  }

  /** Plans that no request came for. */
  get waiting() {
    return this.#next.length;
  }

  /** Waits until so many requests came. */
  asked(count) {
    return this.#until(() => this.requests.length >= count, `request ${count}`);
  }

  /** Waits until so many clients left before their answer was whole. */
  noticed(count) {
    return this.#until(() => this.left >= count, `client ${count} to leave`);
  }

  async #until(holds, what) {
    for (const end = Date.now() + PATIENCE; !holds(); ) {
      if (Date.now() > end)
        throw new Error(`waited ${PATIENCE} ms for ${what}; ${this.requests.length} requests, ${this.left} clients left`);
      await new Promise((next) => setTimeout(next, 20));
    }
  }

  async start() {
    this.#server = createServer((request, response) => {
      this.#take(request, response).catch((error) => {
        this.faults.push(error);
        response.destroy();
      });
    });
    // A stall is what some tests are about.
    this.#server.requestTimeout = 0;
    await new Promise((done) => this.#server.listen(0, "127.0.0.1", done));
  }

  async stop() {
    const gone = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await gone;
  }

  async #take(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const dialect = dialects[new URL(request.url, this.base).pathname];
    if (!dialect || request.method !== "POST") {
      response.writeHead(404).end("{}");
      return;
    }
    const call = new Call(this, dialect, response, request.headers, text);
    this.requests.push(call.kept);
    this.open += 1;
    response.once("close", () => {
      this.open -= 1;
      if (response.writableFinished || call.broken) return;
      call.kept.left = true;
      this.left += 1;
    });
    if (dialect.keyOf(request.headers) !== this.key) {
      await call.error("unauthorized", `Incorrect API key provided: ${dialect.keyOf(request.headers)}`);
      return;
    }
    const wrong = dialect.wrong(call.body);
    if (wrong) {
      this.refused.push(wrong);
      await call.error("invalid", wrong);
      return;
    }
    const plan = this.#next.length > 0 ? this.#next.shift() : this.#always;
    await (plan ?? ((one) => one.answer()))(call);
  }
}

/** One request while it is answered. */
export class Call {
  /** True when this side broke the connection. */
  broken = false;
  #response;

  constructor(upstream, dialect, response, headers, text) {
    this.upstream = upstream;
    this.dialect = dialect;
    this.#response = response;
    this.body = JSON.parse(text);
    this.number = upstream.requests.length + 1;
    Object.assign(this, dialect.read(this.body));
    this.kept = {
      dialect: dialect.name,
      path: dialect.path,
      headers,
      text,
      body: this.body,
      messages: this.messages,
      said: "",
      calls: [],
      status: 0,
      left: false,
    };
  }

  /** The key it was asked with. */
  get key() {
    return this.upstream.key;
  }

  /** What a sensible model says to this. */
  sense() {
    return this.upstream.mind(this);
  }

  /** The bytes of a whole stream that says a text, or calls tools. */
  bytes(said, options = {}) {
    return Buffer.from(this.events(said, options).join(""));
  }

  /** The events of a whole stream that says a text, or calls tools. */
  events(said, options = {}) {
    const whole = { text: "", calls: [], ...(typeof said === "string" ? { text: said } : said) };
    Object.assign(this.kept, { said: whole.text, calls: whole.calls });
    const input = Math.ceil(this.kept.text.length / 4);
    // Of one length, so that a byte has the same place in every stream of one text.
    const id = `test${String(this.number).padStart(8, "0")}`;
    return this.dialect.stream(whole, { model: this.body.model, input, id, piece: this.upstream.piece, ...options });
  }

  /** Streams a text or calls of tools, by default what a sensible model says. */
  async answer(said = this.sense(), options) {
    await this.send(this.events(said, options));
  }

  /** Sends the head of a stream. */
  begin(headers = {}) {
    this.kept.status = 200;
    this.#response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      [this.dialect.idHeader]: `req_${this.number}`,
      ...headers,
    });
    this.#response.flushHeaders();
  }

  /** Sends pieces as a whole stream. */
  async send(pieces) {
    this.begin();
    for (const piece of pieces) if (!(await this.write(piece))) return;
    this.end();
  }

  /** Sends some bytes when there is room for them; gives false once the client is gone. */
  async write(piece) {
    const response = this.#response;
    if (response.destroyed) return false;
    if (!response.write(piece)) {
      const waiting = new AbortController();
      const either = (name) => once(response, name, { signal: waiting.signal }).catch(() => {});
      await Promise.race([either("drain"), either("close")]);
      waiting.abort();
    }
    return !response.destroyed;
  }

  /** Ends the stream properly. */
  end() {
    this.#response.end();
  }

  /** Breaks the connection, once what was written is on its way. */
  break() {
    this.broken = true;
    this.#response.socket?.destroySoon();
  }

  /** Resolves when the client is gone. */
  gone() {
    return new Promise((done) => (this.#response.destroyed ? done() : this.#response.once("close", done)));
  }

  /** Answers with an error in the provider's words. */
  async error(kind, message, headers = {}) {
    const { status, body } = this.dialect.error(kind, message, this.number);
    await this.refuse(status, JSON.stringify(body), {
      "content-type": "application/json",
      [this.dialect.idHeader]: `req_${this.number}`,
      ...headers,
    });
  }

  /** Answers with any status and body. */
  async refuse(status, body, headers) {
    this.kept.status = status;
    this.kept.said = body;
    this.#response.writeHead(status, headers).end(body);
  }
}
