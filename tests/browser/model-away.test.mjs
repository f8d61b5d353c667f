// What comes between a page and its model: budgets, tokens, the proxy, the network, and pages that go away themselves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, begin, question } from "./app-steps.mjs";
import { stored } from "./database.mjs";
import { browser } from "./harness/index.mjs";
import { begun, goneOn, led, ledBy, nothingLost, phase, send, viewOf } from "./model-steps.mjs";
import { held, stalls } from "./upstream/faults.mjs";

const first = "The log of what is normal stayed with me, because nobody keeps one where I work.";

test(`${browser}: the day's budget is used up: said so, kept, and open again the next day`, async () => {
  const { page, proxy, upstream } = await begun({ proxy: { settings: { day_tokens: 14_000 } } });
  const answers = [];
  for (;;) {
    answers.push(`${first} Round ${answers.length + 1}.`);
    await send(page, answers.at(-1));
    const view = await page.waitFor(() => {
      const now = document.querySelector("colloquy-interview").interview.view;
      return ["given_up", "answering", "review"].includes(now.phase) && !now.live ? now : null;
    });
    assert.notEqual(view.phase, "review", "the budget is reached before the questions end");
    if (view.phase === "given_up") break;
    await question(page);
  }
  await page.waitFor("Today’s allowance for the model is used up.");
  assert.equal((await viewOf(page)).problem.kind, "budget");
  const asked = upstream.requests.length;
  await page.click("button", "Try again");
  await phase(page, "given_up");
  assert.equal(upstream.requests.length, asked, "nothing reaches the model");
  // The next day is a new proxy's.
  await proxy.stop();
  proxy.settings.day_tokens = 1_000_000;
  await proxy.start();
  await page.click("button", "Try again");
  await question(page);
  await nothingLost(page, answers);
  await page.close();
});

test(`${browser}: what a session may spend at the proxy ends its questions, never its answers`, async () => {
  const { page } = await begun({ proxy: { settings: { session_turns: 2 } } });
  await answer(page, first);
  await question(page);
  const second = "I would write it by hand, at the machine itself.";
  await send(page, second);
  await phase(page, "given_up");
  assert.equal((await viewOf(page)).problem.kind, "budget");
  await page.click("button", "Go on with the built-in interviewer");
  await question(page);
  await nothingLost(page, [first, second]);
  await page.close();
});

test(`${browser}: tokens that the proxy does not know any more are renewed unseen`, async () => {
  const { page, proxy, upstream } = await begun();
  // Without a configured secret every run has its own: what the page holds is worth nothing now.
  await proxy.stop();
  await proxy.start();
  await answer(page, first);
  await question(page);
  assert.equal(upstream.requests.length, 2);
  assert.match(proxy.log, /"outcome":"token_invalid"/);
  assert.equal((await viewOf(page)).figures.questions, 2);
  await page.close();
});

test(`${browser}: the proxy goes away and comes back, and the interview goes on by itself`, async () => {
  const { page, proxy, upstream } = await begun();
  await proxy.stop();
  await send(page, first);
  await page.waitFor("The connection to the model was lost.");
  await proxy.start();
  await goneOn(page);
  await question(page);
  assert.equal(upstream.requests.length, 2);
  await nothingLost(page, [first]);
  await page.close();
});

test(`${browser}: without a network the interview waits, says so, and goes on when there is one`, async () => {
  const { page, upstream } = await begun();
  // WebKit's driver cannot take the network away: there the page is told so.
  const offline = async (away) => {
    await page.setOffline(away);
    if (browser === "webkit") {
      await page.evaluate((gone) => {
        Object.defineProperty(navigator, "onLine", { configurable: true, get: () => !gone });
        dispatchEvent(new Event(gone ? "offline" : "online"));
      }, away);
    }
  };
  await offline(true);
  await send(page, first);
  await page.waitFor("You are offline.");
  assert.equal((await viewOf(page)).phase, "offline");
  assert.equal(upstream.requests.length, 1);
  await page.waitFor({ role: "button", name: "Go on with the built-in interviewer" });
  // What is written meanwhile stays in the box.
  await page.fill("textbox", "Your answer", "Already a next thought");
  await stored(page, "Already a next thought");
  await offline(false);
  await question(page);
  await page.waitFor({ role: "textbox", name: "Your answer", value: "Already a next thought" });
  assert.equal(upstream.requests.length, 2);
  await nothingLost(page, [first]);
  await page.close();
});

test(`${browser}: a page that goes away while the model speaks offers the turn again`, async () => {
  const { page, upstream } = await begun();
  upstream.next(stalls(1_200));
  await send(page, first);
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.live);
  await page.reload();
  await question(page);
  assert.equal(upstream.requests.length, 3);
  await nothingLost(page, [first]);
  // The upstream's stream ends when the page is gone.
  await page.goto(ledBy("anthropic", { guide: "staged" }));
  await page.waitFor({ role: "button", name: /^Agree/ });
  await upstream.noticed(1);
  assert.equal(upstream.open, 0);
  await page.close();
});

test(`${browser}: a reload before the first question keeps the beginning`, async () => {
  const { page, upstream } = await led({ query: { guide: "reflective" } });
  const wait = held();
  upstream.next(wait);
  await begin(page);
  await phase(page, "asking");
  await upstream.asked(1);
  await stored(page, "test-claude");
  await page.reload();
  await question(page);
  wait.release();
  assert.equal((await viewOf(page)).question.number, 1);
  await page.close();
});
