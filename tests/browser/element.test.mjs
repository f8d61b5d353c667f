// The element in a plain page of a host: it opens, keeps and hands back an interview, and loses nothing on the way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, folder } from "./harness/index.mjs";
import { addressOf, answer, begin, draftStored, openElement, openQuestion, phase, stored } from "./element-site.mjs";

const names = (page) => page.evaluate(() => emitted.map(({ name }) => name));

test(`${browser}: from consent to the result, with an event for each step`, async () => {
  const page = await openElement({ questions: "3" });
  await page.waitFor({ role: "button", name: "Agree and begin" });
  assert.equal((await page.find("textbox")).length, 0, "nothing can be written before it is agreed to");
  const first = await begin(page);
  await answer(page, "I realize that I plan meetings and never evenings. I should plan one.");
  await openQuestion(page, 2);
  await page.click("button", "Skip");
  await openQuestion(page, 3);
  await answer(page, "I want to keep one evening a week, and one evening a week is enough.");
  await phase(page, "review");
  await page.waitFor({ role: "button", name: "Finish" });
  assert.ok(!(await names(page)).includes("complete"));
  await page.click("button", "Finish");
  await page.waitFor(() => emitted.some(({ name }) => name === "complete"));

  const events = await page.evaluate(() => emitted.filter(({ name }) => name !== "status"));
  assert.deepEqual(
    events.map(({ name }) => name),
    ["ready", "question", "answer", "question", "answer", "question", "answer", "complete"],
  );
  assert.deepEqual([events[0].detail.resumed, events[1].detail.text, events[1].detail.number], [false, first, 1]);
  assert.deepEqual([events[2].detail.reaction, events[4].detail.reaction], ["answered", "skipped"]);
  const { session, findings, outcome, transcript } = events.at(-1).detail;
  assert.equal(session.session ?? session.id, events[0].detail.session);
  assert.ok(findings.actions.some(({ text }) => text === "I should plan one."));
  assert.equal(outcome, null);
  assert.equal(typeof transcript, "string");
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test(`${browser}: before it is agreed to, nothing is stored`, async () => {
  const page = await openElement({ subject: "unagreed", operator: "Night Shift Ltd", privacy: "https://example.org/privacy" });
  await page.waitFor({ role: "button", name: "Agree and begin" });
  // What is the case here stands in short lines; the guide's own words are folded below.
  for (const line of ["Nothing you write leaves this device.", "saved in this browser", "Responsible: Night Shift Ltd"])
    await page.waitFor(line);
  assert.equal((await page.find("link", "Privacy policy")).length, 1);
  await page.click("button", "Not now");
  await page.waitFor(() => emitted.some(({ name }) => name === "decline"));
  await page.waitFor("Nothing was stored or sent.");
  await page.reload();
  await page.waitFor({ role: "button", name: "Agree and begin" });
  assert.equal(await page.evaluate(() => emitted.find(({ name }) => name === "ready").detail.resumed), false);
  await page.close();
});

test(`${browser}: a reload shows everything, the draft and the place`, async () => {
  const page = await openElement();
  await begin(page);
  await answer(page, "I realize that evenings count.");
  const second = await openQuestion(page, 2);
  await stored(page);
  await page.fill("textbox", "Your answer", "half a thought\nand its second line");
  await draftStored(page);
  await page.reload();
  assert.equal(await openQuestion(page, 2), second);
  assert.match(await page.text("[role=log]"), /I realize that evenings count\./);
  await page.waitFor({ role: "textbox", name: "Your answer", value: "half a thought\nand its second line" });
  assert.equal(await page.evaluate(() => emitted.find(({ name }) => name === "ready").detail.resumed), true);
  // Sent, it is no draft any more.
  await page.click("button", "Send");
  await openQuestion(page, 3);
  await stored(page);
  await page.reload();
  await openQuestion(page, 3);
  assert.equal((await page.find("textbox", "Your answer"))[0].value, "");
  await page.close();
});

test(`${browser}: amend, decline, and a question that is passed over stays so`, async () => {
  const page = await openElement();
  await begin(page);
  await answer(page, "I realize that evenings count.");
  await openQuestion(page, 2);
  await page.click("button", "Edit answer 1");
  await page.fill("textbox", "Edit answer 1", "I realize that mornings count.");
  await page.click("button", "Save answer 1");
  await page.waitFor("I realize that mornings count.");
  assert.equal(await page.text(".answer"), "I realize that mornings count.");
  await page.click("button", "I’d rather not say");
  await openQuestion(page, 3);
  await page.click("button", "Skip");
  await openQuestion(page, 4);
  await stored(page);
  await page.reload();
  await openQuestion(page, 4);
  const log = await page.text("[role=log]");
  for (const part of ["I realize that mornings count.", "edited", "You’d rather not say", "Skipped"])
    assert.ok(log.includes(part), `${part} in ${log}`);
  // Given up, an edit changes nothing.
  await page.click("button", "Edit answer 1");
  await page.fill("textbox", "Edit answer 1", "never mind");
  await page.click("button", "Cancel");
  await page.waitFor("I realize that mornings count.");
  await page.close();
});

test(`${browser}: paused, it waits over a reload and is resumed or left for a new one`, async () => {
  const page = await openElement();
  await begin(page);
  await answer(page, "I realize that evenings count.");
  const second = await openQuestion(page, 2);
  await page.click("button", "Pause");
  await page.waitFor({ role: "heading", name: "Paused" });
  await stored(page);
  await page.reload();
  await page.waitFor({ role: "button", name: "Resume" });
  assert.match(await page.text("[role=log]"), /I realize that evenings count\./);
  assert.equal((await page.find("textbox", "Your answer")).length, 0);
  await page.click("button", "Resume");
  assert.equal(await openQuestion(page, 2), second);
  await page.click("button", "Pause");
  await phase(page, "paused");
  const before = await page.evaluate(() => element.interview.view.session);
  await page.click("button", "Start a new one");
  await page.waitFor({ role: "button", name: "Agree and begin" });
  assert.notEqual(await page.evaluate(() => element.interview.view.session), before);
  await page.close();
});

test(`${browser}: moved in the page, it goes on as if nothing had been`, async () => {
  const page = await openElement();
  await begin(page);
  await answer(page, "I realize that evenings count.");
  const second = await openQuestion(page, 2);
  await page.fill("textbox", "Your answer", "not sent yet");
  const same = await page.evaluate(async () => {
    const { interview } = element;
    document.querySelector("#there").append(element);
    await new Promise((done) => setTimeout(done));
    return element.interview === interview;
  });
  assert.equal(same, true);
  assert.equal((await page.find("textbox", "Your answer"))[0].value, "not sent yet");
  await page.click("button", "Send");
  await openQuestion(page, 3);
  assert.notEqual(second, await page.evaluate(() => element.interview.view.question.text));

  // Taken out, it is let go of; put back, it is there again with its draft.
  await page.fill("textbox", "Your answer", "still here");
  await draftStored(page);
  await stored(page);
  await page.evaluate(async () => {
    globalThis.gone = element.interview;
    element.remove();
    await new Promise((done) => setTimeout(done));
  });
  await page.waitFor(() => {
    try {
      return !gone.view;
    } catch (error) {
      return error.code === "disposed";
    }
  });
  await page.evaluate(() => document.querySelector("#here").append(element));
  await openQuestion(page, 3);
  await page.waitFor({ role: "textbox", name: "Your answer", value: "still here" });
  assert.equal((await names(page)).filter((name) => name === "error").length, 0);
  await page.close();
});

test(`${browser}: storage refused: it says so plainly, goes on, and offers the export`, async () => {
  const page = await openElement({ refuse: "" });
  await page.waitFor("Nothing is saved here: closing the tab deletes your answers.");
  await begin(page);
  await page.waitFor("This browser does not let the page store anything.");
  await page.waitFor("In memory only");
  await answer(page, "I realize that nothing is kept here.");
  await openQuestion(page, 2);
  await page.evaluate(() => {
    globalThis.saved = null;
    URL.createObjectURL = (blob) => {
      blob.text().then((text) => (globalThis.saved = text));
      return "#";
    };
  });
  await page.click("button", "Save a copy");
  await page.waitFor(() => globalThis.saved !== null);
  const file = await page.evaluate(() => globalThis.saved);
  assert.match(file, /I realize that nothing is kept here\./);
  assert.equal(typeof JSON.parse(file), "object");
  await page.close();
});

test(`${browser}: storage lost in the middle: nothing submitted is lost to this page`, async () => {
  const page = await openElement();
  await begin(page);
  await answer(page, "I realize that this was stored.");
  await openQuestion(page, 2);
  await stored(page);
  await page.evaluate(() => {
    const lost = () => {
      throw new DOMException("Connection to Indexed Database server lost. Refresh the page to try again", "UnknownError");
    };
    IDBDatabase.prototype.transaction = lost;
    IDBFactory.prototype.open = lost;
  });
  await answer(page, "I realize that this is in memory.");
  await openQuestion(page, 3);
  await page.waitFor({ role: "button", name: "Save a copy" });
  await page.waitFor("In memory only");
  const log = await page.text("[role=log]");
  assert.ok(log.includes("this was stored") && log.includes("this is in memory"), log);
  await page.close();
});

test(`${browser}: a second tab reads, says so, and takes over when asked`, async () => {
  const profileDir = await folder("tabs");
  const page = await openElement({}, { profileDir });
  await begin(page);
  await answer(page, "I realize that there are two of us.");
  const question = await openQuestion(page, 2);
  await stored(page);

  const second = await page.newTab(addressOf());
  await second.waitFor("This interview is open in another tab.");
  assert.match(await second.text("[role=log]"), /I realize that there are two of us\./);
  assert.equal((await second.find("textbox", "Your answer")).length, 0);
  assert.equal((await second.find("button", /Edit answer/)).length, 0);

  await second.click("button", "Continue here");
  assert.equal(await openQuestion(second, 2), question);
  await answer(second, "I go on over here.");
  await openQuestion(second, 3);
  await page.waitFor("Read-only in this tab");
  assert.equal((await page.find("textbox", "Your answer")).length, 0);
  await page.waitFor(() => element.interview.view.question?.number === 3);

  // Deleted there, nobody writes it any more: who only read it can go on, and take along what is here.
  await second.evaluate(async () => {
    const { openLibrary } = await import("./colloquy/index.js");
    await (await openLibrary()).removeAll();
  });
  await page.waitFor("This interview was deleted on this device.");
  assert.ok(!(await page.text("body")).includes("another tab"));
  await page.waitFor({ role: "button", name: "Save a copy" });
  await answer(page, "Then I go on here.");
  await openQuestion(page, 4);
  await page.close();
});

test(`${browser}: what respondents and notes hold is text and nothing else`, async () => {
  const title = `<img src=x onerror="globalThis.hacked=1"> & <b>bold</b>`;
  const page = await openElement({ title, questions: "2" });
  await begin(page);
  const nasty = `<script>globalThis.hacked=2</script><img src=x onerror="globalThis.hacked=3"> I realize that ${"a".repeat(300)} ends, \u202eand this runs back.`;
  await answer(page, nasty);
  await openQuestion(page, 2);
  const seen = await page.evaluate(() => {
    const root = element.shadowRoot;
    return {
      answer: root.querySelector(".answer").textContent,
      dir: root.querySelector(".answer").dir,
      foreign: root.querySelectorAll("img, script, b").length,
      wide: document.documentElement.scrollWidth > innerWidth,
      hacked: globalThis.hacked ?? null,
    };
  });
  assert.deepEqual(seen, { answer: nasty, dir: "auto", foreign: 0, wide: false, hacked: null });
  await page.close();
});

test(`${browser}: too long an answer stays in the box`, async () => {
  const page = await openElement();
  await begin(page);
  await page.evaluate(() => {
    const box = element.shadowRoot.querySelector("textarea");
    box.value = "long ".repeat(10_001);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await page.waitFor("5 characters too many");
  await page.click("button", "Send");
  await page.waitFor("This is longer than the 50,000 characters an answer can have.");
  assert.equal((await page.find("textbox", "Your answer"))[0].value.length, 50_005);
  assert.equal(await page.evaluate(() => element.interview.view.exchanges), 0);
  await page.close();
});

test(`${browser}: an interview that the page holds is shown and left alone`, async () => {
  const page = await openElement({ subject: "own" });
  await page.waitFor({ role: "button", name: "Agree and begin" });
  await page.evaluate(async () => {
    const { createInterview } = await import("./colloquy/index.js");
    globalThis.mine = await createInterview({ guide: "reflective", subject: "mine", storage: "memory", limits: { questions: 2 } });
    mine.consent();
    element.interview = mine;
  });
  await openQuestion(page, 1);
  assert.equal(await page.evaluate(() => element.interview === mine), true);
  await page.waitFor("Kept in this page only");
  await page.evaluate(() => element.remove());
  await page.evaluate(() => mine.answer("I answer without the element."));
  await page.evaluate(() => document.querySelector("#there").append(element));
  await openQuestion(page, 2);
  assert.match(await page.text("[role=log]"), /I answer without the element\./);
  await page.close();
});

test(`${browser}: an engine that cannot be loaded is shown as an error, and tried again`, async () => {
  const page = await openElement({ guide: "no-such-guide" });
  await page.waitFor("The interview could not be opened.");
  assert.equal(await page.evaluate(() => emitted.find(({ name }) => name === "error").detail.code), "unknown_guide");
  await page.evaluate(() => element.setAttribute("guide", "reflective"));
  await page.waitFor({ role: "button", name: "Agree and begin" });
  await page.close();
});

test(`${browser}: a double click passes one question over, not two`, async () => {
  const page = await openElement();
  await begin(page);
  await page.evaluate(async () => {
    const skip = element.shadowRoot.querySelector(".composer .quiet");
    skip.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    await element.interview.until(({ phase, question }) => phase === "answering" && question.number === 2);
    await element.updateComplete;
    skip.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
  });
  await openQuestion(page, 2);
  assert.equal(await page.evaluate(() => element.interview.view.exchanges), 1);
  await page.close();
});
