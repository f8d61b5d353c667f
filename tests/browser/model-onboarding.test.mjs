// The onboarding interview led by a model through the proxy, in the tool formats of three providers: forms, files, reloads while something
// waits, and models that misbehave. The model's server refuses every history that a provider would refuse.
// In one browser: how it is led is decided by the engine and the proxy.
import assert from "node:assert/strict";
import { test } from "node:test";
import { resumePdf } from "../fixtures/documents.mjs";
import { begin, finish } from "./app-steps.mjs";
import { browser } from "./harness/index.mjs";
import { led, nothingLost, phase, viewOf } from "./model-steps.mjs";
import { agree, formOf, kept, needed, settle, through } from "./onboarding-steps.mjs";
import { asks, onboarding } from "./upstream/onboarding.mjs";

const files = [{ name: "resume.pdf", type: "application/pdf", bytes: resumePdf() }];

/** Opens the interview and brings it to its first form. */
async function opened(options) {
  const all = await led({ ...options, query: { guide: "onboarding", ...options?.query } });
  await begin(all.page);
  await needed(all.page);
  return all;
}

const results = (upstream) =>
  upstream.requests
    .at(-1)
    .messages.flatMap(({ results }) => results)
    .map(({ text }) => JSON.parse(text));

for (const [dialect, mode] of [
  ["anthropic", "instructed"],
  ["openai-chat", "strict"],
  ["openai-responses", "strict"],
]) {
  test(`${browser}: from an uploaded résumé to the dossier with a reload in every waiting state, ${dialect} ${mode}`, async () => {
    const { page, upstream } = await opened({ dialect, query: { mode } });
    const waited = new Set();
    const before = async (view) => {
      if (!view.form || waited.has(view.form.tool + Object.keys(view.form.kind)[0])) return;
      waited.add(view.form.tool + Object.keys(view.form.kind)[0]);
      const requests = upstream.requests.length;
      await page.reload();
      const again = await needed(page);
      assert.deepEqual(again.form, view.form, "the form is there again");
      assert.equal(upstream.requests.length, requests, "nobody is asked meanwhile");
    };
    const { view, answers } = await through(page, { files, before });
    assert.equal(view.closed, "complete", JSON.stringify(view.kind));
    assert.ok(view.kind.phases.every(({ ended }) => ended === "met"));
    assert.ok(waited.size >= 2, [...waited].join());
    const found = await kept(page);
    for (const kind of ["applicant_profile", "skeleton_timeline", "knowledge_card"]) assert.ok(found[kind].confirmed, kind);
    assert.deepEqual(Object.keys(found).sort(), [
      "applicant_profile",
      "artifact_record",
      "candidate_dossier",
      "experience",
      "knowledge_card",
      "skeleton_timeline",
      "writing_sample",
    ]);
    // What the model is told of the file is its text, never its bytes; and it stands in a result, in nobody's words.
    for (const { messages } of upstream.requests) {
      for (const { role, text, calls } of messages) {
        if (role === "user" && calls.length === 0) assert.ok(!/%PDF-/.test(text));
      }
    }
    await nothingLost(page, answers);
    await finish(page);
    const { outcome } = await page.evaluate(() => document.querySelector("colloquy-interview").interview.result());
    assert.equal(outcome.artifacts.length, 7);
    assert.equal(outcome.files[0].name, "resume.pdf");
    await page.close();
  });
}

test(`${browser}: a wrong call of a model is answered with its fault, and the interview goes on`, async () => {
  const sense = onboarding();
  const wrong = [
    { name: "analyze_technical_skills", arguments: '{"answer_text":"Rust"}' },
    { name: "persist_data", arguments: '{"dataType":"salary","data":{}}' },
    { name: "submit_for_validation", arguments: '{"dataType":"applicant_profile","data":"a text"}' },
    { name: "extract_document", arguments: '{"file_url":"file:///etc/passwd"}' },
    { name: "delete_everything", arguments: "{}" },
  ];
  const { page, upstream } = await led({ query: { guide: "onboarding" } });
  upstream.mind = (call) => (upstream.requests.length === 1 ? { calls: wrong } : sense(call));
  await begin(page);
  const view = await needed(page);
  assert.equal(view.form.tool, "get_user_upload");
  const replies = results(upstream).map(({ status, reason, message }) => ({ status, reason, said: message.length > 10 }));
  assert.deepEqual(
    replies.map(({ reason }) => reason),
    ["tool_not_available", "invalid_parameters", "invalid_parameters", "invalid_parameters", "tool_not_available"],
  );
  assert.ok(replies.every(({ status, said }) => status === "error" && said));
  const { view: end } = await through(page, { files });
  assert.equal(end.closed, "complete");
  await page.close();
});

