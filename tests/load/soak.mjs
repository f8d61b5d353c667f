// Interviews of every kind, one after the other in each of several tabs at once, behind the real proxy in front of a model's server
// that fails a share of its calls in every way known: all end, every transcript is whole, and memory stays flat.
//
//   cargo xtask soak [--turns 3000] [--tabs 8] [--share 0.2] [--seed 1]
//
// Waits between attempts are the engine's own. Once in a while the proxy is killed and started again, which refuses connections.
import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { models, startProxy } from "../browser/harness/proxy.mjs";
import { startUpstream } from "../browser/upstream/index.mjs";
import { failing } from "./soak/faults.mjs";

const { values } = parseArgs({
  options: {
    turns: { type: "string", default: "3000" },
    tabs: { type: "string", default: "8" },
    share: { type: "string", default: "0.2" },
    seed: { type: "string", default: "1" },
  },
});
const [turns, tabs, share, seed] = [values.turns, values.tabs, values.share, values.seed].map(Number);

const here = dirname(fileURLToPath(import.meta.url));
const built = resolve(here, process.env.PACKAGE_DIST ?? "../../pkg/dist");
const KINDS = ["reflective", "staged", "advice", "gaps", "onboarding"];
const DIALECTS = Object.values(models);
const MODES = ["instructed", "strict"];
/** A tab that does not go on for so long hangs, in milliseconds: longer than all attempts of one call take with their waits. */
const HANGS = 180_000;
/** Turns between two measurements of all tabs. */
const SAMPLE = Math.max(5, Math.ceil(turns / 80));
/**
 * Last quarter over second quarter. A module's memory never shrinks: each tab's grows to what the longest of its interviews needed, which
 * takes it some 700 turns of all. A run of fewer than 3,000 measures that.
 */
const FLAT = 1.15;

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-background-timer-throttling",
  "--disable-renderer-backgrounding",
  "--disable-backgrounding-occluded-windows",
];

const root = await mkdtemp(join(tmpdir(), "colloquy-soak-"));
await cp(join(here, "soak"), root, { recursive: true });
await cp(built, join(root, "colloquy"), { recursive: true });
const upstream = await startUpstream();
// The model speaks in larger pieces than in other tests: this is about what is left behind, and not about events.
upstream.piece = 200;
const proxy = await startProxy(upstream, { root, settings: { day_tokens: 1_000_000_000, session_tokens: 1_000_000_000 } });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: flags });
const tally = { calls: 0, faults: {} };
failing(upstream, { share, seed, tally });

const began = Date.now();
const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const seconds = () => Math.round((Date.now() - began) / 1000);
const samples = [];
const interviews = [];
let given = 0;
let restarts = 0;
// Asked to stop, it begins no further interview, and reports what it has.
let stopped = false;
process.once("SIGINT", () => (stopped = true));

try {
  const context = await browser.newContext();
  const pages = await Promise.all(Array.from({ length: tabs }, (_, number) => openTab(context, number)));
  const perTab = Math.ceil(turns / tabs);
  const watch = measureAlong(pages);
  await Promise.all(pages.map((tab) => fill(tab, perTab)));
  await watch.stop();
} finally {
  await browser.close();
  await proxy.remove();
  await upstream.stop();
  await rm(root, { recursive: true, force: true });
}
report();

async function openTab(context, number) {
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(`${proxy.origin}/`);
  await page.waitForFunction(() => globalThis.ready);
  const devtools = await context.newCDPSession(page);
  return { page, number, devtools, problems };
}

/** One interview after the other until the tab has had its turns. */
async function fill({ page, number, problems }, wanted) {
  for (let count = 0, had = 0; had < wanted && !stopped; count += 1) {
    // The kinds change places from tab to tab, so that all of them are led at any time.
    const guide = KINDS[(count + number) % KINDS.length];
    const { dialect, name: model } = DIALECTS[(count + 2 * number) % DIALECTS.length];
    const mode = MODES[Math.floor((count + number) / KINDS.length) % MODES.length];
    const subject = `tab ${number}, interview ${count + 1}`;
    const most = wanted - had;
    const led = await page.evaluate((options) => lead(options), { guide, dialect, model, mode, subject, most });
    had += led.given.length + led.seen.forms;
    hold({ guide, dialect, mode, subject, ...led });
    assert.deepEqual(problems, [], subject);
    if (led.asked.length === 0) assert.fail(`${subject} (${guide}): nothing was asked`);
  }
}

/** What every interview is held to. */
function hold(interview) {
  const { guide, subject, given: said, asked, exchanges, stored, transcript, facts } = interview;
  const place = `${subject} (${guide}, ${interview.dialect}, ${interview.mode})`;
  assert.equal(new Set(asked).size, asked.length, `${place}: a question was put twice: ${asked}`);
  assert.deepEqual(exchanges.map(({ answer }) => answer).filter(Boolean), said, `${place}: answers`);
  assert.deepEqual(stored.filter(Boolean), said, `${place}: answers in the store`);
  // Findings and artifacts may say an answer once more.
  for (const answer of said) assert.ok(transcript.includes(answer), `${place}: the transcript lacks ${answer}`);
  assert.deepEqual(
    exchanges.map(({ number }) => number),
    exchanges.map((_, at) => at + 1),
    `${place}: each question is accepted once`,
  );
  const count = (kind) => facts.filter((fact) => fact === kind).length;
  assert.equal(count("answered"), said.length, `${place}: records of answers`);
  assert.equal(count("finished"), 1, `${place}: it ends once`);
  assert.equal(count("call_started"), count("call_ended"), `${place}: every call ended`);
  interviews.push(interview);
}

