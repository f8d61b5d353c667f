// A whole interview in the app, from the sample to results that can be taken along, and what a reload keeps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, begin, endEarly, finish, question } from "./app-steps.mjs";
import { stored } from "./database.mjs";
import { browser, open } from "./harness/index.mjs";
import { inSight, pressSeen, tabTo } from "./in-sight.mjs";

const SAMPLE = "/?guide=reflective&sample=1";
const session = () => new URLSearchParams(location.search).get("session");

test(`${browser}: the sample interviews from consent to results`, async () => {
  const page = await open(SAMPLE);
  assert.equal(await page.evaluate(session), null, "nothing is stored before consent, so nothing has an address");
  await begin(page);
  await page.waitFor(() => new URLSearchParams(location.search).get("session"));
  const id = await page.evaluate(session);
  const asked = new Set();
  for (let n = 1; n <= 5; n += 1) {
    asked.add(await question(page));
    await answer(page, `Answer ${n}: I realised that the evening log matters more than the lamp. I should start a log of my own.`);
  }
  assert.equal(asked.size, 5, [...asked].join("\n"));
  await finish(page);
  // The page of results has it all: here it is folded below the way there.
  await inSight(page, "link", "Go to the results page");
  assert.deepEqual(await page.find("heading", "Insights"), []);
  await page.evaluate(() => {
    const folded = document.querySelector("colloquy-interview").shadowRoot.querySelector("details.also summary");
    if (!folded.textContent.includes("What your answers show")) throw new Error(folded.textContent);
    folded.click();
  });
  await page.waitFor({ role: "heading", name: "Insights" });
  await page.click("link", "Go to the results page");
  await page.waitFor({ role: "button", name: "Download Word" });
  await page.waitFor(() => document.title === "What We Keep Running · Colloquy");
  await page.waitFor(() => document.activeElement?.localName === "h1");
  for (const name of ["Insights", "Next steps", "Themes", "Questions and answers"]) {
    await page.waitFor({ role: "heading", name });
  }
  await page.waitFor("5 of 5 questions answered");
  const shown = await page.text("ol.exchanges");
  for (const text of asked) assert.ok(shown.includes(text.slice(0, 40)), text);
  await page.reload();
  await page.waitFor({ role: "button", name: "Download Word" });
  assert.equal(await page.evaluate(session), id);
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: results are taken along by what is in sight: as a document, as text, and folded as data`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  await question(page);
  await answer(page, 'I learned that <b>"logs"</b>, commas and\nline breaks survive. I will keep one.');
  await question(page);
  await finish(page);
  await page.click("link", "Go to the results page");
  // The way out is on the first screen, before anything that was found; empty lists have no headings.
  for (const name of ["Download Word", "Print or PDF", "Download Markdown", "Copy text"]) await inSight(page, "button", name);
  assert.deepEqual(await page.find("heading", "Themes"), []);
  await page.evaluate(() => {
    window.saved = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.saved.push({ blob });
      return create.call(URL, blob);
    };
    HTMLAnchorElement.prototype.click = function click() {
      if (this.download) window.saved.at(-1).name = this.download;
    };
    // What is copied is read where it is written: not every browser gives a test its clipboard.
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (window.copied = text) } });
  });
  const saved = async (n) => {
    await page.waitFor((count) => window.saved.length === count && window.saved.at(-1).name, { args: [n] });
    return page.evaluate(async () => ({ name: window.saved.at(-1).name, text: await window.saved.at(-1).blob.text() }));
  };
  await page.click("button", "Copy text");
  await page.waitFor(() => window.copied);
  assert.match(await page.evaluate(() => window.copied), /^# Interview/, "what a program reads of it is not copied");
  await page.click("button", "Download Word");
  const word = await saved(1);
  assert.match(word.name, /\.docx$/);
  // A document of Word is a ZIP file; its parts are stored as they are.
  assert.ok(word.text.startsWith("PK") && word.text.includes("commas and") && !word.text.includes("<b>"), "markup of an answer is text");
  await page.click("button", "Download Markdown");
  const markdown = await saved(2);
  assert.match(markdown.name, /\.md$/);
  assert.match(markdown.text, /^---\n/, "the file has what programs read of it");
  const formats = [
    ["Told as a story (Markdown)", /-narrative\.md$/, /logs/],
    ["Questions and answers only (Markdown)", /-qa\.md$/, /logs/],
    ["Web page (HTML)", /\.html$/, /^<!doctype html>/i],
    ["Table (CSV)", /\.csv$/, /logs/],
    ["Data (JSON)", /\.json$/, /^\{/],
    ["Saved interview, to open here again", /\.colloquy\.json$/, /"colloquy.session\/1"/],
  ];
  await page.evaluate(() => document.querySelector(".take-away summary").click());
  for (const [place, [name, file, start]] of formats.entries()) {
    await page.click("button", name);
    const found = await saved(place + 3);
    assert.match(found.name, file);
    assert.match(found.text, start);
    if (name === "Web page (HTML)") assert.ok(!found.text.includes('<b>"logs"'), "markup of an answer is text in HTML");
  }
  assert.equal(
    await page.evaluate(() => document.querySelectorAll("main .exchanges b").length),
    0,
    "markup of an answer is text in the page",
  );
  await page.close();
});

test(`${browser}: a long result has a list of its parts on top, which leads to each`, async () => {
  const page = await open("/?guide=gaps&sample=1", { viewport: { width: 1280, height: 900 } });
  await begin(page);
  for (let n = 1; n <= 8; n += 1) {
    await question(page);
    await answer(
      page,
      `${n} years on my own, in production. I learned that small steps matter more. I will write the runbook in week ${n}.`,
    );
  }
  await finish(page);
  await page.click("link", "Go to the results page");
  await inSight(page, "link", "Questions and answers");
  await page.waitFor({ role: "navigation", name: "On this page" });
  await pressSeen(page, "link", "Questions and answers");
  await page.waitFor({ role: "heading", name: "Questions and answers", focused: true });
  await inSight(page, "heading", "Questions and answers");
  await page.close();
});

test(`${browser}: who would rather not begin is back where interviews are chosen, with nothing stored`, async () => {
  const page = await open(SAMPLE);
  await page.click("button", "Not now");
  await page.waitFor("Nothing was stored. The interview is here whenever you like.");
  await page.waitFor({ role: "heading", name: "No interviews yet" });
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: a reload shows the same question with the draft`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  await question(page);
  await answer(page, "The lighthouse log stayed with me, because it is so plain and so patient.");
  const second = await question(page);
  await page.fill("textbox", "Your answer", "Half a thought");
  await stored(page, "Half a thought");
  await page.reload();
  assert.equal(await question(page), second);
  await page.waitFor({ role: "textbox", name: "Your answer", value: "Half a thought" });
  // Left before that is stored: the page that is kept for Back must not hold the database, and saves what it can. A browser under
  // load freezes it before the last letters are on their way, WebKit without load as well.
  await page.fill("textbox", "Your answer", "The whole");
  await stored(page, "The whole");
  for (const words of [" of a", " thought"]) await page.type(words);
  await page.goto("/?view=stored");
  await page.waitFor({ role: "heading", name: "What We Keep Running" });
  await page.goto(SAMPLE);
  await page.click("button", "Resume");
  assert.equal(await question(page), second);
  const kept = (whole) => {
    const box = document.querySelector("colloquy-interview").shadowRoot.querySelector("textarea");
    return Boolean(box?.value) && whole.startsWith(box.value);
  };
  await page.waitFor(kept, { args: ["The whole of a thought"] });
  await answer(page, "The whole of a thought, and the rest of it.");
  await page.close();
});