test(`${browser}: one token is used once, also by double clicks and by two uploads at the same time`, async () => {
  const { page, upstream } = await opened();
  const { token } = await formOf(page);
  const requests = upstream.requests.length;
  const faults = await Promise.all([settle(page, token, null, files), settle(page, token, null, files)]);
  assert.deepEqual(faults.map((fault) => fault?.code ?? null).sort(), ["no_such_form", null].sort());
  await needed(page);
  assert.equal((await settle(page, token, null, files)).code, "no_such_form");
  const there = await page.evaluate(() => document.querySelector("colloquy-interview").interview.files());
  assert.equal(there.length, 1, "no file is kept twice");
  assert.ok(upstream.requests.length > requests);
  await page.close();
});

test(`${browser}: words in place of a form are heard, and the form is refused`, async () => {
  const { page, upstream } = await opened();
  await page.click("button", "Answer in words instead");
  await page.fill("textbox", "Your answer", "I have no file here, I would rather tell you.");
  await page.click("button", "Send");
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.exchanges > 0);
  await needed(page);
  const uploads = upstream.requests
    .at(-1)
    .messages.flatMap(({ results }) => results)
    .map(({ text }) => JSON.parse(text))
    .filter(({ tool }) => tool === "get_user_upload");
  assert.deepEqual(
    uploads.map(({ reason }) => reason),
    ["user_cancelled"],
  );
  assert.ok(upstream.requests.at(-1).messages.some(({ role, text }) => role === "user" && text.includes("I would rather tell you")));
  await page.close();
});

test(`${browser}: a form that is only announced is reported missing, and can be answered in words`, async () => {
  const { page, upstream } = await led({ query: { guide: "onboarding" } });
  const sense = onboarding();
  upstream.mind = (call) =>
    upstream.requests.length === 1
      ? JSON.stringify({ follow_up: false, question: "Would you please fill in the form below now?" })
      : sense(call);
  await begin(page);
  const view = await needed(page);
  assert.equal(view.form, null);
  assert.match(view.question.text, /^Would you please fill in the form below now\? .{10}/);
  await page.close();
});

test(`${browser}: a model that never calls a tool comes to an end that says what is missing`, async () => {
  const { page, upstream } = await led({ query: { guide: "onboarding" } });
  upstream.mind = ({ messages }) => asks(messages);
  await begin(page);
  const { view, answers } = await through(page, { files });
  assert.equal(view.closed, "concluded");
  assert.ok(view.kind.phases.every(({ ended }) => ended === "turn_limit"));
  assert.match(view.closing, /profile/i);
  await nothingLost(page, answers);
  await page.close();
});

test(`${browser}: a tab that was left with a form goes on in another tab`, async () => {
  const { page } = await opened();
  const before = (await viewOf(page)).form;
  const address = await page.evaluate(() => location.href);
  const other = await page.newTab(new URL(address).pathname + new URL(address).search);
  await phase(other, "answering");
  assert.deepEqual((await viewOf(other)).form?.kind ?? before.kind, before.kind);
  await page.closeTab();
  // A tab that is closed gives its lock back in its own time; until then another one only reads.
  await other.waitFor(async () => {
    const { held } = await navigator.locks.query();
    return held.every(({ name }) => !name.startsWith("colloquy:"));
  });
  await other.reload();
  await needed(other);
  assert.equal((await viewOf(other)).form.token, before.token);
  assert.equal(await agree(other, { files }), null);
  await needed(other);
  await other.close();
});
