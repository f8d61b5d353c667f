// Replies that are not what was asked for: what the respondent sees, that nothing is lost, and that the interview goes its way.
// In one browser: how it is led is decided by the engine and the proxy.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, begin, endEarly, finish, question } from "./app-steps.mjs";
import { browser } from "./harness/index.mjs";
import { led, ledBy, nothingLost, phase, send, viewOf } from "./model-steps.mjs";
import { invention } from "./upstream/minds.mjs";
import {
  depth,
  empty,
  fenced,
  malformed,
  prose,
  rawNewline,
  schemaEchoed,
  schemaFirst,
  silent,
  slow,
  truncated,
  twoQuestions,
  twoValues,
  wrongStage,
} from "./upstream/faults.mjs";

/** What comes back, how many calls it takes, and whether it can be shown. */
const REPLIES = [
  ["JSON that is none", malformed(), 2],
  ["the schema in place of a value", schemaEchoed(), 2],
  ["nothing", empty(), 2],
  ["half of it", truncated(), 2],
  ["the schema, then a value", schemaFirst(), 1],
  ["two values", twoValues(), 1],
  ["a fence and words around it", fenced(), 1],
  ["a raw line break in a string", rawNewline(), 1],
  ["a stage that is not reached", wrongStage(), 1],
  ["depth 6", depth(6), 1],
  ["a few bytes at a time", slow(), 1],
];

// How dialects are spoken is the same in every browser; each gets one of them.
const SPOKEN = {
  chromium: [
    ["anthropic", "instructed"],
    ["openai-chat", "strict"],
    ["openai-responses", "strict"],
  ],
  firefox: [["openai-responses", "instructed"]],
  webkit: [["openai-chat", "strict"]],
};

for (const [dialect, mode] of SPOKEN[browser]) {
  test(`${browser}: replies that are not as they should be lead to a proper question, ${dialect} ${mode}`, async () => {
    const { page, upstream } = await led({ dialect, query: { guide: "staged", mode } });
    await begin(page);
    const asked = [await question(page)];
    assert.equal(upstream.requests.length, 1);
    const answers = [];
    // Each dialect meets each of them; the first ones as a person would, at the keyboard.
    for (const [place, [what, fault, calls]] of REPLIES.entries()) {
      const before = upstream.requests.length;
      upstream.next(fault);
      const text = `My answer to ${what}: each Monday at nine I walk along the line and listen to the pumps.`;
      answers.push(text);
      if (place < 4) await send(page, text);
      else await page.evaluate((said) => document.querySelector("colloquy-interview").interview.answer(said), text);
      asked.push(await question(page));
      assert.equal(upstream.requests.length - before, calls, what);
      if (calls === 2) assert.match(upstream.requests.at(-1).text, /could not be used/, `${what}: what was wrong is said`);
      const view = await viewOf(page);
      assert.equal(view.question.origin, "reply", what);
      const at = view.kind.stages.findIndex(({ state }) => state === "current");
      assert.ok(at <= 2, `${what}: stage ${at}`);
      const deep = view.question.staged.depth;
      assert.ok(deep >= 1 && deep <= 4, `${what}: depth ${deep}`);
    }
    assert.equal(new Set(asked).size, asked.length, asked.join("\n"));
    await nothingLost(page, answers);
    await page.reload();
    assert.equal(await question(page), asked.at(-1));
    await nothingLost(page, answers);
    assert.deepEqual(upstream.faults, []);
    assert.deepEqual(page.problems(), []);
    await page.close();
  });
}

