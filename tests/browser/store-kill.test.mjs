// The browser's process is killed in mid-turn, again and again at random points. The next open shows every answer that was
// submitted and the draft to within a second. The seed of the random points is printed; SEED=… repeats a run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, folder, open } from "./harness/index.mjs";
import { layOut, ready } from "./store-site.mjs";

// The others take several times as long to come up again.
const KILLS = Number(process.env.KILLS ?? (browser === "chromium" ? 20 : 8));
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** Goes on with the newest session that is not complete, or begins one; says what is known of everything so far. */
async function start() {
  const [newest] = await library.list({ guide: "reflective" });
  const unfinished = newest && newest.status !== "completed";
  globalThis.interview = unfinished
    ? await library.open(newest.session, { pace: "natural" })
    : await colloquy.createInterview({ guide: "reflective", subject: "kill test", pace: "natural" });
  if (interview.view.phase === "consent") interview.consent();
  const known = await Promise.all((await library.list()).map(({ session }) => library.exchanges(session)));
  return { answers: known.flat().map(({ answer }) => answer), draft: interview.draft, resumed: Boolean(unfinished) };
}

function random() {
  let state = seed || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

test(`nothing is lost when ${browser} is killed ${KILLS} times`, async (t) => {
  t.diagnostic(`SEED=${seed}`);
  const page = await open("/", { root: await layOut(), profileDir: await folder("profile") });
  const next = random();
  const submitted = [];
  let typed = [];
  let slowest = 0;
  let submission = Promise.resolve();
  let killedAt = 0;
  let drafted = 0;
  let resumed = 0;
  for (let kill = 0; kill <= KILLS; kill += 1) {
    await ready(page);
    const found = await page.evaluate(start);
    resumed += found.resumed ? 1 : 0;
    for (const text of submitted) {
      const there = found.answers.includes(text);
      drafted += there ? 0 : 1;
      assert.ok(there || found.draft.includes(text), `lost after kill ${kill}: ${text}`);
    }
    // What was typed up to a second before the kill is there, unless it was submitted since.
    const due = typed.filter(({ at }) => at <= killedAt - 1000 - 10 * slowest).at(-1);
    if (due && ![...submitted, ...found.answers].some((text) => text.startsWith(due.text))) {
      assert.ok(found.draft.startsWith(due.text), `the draft is ${JSON.stringify(found.draft)} and not yet ${JSON.stringify(due.text)}`);
    }
    if (kill === KILLS) break;

    typed = [];
    slowest = 0;
    const turns = 1 + next(2);
    for (let turn = 0; turn < turns; turn += 1) {
      const open = await page.waitFor(() => ["answering", "review"].includes(interview.view.phase) && interview.view.phase);
      if (open === "review" || (await page.evaluate(() => interview.view.phase)) === "review") {
        await page.evaluate(async () => {
          interview.finish();
          await interview.until((view) => view.phase === "finished" && view.saving.state === "saved");
        });
        break;
      }
      const text = `Answer ${kill}.${turn}: habits of thought ${next(1e6)} keep coming back to me whatever I set out to do.`;
      for (let length = 10; length <= text.length; length += 10) {
        const began = Date.now();
        await page.evaluate((draft) => interview.saveDraft(draft), text.slice(0, length));
        // A machine that takes long for this takes longer for the store.
        slowest = Math.max(slowest, Date.now() - began);
        typed.push({ text: text.slice(0, length), at: Date.now() });
        await pause(30 + next(60));
      }
      // Some are killed while they type, most somewhere between the answer and the next question.
      if (turn === turns - 1 && next(5) === 0) break;
      // Submitted is what the page called stored; the last one is killed on its way or after.
      submission = page
        .evaluate(async (answer) => {
          interview.answer(answer);
          await interview.until(({ saving }) => saving.state === "saved");
        }, text)
        .then(
          () => submitted.push(text),
          () => undefined,
        );
      if (turn < turns - 1) await submission;
    }
    await pause(next(1500));
    killedAt = Date.now();
    await page.kill();
    await submission;
    await page.reopen();
  }
  assert.ok(submitted.length >= KILLS / 2 && resumed > 0);
  t.diagnostic(
    `${submitted.length} answers submitted, each found after every later kill (${drafted} as the draft); ${resumed} sessions gone on with`,
  );
});
