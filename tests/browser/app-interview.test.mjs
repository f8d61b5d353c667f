// A whole interview in the app, from the sample to results that can be taken along, and what a reload keeps.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, begin, finish, question } from "./app-steps.mjs";
import { stored } from "./database.mjs";
import { browser, open } from "./harness/index.mjs";

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
  await page.click("link", "Go to the results page");
  await page.waitFor({ role: "heading", name: "Figures" });
  await page.waitFor(() => document.title === "What We Keep Running · Colloquy");
  await page.waitFor(() => document.activeElement?.localName === "h1");
  for (const name of ["Insights", "Action items", "Themes", "Figures", "Questions and answers", "Transcript"]) {
    await page.waitFor({ role: "heading", name });
  }
  const preview = await page.text("pre.preview");
  for (const text of asked) assert.ok(preview.includes(text.slice(0, 40)), text);
  await page.reload();
  await page.waitFor({ role: "heading", name: "Figures" });
  assert.equal(await page.evaluate(session), id);
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: results come in every format, as previewed`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  await question(page);
  await answer(page, 'I learned that <b>"logs"</b>, commas and\nline breaks survive. I will keep one.');
  await question(page);
  await finish(page);
  await page.click("link", "Go to the results page");
  await page.waitFor(() => document.querySelector("pre.preview")?.textContent);
  // The click that saves a file is caught: what would be written is compared with what was shown.
  await page.evaluate(() => {
    window.saved = [];
    HTMLAnchorElement.prototype.click = function click() {
      if (this.download) window.saved.push({ name: this.download, url: this.href });
    };
  });
  const formats = {
    markdown: [/\.md$/, /^---\n/],
    narrative: [/-narrative\.md$/, /logs/],
    qa: [/-qa\.md$/, /logs/],
    html: [/\.html$/, /^<!doctype html>/i],
    csv: [/\.csv$/, /logs/],
    json: [/\.json$/, /^\{/],
  };
  for (const [format, [name, start]] of Object.entries(formats)) {
    await page.evaluate((value) => {
      const select = document.querySelector("select");
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }, format);
    await page.waitFor((source) => new RegExp(source, "i").test(document.querySelector("pre.preview").textContent), {
      args: [start.source],
    });
    await page.click("button", "Download");
    const { file, text, shown } = await page.evaluate(async () => {
      const { name: file, url } = window.saved.at(-1);
      const body = await new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.open("GET", url);
        request.onload = () => resolve(request.responseText);
        request.onerror = () => resolve(null);
        request.send();
      });
      return { file, text: body, shown: document.querySelector("pre.preview").textContent };
    });
    assert.match(file, name);
    // The page's policy lets nothing read a blob again: then what was shown is what is checked.
    if (text !== null) assert.equal(text, shown);
    if (format === "html") assert.ok(!shown.includes('<b>"logs"'), "markup of an answer is text in HTML");
    if (format === "json") JSON.parse(shown);
  }
  assert.equal(await page.evaluate(() => document.querySelectorAll("main b").length), 0, "markup of an answer is text in the page");
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
  await page.goto(SAMPLE);
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
  await page.click("button", "Continue it");
  await question(page);
  assert.equal(await page.evaluate(session), id);
  await page.click("button", "Pause");
  await page.waitFor({ role: "button", name: "Resume" });
  await page.goto(SAMPLE);
  await page.click("button", "Start anew");
  await begin(page);
  await question(page);
  assert.notEqual(await page.evaluate(session), id);
  await page.close();
});

test(`${browser}: an address of nothing says so and leads home`, async () => {
  const page = await open("/?guide=reflective&session=00000000-0000-4000-8000-000000000000");
  await page.waitFor({ role: "heading", name: "This interview is not here" });
  await page.goto("/?guide=staged-by-nobody");
  await page.waitFor({ role: "heading", name: "There is no such interview" });
  await page.click("link", "Go to the library");
  await page.waitFor({ role: "heading", name: "Library" });
  await page.close();
});
