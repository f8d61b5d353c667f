// An owner's study leads a whole interview, by what is in sight: in the app from a link, in the element from an attribute.
import assert from "node:assert/strict";
import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { stored } from "./database.mjs";
import { browser, folder, open } from "./harness/index.mjs";
import { root as elementRoot } from "./element-site.mjs";
import { pressSeen } from "./in-sight.mjs";

/** A study as somebody writes it by hand, with every type of question. */
const STUDY = `{
  "id": "tea-round", "language": "en", "mode": "standardised",
  "title": "The tea round", "goal": "Learn how a team makes its tea.",
  "topics": [
    { "id": "last", "ask": "When did you last make tea for the team?", "title": "the last time", "must": true, "probes": "none" },
    { "id": "likely", "ask": "How likely are you to make it again?", "type": "scale", "from": 0, "to": 10,
      "labels": { "0": "Not at all", "10": "Certainly" }, "probes": ["What made you choose that?"] },
    { "id": "kind", "ask": "Which tea do you make?", "type": "single", "options": ["Black", "Green", "Mint"] },
    { "id": "with", "ask": "What goes with it?", "type": "multiple", "options": ["Milk", "Sugar", "Lemon"], "most": 2 },
    { "id": "order", "ask": "In which order do you do this?", "type": "ranking", "options": ["Boil", "Pour", "Stir"] },
    { "id": "cups", "ask": "How many cups do you make?", "type": "number", "min": 1, "max": 20, "whole": true },
    { "id": "since", "ask": "Since which day do you do this?", "type": "date", "earliest": "2000-01-01" },
    { "id": "pot", "ask": "Is there a pot?", "type": "yes_no" },
    { "id": "spoon", "ask": "What is your spoon called?", "type": "short" },
    { "id": "lid", "ask": "What colour is its lid?", "type": "short", "when": { "value": "pot", "is": true } }
  ],
  "ends": { "complete": { "words": "That was the tea.", "redirect": "https://example.org/done?s={session}" } }
}
`;
assert.ok(STUDY.trim().split("\n").length <= 20);

const site = process.env.SITE ?? resolve(fileURLToPath(new URL("../../www/dist", import.meta.url)));
const appRoot = await folder("study");
await cp(site, appRoot, { recursive: true });
for (const root of [appRoot, elementRoot]) await writeFile(join(root, "tea.json"), STUDY);

/** Waits until a question is open and everything before it is stored. */
const asked = (page, text) =>
  page.waitFor(
    (wanted) => {
      const { view } = document.querySelector("colloquy-interview")?.interview ?? {};
      return view?.question?.text === wanted && view.can.skip && view.saving.state !== "saving";
    },
    { args: [text] },
  );

async function choose(page, role, ...names) {
  for (const name of names) await page.click(role, name);
  // A list may be longer than what is left of the window, and a person scrolls on.
  await page.click("button", "Send");
}

async function write(page, name, text) {
  await page.fill("textbox", name, text);
  await pressSeen(page, "button", "Send");
}

/** The element is drawn from right to left, as in Arabic, and back: a scale begins on the right and stays within the window. */
async function mirrored(page) {
  const to = async (lang, dir) => {
    await page.evaluate((to) => document.querySelector("colloquy-interview").setAttribute("lang", to), lang);
    await page.waitFor((wanted) => document.querySelector("colloquy-interview").shadowRoot.querySelector(".frame").dir === wanted, {
      args: [dir],
    });
  };
  const places = () =>
    page.evaluate(() => {
      const points = document.querySelector("colloquy-interview").shadowRoot.querySelectorAll(".point");
      return [points[0], points[1], points[points.length - 1]].map((point) => Math.round(point.getBoundingClientRect().left));
    });
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.querySelector(".point") !== null);
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  const before = await places();
  await to("ar", "rtl");
  const [first, second, last] = await places();
  assert.ok(before[0] < before[1] && first > second, `${before} ${[first, second, last]}`);
  for (const left of [first, second, last]) assert.ok(left >= 0 && left < width, `${left} of ${width}`);
  await to("en", "ltr");
}

/** The button by which the answer to a question is changed has the focus. */
const back = (page, number) =>
  page.waitFor(
    (wanted) => {
      const { activeElement } = document.querySelector("colloquy-interview").shadowRoot;
      return activeElement?.closest(`[data-question="${wanted}"]`) !== null && activeElement?.matches(".edit");
    },
    { args: [number] },
  );

