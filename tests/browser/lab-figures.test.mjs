// The arithmetic of the contract lab, without a browser: what is counted, in which order runs are made, what files hold.
// In one browser: it is arithmetic, and a page of its own for developers.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

const source = join(dirname(fileURLToPath(import.meta.url)), "../../www/app/src/lab/measure.ts");
const { code } = await transform(await readFile(source, "utf8"), { loader: "ts", format: "esm" });
const { inTurn, mostCalls, percentile, plan, retriesOf, rows, toCsv, toJson } = await import(
  `data:text/javascript,${encodeURIComponent(code)}`
);

const attempt = (retry, issues = [], over = {}) => ({
  contract: "advice",
  retry,
  text: `reply ${retry}`,
  issues,
  inputTokens: 100,
  outputTokens: 50,
  ms: 10,
  ...over,
});
const run = (outcome, attempts, over = {}) => ({
  model: "m",
  label: "M",
  mode: "strict",
  run: 1,
  outcome,
  attempts,
  ms: 100,
  error: "",
  ...over,
});

test("a row counts the runs that had a value after each retry", () => {
  const bad = attempt(0, ["• skills: too few"]);
  const [row] = rows([
    run("valid", [attempt(0)]),
    run("valid", [bad, attempt(1)]),
    run("valid", [bad, attempt(1, ["• root: no"]), attempt(2)]),
    run("invalid", [bad, bad, bad, attempt(3, ["x"])]),
  ]);
  assert.deepEqual(row.within, [1, 2, 3, 3]);
  assert.equal(row.runs, 4);
  assert.equal(row.valid, 3);
});

test("tokens for a value include those of the runs without one", () => {
  const [row] = rows([run("valid", [attempt(0)]), run("invalid", [attempt(0, ["x"]), attempt(1, ["x"])])]);
  assert.equal(row.tokensPerValid, 450);
});

test("latency is that of the runs with a value, and null without one", () => {
  const [row] = rows([
    run("valid", [attempt(0)], { ms: 200 }),
    run("valid", [attempt(0)], { ms: 400 }),
    run("failed", [], { ms: 9000, error: "timeout" }),
  ]);
  assert.deepEqual([row.medianMs, row.p95Ms], [200, 400]);
  const [none] = rows([run("failed", [], { error: "unauthorized" })]);
  assert.deepEqual([none.medianMs, none.p95Ms, none.tokensPerValid], [null, null, null]);
});

test("a percentile is a value that was measured", () => {
  const values = Array.from({ length: 20 }, (_, at) => 20 - at);
  assert.equal(percentile(values, 50), 10);
  assert.equal(percentile(values, 95), 19);
  assert.equal(percentile([7], 95), 7);
  assert.equal(percentile([], 95), null);
});

test("in parts the step that needed most retries counts", () => {
  assert.equal(retriesOf(run("valid", [attempt(0, ["x"]), attempt(1), attempt(0), attempt(0, ["x"]), attempt(1, ["x"]), attempt(2)])), 2);
});

test("a cancelled run counts nowhere", () => {
  const [row] = rows([run("valid", [attempt(0)]), run("cancelled", [attempt(0, ["x"])])]);
  assert.deepEqual([row.runs, row.tokensPerValid, row.failures.length], [1, 150, 0]);
  assert.deepEqual(rows([run("cancelled", [])]), []);
});

test("equal failures are one with their number, the most frequent first", () => {
  const [row] = rows([
    run("invalid", [attempt(0, ["a"]), attempt(1, ["b"])]),
    run("invalid", [attempt(0, ["a"])]),
    run("failed", [], { error: "gone" }),
  ]);
  assert.deepEqual(
    row.failures.map(({ issues, count }) => [issues[0], count]),
    [
      ["a", 2],
      ["b", 1],
      ["gone", 1],
    ],
  );
});

test("settings take turns, so that a slow hour meets all of them", () => {
  const settings = [
    { model: "a", label: "A", mode: "strict" },
    { model: "b", label: "B", mode: "strict" },
  ];
  assert.deepEqual(
    plan(settings, 2).map(({ model, run }) => `${model}${run}`),
    ["a1", "b1", "a2", "b2"],
  );
  assert.equal(
    mostCalls(settings, 5, () => 3),
    120,
  );
});

test("no more jobs run at once than are allowed, and none begins after the cancelling", async () => {
  const controller = new AbortController();
  let running = 0;
  let most = 0;
  const begun = [];
  await inTurn([1, 2, 3, 4, 5, 6], 2, controller.signal, async (job) => {
    begun.push(job);
    most = Math.max(most, ++running);
    await new Promise((done) => setImmediate(done));
    running -= 1;
    if (job === 3) controller.abort();
  });
  assert.equal(most, 2);
  assert.deepEqual(begun, [1, 2, 3, 4]);
});

test("a spreadsheet runs nothing of what a model wrote", () => {
  const csv = toCsv("own", [
    run("invalid", [attempt(0, ['=HYPERLINK("https://evil.example")'])], { model: "+m" }),
    run("failed", [], { error: "\t@SUM(1)" }),
  ]);
  const [head, first, second, end] = csv.split("\r\n");
  assert.match(head, /^contract,model,mode,run,outcome,retries,calls,/);
  assert.ok(first.endsWith(`"'=HYPERLINK(""https://evil.example"")"`), first);
  assert.ok(first.startsWith(`"own","'+m","strict",1,"invalid",0,1,100,50,100,`), first);
  assert.ok(second.endsWith(`"'\t@SUM(1)"`), second);
  assert.equal(end, "");
});

test("the JSON file holds figures and every attempt", () => {
  const file = JSON.parse(toJson("advice", "input", [run("valid", [attempt(0)])], new Date(0)));
  assert.equal(file.schema, "colloquy.lab/1");
  assert.equal(file.rows[0].within[0], 1);
  assert.equal(file.runs[0].attempts[0].text, "reply 0");
});
