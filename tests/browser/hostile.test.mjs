// Hostile text in the element: whatever is written, handed in or imported is shown as text, in its own place, and breaks nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, openQuestion, phase, root, stored } from "./element-site.mjs";
import { browser, open } from "./harness/index.mjs";
import { hostile, random } from "./hostile-text.mjs";

const openElement = (attributes) => open(addressOf(attributes), { root, viewport: { width: 360, height: 800 } });

/** What the log is made of, by the package's own templates. */
const ELEMENTS = "article,bdi,button,div,mark,p,path,span,svg";

/** Begins without a screen: what is tested is what comes after. */
async function begun(attributes) {
  const page = await openElement(attributes);
  await page.waitFor(() => element.interview?.view.phase === "consent");
  await page.evaluate(() => {
    globalThis.pwned = () => (globalThis.ran = true);
    element.interview.consent();
  });
  await openQuestion(page, 1);
  return page;
}

/** What is drawn: names of elements, attributes that could do something, texts, and whether anything ran or stands out. */
const drawn = (page) =>
  page.evaluate(() => {
    const log = element.shadowRoot.querySelector(".log");
    const all = [...log.querySelectorAll("*")];
    const texts = (selector) => [...log.querySelectorAll(selector)];
    const attributes = all
      .flatMap((one) => [...one.attributes].map(({ name }) => name))
      .filter((name) => /^on|^href$|^src|^style$|^srcdoc$|^action$/.test(name));
    return {
      names: [...new Set(all.map(({ localName }) => localName))].sort(),
      attributes,
      answers: texts(".answer").map((one) => one.textContent),
      isolated: texts(".answer, .question").every((one) => /isolate|plaintext/.test(getComputedStyle(one).unicodeBidi)),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ran: globalThis.ran === true,
    };
  });

test(`${browser}: hostile answers and amendments are shown as the text they are, each in its own direction`, async () => {
  const page = await begun({ questions: "5", title: "</title><script>pwned()</script>\u202e<img src=x onerror=pwned()>" });
  const next = random(7);
  const said = [];
  for (let number = 1; number <= 4; number += 1) {
    await openQuestion(page, number);
    const text = `${hostile(next, 30)} ${"unbroken".repeat(60)}`;
    said.push(text.trim());
    await page.evaluate((text) => element.interview.answer(text), text);
  }
  await openQuestion(page, 5);
  said[1] = `${hostile(next, 20)} amended`.trim();
  await page.evaluate((text) => element.interview.amend(2, text), said[1]);
  const shown = await page
    .waitFor((wanted) => [...element.shadowRoot.querySelectorAll(".log .answer")][1]?.textContent === wanted, { args: [said[1]] })
    .then(() => drawn(page));
  // A lone line end of another kind is one line break to a browser's text, and no less.
  assert.deepEqual(shown.answers, said);
  assert.deepEqual(
    shown.names.filter((name) => !ELEMENTS.split(",").includes(name)),
    [],
  );
  assert.deepEqual(shown.attributes, []);
  assert.deepEqual([shown.isolated, shown.ran, shown.overflow], [true, false, 0]);
  await stored(page);
  await page.reload();
  await openQuestion(page, 5);
  assert.deepEqual((await drawn(page)).answers, said, "and again from the store");
  await page.evaluate(() => element.interview.finish());
  await phase(page, "review");
  await page.evaluate(() =>
    element.interview.editFindings({ add: { list: "insights", text: "<img src=x onerror=pwned()> \u202eturned" } }),
  );
  await page.waitFor("<img src=x onerror=pwned()>");
  await page.evaluate(() => element.interview.finish());
  await phase(page, "finished");
  assert.equal(
    await page.evaluate(
      () => element.shadowRoot.querySelectorAll("img, script, iframe, base, style, link:not([rel=stylesheet]), form[action]").length,
    ),
    0,
  );
  assert.equal(await page.evaluate(() => globalThis.ran === true), false);
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test(`${browser}: halves of characters, ten megabytes, and things that are no text, given by a page's script`, async () => {
  const page = await begun({ questions: "3" });
  const outcomes = await page.evaluate(async () => {
    const { interview } = element;
    const { createInterview, init, openLibrary } = await import("./colloquy/index.js");
    await init();
    const code = async (what) => {
      try {
        await what();
        return "taken";
      } catch (error) {
        return error.code ?? String(error);
      }
    };
    const huge = "0123456789 ".repeat(1_000_000);
    const out = {};
    interview.answer(huge);
    out.huge = [interview.view.phase, interview.view.notice?.code, interview.view.exchanges];
    out.hugeDraft = await code(() => (interview.draft = huge));
    out.draft = interview.draft?.length ?? 0;
    interview.draft = "";
    interview.answer("a \ud800 half \udc00 and a \ud83d\ude00 whole");
    await interview.until(({ exchanges }) => exchanges === 1);
    out.half = interview.exchanges()[0].answer;
    out.whole = JSON.parse(await interview.export("json")).exchanges[0].answer;
    const begin = (more) => code(() => createInterview({ guide: "reflective", storage: "memory", ...more }).then((made) => made.dispose()));
    const text = (name, text) => ({ texts: [{ name, text }] });
    out.refused = await Promise.all([
      begin({ subject: huge }),
      begin({ locale: huge }),
      begin({ metadata: { a: huge } }),
      begin({ material: { title: huge } }),
      begin({ material: text("a", huge) }),
      begin({ material: text(huge, "a") }),
      begin({ guidelines: { tone: huge } }),
      begin({ guide: { id: huge } }),
      begin({ template: huge }),
      begin({ material: { source_url: huge } }),
    ]);
    out.odd = await Promise.all([
      begin({ material: { title: "\ud800" } }),
      begin({ metadata: { "\udc00": "\ud800\u0000" } }),
      begin({ subject: "\u0000\u202e" }),
      begin({ material: { source_url: "javascript:pwned()" } }),
    ]);
    const library = await openLibrary();
    out.imports = await Promise.all(
      [huge, "{", "null", "[]", '{"schema":"colloquy.session/1","records":[]}', '{"__proto__":{}}', "\ud800"].map((text) =>
        code(() => library.import(text)),
      ),
    );
    library.close();
    return out;
  });
  assert.deepEqual(outcomes.huge, ["answering", "answer_too_long", 0]);
  assert.ok(outcomes.draft <= 1_000_000, `${outcomes.draft} characters of a draft`);
  assert.equal(outcomes.half, "a \ufffd half \ufffd and a \u{1f600} whole");
  assert.equal(outcomes.whole, outcomes.half);
  for (const code of outcomes.refused) assert.match(code, /^invalid_(options|guide)$/);
  for (const code of outcomes.odd) assert.match(code, /^(taken|invalid_options)$/);
  for (const code of outcomes.imports) assert.match(code, /^invalid_/);
  // None of it has harmed the interview that runs.
  await openQuestion(page, 2);
  assert.deepEqual(page.problems(), []);
  await page.close();
});
