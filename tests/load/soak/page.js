// A host's page that leads one interview after the other in one document, so that what an interview leaves behind adds up.
// The page measures what it holds itself: memories of modules never shrink, and are counted as they are made.
import { MATERIAL, answerOf, filled } from "./respondent.js";

globalThis.memories = [];
const noted = (made) => {
  const { exports } = made.instance ?? made;
  if (exports.memory instanceof WebAssembly.Memory) memories.push(new WeakRef(exports.memory));
  return made;
};
for (const name of ["instantiate", "instantiateStreaming"]) {
  const original = WebAssembly[name].bind(WebAssembly);
  WebAssembly[name] = async (...given) => noted(await original(...given));
}
globalThis.wasmBytes = () => memories.reduce((sum, memory) => sum + (memory.deref()?.buffer.byteLength ?? 0), 0);

/** Puts an interview on the page; null where its guide could not be fetched. */
async function opened(attributes) {
  const element = document.createElement("colloquy-interview");
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.material = MATERIAL[attributes.guide] ?? null;
  const error = new Promise((done) => element.addEventListener("colloquy-error", ({ detail }) => done(detail), { once: true }));
  const ready = new Promise((done) => element.addEventListener("colloquy-ready", () => done(null), { once: true }));
  document.querySelector("main").append(element);
  const detail = await Promise.race([ready, error]);
  if (!detail) return element;
  element.remove();
  if (!/fetch/i.test(detail.message)) throw new Error(`${detail.code}: ${detail.message}`);
  return null;
}

/** Leads one interview to its end and gives what was submitted and what is kept of it. After `most` turns the respondent finishes. */
globalThis.lead = async ({ guide, dialect, model, mode, subject, most }) => {
  const seen = { retries: 0, proposals: 0, forms: 0, inMemory: 0, reopened: 0 };
  const attributes = { guide, subject, proxy: "/", dialect, model, "reply-mode": mode };
  let element;
  // The proxy serves the guides as well: while it is away none can be had.
  while (!(element = await opened(attributes))) seen.reopened += 1;
  const { interview } = element;
  const given = [];
  const asked = [];
  let view;
  for (;;) {
    view = await interview.until(({ phase, saving }) => !["asking", "retrying", "offline"].includes(phase) && saving.state !== "saving");
    // A machine that is slow for everybody may be silent for longer than the engine waits; it goes on, and stores it later.
    if (view.saving.state === "memory") seen.inMemory += 1;
    if (view.phase === "consent") interview.consent();
    else if (view.phase === "given_up") {
      seen.retries += 1;
      interview.retry();
    } else if (view.phase === "proposal") {
      seen.proposals += 1;
      interview.accept();
    } else if (view.phase === "review") interview.finish();
    else if (view.phase === "finished") break;
    else if (view.phase !== "answering") throw new Error(`it hangs in ${view.phase}`);
    else if (given.length + seen.forms >= most) interview.finish();
    else {
      asked.push(view.question.number);
      if (view.form) {
        seen.forms += 1;
        await patiently(() => interview.settle(view.form.token, filled(view.form)));
      } else {
        const text = answerOf(guide, `Answer ${given.length + 1} of ${subject}`);
        given.push(text);
        interview.answer(text);
      }
      turns += 1;
    }
  }
  await interview.until(({ saving }) => saving.state === "saved");
  const exchanges = interview
    .exchanges()
    .map(({ question, answer, reaction }) => ({ number: question.number, text: question.text, answer, reaction }));
  const { records } = JSON.parse(await interview.export("session"));
  const { session } = view;
  const result = await interview.result();
  const failed = records.filter(({ fact }) => fact.call_ended?.outcome?.failed).length;
  const refused = records.filter(({ fact }) => fact.reply_judged && fact.reply_judged.verdict !== "accepted").length;
  element.remove();
  interview.dispose();
  const stored = await patiently(async () => (await library()).exchanges(session));
  return {
    session,
    given,
    asked,
    exchanges,
    stored: stored.map(({ answer }) => answer),
    transcript: result.transcript,
    closed: view.closed,
    seen,
    failed,
    refused,
    facts: records.map(({ fact }) => Object.keys(fact)[0]),
  };
};

/** How often the respondent had a turn in this page. */
globalThis.turns = 0;
/** Does it again where the store says that it did not answer in time, as on a machine that is slow for everybody. */
async function patiently(task) {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (error.code !== "storage_silent") throw error;
    }
  }
}
let shelf;
const library = async () => (shelf ??= await (await import("./colloquy/index.js")).openLibrary());
await import("./colloquy/element.js");
globalThis.ready = true;
