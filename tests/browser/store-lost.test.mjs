// Storage that is refused, full, lost or silent: the interview goes on in memory, says why, and stores what is missing when the
// store is back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./harness/index.mjs";
import { full, lost, silent } from "./store-faults.mjs";
import { openStore } from "./store-site.mjs";

/** Begins an interview and waits for its first question. */
async function begin() {
  globalThis.interview = await colloquy.createInterview({ guide: "reflective", subject: "lost", pace: "instant" });
  if (interview.view.phase === "consent") interview.consent();
  await interview.until((view) => view.phase === "answering");
}

/** Answers the open question and waits for the next. */
async function answer() {
  const { number } = interview.view.question;
  interview.answer(`Answer ${number} is about what I keep when the machine keeps nothing for me.`);
  await interview.until((view) => view.phase === "answering" && view.question.number === number + 1);
  return { ...interview.view.saving, stored: (await interview.export("session")).includes(`Answer ${number} is`) };
}

test(`storage that is refused in ${browser}`, async () => {
  const page = await openStore();
  await page.evaluate(() => {
    Object.defineProperty(globalThis, "indexedDB", {
      get() {
        throw new DOMException("no", "SecurityError");
      },
    });
  });
  await page.evaluate(begin);
  assert.deepEqual(await page.evaluate(answer), { state: "memory", reason: "refused", stored: true });
  assert.deepEqual(await page.evaluate(async () => [(await library.storage()).state, (await library.storage()).reason]), [
    "memory",
    "refused",
  ]);
  assert.equal(await page.evaluate(() => library.list().catch(({ code }) => code)), "storage_refused");
});

for (const [name, breakIt] of Object.entries({ full, lost, silent })) {
  test(`storage that is ${name} for a while in ${browser}`, async () => {
    const page = await openStore();
    await page.evaluate(begin);
    await page.waitFor(() => interview.view.saving.state === "saved");
    await page.evaluate(breakIt);
    assert.deepEqual(await page.evaluate(answer), { state: "memory", reason: name, stored: true });
    assert.deepEqual(await page.evaluate(answer), { state: "memory", reason: name, stored: true });
    await page.evaluate(() => mend());
    await page.waitFor(() => interview.view.saving.state === "saved");
    const { session } = await page.evaluate(() => interview.view);
    const stored = await page.evaluate((session) => library.exchanges(session), session);
    assert.equal(stored.length, 2, "what was missing is stored");
  });
}

test(`a database that never opens holds nobody up for long in ${browser}`, async () => {
  const page = await openStore();
  await page.evaluate(() => {
    IDBFactory.prototype.open = () => ({});
  });
  await page.evaluate(begin);
  assert.deepEqual(await page.evaluate(answer), { state: "memory", reason: "silent", stored: true });
});
