// A server that writes down what is asked for and refuses what it is told to. Files are sent as they are or as small as brotli makes them;
// everything that is no file goes to the proxy of the models.
import { readdir, readFile } from "node:fs/promises";
import { createServer, request as ask } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".pdf": "application/pdf",
};
/** Compressed already. */
const DENSE = new Set([".png", ".woff2", ".docx", ".pdf"]);

/** What the app and the element must work under. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; object-src 'none'; base-uri 'none'; connect-src 'self'; " +
  "img-src 'self' data:; form-action 'none'; frame-ancestors 'none'";

/** What a page asks for in the moment in which its first question can be answered; nothing after it counts. */
export const READY = "/first-question-is-ready";

/** Every file below these folders: `{ "": folder, "colloquy/": folder }` by the path they are served at. */
async function filesOf(folders) {
  const files = new Map();
  for (const [prefix, folder] of Object.entries(folders)) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !(extname(entry.name) in TYPES)) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(`/${prefix}${relative(folder, path).split(sep).join("/")}`, { path, type: TYPES[extname(entry.name)] });
    }
  }
  return files;
}

/**
 * Reads folders to serve, `{ "": folder, "colloquy/": folder }` by the paths they are served at. `models` is the address of a proxy, and
 * `small: false` sends files as they are. Each `visit()` has a port of its own: no cache, service worker or database is shared with another.
 */
export async function watched(folders, { models, small = true } = {}) {
  const files = await filesOf(folders);
  const bodies = new Map();
  const bodyOf = (file) => {
    if (!bodies.has(file.path)) bodies.set(file.path, pack(file.path));
    return bodies.get(file.path);
  };
  const pack = async (path) => {
    const raw = await readFile(path);
    if (!small || DENSE.has(extname(path))) return { body: raw, raw: raw.length };
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
    return { body: await compress(raw, { params }), raw: raw.length, coded: true };
  };
  return {
    /** Paths of all files. */
    names: [...files.keys()],
    async visit() {
      const visit = new Visit(files, bodyOf, models);
      await visit.start();
      return visit;
    },
  };
}

/** One server on a port of its own. Has what a page's server has, so that `open(path, { server })` takes it. */
class Visit {
  /** What was asked for: `{ name, bytes, raw, status, call, worker }`; `call` is true for what went to the proxy, `worker` for what a service worker keeps. */
  sent = [];
  /** How many of them were asked for before the page said that it is ready. */
  mark;
  /**
   * Decides about a request before it is answered: nothing lets it through, a status answers with that, `"cut"` breaks the connection off,
   * bytes are sent in its place.
   */
  refuse = () => undefined;
  #files;
  #bodyOf;
  #models;
  #server;
  #port = 0;

  constructor(files, bodyOf, models) {
    this.#files = files;
    this.#bodyOf = bodyOf;
    this.#models = models;
  }

  /** The address without a slash at its end. */
  get origin() {
    return `http://127.0.0.1:${this.#port}`;
  }

  get running() {
    return this.#server !== undefined;
  }

  /** Starts, on the port it had before if there was one. */
  async start() {
    if (this.#server) return;
    const server = createServer((incoming, response) => {
      this.#answer(incoming, response).catch((error) => response.destroy(error));
    });
    const listen = () => new Promise((resolve, fail) => server.once("error", fail).listen(this.#port, "127.0.0.1", resolve));
    // Another connection may have been given the port meanwhile, for as long as it lasts.
    for (let tries = 1; ; tries += 1) {
      try {
        await listen();
        break;
      } catch (error) {
        if (error.code !== "EADDRINUSE" || tries === 60) throw error;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
    this.#port = server.address().port;
    this.#server = server;
  }

  /** Stops at once and waits until the port answers no more. */
  async stop() {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    await new Promise((resolve) => server.close(resolve).closeAllConnections());
  }

  async #answer(incoming, response) {
    const { pathname } = new URL(incoming.url ?? "/", "http://localhost");
    if (pathname === READY) {
      this.mark ??= this.sent.length;
      response.writeHead(204).end();
      return;
    }
    const name = decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    const worker = /\/sw\.js$/.test(incoming.headers.referer ?? "") || incoming.headers["service-worker"] === "script";
    const refused = this.refuse(name);
    if (refused === "cut") {
      this.sent.push({ name, bytes: 0, raw: 0, status: 0, worker });
      response.destroy();
      return;
    }
    const file = incoming.method === "GET" ? this.#files.get(name) : undefined;
    if (typeof refused === "number") {
      this.sent.push({ name, bytes: 0, raw: 0, status: refused, worker });
      response.writeHead(refused, { "content-type": "text/plain", "cache-control": "no-store" }).end("not now");
      return;
    }
    if (!file) return this.#elsewhere(incoming, response, name);
    // Written down when it is asked for: what is under way when the question comes was asked for before it.
    const entry = { name, bytes: 0, raw: 0, status: 200, worker };
    this.sent.push(entry);
    const { body, raw, coded } = refused ? { body: refused, raw: refused.length } : await this.#bodyOf(file);
    Object.assign(entry, { bytes: body.length, raw });
    response.writeHead(200, {
      "content-type": file.type,
      ...(coded && { "content-encoding": "br" }),
      "content-length": body.length,
      "content-security-policy": POLICY,
      "cache-control": refused || /\.html$|\/sw\.js$/.test(name) ? "no-cache" : "public, max-age=31536000, immutable",
    });
    response.end(body);
  }

  /** What is no file: the models' list and calls, by the proxy; without one, a page that has no models. */
  #elsewhere(incoming, response, name) {
    const config = name === "/config.json";
    if (!this.#models || (incoming.method === "GET" && !config)) {
      const body = config ? '{"models":[]}' : "";
      this.sent.push({ name, bytes: body.length, raw: body.length, status: config ? 200 : 404 });
      response.writeHead(config ? 200 : 404, { "content-type": "application/json" }).end(body);
      return;
    }
    const to = new URL(incoming.url, this.#models);
    const headers = { ...incoming.headers, host: to.host };
    if (headers.origin) headers.origin = to.origin;
    if (headers.referer) headers.referer = `${to.origin}/`;
    const entry = { name, bytes: 0, raw: 0, status: 0, call: true };
    this.sent.push(entry);
    const passed = ask(to, { method: incoming.method, headers }, (reply) => {
      entry.status = reply.statusCode;
      reply.on("data", (piece) => (entry.bytes += piece.length));
      response.writeHead(reply.statusCode, reply.headers);
      reply.pipe(response);
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    incoming.pipe(passed);
  }
}
