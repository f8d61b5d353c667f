// One static server for every page that is compared: brotli at its best quality, made before anything is measured.
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** What a page asks for in the moment in which its first question can be answered; nothing after it counts. */
export const READY = "/ready";

/**
 * Serves a folder. `visit()` begins to count anew and gives a promise of what was sent until the page asked for `READY`.
 * @param {string} folder
 */
export const serve = async (folder) => {
  const files = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !(extname(entry.name) in TYPES)) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(`/${relative(folder, path)}`, { path, type: TYPES[extname(entry.name)], body: null });
  }
  const bodyOf = async (file) => {
    file.body ??= await compress(await readFile(file.path), { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
    return file.body;
  };
  let sent = new Map();
  let ready = () => {};
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === READY) {
      response.writeHead(204).end();
      ready();
      return;
    }
    const name = decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    const file = files.get(name);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const body = await bodyOf(file);
    sent.set(name, body.length);
    response.writeHead(200, {
      "content-type": file.type,
      "content-encoding": "br",
      "content-length": body.length,
      "cache-control": name.endsWith(".html") ? "no-cache" : "public, max-age=31536000, immutable",
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    /** Compresses what a visit will ask for, so that no visit waits for that. */
    warm: (names) => Promise.all([...names].map((name) => bodyOf(files.get(name)))),
    visit: () => {
      sent = new Map();
      return new Promise((resolve) => {
        ready = () => resolve(new Map(sent));
      });
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
};
