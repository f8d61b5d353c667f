// The expert interview led by a model through the proxy, from consent to results, and by models that do not keep to its rules.
// In one browser: how it is led is decided by the engine and the proxy.
import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, finish, question } from "./app-steps.mjs";
import { browser } from "./harness/index.mjs";
import { led, nothingLost, phase, saved, say, send, viewOf } from "./model-steps.mjs";
import { cut, overloaded } from "./upstream/faults.mjs";
import { staged, stateOf } from "./upstream/minds.mjs";

const STAGES = ["greeting", "profiling", "essence", "operations", "expertise_map", "failure_modes", "mastery", "growth_path", "wrap_up"];

const answerOf = (number) =>
  `Answer ${number}: on a Monday I walk along the line at nine, I listen to the pumps, and last time pump ${number} told me that its bearing was going.`;

/** Notes one view: stages only go forward by one, and nothing that is shown goes backwards. */
function follow(seen, view) {
  const at = view.kind.stages.findIndex(({ state }) => state === "current");
  const now = {
    stage: at < 0 ? STAGES.length : at,
    percent: view.progress.percent,
    over: view.kind.stages.map(({ completeness }) => completeness),
  };
  const before = seen.at(-1);
  if (before) {
    assert.ok(
      now.stage === before.stage || now.stage === before.stage + 1 || view.phase === "review",
      `from stage ${before.stage} to ${now.stage}`,
    );
    assert.ok(now.percent >= before.percent, `progress from ${before.percent} to ${now.percent}`);
    now.over.forEach((value, stage) =>
      assert.ok(value >= before.over[stage], `completeness of ${STAGES[stage]} from ${before.over[stage]} to ${value}`),
    );
  }
  seen.push(now);
}

/** Waits until the page tells everybody which stage it is. */
const stage = (page, title) =>
  page.waitFor(
    (wanted) => document.querySelector("colloquy-interview").shadowRoot.querySelector("[aria-current=step] .name")?.textContent === wanted,
    { args: [title] },
  );

/** What the model was sent about the stages, request by request, is the same way forward. */
function reported(upstream) {
  const stages = upstream.requests.map(({ messages }) => STAGES.indexOf(stateOf(messages).stage)).filter((at) => at >= 0);
  assert.equal(stages[0], 0);
  stages.slice(1).forEach((at, n) => assert.ok(at === stages[n] || at === stages[n] + 1, `from ${stages[n]} to ${at}`));
  return stages;
}

test(`${browser}: an expert interview of nine stages through the proxy, with reloads and failures on its way`, async () => {
  const { page, upstream } = await led({ query: { guide: "staged" } });
  await begin(page);
  await question(page);
  const seen = [];
  const answers = [];
  // A person writes the first answers, and sees the stages.
  await stage(page, "Hello");
  for (let n = 1; n <= 6; n += 1) {
    if (n === 3) upstream.next(cut(1_000));
    if (n === 5) upstream.next(overloaded());
    answers.push(answerOf(n));
    await send(page, answers.at(-1));
    // The page goes away before there is an answer.
    if (n === 4) {
      await saved(page);
      await page.reload();
    }
    await question(page);
    follow(seen, await viewOf(page));
  }
  await stage(page, "Your path");
  for (let view = await viewOf(page); view.phase === "answering"; ) {
    if (view.exchanges % 15 === 0) {
      await saved(page);
      await page.reload();
      await question(page);
    }
    answers.push(answerOf(answers.length + 1));
    view = await say(page, answers.at(-1));
    follow(seen, view);
  }
  const end = await phase(page, "review");
  assert.equal(end.closed, "concluded");
  assert.ok(end.figures.questions >= 30, `${end.figures.questions} questions`);
  assert.deepEqual(
    end.kind.stages.map(({ id, state }) => [id, state]),
    STAGES.map((id) => [id, "over"]),
  );
  // This model keeps to the rules, so stages end because they are complete, as far as their question limits allow.
  const ready = end.kind.stages.filter(({ ended }) => ended === "ready");
  assert.ok(ready.length >= 4, JSON.stringify(end.kind.stages.map(({ ended }) => ended)));
  for (const stage of ready) assert.ok(stage.completeness >= 80 && stage.examples >= stage.examplesNeeded, JSON.stringify(stage));
  assert.equal(new Set(reported(upstream)).size, STAGES.length);
  await nothingLost(page, answers);

  await finish(page);
  await page.click("link", "Go to the results page");
  await page.waitFor({ role: "heading", name: "Coverage" });
  await page.waitFor("Insight 5 about the index");
  assert.deepEqual(upstream.faults, []);
  await page.close();
});

for (const [manner, what] of [
  ["ready", "always says ready"],
  ["never", "never says ready"],
  ["lies", "lies about stages"],
]) {
  test(`${browser}: a model that ${what} is led through all nine stages, and it ends`, async () => {
    const { page, upstream } = await led({ query: { guide: "staged" } });
    upstream.mind = staged(manner);
    await begin(page);
    await question(page);
    const seen = [];
    const answers = [];
    let view = await viewOf(page);
    while (view.phase === "answering") {
      assert.ok(answers.length < 61, "more questions than the guide allows");
      answers.push(answerOf(answers.length + 1));
      view = await say(page, answers.at(-1));
      follow(seen, view);
    }
    const end = await phase(page, "review");
    assert.ok(end.figures.questions >= 30 && end.figures.questions <= 60, `${end.figures.questions} questions`);
    assert.ok(
      end.kind.stages.every(({ state }) => state === "over"),
      JSON.stringify(end.kind.stages),
    );
    if (manner === "never")
      assert.ok(
        end.kind.stages.every(({ ended }) => ended === "question_limit"),
        "nothing else ends a stage",
      );
    for (const stage of end.kind.stages) {
      if (stage.ended === "ready") assert.ok(stage.completeness >= 80 && stage.examples >= stage.examplesNeeded, JSON.stringify(stage));
    }
    reported(upstream);
    await nothingLost(page, answers);
    await finish(page);
    await page.close();
  });
}
