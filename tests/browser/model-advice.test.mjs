// The recommendation: whole and in parts, with a part that cannot be had, and what the host's page is told of the action.
// In one browser: how it is led is decided by the engine and the proxy.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { addressOf, answer, begin, openQuestion, phase, root } from "./element-site.mjs";
import { browser, open } from "./harness/index.mjs";
import { models } from "./harness/proxy.mjs";
import { behind } from "./model-steps.mjs";
import { malformed, overloaded, says } from "./upstream/faults.mjs";
import { advice, noAction, parts } from "./upstream/minds.mjs";

/** Opens a host's page behind a proxy; `attributes` are the element's. */
async function hosted(attributes, { dialect = "anthropic", proxy: options } = {}) {
  const { upstream, proxy } = await behind({ root, ...options });
  const page = await open(addressOf({ guide: "advice", proxy: "/", dialect, model: models[dialect].name, ...attributes }), {
    server: proxy,
  });
  return { page, upstream, proxy };
}

const actions = (page) => page.evaluate(() => emitted.filter(({ name }) => name === "action").map(({ detail }) => detail));
const view = (page) => page.evaluate(() => element.interview.view);
/** What was asked for, call by call: a part of the recommendation, 0 for the whole. */
const wanted = (upstream) =>
  upstream.requests
    .map(({ messages }) =>
      messages
        .filter(({ role }) => role === "user")
        .map(({ text }) => text)
        .join("\n"),
    )
    .map((text) =>
      text.includes("Now the third part:") ? 3 : text.includes("Now the second part:") ? 2 : text.includes("This is the first:") ? 1 : 0,
    );

/** The material of the page is the conversation that is handed in: nothing is asked, the recommendation comes at once. */
async function recommended(page) {
  await page.click("button", "Agree and begin");
}

test(`${browser}: a recommendation is offered and accepted, with an event for each`, async () => {
  const { page, upstream } = await hosted({});
  await recommended(page);
  await phase(page, "proposal");
  await page.waitFor({ role: "heading", name: advice.action.actor.title });
  await page.waitFor(advice.recommendation);
  for (const skill of advice.action.actor.skills) await page.waitFor(skill);
  await page.waitFor(() => emitted.some(({ name }) => name === "action"));
  // What was recommended is still there after a reload, and is offered to the page again.
  await page.reload();
  await page.waitFor({ role: "button", name: "Accept" });
  await page.waitFor(() => emitted.some(({ name }) => name === "action"));
  await page.click("button", "Accept");
  await page.waitFor("You accepted this role.");
  await page.waitFor(() => emitted.filter(({ name }) => name === "action").length === 2);
  const [offered, accepted] = await actions(page);
  assert.deepEqual([offered.status, accepted.status], ["offered", "accepted"]);
  assert.deepEqual(accepted.action, advice.action);
  assert.equal(accepted.recommendation, advice.recommendation);
  assert.equal(upstream.requests.length, 1);
  await page.waitFor({ role: "button", name: "Finish" });
  await page.click("button", "Finish");
  await page.waitFor(() => emitted.some(({ name }) => name === "complete"));
  const { outcome } = await page.evaluate(() => emitted.find(({ name }) => name === "complete").detail);
  assert.deepEqual(outcome.action, advice.action);
  await page.close();
});

test(`${browser}: in parts, each asked for again on its own, then declined`, async () => {
  const { page, upstream } = await hosted({ "reply-mode": "sequential" }, { dialect: "openai-chat" });
  // The second part needs two attempts, and the third a server that is up again.
  upstream.next(null, malformed(), null, overloaded(), null);
  await recommended(page);
  await phase(page, "proposal");
  assert.deepEqual(wanted(upstream), [1, 2, 2, 3, 3]);
  const { proposal } = (await view(page)).kind;
  assert.deepEqual(proposal.missing, []);
  // The offer is reported once it is stored.
  await page.waitFor(() => emitted.some(({ name }) => name === "action"));
  await page.click("button", "Decline");
  await page.waitFor("You declined this role.");
  await page.waitFor(() => emitted.filter(({ name }) => name === "action").length === 2);
  const emitted = await actions(page);
  assert.deepEqual(
    emitted.map(({ status }) => status),
    ["offered", "declined"],
  );
  assert.deepEqual(emitted[0].action, advice.action);
  await page.close();
});

