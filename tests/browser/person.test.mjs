// What a person does who sees only what is in the window and steps where Tab leads: nothing is out of sight, nothing is lost by one touch.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, folder } from "./harness/index.mjs";
import { addressOf, answer, begin, draftStored, openElement, openQuestion, phase, stored } from "./element-site.mjs";
import { fixture, through } from "./onboarding-steps.mjs";

const PHONE = { viewport: { width: 375, height: 640 } };
const LONG = `I realize that my evenings belong to other people. ${"They fill before I have looked at them. ".repeat(5)}`;

/** Waits until one thing of that role and name is whole in the window. */
const inSight = (page, role, name) =>
  page.waitFor(
    async (wanted) => {
      const { innerHeight } = globalThis;
      const all = element.shadowRoot.querySelectorAll(wanted.role === "heading" ? "h2, h3, [role=heading]" : "button, textarea");
      const named = (one) => (one.getAttribute("aria-label") ?? one.textContent).trim() === wanted.name;
      const box = [...all].find((one) => named(one) && one.checkVisibility())?.getBoundingClientRect();
      return box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
    },
    { args: [{ role, name }] },
  );

/** Presses on what is in sight. */
async function press(page, name) {
  await inSight(page, "button", name);
  await page.click("button", name);
}

/** Holds what buttons are called to what is written on them, by which somebody who speaks to the page presses them. */
async function namedAsWritten(page) {
  const others = await page.evaluate(() =>
    [...element.shadowRoot.querySelectorAll("button[aria-label]")]
      .map((one) => [one.textContent.replace(/\s+/g, " ").trim(), one.ariaLabel])
      .filter(([written, name]) => !name.startsWith(written)),
  );
  assert.deepEqual(others, []);
}

const draft = async (page) => (await page.find("textbox", "Your answer"))[0]?.value;

test(`${browser}: the last answer leads to the review in sight, which has the focus and says that the questions are over`, async () => {
  const page = await openElement({ questions: "3", "heading-level": "3" }, PHONE);
  // The levels of the headings, as the page's outline has them.
  const levels = (selector) => page.evaluate((of) => [...element.shadowRoot.querySelectorAll(of)].map((one) => one.ariaLevel), selector);
  await page.waitFor({ role: "button", name: "Agree and begin" });
  assert.deepEqual(await levels("#consent-title"), ["3"]);
  await begin(page);
  assert.deepEqual(await levels(".question"), ["3"]);
  for (let n = 1; n < 3; n += 1) {
    await answer(page, LONG);
    const asked = await openQuestion(page, n + 1);
    // What a phone's keyboard leaves is enough for the question.
    await page.resize(375, 380);
    await inSight(page, "heading", asked);
    // At 400 % the box stays below the question instead of covering it, and nothing goes sideways.
    await page.resize(320, 256);
    await page.waitFor(() => getComputedStyle(element.shadowRoot.querySelector(".dock")).position === "static");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.resize(375, 640);
  }
  await page.fill("textbox", "Your answer", LONG);
  await press(page, "Send");
  await phase(page, "review");
  await page.waitFor({ role: "heading", name: "What your answers show", focused: true });
  await inSight(page, "heading", "What your answers show");
  await page.waitFor("The questions are over.");
  assert.equal((await page.find("button", "Answer more questions")).length, 0, "there are none");
  await page.waitFor({ role: "heading", name: "Insights" });
  await namedAsWritten(page);
  assert.deepEqual([await levels("#results-title"), await levels("#list-insights")], [["3"], ["4"]]);
  await page.click("button", "Finish");
  await page.waitFor({ role: "heading", name: "Thank you", focused: true });
  await inSight(page, "heading", "Thank you");
  await page.close();
});

test(`${browser}: an onboarding arrives at its review in the same way, after a form`, async () => {
  const page = await openElement({ guide: "onboarding" }, PHONE);
  await page.click("button", "Agree and begin");
  const name = "resume.docx";
  await through(page, { files: [await fixture(fileURLToPath(new URL(`../cases/documents/${name}`, import.meta.url)), name)] });
  await page.waitFor({ role: "heading", name: "What your answers show", focused: true });
  await inSight(page, "heading", "What your answers show");
  await namedAsWritten(page);
  await page.close();
});

test(`${browser}: an early end is asked about, with what is left and what is unsent, and is taken back on the review`, async () => {
  const page = await openElement({ questions: "4" }, PHONE);
  await begin(page);
  await answer(page, LONG);
  const second = await openQuestion(page, 2);
  await page.fill("textbox", "Your answer", "half a thought");
  // What is typed is stored within a second, and the page is loaded anew below.
  await draftStored(page);
  await press(page, "End interview");
  await page.waitFor("Up to 3 questions are left.");
  await page.waitFor("half a thought");
  // The way back has the focus, and Escape is that way, too.
  await page.waitFor({ role: "button", name: "Go on", focused: true });
  await page.press("Escape");
  await page.waitFor({ role: "button", name: "End interview", focused: true });
  assert.deepEqual([await draft(page), await page.evaluate(() => element.interview.view.phase)], ["half a thought", "answering"]);

  await press(page, "End interview");
  await press(page, "Finish without it");
  await inSight(page, "heading", "What your answers show");
  await stored(page);
  await page.reload();
  // What was found moves the buttons below it once it comes.
  await page.waitFor({ role: "button", name: /^Reword/ });
  await page.click("button", "Answer more questions");
  assert.equal(await openQuestion(page, 2), second, "the question that was open is open again");
  await inSight(page, "heading", second);
  await page.waitFor({ role: "textbox", name: "Your answer", focused: true, value: "half a thought" });

  await press(page, "End interview");
  await press(page, "Send and finish");
  await phase(page, "review");
  assert.deepEqual(
    await page.evaluate(() =>
      element.interview
        .exchanges()
        .map((one) => one.answer.trim())
        .slice(1),
    ),
    ["half a thought"],
  );
  await page.close();
});

