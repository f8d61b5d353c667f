// The skills interview with the built-in interviewer: from a résumé to a table of skills by keyboard alone and without a network, and
// with more, less and no résumé.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import * as made from "../fixtures/documents.mjs";
import { begin, finish, question } from "./app-steps.mjs";
import { stored } from "./database.mjs";
import { browser, folder, open } from "./harness/index.mjs";

const texts = await folder("skills");

/** What a person says of any skill, attribute by attribute. */
const SAYS = {
  duration: "I have used it for 4 years.",
  depth: "I am an expert and wrote my own extensions for it.",
  autonomy: "I worked on my own.",
  scale: "It served 300 machines.",
  constraints: "It had to answer in under 50 ms.",
  production_vs_prototype: "It ran in production.",
};

const viewOf = (page) => page.evaluate(() => document.querySelector("colloquy-interview").interview.view);
const skills = (page) => page.evaluate(() => document.querySelector("colloquy-interview").interview.details().skills);
const known = (rows) =>
  rows.flatMap(({ skill, attributes }) => attributes.filter(({ value }) => value).map(({ attribute }) => `${skill}, ${attribute}`));

/** Waits until nothing is left to be saved. */
const saved = (page) => page.waitFor(() => document.querySelector("colloquy-interview").interview.view.saving.state === "saved");

