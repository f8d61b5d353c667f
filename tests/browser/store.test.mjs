// The store's suite on IndexedDB and on memory in a real browser, and in Node on files and on the store of an example. STORE_SUITE is the folder of crates/web built with the
// feature `store-suite` and bound under the name `suite`; `cargo xtask test` sets it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { browser, folder, open } from "./harness/index.mjs";

const built = process.env.STORE_SUITE;

async function suitePage() {
  const root = await folder("suite");
  await cp(built, root, { recursive: true });
  await writeFile(join(root, "index.html"), '<!doctype html><title>suite</title><script type="module" src="page.js"></script>');
  await writeFile(
    join(root, "page.js"),
    'import init, * as engine from "./suite.js"; await init({ module_or_path: "suite_bg.wasm" }); globalThis.engine = engine; document.body.append("ready");',
  );
  const page = await open("/", { root });
  try {
    await page.waitFor(() => globalThis.engine !== undefined);
  } catch (error) {
    throw new Error(`${error.message}: ${JSON.stringify(await page.problems())}`);
  }
  return page;
}

test(`the store keeps its promises in ${browser}`, { skip: !built && "STORE_SUITE is not set" }, async (t) => {
  const page = await suitePage();
  const names = JSON.parse(await page.evaluate(() => engine.suiteChecks()));
  assert.ok(names.length >= 20);
  for (const name of names) {
    // What is about versions and connections exists for the database only.
    const kinds = /version_|newer_page|connection/.test(name) ? ["indexeddb"] : ["memory", "indexeddb"];
    for (const kind of kinds) {
      await t.test(`${name.replaceAll("_", " ")} (${kind})`, async () => {
        assert.equal(await page.evaluate(([name, kind]) => engine.suiteRun(name, kind), [name, kind]), null);
      });
    }
  }
});

/** The storage of a Durable Object, as far as the example asks it: values are copies, and transactions follow each other. */
function storage() {
  const values = new Map();
  let last = Promise.resolve();
  const at = {
    get: async (key) => structuredClone(values.get(key)),
    put: async (key, value) => void values.set(key, structuredClone(value)),
    delete: async (key) => values.delete(key),
    list: async ({ prefix }) => new Map([...values].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  const transaction = (work) => {
    const before = new Map(values);
    const run = last.then(() => work(at));
    last = run.catch(() => {
      values.clear();
      for (const [key, value] of before) values.set(key, value);
    });
    return run;
  };
  return { ...at, transaction };
}

// No browser takes part, so once is enough.
test("stores of hosts keep them too", { skip: (!built || browser !== "chromium") && "no suite, or not the first browser" }, async (t) => {
  const project = resolve(fileURLToPath(import.meta.url), "../../..");
  const suite = await import(pathToFileURL(join(built, "suite.js")));
  suite.initSync({ module: await readFile(join(built, "suite_bg.wasm")) });
  const root = await folder("stores");
  // What stands between the engine and a store is inside the package's bundle: here it is a module.
  await build({ entryPoints: [join(project, "pkg/src/stores/ask.ts")], outfile: join(root, "ask.mjs"), bundle: true, format: "esm" });
  const { ask } = await import(pathToFileURL(join(root, "ask.mjs")));
  const { openFileStore } = await import(pathToFileURL(join(project, "pkg/dist/node.js")));
  const { durableStore } = await import(pathToFileURL(join(project, "pkg/examples/service/durable-store.mjs")));
  let store;
  suite.supervise(
    () => {},
    new Promise(() => {}),
    (_, ...asked) => ask(store, ...asked),
  );
  for (const name of JSON.parse(suite.suiteChecks())) {
    if (/version_|newer_page|connection/.test(name)) continue;
    await mkdir(join(root, name));
    const files = await openFileStore(join(root, name));
    for (const [kind, tried] of [
      ["files", files],
      ["an example", durableStore(storage())],
    ]) {
      await t.test(`${name.replaceAll("_", " ")} (${kind})`, async () => {
        store = tried;
        assert.equal(await suite.suiteRun(name, "host:one"), null);
      });
    }
    await files.close();
  }
});

test(`an append is quick enough to be waited for in ${browser}`, { skip: !built && "STORE_SUITE is not set" }, async (t) => {
  const page = await suitePage();
  for (const durability of ["strict", "relaxed"]) {
    const [median, slowest, last] = await page.evaluate(async (durability) => {
      const times = JSON.parse(await engine.suiteTime(durability, 100));
      const sorted = times.toSorted((a, b) => a - b);
      return [sorted[50], sorted[99], times.slice(90).toSorted((a, b) => a - b)[5]];
    }, durability);
    t.diagnostic(`${durability}: median ${median.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms, after 90 appends ${last.toFixed(1)} ms`);
    // The core goes on without the store after 3 s.
    assert.ok(median < 3_000, `an append takes ${median} ms`);
  }
});