test(`${browser}: Tab and Enter after a text send it; Skip asks first; what was passed over is answered after all`, async () => {
  const page = await openElement({ questions: "5" }, { viewport: { width: 1280, height: 720 } });
  await begin(page);
  await page.waitFor({ role: "textbox", name: "Your answer", focused: true });
  await page.press("Control+Enter");
  await page.waitFor("Write an answer first, or skip the question.");
  await page.type("I realize that evenings count.");
  await page.press("Tab");
  await page.press("Enter");
  await openQuestion(page, 2);
  assert.equal(await page.text(".answer"), "I realize that evenings count.");

  await page.type("not yet sure");
  await press(page, "Skip");
  await page.waitFor("Leave this question unanswered?");
  await press(page, "Go on");
  assert.equal(await draft(page), "not yet sure");
  await press(page, "Skip");
  await press(page, "Discard it and move on");
  await openQuestion(page, 3);
  assert.equal(await draft(page), "", "it is not left standing under another question");
  await press(page, "I’d rather not say");
  await openQuestion(page, 4);

  for (const [n, text] of [
    [2, "I should plan one evening."],
    [3, "It matters to me."],
  ]) {
    await page.click("button", `Answer after all: Question ${n}`);
    await page.waitFor({ role: "textbox", name: `Edit answer ${n}`, focused: true });
    await page.type(text);
    await page.press("Control+Enter");
    await page.waitFor(text);
  }
  await stored(page);
  await page.reload();
  await openQuestion(page, 4);
  const reactions = () => page.evaluate(() => element.interview.exchanges().map(({ reaction, answer }) => [reaction, answer]));
  assert.deepEqual((await reactions()).slice(1), [
    ["answered", "I should plan one evening."],
    ["answered", "It matters to me."],
  ]);

  // An answer is removed where it stands, after a question.
  await page.click("button", "Remove answer 2");
  await page.waitFor("Remove your answer to question 2?");
  await press(page, "Remove");
  await page.waitFor("Removed by you");
  assert.deepEqual((await reactions())[1], ["answered", ""]);
  await openQuestion(page, 4);
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test(`${browser}: gone from the store unannounced, it says so with the next answer, and a reading tab goes on with what it has`, async () => {
  const profileDir = await folder("cleared");
  const page = await openElement({ questions: "4" }, { ...PHONE, profileDir });
  await begin(page);
  await answer(page, "I realize that this was stored.");
  await openQuestion(page, 2);
  await stored(page);
  const reading = await page.newTab(addressOf({ questions: "4" }));
  await reading.waitFor({ role: "button", name: "Continue here" });
  // What clearing a site's data does, of which no page is notified.
  await reading.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("colloquy");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const names = [...opening.result.objectStoreNames];
          const clearing = opening.result.transaction(names, "readwrite");
          for (const name of names) clearing.objectStore(name).clear();
          clearing.oncomplete = () => resolve(opening.result.close());
        };
      }),
  );
  await reading.click("button", "Continue here");
  await reading.waitFor("This interview was deleted on this device.");
  await reading.closeTab();
  await answer(page, "I realize that this is here alone.");
  await page.waitFor("This interview was deleted on this device.");
  await openQuestion(page, 3);
  await page.close();
});

test(`${browser}: deleted in another tab, it says so at once, offers a copy, and goes on here`, async () => {
  const profileDir = await folder("deleted");
  const page = await openElement({ questions: "4" }, { ...PHONE, profileDir });
  await begin(page);
  await answer(page, "I realize that this was stored.");
  await openQuestion(page, 2);
  await stored(page);
  const second = await page.newTab(addressOf({ subject: "another" }));
  await second.evaluate(async () => {
    const { init, openLibrary } = await import("./colloquy/index.js");
    await init();
    await (await openLibrary()).removeAll();
  });
  await second.closeTab();
  // Nothing is done here for it to be said.
  await page.waitFor("This interview was deleted on this device.");
  await answer(page, "I realize that this is here alone.");
  await openQuestion(page, 3);
  assert.ok(!(await page.text("body")).includes("another tab"));
  await page.evaluate(() => {
    globalThis.saved = null;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => (globalThis.saved = text));
      return "#";
    };
  });
  await page.click("button", "Save a copy");
  await page.waitFor(() => globalThis.saved !== null);
  const copy = await page.evaluate(() => globalThis.saved);
  for (const text of ["I realize that this was stored.", "I realize that this is here alone."]) assert.ok(copy.includes(text), text);
  await answer(page, "And on it goes.");
  await openQuestion(page, 4);
  await page.close();
});