/** Measures every tab each so many turns, and restarts the proxy four times on the way. */
function measureAlong(pages) {
  let running = true;
  let moved = Date.now();
  const loop = (async () => {
    for (let due = SAMPLE, restart = turns / 5; running; ) {
      const now = (await Promise.all(pages.map(({ page }) => page.evaluate(() => turns)))).reduce((a, b) => a + b, 0);
      if (now !== given) moved = Date.now();
      given = now;
      if (Date.now() - moved > HANGS) throw new Error(`nothing moved for ${HANGS / 1000} s at turn ${given}`);
      if (given >= due) {
        due = given + SAMPLE;
        samples.push(await measure(pages));
        const { heap, wasm } = samples.at(-1);
        process.stderr.write(`${given} turns, ${interviews.length} interviews, ${seconds()} s, heap ${mb(heap)}, modules ${mb(wasm)}\n`);
      }
      if (given >= restart && given < turns) {
        restart += turns / 5;
        restarts += 1;
        await proxy.stop();
        await proxy.start();
      }
      await new Promise((next) => setTimeout(next, 200));
    }
    samples.push(await measure(pages));
  })();
  // What goes wrong in here is told once the tabs are done, or at once where they hang.
  loop.catch((error) => {
    console.error(error);
    return browser.close();
  });
  return {
    stop() {
      running = false;
      return loop;
    },
  };
}

/** What all tabs hold after a collection, in bytes. */
async function measure(pages) {
  const each = await Promise.all(
    pages.map(async ({ page, devtools }) => {
      await devtools.send("HeapProfiler.collectGarbage");
      const { usedSize } = await devtools.send("Runtime.getHeapUsage");
      const { nodes } = await devtools.send("Memory.getDOMCounters");
      return { heap: usedSize, wasm: await page.evaluate(() => wasmBytes()), nodes };
    }),
  );
  const sum = (name) => each.reduce((all, one) => all + one[name], 0);
  return { turn: given, heap: sum("heap"), wasm: sum("wasm"), nodes: sum("nodes") };
}

function report() {
  const row = (what, value, note = "") => console.log(`${what.padEnd(44)}${String(value).padStart(12)}  ${note}`.trimEnd());
  const failed = Object.values(tally.faults).reduce((a, b) => a + b, 0);
  console.log(`\n\nSoak: ${tabs} tabs, seed ${seed}, ${seconds()} s`);
  row("turns", given, given < turns ? `of ${turns}: stopped` : "");
  row("interviews, all ended, all transcripts whole", interviews.length);
  for (const kind of KINDS) {
    const of = interviews.filter(({ guide }) => guide === kind);
    const why = new Map();
    for (const { closed } of of) why.set(closed, (why.get(closed) ?? 0) + 1);
    row(`  ${kind}`, of.length, [...why].map(([reason, count]) => `${reason} ${count}`).join(", "));
  }
  row("calls that reached the model's server", tally.calls);
  row("  of which failed", failed, `${((100 * failed) / tally.calls).toFixed(1)} %`);
  for (const [name, count] of Object.entries(tally.faults).sort()) row(`    ${name}`, count);
  row(
    "calls that failed in the interviews' records",
    total(({ failed: count }) => count),
  );
  row(
    "replies that were refused or fallen back from",
    total(({ refused }) => refused),
  );
  row(
    "calls given up, and tried again by the respondent",
    total(({ seen }) => seen.retries),
  );
  row(
    "turns taken while the store was silent",
    total(({ seen }) => seen.inMemory),
    "stored later",
  );
  row("restarts of the proxy", restarts);
  const quarter = (name, from) => {
    const of = samples
      .filter(({ turn }) => turn >= given * from && turn <= given * (from + 0.25))
      .map((one) => one[name])
      .sort((a, b) => a - b);
    return of[Math.floor(of.length / 2)];
  };
  const grown = [];
  for (const [name, what, show] of [
    ["heap", "JavaScript heap, all tabs", mb],
    ["wasm", "memory of modules, all tabs", mb],
    ["nodes", "DOM nodes, all tabs", String],
  ]) {
    const [second, last] = [quarter(name, 0.25), quarter(name, 0.75)];
    const ratio = last / second;
    row(
      what,
      show(last),
      `second quarter ${show(second)}, ratio ${ratio.toFixed(3)}, target ≤ ${FLAT}: ${ratio <= FLAT ? "holds" : "MISSED"}`,
    );
    if (ratio > FLAT && name !== "nodes") grown.push(what);
  }
  assert.deepEqual(upstream.faults, []);
  assert.deepEqual(upstream.refused, [], "what was sent is what a provider takes");
  assert.deepEqual(grown, [], "memory is flat");
}

function total(of) {
  return interviews.reduce((sum, one) => sum + of(one), 0);
}
