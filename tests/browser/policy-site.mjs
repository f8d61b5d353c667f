// A server that sends a Content Security Policy of a test's own, and is told by the browser of every breach of it: by the page, by
// frames, and by workers, whose breaches no page hears of.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
};

/** Where browsers send what was against the policy. */
const REPORTS = "/policy-reports";

/**
 * Serves a folder under a policy. `reports` holds what browsers sent, as they name it, `requests` every path that was asked for; `origin` and `stop` are what the harness asks of a
 * server. `pages` are files that are not in the folder, by path.
 */
export async function servePolicy(root, policy, pages = {}) {
  const reports = [];
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://any").pathname));
    requests.push(path);
    if (path === REPORTS) {
      let body = "";
      for await (const chunk of request) body += chunk;
      reports.push(JSON.parse(body)["csp-report"]);
      return response.writeHead(204).end();
    }
    const name = path.endsWith("/") ? `${path}index.html` : path;
    const body = pages[path] ?? (path === "/config.json" ? '{"models":[]}' : await readFile(join(root, name)).catch(() => null));
    if (body === null) return response.writeHead(404).end();
    response.writeHead(200, {
      "content-type": types[extname(name)] ?? "application/octet-stream",
      "content-security-policy": `${policy}; report-uri ${REPORTS}`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    });
    response.end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    reports,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