/** Leads it from the first question to the last, with a reload where a form is half filled in, and without a server after that. */
async function lead(page) {
  await asked(page, "When did you last make tea for the team?");
  await write(page, "Your answer", "I made a pot yesterday, when everybody came in from the rain.");
  await asked(page, "How likely are you to make it again?");
  await mirrored(page);
  await choose(page, "radio", "10 Certainly");
  await asked(page, "What made you choose that?");
  await write(page, "Your answer", "Nobody else ever does it.");
  await asked(page, "Which tea do you make?");
  await choose(page, "radio", "Mint");
  await asked(page, "What goes with it?");
  await page.click("checkbox", "Sugar");
  // The store takes what was chosen within a second.
  await stored(page, String.raw`[\"sugar\"]`);
  await page.reload();
  await asked(page, "What goes with it?");
  await page.waitFor({ role: "checkbox", name: "Sugar", checked: true });
  // More than may be chosen is refused by the engine, and the form says why.
  await choose(page, "checkbox", "Milk", "Lemon");
  await page.waitFor(
    (words) => document.querySelector("colloquy-interview").shadowRoot.querySelector("#form-trouble").textContent === words,
    {
      args: ["Choose 1 to 2."],
    },
  );
  await choose(page, "checkbox", "Sugar");
  await asked(page, "In which order do you do this?");
  // What the page fetches ahead when it is idle, so that it fetches nothing while it has no network.
  await page.evaluate(() => document.querySelector("colloquy-interview").interview.export("markdown"));
  await page.setOffline(true);
  await page.click("button", "Move Stir up");
  // Another value is given in the place of the first one, while the form that waits steps aside and keeps what was entered.
  await page.click("button", "Edit answer 2");
  await page.waitFor({ role: "radio", name: "10 Certainly", checked: true });
  assert.equal((await page.find("button", "Move Stir up")).length, 0);
  await page.click("radio", "9");
  await page.click("button", "Save");
  await back(page, 2);
  await page.click("button", "Send");
  await asked(page, "How many cups do you make?");
  await write(page, "How many cups do you make?", "21");
  await page.waitFor("A number from 1 to 20.");
  await write(page, "How many cups do you make?", "6");
  await asked(page, "Since which day do you do this?");
  await page.waitFor("A day from January 1, 2000 on.");
  assert.equal(
    await page.evaluate(() => document.querySelector("colloquy-interview").shadowRoot.querySelector("input[type=date]").min),
    "2000-01-01",
  );
  await pressSeen(page, "button", "Skip");
  await asked(page, "Is there a pot?");
  await choose(page, "radio", "No");
  await asked(page, "What is your spoon called?");
  // By keyboard: what was no is yes, and what depends on it is asked.
  await page.evaluate(() => {
    const { shadowRoot } = document.querySelector("colloquy-interview");
    shadowRoot.querySelector('[data-question="9"] .edit').focus();
  });
  await page.press("Enter");
  await page.waitFor({ role: "radio", name: "Yes", focused: true });
  await page.press(" ");
  await page.press("Control+Enter");
  await back(page, 9);
  await page.click("button", "I’d rather not say");
  await asked(page, "What colour is its lid?");
  await write(page, "What colour is its lid?", "Red");
  await page.waitFor("That was the tea.");
  // What ends an interview is fetched when it is needed for the first time.
  await page.setOffline(false);
  // Below what was covered, a screen further down on a phone.
  await page.click("button", "Finish");
  await page.waitFor(() => {
    const { view } = document.querySelector("colloquy-interview").interview;
    return view.phase === "finished" && view.saving.state !== "saving";
  });
}

/** The outcome's values and the states of its topics. */
const outcome = (page) =>
  page.evaluate(async () => {
    const { outcome } = await document.querySelector("colloquy-interview").interview.result();
    return { values: outcome.values, end: outcome.end, states: outcome.topics.map(({ state }) => state) };
  });

const VALUES = {
  likely: 9,
  kind: "mint",
  with: ["milk", "lemon"],
  order: ["boil", "stir", "pour"],
  cups: 6,
  since: null,
  pot: true,
  spoon: null,
  lid: "Red",
};

async function held(page) {
  const { values, end, states } = await outcome(page);
  assert.deepEqual(values, VALUES);
  assert.equal(end.kind, "complete");
  assert.match(end.redirect, /^https:\/\/example\.org\/done\?s=[0-9a-f-]{36}$/);
  const all = ["answered", "answered", "answered", "answered", "answered", "answered", "skipped", "answered", "refused", "answered"];
  assert.deepEqual(states, all);
  const [on] = await page.find("link", "Continue");
  assert.ok(on, "the owner's page is linked to");
}

test(`${browser}: a study behind a link leads from the first question to the results in the app`, async () => {
  const page = await open("/?study=tea.json", { root: appRoot, viewport: { width: 320, height: 640 }, ownServer: true });
  await lead(page);
  await held(page);
  await page.click("link", "Go to the results page");
  await page.waitFor("Every topic was talked about.");
  for (const text of ["I made a pot yesterday", "Nobody else ever does it."]) await page.waitFor(text);
  // Each typed question has its value, in words.
  const answers = await page.evaluate(() => [...document.querySelectorAll(".exchanges .answer")].map(({ innerText }) => innerText));
  for (const value of ["9", "Mint", "Milk, Lemon", "Boil, Stir, Pour", "6", "Yes", "Red"])
    assert.ok(answers.includes(value), answers.join("\n"));
  assert.deepEqual(await page.problems(), []);
  await page.setOffline(false);

  // A study in the link itself, with faults: they are told with their places, and nothing begins.
  const faulty = JSON.stringify({ ...JSON.parse(STUDY), goal: 7, topics: [{ ask: "Why?", type: "scale" }] });
  await page.goto(`/#study=${Buffer.from(faulty).toString("base64url")}`);
  await page.waitFor({ role: "heading", name: "This study has faults" });
  const shown = await page.text("main ol");
  for (const part of ["goal", "topics[0].to", "required"]) assert.ok(shown.includes(part), `${part}: ${shown}`);
  await page.close();
});

test(`${browser}: the same study leads in the element, from its attribute`, async () => {
  const page = await open("/?study=tea.json", { root: elementRoot, ownServer: true });
  await lead(page);
  await held(page);
  await page.close();
});
