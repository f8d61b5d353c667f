// A model that cannot be had: what the respondent sees and can do, that nothing submitted is lost, and how the session goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, finish, question } from "./app-steps.mjs";
import { browser } from "./harness/index.mjs";
import { begun, nothingLost, phase, saved, send, viewOf } from "./model-steps.mjs";
import {
  badGateway,
  broken,
  cut,
  echoesKey,
  fails,
  floods,
  held,
  notFound,
  overloaded,
  rateLimited,
  silent,
  stalls,
} from "./upstream/faults.mjs";

const first = "The log of what is normal stayed with me, because nobody keeps one where I work.";

/** The announced seconds until the next attempt, and which one it is. */
async function countdown(page) {
  const [timer] = await page.find("timer");
  const [, seconds, attempt, attempts] = /in (\d+) s \(attempt (\d+) of (\d+)\)/.exec(timer?.text ?? "") ?? [];
  return timer && { seconds: Number(seconds), attempt: Number(attempt), attempts: Number(attempts) };
}

test(`${browser}: a busy model is tried again when it said, counted down, over a reload too`, async () => {
  const { page, upstream } = await begun();
  // Long enough for the page to come again before it is over, on a slow machine too.
  upstream.next(rateLimited({ after: 12 }));
  const sent = Date.now();
  await send(page, first);
  await phase(page, "retrying");
  await page.waitFor("The model is busy at the moment.");
  const before = await countdown(page);
  assert.ok(before.seconds >= 1 && before.seconds <= 13, JSON.stringify(before));
  assert.deepEqual([before.attempt, before.attempts], [2, 4]);
  await page.waitFor(
    (seconds) => {
      const timer = document.querySelector("colloquy-interview").shadowRoot.querySelector("[role=timer]");
      return Number(/in (\d+) s/.exec(timer?.textContent ?? "")?.[1]) < seconds;
    },
    { args: [before.seconds] },
  );
  // A reload does not begin to count anew, nor does it lose the answer.
  await saved(page);
  await page.reload();
  await phase(page, "retrying");
  await page.waitFor({ role: "button", name: "Cancel" });
  await question(page);
  assert.ok(Date.now() - sent >= 12_000, "not before the wait is over");
  assert.equal(upstream.requests.length, 3);
  await nothingLost(page, [first]);
  await page.close();
});

test(`${browser}: failures that pass by are gone through without the respondent`, async () => {
  const { page, upstream } = await begun({ query: { guide: "staged" } });
  const answers = [];
  for (const [what, fault, words] of [
    ["a 500", broken(), "The model is busy at the moment."],
    ["a 529", overloaded(), "The model is busy at the moment."],
    ["the page of a gateway", badGateway(), "The model is busy at the moment."],
    ["a connection that breaks in the middle", cut(900), "The connection to the model was lost."],
    ["a stream that ends in the middle", cut(900, { clean: true }), "The connection to the model was lost."],
    ["an error in the middle", fails(), "The model is busy at the moment."],
  ]) {
    const before = upstream.requests.length;
    // The next attempt is held back until the words were read.
    const again = held();
    upstream.next(fault, again);
    answers.push(`${first} And ${what} is no answer.`);
    await send(page, answers.at(-1));
    await page.waitFor(words);
    again.release();
    await question(page);
    assert.equal(upstream.requests.length - before, 2, what);
  }
  await nothingLost(page, answers);
  await page.close();
});

test(`${browser}: a model that falls silent can be stopped, before its first word and after`, async () => {
  const { page, upstream } = await begun();
  for (const [fault, live] of [
    [silent(), false],
    [stalls(1_200), true],
  ]) {
    upstream.next(fault);
    const left = upstream.left;
    if (!live) await send(page, first);
    else await page.click("button", "Try again");
    await phase(page, "asking");
    await upstream.asked(live ? 3 : 2);
    if (live) await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.live);
    await page.click("button", "Cancel");
    await phase(page, "given_up");
    await page.waitFor("Stopped.");
    await saved(page);
    // What was shown of a question that never came is gone.
    assert.equal((await viewOf(page)).live, null);
    await upstream.noticed(left + 1);
  }
  await page.reload();
  await page.waitFor("Stopped.");
  await page.click("button", "Try again");
  await question(page);
  await nothingLost(page, [first]);
  await page.close();
});

