// Runs the tests that a wasm module exports: wasm-tests.mjs GLUE_FOLDER [NAME]
// Each test has an instance of its own, as one that trapped must not be used again.
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, grep = ""] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(join(folder, "tests_bg.wasm")));
const glue = pathToFileURL(resolve(folder, "tests.js")).href;

/** A fresh copy of the glue with a fresh instance; the query makes it another module to Node. */
async function instance(tag) {
  const fresh = await import(`${glue}?${tag}`);
  fresh.initSync({ module });
  return fresh;
}

const list = await instance("list");
const names = Array.from({ length: list.test_count() }, (_, index) => list.test_name(index));
const failures = [];
let passed = 0;

for (const [index, name] of names.entries()) {
  if (!name.includes(grep)) continue;
  const errors = [];
  const original = console.error;
  console.error = (...words) => errors.push(words.join(" "));
  try {
    (await instance(index)).run_test(index);
    passed += 1;
    console.log(`wasm32 ${name} ... ok`);
  } catch (error) {
    failures.push(name);
    console.log(`wasm32 ${name} ... FAILED\n${errors.join("\n")}\n${error.stack}`);
  } finally {
    console.error = original;
  }
}

console.log(`\n# pass ${passed}\n# fail ${failures.length}`);
if (failures.length > 0) console.log(`failed:\n  ${failures.join("\n  ")}`);
if (passed + failures.length === 0) console.log(`no test ${grep ? `named ${grep}` : "was exported"}`);
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