/** Steps with Tab (or Shift+Tab) until the named thing has the focus. */
async function tabTo(page, role, name, { back = false, most = 80 } = {}) {
  const passed = [];
  for (let step = 0; step < most; step += 1) {
    const at = await page.focused();
    if (at?.role === role && (name instanceof RegExp ? name.test(at.name) : at.name === name)) return;
    passed.push(`${at?.role} ${at?.name}`);
    await page.press(back ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab never came to ${role} ${name}; it passed ${passed.join(", ")}`);
}

/** Answers with keys alone what is asked, and gives the next view, of a question or of the review. */
async function typed(page, text) {
  const { exchanges } = await viewOf(page);
  await tabTo(page, "textbox", "Your answer");
  await page.type(text);
  await page.press("Control+Enter");
  return page.waitFor(
    (before) => {
      const { view } = document.querySelector("colloquy-interview").interview;
      return view.exchanges > before && view.phase !== "asking" ? view : null;
    },
    { args: [exchanges] },
  );
}

test(`${browser}: by keyboard alone and without a server, from the sample résumé to the table of skills`, async () => {
  const page = await open("/?guide=gaps&sample=1", { ownServer: true });
  await page.waitFor({ role: "button", name: /^Agree/ });
  await tabTo(page, "button", /^Agree/);
  await page.press("Enter");
  const first = await question(page);
  // The summary of the head says how many skills the résumé has.
  const before = await viewOf(page);
  assert.ok(before.kind.count >= 10 && before.kind.completeness < before.kind.complete, JSON.stringify(before.skills));
  await page.waitFor(`${before.kind.count} skills`);
  await page.waitFor(
    async () =>
      (await navigator.serviceWorker.getRegistration())?.active?.state === "activated" && navigator.serviceWorker.controller !== null,
  );
  await page.setOffline(true);

  const asked = [first];
  for (let n = 1; n <= 7; n += 1) {
    const { question: put } = await viewOf(page);
    const there = known(await skills(page));
    for (const attribute of put.gap.attributes)
      assert.ok(!there.includes(`${put.gap.skill}, ${attribute}`), `${put.gap.skill}, ${attribute} is known`);
    const answers = put.gap.attributes.map((attribute) => SAYS[attribute]);
    const view = await typed(page, answers.join(" "));
    assert.equal(view.phase, "answering");
    const now = known(await skills(page));
    assert.ok(now.length > there.length, `answer ${n} to “${put.text}” brought nothing`);
    asked.push(view.question.text);
    if (n === 4) {
      // In the middle of it the page goes and comes back, with the same question and table.
      await saved(page);
      await page.reload();
      assert.equal(await question(page), view.question.text);
      assert.deepEqual(known(await skills(page)), now);
    }
  }
  assert.equal(new Set(asked).size, asked.length, asked.join("\n"));

  await tabTo(page, "button", "End interview", { back: true });
  await page.press("Enter");
  // The way back has the focus; the way on is right before it.
  await page.waitFor({ role: "button", name: "Go on", focused: true });
  await page.press("Shift+Tab");
  await page.press("Enter");
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.phase === "review");
  await page.waitFor({ role: "table" });
  // A correction by keys, and it wins.
  const [struck] = await skills(page);
  await tabTo(page, "button", `Remove “${struck.skill}”`);
  await page.press("Enter");
  await page.waitFor(
    (name) =>
      !document
        .querySelector("colloquy-interview")
        .interview.details()
        .skills.some(({ skill }) => skill === name),
    { args: [struck.skill] },
  );
  const reviewed = await skills(page);
  // Each row has its evidence and its corrections to stop at.
  await tabTo(page, "button", "Finish", { most: 300 });
  await page.press("Enter");
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.phase === "finished");
  await saved(page);

  const { outcome, json, csv, answers } = await page.evaluate(async () => {
    const { interview } = document.querySelector("colloquy-interview");
    const answers = interview.exchanges(0, interview.view.exchanges).map(({ answer }) => answer);
    return {
      outcome: (await interview.result()).outcome,
      json: JSON.parse(await interview.export("json")),
      csv: await interview.export("skills-csv"),
      answers,
    };
  });
  assert.deepEqual(
    outcome.skills.map(({ skill }) => skill),
    reviewed.map(({ skill }) => skill),
  );
  assert.deepEqual(json.outcome, outcome);
  let values = 0;
  for (const { skill, attributes } of outcome.skills) {
    for (const [attribute, { quote, source, question: from }] of Object.entries(attributes)) {
      values += 1;
      if (source === "answer")
        assert.ok(answers[from - 1].includes(quote), `${skill}, ${attribute}: “${quote}” is not in “${answers[from - 1]}”`);
    }
  }
  assert.equal(values, known(reviewed).length);
  const lines = csv.trim().split(/\r?\n/);
  assert.match(lines[0], /skill/);
  for (const { skill } of outcome.skills)
    assert.ok(
      lines.some((line) => line.includes(skill)),
      `${skill} is in the table\n${csv.slice(0, 400)}`,
    );
  assert.deepEqual(
    (await page.problems()).filter(
      (problem) => !/ERR_|NetworkError|Failed to (load|fetch)|Load failed|cannot load|TypeError: (NetworkError|Load)/.test(problem),
    ),
    [],
  );
  await page.close();
});

/** Opens the start page, hands a résumé in, and begins. */
async function begun(page, file) {
  await page.goto("/?guide=gaps&new=1");
  await page.waitFor({ role: "button", name: "Choose a file" });
  if (file) {
    await page.upload("input[type=file]", [file]);
    await page.waitFor({ role: "button", name: /^Remove / });
  }
  await page.click("button", "Begin the interview");
  await begin(page);
  return question(page);
}

test(`${browser}: thirty pages, three words, and no résumé at all`, async () => {
  const page = await open("/");
  const tools = ["Python", "PostgreSQL", "Docker", "Kubernetes", "Terraform", "Rust", "Grafana", "Redis"];
  const sheet = (n) => [
    made.at(60, 780, `Page ${n + 1} of a long life`),
    made.at(60, 760, `Project ${n + 1}: built a service in ${tools[n % tools.length]} that ran in production for ${100 + n} users.`),
    ...Array.from({ length: 30 }, (_, line) =>
      made.at(60, 740 - 20 * line, `Line ${line + 1}: meetings, plans, reports and whatever else a year of work is made of.`),
    ),
  ];
  const long = join(texts, "long.pdf");
  await writeFile(long, made.pdf(Array.from({ length: 30 }, (_, n) => sheet(n))));
  await begun(page, long);
  let view = await viewOf(page);
  assert.deepEqual([view.kind.reading, view.kind.unread], [null, 0]);
  const rows = await skills(page);
  for (const tool of tools)
    assert.ok(
      rows.some(({ skill }) => skill === tool),
      `${tool} among ${rows.map(({ skill }) => skill).join()}`,
    );
  assert.ok(known(rows).length >= tools.length, known(rows).join("\n"));

  const short = join(texts, "short.txt");
  await writeFile(short, "I know Python");
  await begun(page, short);
  assert.deepEqual(
    (await skills(page)).map(({ skill }) => skill),
    ["Python"],
  );
  view = await viewOf(page);
  assert.equal(view.question.gap.skill, "Python");

  // Without one the first question asks which skills there are, and the answer is where the next ones come from.
  await begun(page);
  view = await viewOf(page);
  assert.deepEqual([view.kind.count, view.question.gap.skill], [0, ""]);
  view = await typed(page, "Mostly Python and PostgreSQL.");
  assert.deepEqual(
    (await skills(page)).map(({ skill }) => skill),
    ["Python", "PostgreSQL"],
  );
  assert.ok(["Python", "PostgreSQL"].includes(view.question.gap.skill), view.question.text);
  await stored(page, "Mostly Python and PostgreSQL.");
  await finish(page);
  assert.deepEqual(await page.problems(), []);
  await page.close();
});
