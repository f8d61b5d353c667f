// Two tabs and one session: only one writes, the other says so and can take over. Lists stay fresh in every tab.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./harness/index.mjs";
import { openStore, ready } from "./store-site.mjs";

const question = (page, number) =>
  page.waitFor(
    (wanted) =>
      interview.view.phase === "answering" && interview.view.question.number === wanted && interview.view.saving.state === "saved",
    {
      args: [number],
    },
  );

test(`two tabs never write one session in ${browser}`, async () => {
  const first = await openStore();
  const session = await first.evaluate(async () => {
    globalThis.interview = await colloquy.createInterview({ guide: "reflective", subject: "tabs", pace: "instant" });
    if (interview.view.phase === "consent") interview.consent();
    return interview.view.session;
  });
  await question(first, 1);
  await first.evaluate(() => interview.answer("I noticed that two windows on one desk make me forget which one I write in."));
  await question(first, 2);

  const second = await ready(await first.newTab("/"));
  const listed = await second.evaluate(() => library.list());
  assert.deepEqual([listed.length, listed[0].session, listed[0].status, listed[0].openElsewhere], [1, session, "active", true]);
  const seen = await second.evaluate(async (session) => {
    globalThis.interview = await library.open(session, { pace: "instant" });
    const { phase, saving, can, exchanges } = interview.view;
    let code;
    try {
      interview.answer("not here");
    } catch (error) {
      code = error.code;
    }
    return { phase, state: saving.state, answer: can.answer, exchanges, code };
  }, session);
  assert.deepEqual(seen, { phase: "answering", state: "read_only", answer: false, exchanges: 1, code: "read_only" });

  // What the first tab stores shows in the second.
  await first.evaluate(() => interview.answer("And that the second window is always the one with the better idea in it."));
  await question(first, 3);
  await second.waitFor(() => interview.view.exchanges === 2 && interview.view.question?.number === 3);

  // The second takes over: the first becomes read-only at once and keeps what was typed.
  await first.evaluate(() => interview.saveDraft("typed in the first"));
  await second.evaluate(() => interview.takeOver());
  await first.waitFor(() => interview.view.saving.state === "read_only");
  assert.equal(await first.evaluate(() => interview.draft), "typed in the first");
  await question(second, 3);
  await second.evaluate(() => interview.answer("Now this window has the pen, and the other one watches what it does."));
  await question(second, 4);
  await first.waitFor(() => interview.view.exchanges === 3);
  const texts = await second.evaluate((session) => library.exchanges(session), session);
  assert.equal(texts.length, 3);

  // And back again; the last who let go leaves the session free.
  await first.evaluate(() => interview.takeOver());
  await second.waitFor(() => interview.view.saving.state === "read_only");
  await question(first, 4);
  await first.evaluate(() => interview.dispose());
  await second.waitFor(async () => (await library.list())[0].openElsewhere === false);
});

test(`lists hear of changes in another tab in ${browser}`, async () => {
  const first = await openStore();
  const second = await ready(await first.newTab("/"));
  await second.evaluate(() => {
    globalThis.heard = 0;
    library.subscribe(() => {
      heard += 1;
    });
  });
  const session = await first.evaluate(async () => {
    globalThis.interview = await colloquy.createInterview({ guide: "reflective", subject: "lists", pace: "instant" });
    if (interview.view.phase === "consent") interview.consent();
    await interview.until((view) => view.phase === "answering" && view.saving.state === "saved");
    interview.dispose();
    return interview.constructor && (await library.list())[0].session;
  });
  await second.waitFor(() => heard > 0);
  assert.equal(await second.evaluate(async () => (await library.list())[0].session), session);
  const before = await second.evaluate(() => heard);
  await first.evaluate((session) => library.remove(session), session);
  await second.waitFor((count) => heard > count, { args: [before] });
  assert.deepEqual(await second.evaluate(() => library.list()), []);
});

test(`a session that is deleted while it is open writes no more in ${browser}`, async () => {
  const page = await openStore();
  await page.evaluate(async () => {
    globalThis.interview = await colloquy.createInterview({ guide: "reflective", subject: "deleted", pace: "instant" });
    if (interview.view.phase === "consent") interview.consent();
    await interview.until((view) => view.phase === "answering" && view.saving.state === "saved");
    await library.removeAll();
    interview.answer("This is said after everything was deleted from another window.");
  });
  await page.waitFor(() => interview.view.saving.reason === "deleted" && interview.view.phase === "answering");
  assert.deepEqual(await page.evaluate(() => [interview.view.saving.reason, interview.exchanges(0, 1)[0].answer]), [
    "deleted",
    "This is said after everything was deleted from another window.",
  ]);
  assert.deepEqual(await page.evaluate(() => library.list()), []);
});
