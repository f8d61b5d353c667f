// What tests of the engine's parts have in common: a page whose server refuses what it is told to, and journeys through interviews that go on
// by whatever the page offers when something could not be loaded.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after } from "node:test";
import { addressOf, root } from "./element-site.mjs";
import { browser, open } from "./harness/index.mjs";
import { models } from "./harness/proxy.mjs";
import { watched } from "./harness/watched.mjs";
import { behind } from "./model-steps.mjs";
import { agree } from "./onboarding-steps.mjs";
import { overloaded } from "./upstream/faults.mjs";

/** The files of the engine, base and parts, by the paths they are served at. */
export const isEngine = (name) => /\/colloquy_[^/]*\.wasm$/.test(name);
/** A file of the engine without the sign of its build. */
export const plain = (name) => name.replace(/^.*\//, "").replace(/_[0-9a-f]{8,}(?=\.wasm$)/, "");

const stopping = new Set();
after(() => Promise.all([...stopping].map((server) => server.stop())));

let site;
let provider;

/** Starts a server of the plain page on a port of its own, before a proxy and its model. */
export async function startSite() {
  provider ??= await behind();
  await writeFile(join(root, "study.json"), JSON.stringify(STUDY));
  site ??= await watched({ "": root }, { models: provider.proxy.origin, small: false });
  const server = await site.visit();
  stopping.add(server);
  return server;
}

/** Every part that the build has, without the base and without what is a program of its own. */
export async function partsOfTheBuild() {
  await startSite();
  return site.names.filter((name) => isEngine(name) && !name.endsWith("_bg.wasm"));
}

/** Two questions of an owner's own. */
const STUDY = {
  schema: "colloquy.study/1",
  id: "sleep",
  language: "en",
  title: "How you sleep",
  goal: "Learn what a good night needs.",
  topics: [
    { id: "night", ask: "What was the last good night like?", probes: "none" },
    { id: "tools", ask: "What do you use to get to sleep?", probes: "none" },
  ],
};

/** The journeys: each begins an interview and does everything that it is there for. */
export const JOURNEYS = {
  "reflective, built in": { guide: "reflective" },
  "staged, built in": { guide: "staged" },
  // With notes, what they hold would be taken for the conversation, and nothing would be asked.
  "advice, built in": { guide: "advice", material: "none" },
  "gaps, built in": { guide: "gaps" },
  "onboarding, built in": { guide: "onboarding" },
  "reflective, led by a model": { guide: "reflective", model: models.anthropic },
  "gaps, led by a model": { guide: "gaps", model: models.anthropic },
  "reflective, led by a model that fails at first": { guide: "reflective", model: models.anthropic, fails: true },
  "a study, built in": { study: "study.json" },
  "reflective in German": { guide: "reflective", lang: "de" },
  "reflective in Spanish": { guide: "reflective", lang: "es" },
  "reflective in French": { guide: "reflective", lang: "fr" },
  "a model that is left for the built-in interviewer": { guide: "reflective", model: models["openai-chat"], leaves: true },
};

const ANSWERS = [
  "I realized that a steady bedtime matters more to me than the hours do, and I want to write that down by Friday.",
  "Mostly Python for six years, in production, with a team of five; the morning light was news to me.",
];

/** What is handed in where a file is asked for. */
const RESUME = {
  name: "resume.txt",
  type: "text/plain",
  bytes: "Ada Example\nada@example.org\n\nExperience\n2019 - 2023 Miller, Mill\n2015 - 2018 Baker, Bakery\n",
};

/** What the page says while something is missing, and how often it was asked to try again. */
class Account {
  words = [];
  retries = 0;
  /** True when the network was away meanwhile, for the browser too: then a request may not even have reached the server. */
  offline = false;
  /** The session file at the end. */
  session = "";
}

/** What the buttons are called that try again, in the languages of the journeys. */
const AGAIN = /^(Try again|Open again|Erneut|Intentar de nuevo|Abrir de nuevo|Réessayer|Rouvrir)/;

/**
 * Waits until something holds in the page, and presses "Try again" whenever that is offered. What the page said in words is put down.
 * `before` is done between two looks.
 */
export async function onward(page, holds, { account = new Account(), args = [], before, patience = 60_000 } = {}) {
  for (const end = Date.now() + patience; ; ) {
    await before?.(account);
    const value = await page.evaluate(holds, ...args);
    if (value) return value;
    const [again] = await page.find("button", AGAIN);
    if (again && !again.disabled) {
      account.words.push(await page.text("[part~=panel], [role=alert], [role=status]"));
      account.retries += 1;
      await page.click("button", again.name).catch(() => undefined);
    }
    if (Date.now() > end)
      throw new Error(
        `waited ${patience} ms for ${holds}\n${(await page.tree()).join("\n")}\n${JSON.stringify(await page.evaluate(() => globalThis.emitted))}`,
      );
    await new Promise((next) => setTimeout(next, 60));
  }
}

/** Does in the page what may be refused for want of a part, a second time where it was. */
async function tried(page, work, { account, before, args = [] }) {
  for (let times = 0; ; times += 1) {
    await before?.(account);
    const outcome = await page.evaluate(
      async (source, given) => {
        try {
          return { value: await globalThis.works[source](...given) };
        } catch (error) {
          return { code: error.code ?? String(error), message: error.message };
        }
      },
      work,
      args,
    );
    if (!outcome.code) return outcome.value;
    assert.equal(outcome.code, "part_unavailable", `${work}: ${outcome.message}`);
    assert.ok(outcome.message.length > 20 && times < 40, `${work}: ${outcome.message}`);
    account.words.push(outcome.message);
    account.retries += 1;
    await new Promise((next) => setTimeout(next, 150));
  }
}

/** What a host does with an interview, by name: functions of the page, which has the package before the network can be away. */
const works = async () => {
  const colloquy = await import("./colloquy/index.js").catch(() => null);
  if (!colloquy) return false;
  globalThis.works = {
    export: async (format) => {
      const library = await colloquy.openLibrary();
      const text = await library.result(element.interview.view.session, format);
      library.close();
      return text;
    },
    redact: (question) => element.interview.redact(question),
    init: () => colloquy.init(),
    judge: async () => colloquy.readReply("question", '{"follow_up": false, "question": "What stays?"}').value.question,
    findings: async (text) => colloquy.extractFindings([text]).insights.length,
    skills: async (text) => colloquy.readSkills(text).then(({ skills }) => skills.length),
  };
  return true;
};

/**
 * Leads one journey from an empty page to a finished interview with its exports, and holds it to what must be true of any: every answer is
 * there, nothing was asked twice, the element was ready once, and no error reached the page uncaught. Gives what the page said on the way.
 */
export async function travel(server, { guide, study, material, lang, model, leaves, fails }, { before, onAnswered } = {}) {
  const account = new Account();
  const look = async (so) => {
    await before?.(so, page);
    // It fails until the page knows in what way.
    if (fails && (await page.evaluate(() => globalThis.element?.interview?.view.problem?.kind === "overloaded")))
      provider.upstream.always(null);
  };
  if (fails) provider.upstream.always(overloaded());
  const query = {
    ...(study ? { study } : { guide }),
    subject: `${guide}-${Math.random()}`,
    ...(guide === "reflective" && { questions: "2" }),
    ...(lang && { lang }),
    ...(material && { material }),
  };
  if (model) Object.assign(query, { proxy: server.origin, dialect: model.dialect, model: model.name });
  const page = await open(addressOf(query), { server });
  try {
    const given = [];
    const wait = (holds, args) => onward(page, holds, { account, args, before: look });
    await wait(() => globalThis.element?.interview?.view);
    await wait(works);
    await wait(() => {
      const { interview } = element;
      if (interview?.view.phase === "consent") interview.consent();
      return interview && interview.view.phase !== "consent";
    });
    // The first forms of an onboarding interview are what its parts are for.
    const turns = guide === "onboarding" ? 4 : 2;
    for (let turn = 0; turn < turns; turn += 1) {
      const open = await wait(
        (count) => {
          const view = element.interview?.view;
          if (!view) return null;
          if (["proposal", "review", "finished"].includes(view.phase)) return { over: true };
          if (view.phase === "paused") element.interview.resume();
          if (view.phase !== "answering" || view.exchanges < count || !view.can.answer) return null;
          return { number: view.question.number, form: Boolean(view.form) };
        },
        [turn],
      );
      if (open.over) break;
      if (leaves && turn === 1) await page.evaluate(() => element.interview.useScripted());
      if (open.form) {
        for (let fault; (fault = await agree(page, { files: [RESUME] })); ) {
          assert.equal(fault.code, "part_unavailable", fault.message);
          account.words.push(fault.message);
        }
      } else {
        given.push(`${ANSWERS[turn % ANSWERS.length]} That is number ${turn + 1}.`);
        await page.evaluate((text) => element.interview.answer(text), given.at(-1));
      }
      await onAnswered?.({ page, turn, account });
    }
    assert.ok(given.length > 0 || guide === "onboarding", "something is asked and answered");
    await wait(
      () =>
        ["answering", "proposal", "review", "given_up", "offline", "retrying"].includes(element.interview?.view.phase) &&
        element.interview.view.saving.state === "saved",
    );
    await wait(() => {
      const { interview } = element;
      const phase = interview?.view.phase;
      if (phase === "proposal") interview.decline();
      else if (phase === "finished") return true;
      else if (interview?.view.can.finish) interview.finish().catch(() => undefined);
      return interview?.view.phase === "finished";
    });
    for (const format of ["markdown", "html", "session"]) {
      const text = await tried(page, "export", { account, before: look, args: [format] });
      account.session = text;
      for (const answer of given) assert.ok(text.includes(answer.slice(0, 40)), `${format} has what was answered`);
    }
    if (given.length > 0 && guide !== "onboarding") {
      await tried(page, "redact", { account, before: look, args: [1] });
      assert.ok(
        !(await tried(page, "export", { account, before: look, args: ["session"] })).includes(given[0].slice(0, 40)),
        "what was taken back is gone",
      );
      given.shift();
    }
    await tried(page, "init", { account, before: look });
    assert.equal(await tried(page, "judge", { account, before: look }), "What stays?");
    await tried(page, "findings", { account, before: look, args: [ANSWERS[0]] });
    await tried(page, "skills", { account, before: look, args: [ANSWERS[1]] });

    const end = await page.evaluate(() => {
      const exchanges = element.interview.exchanges(0, element.interview.view.exchanges);
      return {
        questions: exchanges.map(({ question }) => question.text),
        answers: exchanges.map(({ answer }) => answer).filter(Boolean),
        ready: emitted.filter(({ name }) => name === "ready").length,
        errors: emitted.filter(({ name }) => name === "error").map(({ detail }) => detail),
      };
    });
    assert.deepEqual(end.answers, given, "nothing that was answered is lost");
    assert.equal(new Set(end.questions).size, end.questions.length, `asked twice: ${end.questions.join(" | ")}`);
    assert.equal(end.ready, 1, "colloquy-ready");
    // Without its base there is no engine that could speak of parts.
    const base = account.offline || server.sent.some(({ name, status }) => name.endsWith("_bg.wasm") && status !== 200);
    const codes = ["part_unavailable", ...(base ? ["init_failed"] : [])];
    for (const { code, message } of end.errors) assert.ok(codes.includes(code) && message.length > 20, `${code}: ${message}`);
    account.words.push(...end.errors.map(({ message }) => message));
    // That a file was refused is the browser's own message, and the element's to the page's developer.
    const problems = page
      .problems()
      .filter((problem) => !problem.includes("<colloquy-interview> "))
      .filter((problem) => !/Failed to load resource|NetworkError|net::ERR|status of|Load failed|Cross-Origin Request/i.test(problem));
    assert.deepEqual(problems, []);
    return account;
  } finally {
    provider.upstream.always(null);
    await page.close();
    await server.stop();
    stopping.delete(server);
  }
}

/** Opens a reflective interview that a model leads. */
export function openLed(server, model = models.anthropic) {
  const query = { guide: "reflective", subject: `led-${Math.random()}`, proxy: server.origin, dialect: model.dialect, model: model.name };
  return open(addressOf(query), { server });
}

/** Leads a journey with everything there, and gives the files of the engine that it asked for after the base, each once. */
export async function partsOf(journey) {
  const server = await startSite();
  const account = await travel(server, journey);
  assert.deepEqual(account.words, [], "nothing is missing");
  const asked = server.sent.map(({ name }) => name).filter(isEngine);
  assert.equal(new Set(asked).size, asked.length, `${browser}: each file once: ${asked.map(plain).join()}`);
  return asked;
}