test(`${browser}: in parts, the second one failing four times: the first is kept, and what is missing is named`, async () => {
  const { page, upstream } = await hosted({ "reply-mode": "sequential" });
  upstream.next(
    null,
    malformed(),
    says(JSON.stringify({ ...parts[1], skills: ["Only one"] })),
    malformed(),
    says(JSON.stringify({ title: "No reason" })),
  );
  await recommended(page);
  await phase(page, "review");
  assert.deepEqual(wanted(upstream), [1, 2, 2, 2, 2], "nothing is asked for after a part that failed");
  await page.waitFor(parts[0].recommendation);
  await page.waitFor("The recommendation is incomplete.");
  await page.waitFor("title, reason and skills");
  assert.equal((await page.find("button", "Accept")).length, 0);
  await page.reload();
  await page.waitFor(parts[0].recommendation);
  const { proposal } = (await view(page)).kind;
  assert.ok(proposal.missing.includes("advice-part-2"), JSON.stringify(proposal));
  await page.click("button", "Finish");
  await page.waitFor(() => emitted.some(({ name }) => name === "complete"));
  const { outcome } = await page.evaluate(() => emitted.find(({ name }) => name === "complete").detail);
  assert.equal(outcome.partial?.recommendation ?? outcome.recommendation, parts[0].recommendation);
  assert.deepEqual(await actions(page), [], "an action that is not whole is not offered");
  await page.close();
});

for (const mode of ["strict", "sequential"]) {
  test(`${browser}: no role recommended, ${mode}: nothing more is asked`, async () => {
    const { page, upstream } = await hosted({ "reply-mode": mode }, { dialect: "openai-responses" });
    upstream.always(says(JSON.stringify(noAction)));
    await recommended(page);
    await phase(page, "review");
    await page.waitFor({ role: "heading", name: "No new role" });
    await page.waitFor(noAction.recommendation);
    assert.equal(upstream.requests.length, 1);
    assert.deepEqual(await actions(page), []);
    await page.close();
  });
}

test(`${browser}: a session's own limit on tokens ends the questions politely, with everything kept`, async () => {
  const { page, upstream } = await hosted({ guide: "reflective", tokens: "6000" });
  await begin(page);
  const answers = [];
  for (;;) {
    answers.push(`I realise for the ${answers.length + 1}. time that evenings count, whatever the week may bring.`);
    await answer(page, answers.at(-1));
    const now = await page.waitFor(() =>
      ["answering", "review", "given_up"].includes(element.interview.view.phase) ? element.interview.view : null,
    );
    if (now.phase !== "answering") break;
  }
  const end = await view(page);
  assert.equal(end.phase, "review");
  assert.equal(end.closed, "token_limit");
  await page.waitFor("The interview ends here because a limit was reached");
  assert.ok(upstream.requests.length < 5, `${upstream.requests.length} calls`);
  const kept = await page.evaluate(() => element.interview.exchanges(0, element.interview.view.exchanges).map((one) => one.answer));
  assert.deepEqual(kept.filter(Boolean), answers);
  await page.close();
});

test(`${browser}: a token that ran out is asked for once more, in the middle of an interview`, async () => {
  const secret = "a secret of forty bytes that nobody knows";
  const { page, upstream, proxy } = await hosted(
    { guide: "no-guide-yet" },
    { proxy: { settings: { tokens: "host" }, env: { COLLOQUY_SECRET: secret } } },
  );
  /** A token as the host's server makes them: good for so many seconds from now. */
  const token = (session, seconds) => {
    const now = Math.floor(Date.now() / 1000);
    const text = `colloquy1.${Buffer.from(JSON.stringify({ sid: session, iat: now - 60, exp: now + seconds })).toString("base64url")}`;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  await page.evaluate(async (model) => {
    const { createInterview, init } = await import("./colloquy/index.js");
    await init();
    globalThis.tokens = [];
    globalThis.asked = 0;
    // The page gives whatever token it was handed last, as one that caches what its server made.
    const made = await createInterview({
      guide: "reflective",
      subject: "tokens",
      storage: "memory",
      model: { proxy: "/", dialect: "anthropic", name: model, token: async () => tokens[Math.min(asked++, tokens.length - 1)] },
    });
    globalThis.mine = made;
    return made.view.session;
  }, models.anthropic.name);
  const session = await page.evaluate(() => mine.view.session);
  await page.evaluate(
    (...made) => {
      globalThis.tokens = made;
      element.interview = mine;
      mine.consent();
    },
    token(session, 600),
    token(session, -30),
    token(session, 600),
  );
  await openQuestion(page, 1);
  await answer(page, "I realise that tokens run out as evenings do.");
  await openQuestion(page, 2);
  assert.equal(await page.evaluate(() => asked), 3, "the second call asked twice");
  assert.match(proxy.log, /"outcome":"token_expired"/);
  assert.equal(upstream.requests.length, 2);
  await page.close();
});
