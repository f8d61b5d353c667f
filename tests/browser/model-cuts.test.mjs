// A stream that breaks off after any of its bytes: no part of it is ever taken for a reply, and the next attempt is as good as new.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, root } from "./element-site.mjs";
import { browser, open } from "./harness/index.mjs";
import { models } from "./harness/proxy.mjs";
import { behind } from "./model-steps.mjs";
import { cut } from "./upstream/faults.mjs";

/** Sessions at the same time; each takes whatever cut comes next. */
const SESSIONS = 6;
const words = "Which of the three lamps would you keep?";
const said = JSON.stringify({ follow_up: false, question: words });

// What is read is the same in every browser; one of them goes through every byte, the others through some.
const every =
  browser === "chromium"
    ? { anthropic: 1, "openai-chat": 2, "openai-responses": 5 }
    : { anthropic: 67, "openai-chat": 71, "openai-responses": 131 };

for (const [dialect, step] of Object.entries(every)) {
  test(`${browser}: a stream cut after ${step === 1 ? "each of its bytes" : `every ${step}. byte`} is no reply, ${dialect}`, async () => {
    const { upstream, proxy } = await behind({ root });
    const page = await open(addressOf({ guide: "reflective" }), { server: proxy });
    let whole = 0;
    upstream.piece = 400;
    upstream.mind = (call) => {
      whole = call.bytes(said).length;
      return said;
    };
    // What comes when nothing is cut, which also tells how many bytes there are.
    const run = (count) =>
      page.evaluate(
        async (model, expected, sessions, calls) => {
          const { createInterview, init } = await import("./colloquy/index.js");
          await init();
          let left = calls;
          const seen = { answering: 0, failed: 0, wrong: [] };
          const talk = async () => {
            let interview;
            for (let spent = 0; left > 0; spent += 1) {
              left -= 1;
              // A session spends its tokens on what fails, too: it gets a few calls only. Each is about something else, as no question
              // comes twice on one subject.
              if (spent % 20 === 0) {
                interview?.dispose();
                interview = await createInterview({
                  guide: "reflective",
                  subject: crypto.randomUUID(),
                  storage: "memory",
                  pace: "instant",
                  model,
                });
                interview.consent();
              } else interview.retry();
              const view = await interview.until(
                ({ phase }) => phase === "retrying" || phase === "given_up" || phase === "answering" || phase === "review",
              );
              if (view.phase === "answering") {
                seen.answering += 1;
                if (view.question.origin !== "reply" || view.question.text !== expected) seen.wrong.push(view.question.text);
                spent = 19;
              } else {
                seen.failed += 1;
                if (view.problem?.kind !== "network" || view.live !== null || view.exchanges !== 0)
                  seen.wrong.push(JSON.stringify([view.phase, view.problem, view.live]));
                if (view.phase === "retrying") interview.cancel();
              }
            }
            interview?.dispose();
          };
          await Promise.all(Array.from({ length: sessions }, talk));
          return seen;
        },
        { proxy: "/", dialect, name: models[dialect].name },
        words,
        SESSIONS,
        count,
      );

    assert.deepEqual(await run(1), { answering: 1, failed: 0, wrong: [] });
    const offsets = [];
    for (let at = 0; at < whole; at += step) offsets.push(at);
    // Every other one ends as a stream should, only too early.
    upstream.next(...offsets.map((at, place) => cut(at, { clean: (place + at) % 2 === 0, text: said })));
    const { answering, failed, wrong } = await run(offsets.length);
    assert.deepEqual(wrong, []);
    assert.equal(answering + failed, offsets.length);
    assert.equal(upstream.requests.length, offsets.length + 1);
    // The last line of a stream may lack its end, and what follows the reply itself may be missing.
    assert.ok(answering <= Math.ceil(450 / step), `${answering} of ${offsets.length} cut streams were taken for whole`);
    assert.equal(upstream.waiting, 0);
    assert.deepEqual(upstream.faults, []);
    await page.close();
  });
}
