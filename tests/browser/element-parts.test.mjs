// Parts of the page that cannot be loaded when they are needed: the respondent reads that in plain words, and tries again.
import assert from "node:assert/strict";
import { cp, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { browser, folder } from "./harness/index.mjs";
import { answer, begin, openElement, openQuestion, phase, root, stored } from "./element-site.mjs";

const WORDS = {
  en: { agree: "Agree and begin", missing: "A part of this page could not be loaded.", again: "Try again" },
  de: { agree: "Zustimmen und beginnen", missing: "Ein Teil dieser Seite konnte nicht geladen werden.", again: "Erneut versuchen" },
  es: { agree: "Aceptar y empezar", missing: "No se pudo cargar una parte de esta página.", again: "Intentar de nuevo" },
  fr: { agree: "Accepter et commencer", missing: "Une partie de cette page n’a pas pu être chargée.", again: "Réessayer" },
  ar: { agree: "أوافق وأبدأ", missing: "تعذّر تحميل جزء من هذه الصفحة.", again: "حاول مرة أخرى" },
  ja: { agree: "同意して始める", missing: "このページの一部を読み込めませんでした。", again: "再試行" },
};

/** Makes the next call of a method fail as one does whose part of the engine cannot be loaded. */
const failOnce = (page, method) =>
  page.evaluate((name) => {
    const { interview } = element;
    globalThis.calls = 0;
    Object.defineProperty(interview, name, {
      configurable: true,
      value(...given) {
        calls += 1;
        if (calls > 1) return Object.getPrototypeOf(this)[name].apply(this, given);
        throw Object.assign(new Error("the part could not be loaded"), { code: "part_unavailable" });
      },
    });
  }, method);

for (const [lang, words] of Object.entries(WORDS)) {
  test(`${browser}: a method whose part of the engine cannot be loaded is tried again by a button, in ${lang}`, async () => {
    const page = await openElement({ subject: `part-${lang}`, lang });
    await page.click("button", words.agree);
    await openQuestion(page, 1);
    await failOnce(page, "pause");
    await page.evaluate(() => element.shadowRoot.querySelector("header .tools button").click());
    await page.waitFor(words.missing);
    assert.deepEqual(await page.evaluate(() => emitted.filter(({ name }) => name === "error").map(({ detail }) => detail.code)), [
      "part_unavailable",
    ]);
    assert.equal((await page.find("alert")).length, 0, "no words of the engine's are shown");
    await page.click("button", words.again);
    await phase(page, "paused");
    assert.equal(await page.evaluate(() => calls), 2);
    assert.ok(!(await page.text("colloquy-interview")).includes(words.missing));
    await page.close();
  });
}

test(`${browser}: an interview that waits for a part of the engine can be sent on by a button`, async () => {
  const page = await openElement({ subject: "part-waits" });
  await begin(page);
  // The interview as the engine shows it while it waits.
  await page.evaluate(() => {
    const { interview } = element;
    const { view } = interview;
    const problem = { code: "API_RETRY_FAILED", kind: "network", attempt: 4, attempts: 4, retryAt: null };
    const waits = { ...view, phase: "given_up", question: null, problem, can: { ...view.can, retry: true } };
    Object.defineProperty(interview, "view", { configurable: true, get: () => waits });
    interview.retry = () => {
      delete interview.view;
      delete interview.retry;
    };
    element.session.refresh();
  });
  await page.waitFor(WORDS.en.missing);
  await page.click("button", WORDS.en.again);
  await openQuestion(page, 1);
  assert.ok(!(await page.text("colloquy-interview")).includes(WORDS.en.missing));
  await page.close();
});

test(`${browser}: results whose files cannot be loaded come with Try again`, async () => {
  const site = await folder("parts");
  await cp(root, site, { recursive: true });
  const [lazy] = (await readdir(join(site, "colloquy"))).filter((name) => /^element-lazy-.*\.js$/.test(name));
  assert.ok(lazy, "the review is a file of its own");
  await rename(join(site, "colloquy", lazy), join(site, "away.js"));
  const page = await openElement({ subject: "part-results", questions: "1" }, { root: site });
  await begin(page);
  await answer(page, "I realize that mornings are mine.");
  await phase(page, "review");
  // Every change tries again by itself: the button is for when nothing changes any more.
  await stored(page);
  await page.waitFor(WORDS.en.missing);
  await rename(join(site, "away.js"), join(site, "colloquy", lazy));
  // Whatever changes meanwhile, such as findings that come, fetches them too: then there is nothing left to press.
  await page.waitFor(() => {
    element.shadowRoot.querySelector("[data-kind=part] .primary")?.click();
    return element.shadowRoot.querySelector(".results") !== null;
  });
  await page.waitFor("What your answers show");
  assert.deepEqual(await page.evaluate(() => emitted.filter(({ name }) => name === "ready").length), 1);
  await page.close();
});

test(`${browser}: a form whose files cannot be loaded comes with Try again, and can be answered in words meanwhile`, async () => {
  const site = await folder("forms");
  await cp(root, site, { recursive: true });
  const [forms] = (await readdir(join(site, "colloquy"))).filter((name) => /^element-forms-.*\.js$/.test(name));
  assert.ok(forms, "forms are a file of their own");
  await rename(join(site, "colloquy", forms), join(site, "away.js"));
  const page = await openElement({ guide: "onboarding", subject: "part-forms" }, { root: site });
  // They are asked for again by themselves after three seconds: here the button is to do it.
  await page.evaluate(() => {
    const later = setTimeout;
    globalThis.setTimeout = (run, ms, ...more) => (ms === 3_000 ? 0 : later(run, ms, ...more));
  });
  await page.click("button", "Agree and begin");
  await page.waitFor(() => element.interview?.view.form);
  await page.waitFor(WORDS.en.missing);
  await page.waitFor({ role: "textbox", name: "Your answer" });
  await rename(join(site, "away.js"), join(site, "colloquy", forms));
  await page.click("button", WORDS.en.again);
  await page.waitFor({ role: "heading", name: "Your choice" });
  assert.ok(!(await page.text("colloquy-interview")).includes(WORDS.en.missing));
  await page.close();
});