test(`${browser}: Enter sends where that was chosen, and sentences of the answers are kept as findings by keyboard`, async () => {
  const page = await open("/?view=settings");
  await page.click("radio", "Sends");
  await page.goto(SAMPLE);
  await begin(page);
  await question(page);
  await page.fill("textbox", "Your answer", "My aunt kept a lighthouse.");
  await page.press("Shift+Enter");
  await page.type("Nobody came by in winter. Yes.");
  await page.press("Enter");
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.exchanges === 1);
  const sent = () => document.querySelector("colloquy-interview").interview.exchanges(0, 1)[0].answer;
  assert.equal(await page.evaluate(sent), "My aunt kept a lighthouse.\nNobody came by in winter. Yes.");
  await question(page);
  await endEarly(page);
  const focus = (selector) =>
    page.waitFor(
      (wanted) => {
        const { shadowRoot } = document.querySelector("colloquy-interview");
        shadowRoot.querySelector(wanted)?.focus();
        return shadowRoot.activeElement?.matches(wanted);
      },
      { args: [selector] },
    );
  await focus("#own-actions summary");
  await page.press("Enter");
  // What is too short to mean anything alone is not offered.
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.querySelectorAll("#own-actions li").length === 2);
  await page.press("Tab");
  await page.press("Enter");
  const actions = () => document.querySelector("colloquy-interview").interview.view.findings.actions.map(({ text }) => text);
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.querySelectorAll("#own-actions li").length === 1);
  assert.ok((await page.evaluate(actions)).includes("My aunt kept a lighthouse."));
  // The next one has the focus, and after the last one what unfolds them.
  await page.press("Enter");
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.activeElement?.matches("#own-actions summary"));
  assert.ok((await page.evaluate(actions)).includes("Nobody came by in winter."));
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: an address without a session leads back to the active one`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  const first = await question(page);
  const id = await page.evaluate(session);
  await page.goto("/?guide=reflective");
  assert.equal(await question(page), first);
  assert.equal(await page.evaluate(session), id);
  // The sample is offered again as it was begun, and not continued without a word.
  await page.goto(SAMPLE);
  await page.waitFor({ role: "heading", name: "You have begun this interview before" });
  await page.click("button", "Resume");
  assert.equal(await question(page), first);
  assert.equal(await page.evaluate(session), id);
  await page.close();
});

test(`${browser}: a paused session is offered with its last exchanges, and a new one is the other choice`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  await question(page);
  await answer(page, "What I remember best is the hour in which nothing new may be started.");
  await question(page);
  const id = await page.evaluate(session);
  await page.click("button", "Pause");
  await page.waitFor({ role: "button", name: "Resume" });
  await page.goto(SAMPLE);
  await page.waitFor({ role: "heading", name: "You have begun this interview before" });
  await page.waitFor("nothing new may be started");
  await page.click("button", "Resume");
  await question(page);
  assert.equal(await page.evaluate(session), id);
  await page.click("button", "Pause");
  await page.waitFor({ role: "button", name: "Resume" });
  await page.goto(SAMPLE);
  await page.click("button", "Start over");
  await begin(page);
  await question(page);
  assert.notEqual(await page.evaluate(session), id);
  await page.close();
});

test(`${browser}: a difficulty that is typed on the way from the first page is asked about`, async () => {
  const page = await open("/", { viewport: { width: 375, height: 800 } });
  await page.waitFor({ role: "heading", name: "Hiring advice" });
  await page.waitFor({ role: "heading", name: "No interviews yet" });
  await tabTo(page, "link", "Start", "Hiring advice");
  await page.fill("textbox", /^The difficulty/, "Our deployments break on Fridays");
  await page.click("button", "Begin the interview");
  await begin(page);
  assert.match(await question(page), /^You wrote “Our deployments break on Fridays”\. .+\?$/);
  await page.close();
});

test(`${browser}: an address of nothing says so and leads home`, async () => {
  const page = await open("/?guide=reflective&session=00000000-0000-4000-8000-000000000000");
  await page.waitFor({ role: "heading", name: "This interview is not here" });
  await page.goto("/?guide=staged-by-nobody");
  await page.waitFor({ role: "heading", name: "There is no such interview" });
  await page.click("link", "Go to your interviews");
  await page.waitFor({ role: "heading", name: "Interviews" });
  // A model that is not offered is no reason to go away, and trying again would not help.
  await page.goto("/?guide=reflective&sample=1&model=anthropic:nobody");
  await page.waitFor("does not offer the model “anthropic:nobody”");
  assert.deepEqual(await page.find("button", "Try again"), []);
  await pressSeen(page, "link", "Use the built-in interviewer");
  await begin(page);
  await question(page);
  // Results that are not there yet lead to where they come from, and say so.
  const id = await page.evaluate(session);
  await page.goto(`/?view=results&session=${id}`);
  await page.waitFor("This interview is not finished, so there are no results yet.");
  await question(page);
  await page.close();
});
