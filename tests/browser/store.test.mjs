// The store's suite on IndexedDB and on memory in a real browser. STORE_SUITE is the folder of crates/web built with the
// feature `store-suite` and bound under the name `suite`; `cargo xtask test` sets it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
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

test(`an append is quick enough to be waited for in ${browser}`, { skip: !built && "STORE_SUITE is not set" }, async (t) => {
  const page = await suitePage();
  for (const durability of ["strict", "relaxed"]) {
    const [median, slowest, last] = await page.evaluate(async (durability) => {
      const times = JSON.parse(await engine.suiteTime(durability, 100));
      const sorted = times.toSorted((a, b) => a - b);
      return [sorted[50], sorted[99], times.slice(90).toSorted((a, b) => a - b)[5]];
    }, durability);
    t.diagnostic(`${durability}: median ${median.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms, after 90 appends ${last.toFixed(1)} ms`);
    // The core goes on without the store after 3 s; a hundredth of that is what nobody notices.
    assert.ok(median < 300, `an append takes ${median} ms`);
  }
});