test(`${browser}: a model that never says anything usable: the built-in interviewer asks in its place`, async () => {
  const { page, upstream } = await led({ query: { guide: "reflective" } });
  await begin(page);
  const first = await question(page);
  // Four replies, none usable: one and three retries.
  upstream.next(empty(), malformed(), schemaEchoed(), truncated());
  await answer(page, "The log of what is normal stayed with me, because nobody keeps one.");
  const built = await question(page);
  assert.ok(!built.includes(first), built);
  assert.equal(upstream.requests.length, 5);
  assert.equal((await viewOf(page)).question.origin, "built_in");
  // Plain words that work as one question are used as that.
  const words = "What would it take to begin such a log tomorrow morning?";
  upstream.next(prose(words), prose(words), prose(words), prose(words));
  await answer(page, "A pencil and a quiet minute, and somebody who asks me for it.");
  assert.equal(await question(page), words);
  upstream.always(empty());
  await answer(page, "Nothing but a page and a date on it, I should think.");
  await question(page);
  await answer(page, "I realised that I would rather have three plain lines than a dashboard.");
  await question(page);
  await answer(page, "I should write three lines every evening for a month.");
  await phase(page, "review");
  await finish(page);
  await nothingLost(page, [
    "The log of what is normal stayed with me, because nobody keeps one.",
    "A pencil and a quiet minute, and somebody who asks me for it.",
    "Nothing but a page and a date on it, I should think.",
    "I realised that I would rather have three plain lines than a dashboard.",
    "I should write three lines every evening for a month.",
  ]);
  await page.close();
});

test(`${browser}: two questions in one reply stay one question of the interview`, async () => {
  const { page, upstream } = await led({ query: { guide: "reflective" } });
  await begin(page);
  await question(page);
  upstream.next(twoQuestions());
  await answer(page, "What I remember is the hour in which nothing new may be started.");
  await question(page);
  const view = await viewOf(page);
  assert.equal(view.question.number, 2);
  assert.equal(view.progress.asked, 2);
  await page.close();
});

test(`${browser}: the model's findings follow those of the device, each with words that were said; nobody waits for them`, async () => {
  const { page, upstream } = await led({ query: { guide: "reflective" } });
  await begin(page);
  await question(page);
  await answer(page, "Plain lines every evening are what I take from this, and nothing else.");
  await question(page);
  await endEarly(page);
  await phase(page, "review");
  await page.waitFor("Found by the model in answer 1");
  assert.ok(!(await page.text("colloquy-interview")).includes(invention), "a quote that nobody said is dropped");
  assert.equal(upstream.requests.length, 3);
  await finish(page);
  await page.close();

  const { page: other, upstream: mute } = await led({ query: { guide: "reflective" } });
  await begin(other);
  await question(other);
  await answer(other, "I realised that plain lines every evening are what I take from this.");
  await question(other);
  mute.next(silent());
  await endEarly(other);
  await phase(other, "review");
  await other.waitFor("plain lines every evening");
  await mute.asked(3);
  await finish(other);
  await mute.noticed(1);
  await other.close();
});

test(`${browser}: a model is asked for the respondent's language where the guide is not written in it`, async () => {
  const { page, upstream } = await led({ query: { view: "settings" } });
  await page.waitFor({ role: "heading", name: "Settings" });
  await page.evaluate(() => {
    const select = document.querySelector("select[name=language]");
    select.value = "ar";
    select.dispatchEvent(new Event("change"));
  });
  await page.waitFor({ role: "heading", name: "الإعدادات" });
  await page.goto(ledBy("anthropic", { guide: "reflective" }));
  await page.waitFor({ role: "button", name: /^أوافق/ });
  // Neither the card before it nor the consent has a word of another language than the reader's.
  const { consent, locale, language } = await viewOf(page);
  assert.deepEqual([locale, language], ["ar", "ar"]);
  assert.match(consent.asked, /^[^a-z]+$/i);
  assert.ok(!(await page.text("colloquy-interview")).includes("الإنجليزية"));
  upstream.mind = () => "ما الفكرة التي بقيت معك من هذا الحديث؟";
  await page.click("button", /^أوافق/);
  const { text } = (await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.question)) ?? {};
  assert.equal(text, "ما الفكرة التي بقيت معك من هذا الحديث؟");
  assert.match(JSON.stringify(upstream.requests[0].body.system), /BCP 47 tag is \\+"ar\\+"/);
  const shown = await page.evaluate(() => {
    const words = document.querySelector("colloquy-interview").shadowRoot.querySelector("[part~=question]");
    return { lang: words.lang, direction: getComputedStyle(words).direction };
  });
  assert.deepEqual(shown, { lang: "ar", direction: "rtl" });
  await page.close();
});
