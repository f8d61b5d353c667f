// Interviews of a study that personas answer, in a page that goes on being drawn and handles what its user does.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openElement } from "./element-site.mjs";
import { browser } from "./harness/index.mjs";

const study = await readFile(new URL("../../crates/study/studies/exit-interview.json", import.meta.url), "utf8");

/** Begins so many interviews, and notes each turn that the page has meanwhile, and how long it had none. */
async function begin(text, runs) {
  const { simulateStudy } = await import("/colloquy/index.js");
  const leaving = new AbortController();
  globalThis.seen = { turns: 0, longest: 0, done: 0 };
  const button = Object.assign(document.createElement("button"), { textContent: "Enough" });
  button.onclick = () => leaving.abort(new Error("enough"));
  document.body.prepend(button);
  await simulateStudy(text, { runs: 1 });
  let last = 0;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    seen.turns += 1;
    seen.longest = Math.max(seen.longest, now - last);
    last = now;
    if (!seen.end) setTimeout(() => port2.postMessage(null));
  };
  last = performance.now();
  port2.postMessage(null);
  simulateStudy(text, { runs, seed: 3, signal: leaving.signal, onProgress: (done) => (seen.done = done) }).then(
    (report) => (seen.end = { report }),
    ({ message }) => (seen.end = { message }),
  );
}

test(`${browser}: fifty interviews are simulated in a page that has its turn in between`, async (t) => {
  const page = await openElement();
  await page.evaluate(begin, study, 50);
  await page.waitFor(() => seen.end);
  const { turns, longest, done, end } = await page.evaluate(() => seen);
  t.diagnostic(`${turns} turns of the page, the longest wait for one ${Math.round(longest)} ms`);
  assert.equal(end.report.runs, 50);
  assert.equal(end.report.dead_ends, 0);
  assert.equal(end.report.personas.all.must_asks, 100);
  assert.equal(done, 50);
  // Fewer than two for an interview would mean that it is led in one go.
  assert.ok(turns > 100, String(turns));
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test(`${browser}: who has seen enough of a simulation ends it`, async () => {
  const page = await openElement();
  await page.evaluate(begin, study, 1000);
  // Pressed by the page, as a thousand interviews may be over before a driver comes to it.
  await page.waitFor(() => seen.done > 0 && (document.querySelector("button").click(), true));
  await page.waitFor(() => seen.end);
  const { done, end } = await page.evaluate(() => seen);
  assert.deepEqual([end.message, done < 1000], ["enough", true]);
  await page.close();
});