test(`${browser}: a stream that breaks in a dozen places leaves nothing of half a question`, async () => {
  const { page, upstream } = await begun();
  const places = 12;
  const half = "Half of a question that never comes to its end, wherever it is cut";
  const text = JSON.stringify({ follow_up: false, question: `${half}?` });
  let whole = 0;
  // Whoever is slow to cancel finds the next attempt under way, which brings nothing.
  upstream.always(silent());
  for (let n = 0; n < places; n += 1) {
    // The last one lacks nothing but its end.
    upstream.next((call) => {
      whole = call.bytes(text).length;
      return cut(Math.floor((whole * n) / places) + 40, { clean: n % 2 === 1 && n < 8, text })(call);
    });
    if (n === 0) await send(page, first);
    else await page.click("button", "Try again");
    await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.problem?.code === "API_ERROR");
    await page.click("button", "Cancel");
    const view = await phase(page, "given_up");
    assert.equal(view.live, null);
    assert.ok(!(await page.text("colloquy-interview")).includes("Half of a question"), `cut in place ${n} of ${places}`);
  }
  upstream.always(null);
  await page.click("button", "Try again");
  assert.ok(!(await question(page)).includes(half));
  assert.equal(upstream.requests.filter(({ left }) => !left).length, places + 2);
  await nothingLost(page, [first]);
  await page.close();
});

test(`${browser}: given up after four attempts; the built-in interviewer goes on, and it is noted`, async () => {
  const { page, upstream } = await begun();
  upstream.always(overloaded());
  await send(page, first);
  await phase(page, "given_up");
  await saved(page);
  assert.equal(upstream.requests.length, 5, "one for the first question and four attempts");
  await page.waitFor("The model is too busy to answer.");
  await page.reload();
  await phase(page, "given_up");
  for (const name of ["Try again", "Finish with what we have", "Go on with the built-in interviewer"])
    await page.waitFor({ role: "button", name });
  assert.equal(upstream.requests.length, 5, "a reload is no attempt");
  await page.click("button", "Go on with the built-in interviewer");
  await question(page);
  await page.waitFor("Built-in interviewer");
  const second = "I should begin with three plain lines in the evening.";
  await answer(page, second);
  await question(page);
  await finish(page);
  assert.equal(upstream.requests.length, 5, "nothing more is sent to the model");
  await nothingLost(page, [first, second]);
  await page.close();
});

test(`${browser}: cancelled while it waits, tried again by hand, and finished with what there is`, async () => {
  const { page, upstream } = await begun();
  upstream.always(broken());
  await send(page, first);
  await phase(page, "retrying");
  await page.click("button", "Cancel");
  await phase(page, "given_up");
  const before = upstream.requests.length;
  upstream.always(null);
  await page.click("button", "Try again");
  await question(page);
  assert.equal(upstream.requests.length, before + 1);
  upstream.always(notFound());
  const second = "I realised that a log nobody reads is still worth writing.";
  await send(page, second);
  // A model that does not exist is not asked again and again.
  await page.waitFor("The model cannot be used.");
  assert.equal(upstream.requests.length, before + 2);
  await page.click("button", "Finish with what we have");
  await page.click("button", "End now");
  await phase(page, "review");
  await finish(page);
  await page.click("link", "Go to the results page");
  await page.waitFor({ role: "button", name: "Download Word" });
  const preview = await page.text("ol.exchanges");
  assert.ok(preview.includes(first) && preview.includes(second), preview);
  await page.close();
});

test(`${browser}: a refused key is nobody's fault here, and no attempt is made with it again`, async () => {
  const { page, upstream } = await begun();
  upstream.next(echoesKey());
  await send(page, first);
  await page.waitFor("The model’s service refused this page.");
  assert.equal(upstream.requests.length, 2);
  assert.equal((await viewOf(page)).problem.kind, "unauthorized");
  const buttons = (await page.find("button")).map(({ name }) => name);
  assert.ok(buttons.indexOf("Go on with the built-in interviewer") < buttons.indexOf("Try again"), buttons.join());
  await page.click("button", "Try again");
  await question(page);
  await nothingLost(page, [first]);
  await page.close();
});

test(`${browser}: three megabytes of text are not taken for a question`, async () => {
  const { page, upstream } = await begun();
  upstream.next(floods());
  await send(page, first);
  const view = await page.waitFor(() => {
    const now = document.querySelector("colloquy-interview").interview.view;
    return ["given_up", "retrying", "answering"].includes(now.phase) ? now : null;
  });
  assert.notEqual(view.phase, "answering");
  const end = await page.waitFor(() => {
    const now = document.querySelector("colloquy-interview").interview.view;
    return ["given_up", "answering"].includes(now.phase) ? now : null;
  });
  if (end.phase === "given_up") await page.click("button", "Try again");
  const text = await question(page);
  assert.ok(text.length < 2_000);
  await nothingLost(page, [first]);
  await page.close();
});
