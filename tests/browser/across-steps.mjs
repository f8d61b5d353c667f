// Interviews for the pages over all of them: one is led, others are made of its file, with answers, findings and times of a test's own.
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { answer, begin, finish, question } from "./app-steps.mjs";
import { folder } from "./harness/index.mjs";

const texts = await folder("across");

/** Leads an interview over the sample to its end. */
export async function led(page, answers) {
  await page.goto("/?guide=reflective&sample=1&new=1");
  await begin(page);
  for (const text of answers) {
    await question(page);
    await answer(page, text);
  }
  await question(page);
  await finish(page);
}

/** Takes the file of the first session in the library, past the page's buttons. */
export async function fileOf(page) {
  await page.goto("/?view=stored");
  await page.evaluate(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => ((window.saved = blob), create.call(URL, blob));
    HTMLAnchorElement.prototype.click = () => undefined;
  });
  await page.click("button", /^Save a copy: /);
  return page.waitFor(() => window.saved?.text());
}

/**
 * Makes another interview of a session's file: `answers` and `findings` take the place of those that are there, `title` that of the
 * material, and it ended so many `days` before.
 */
export function another(file, { title, answers = [], actions = [], themes = [], days = 0 }) {
  const session = JSON.parse(file);
  session.session = randomUUID();
  const given = [...answers];
  const list = (found) => found.map((one) => ({ question: null, start: 0, end: 0, count: 0, edited: true, ...one }));
  for (const { fact } of session.records) {
    if (fact.began) {
      fact.began.session = session.session;
      if (title) fact.began.setup.material.title = title;
    }
    if (fact.answered) fact.answered.text = given.shift() ?? fact.answered.text;
    if (fact.finished) fact.finished.findings = { insights: [], actions: list(actions), themes: list(themes) };
  }
  for (const record of session.records) record.at -= days * 86_400_000;
  return JSON.stringify(session);
}

/** Brings files of sessions in, as the library's button does. */
export async function bring(page, files) {
  await page.goto("/");
  await page.waitFor({ role: "button", name: "Open a saved interview" });
  const path = join(texts, `${randomUUID()}.json`);
  await writeFile(path, JSON.stringify({ schema: "colloquy.sessions/1", sessions: files }));
  const before = await page.evaluate(() => document.querySelectorAll("li.session").length);
  await page.upload("input[type=file]", [path]);
  await page.waitFor((n) => document.querySelectorAll("li.session").length === n, { args: [before + files.length] });
}
