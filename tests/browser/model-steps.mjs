// What tests of interviews led by a model have in common: the server that plays the model, the real proxy before it, the page.
import { after } from "node:test";
import assert from "node:assert/strict";
import { begin, question } from "./app-steps.mjs";
import { open } from "./harness/index.mjs";
import { models, startProxy } from "./harness/proxy.mjs";
import { startUpstream } from "./upstream/index.mjs";

const started = new Set();

after(async () => {
  const refused = await Promise.all([...started].map((one) => one()));
  // Whatever a test is about, what is sent has to be what a provider takes.
  assert.deepEqual(refused.flat(), []);
});

/** Starts a model's server and a proxy before it; `options` are the proxy's. Both end with the test file. */
export async function behind(options) {
  const upstream = await startUpstream();
  const proxy = await startProxy(upstream, options);
  started.add(async () => {
    await proxy.remove();
    await upstream.stop();
    return upstream.refused;
  });
  return { upstream, proxy };
}

/** The address of an interview that a model leads. */
export const ledBy = (dialect, query) => `/?${new URLSearchParams({ sample: "1", model: `${dialect}:${models[dialect].name}`, ...query })}`;

/** Opens the app before a proxy and its model. `query` is the address, `proxy` the proxy's options, `page` the page's. */
export async function led({ dialect = "anthropic", query, proxy: settings, page: options } = {}) {
  const { upstream, proxy } = await behind(settings);
  const page = await open(ledBy(dialect, query), { server: proxy, ...options });
  return { upstream, proxy, page };
}

/** Opens a reflective interview, unless `query` names another, and brings it to its first question. */
export async function begun(options) {
  const all = await led({ query: { guide: "reflective" }, ...options });
  await begin(all.page);
  await question(all.page);
  return all;
}

/** The view of the interview that the page shows. */
export const viewOf = (page) => page.evaluate(() => document.querySelector("colloquy-interview").interview.view);

/** Waits for a phase of the interview and gives its view. */
export const phase = (page, wanted, options) =>
  page.waitFor(
    (name) => {
      const view = document.querySelector("colloquy-interview")?.interview?.view;
      return view?.phase === name ? view : null;
    },
    { args: [wanted], ...options },
  );

/** Waits for the question after the way to the model was gone; where it came back after the last attempt, asks for another as a person would. */
export async function goneOn(page) {
  const phase = await page.waitFor(() => {
    const { phase } = document.querySelector("colloquy-interview").interview.view;
    return ["answering", "given_up"].includes(phase) && phase;
  });
  if (phase === "given_up") await page.click("button", "Try again");
}

/** Waits until what happened is stored, as a page that goes away before takes it along. */
export const saved = (page) =>
  page.waitFor(() => {
    const { state, reason } = document.querySelector("colloquy-interview").interview.view.saving;
    // A store that is only slow is not done.
    return state !== "saving" && reason !== "silent";
  });

/** Submits an answer as a person would, and waits until it is taken; what is asked next is not waited for. */
export async function send(page, text) {
  const before = (await viewOf(page)).exchanges;
  await page.fill("textbox", "Your answer", text);
  await page.click("button", "Send");
  await page.waitFor((n) => document.querySelector("colloquy-interview").interview.view.exchanges > n, { args: [before] });
}

/** Answers without the keyboard, for long interviews; gives the view once the next question is open, or something else is to be done. */
export const say = (page, text) =>
  page.evaluate(async (answer) => {
    const { interview } = document.querySelector("colloquy-interview");
    const { exchanges } = interview.view;
    interview.answer(answer);
    return interview.until((view) => view.exchanges > exchanges && !["asking", "retrying"].includes(view.phase));
  }, text);

/** Every answer that was given is in the interview, in its order, and nothing that only a machine reads is on the page. */
export async function nothingLost(page, answers) {
  const kept = await page.evaluate(() => {
    const { interview } = document.querySelector("colloquy-interview");
    return interview.exchanges(0, interview.view.exchanges).map(({ answer }) => answer);
  });
  assert.deepEqual(kept.filter(Boolean), answers);
  const text = await page.text("colloquy-interview");
  for (const raw of ['{"', '":', "interview_stage", "internal_tracking", "colloquy_proxy"])
    assert.ok(!text.includes(raw), `${raw} on the page: ${text}`);
}
