// The example for a plain page that takes the package from another origin: by the hashes that its own command writes, and by no others.
import assert from "node:assert/strict";
import { cp, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { open } from "../browser/harness/index.mjs";
import { servePolicy } from "../browser/policy-site.mjs";
import { install, project, run } from "./installed.mjs";
import { leadElement } from "./lead.mjs";

const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

let place;
let cdn;
let folder;
let site;
/** Files that the other origin changes on their way. */
const changed = new Set();

before(async () => {
  place = await install();
  folder = join(place.folder, "html");
  await cp(join(project, "pkg/examples/html"), folder, { recursive: true });
  await cp(place.installed(), join(folder, "node_modules/colloquy"), { recursive: true });
  cdn = createServer(async (request, response) => {
    const name = new URL(request.url, "http://any").pathname.replace("/colloquy@0.1.0/dist/", "");
    const body = await readFile(place.installed("dist", name)).catch(() => null);
    if (body === null) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(name)] ?? "text/plain", "access-control-allow-origin": "*" });
    response.end(changed.has(name) ? Buffer.concat([body, Buffer.from("\n")]) : body);
  });
  await new Promise((resolve) => cdn.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${cdn.address().port}/colloquy@0.1.0/dist/`;
  const { stdout } = await run(process.execPath, ["integrity.mjs", base], { cwd: folder });
  site = await servePolicy(folder, "object-src 'none'");
  assert.match(stdout, /^\d+ modules and \d+ files of the engine/);
});

after(async () => {
  await site.stop();
  cdn.closeAllConnections();
  await new Promise((resolve) => cdn.close(resolve));
  await place.remove();
});

test("the example for a page that takes the package from a CDN leads an interview by the hashes of its files", async () => {
  const page = await open("/", { server: site });
  await leadElement(page);
  assert.equal(await loads(page), true);
  await page.waitFor(() => document.querySelector("section li"));
  assert.match(await page.evaluate(() => document.querySelector("section").textContent), /rest is easier to keep/);
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test("a file that another origin has changed is refused, be it JavaScript or a part of the engine", async () => {
  for (const file of ["element.js", "core.js", "colloquy_bg.wasm"]) {
    changed.add(file);
    const page = await open("/", { server: site });
    assert.equal(await loads(page), false, file);
    assert.equal(await page.evaluate(() => document.querySelector("colloquy-interview").interview ?? null), null);
    await page.close();
    changed.delete(file);
  }
});

/** True when all that the page loads was let in: the element, the module, and the engine, for which the page's own script waits. */
const loads = (page) =>
  page.evaluate(async () => {
    const modules = await Promise.allSettled([import("colloquy/element"), import("colloquy"), import("/main.js")]);
    return modules.every(({ status }) => status === "fulfilled");
  });
