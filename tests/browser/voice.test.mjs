// Dictation and reading aloud, with a recogniser and a synthesiser that do what the test says.
// In one browser: what hears and speaks is not the browser's own here.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./harness/index.mjs";
import { begin, draftStored, openElement, openQuestion } from "./element-site.mjs";

/** What stands in the answer box. */
const box = (page) => page.evaluate(() => element.shadowRoot.querySelector(".composer textarea").value);

/** What the element shows of dictation, or of reading. */
const shown = (page, where) => page.evaluate((at) => element.shadowRoot.querySelector(`${at} .voice`).textContent, where);

/** Waits until the recogniser is on and the respondent reads that. */
const listening = (page) => page.waitFor(() => globalThis.recogniser && element.shadowRoot.querySelector(".mic[aria-pressed=true]"));
const idle = (page) => page.waitFor(() => element.shadowRoot.querySelector(".mic[aria-pressed=false]"));

/** Waits until a line is announced. */
const announced = (page, text) =>
  page.waitFor(
    (wanted) => [...element.shadowRoot.querySelectorAll(".voice [role=status]")].some((line) => line.textContent.includes(wanted)),
    {
      args: [text],
    },
  );

const hears = (page, words, isFinal = true) => page.evaluate((text, sure) => recogniser.hears(text, sure), words, isFinal);

/** The files of voice that the page loaded. */
const loaded = (page) =>
  page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("-voice-")).length);

test(`${browser}: an answer is dictated to a service after a word on who hears it, corrected, and sent by its button alone`, async () => {
  const page = await openElement({ voice: "on", speech: "remote", subject: "dictated" });
  await begin(page);
  assert.equal(await loaded(page), 0, "nothing of it is loaded before it is used");
  await page.click("button", "Dictate");
  await page.waitFor({ role: "button", name: "Start listening" });
  assert.match(await shown(page, ".composer"), /a service of its maker hear the recording/);
  assert.deepEqual(await page.evaluate(() => heard), [], "nobody listens before the respondent agreed");
  await page.click("button", "Start listening");
  await listening(page);
  await announced(page, "Listening");
  assert.deepEqual(await page.evaluate(() => heard), [{ lang: "en-US", local: false }]);
  assert.match(await shown(page, ".composer"), /A service of your browser’s maker hears the recording/);

  // What is not sure yet is shown apart; what is sure is put where the caret is.
  await hears(page, "I sleep", false);
  await page.waitFor(() => element.shadowRoot.querySelector(".interim")?.textContent === "I sleep");
  assert.equal(await box(page), "");
  await hears(page, "I sleep badly");
  assert.equal(await box(page), "I sleep badly");
  await page.evaluate(() => element.shadowRoot.querySelector(".composer textarea").setSelectionRange(2, 7));
  await hears(page, " often");
  assert.equal(await box(page), "I sleep often badly", "what is selected stays");
  await draftStored(page);

  // Send does not send what was never in the box.
  await hears(page, "at night", false);
  await page.click("button", "Send");
  await announced(page, "Your last words were added");
  await idle(page);
  assert.equal(await box(page), "I sleep often at night badly");
  assert.equal(await page.evaluate(() => element.interview.view.exchanges), 0);
  await page.evaluate(() => recogniser.hears("too late", true));
  assert.equal(await box(page), "I sleep often at night badly");
  await page.fill("textbox", "Your answer", "I often sleep badly at night.");
  await page.click("button", "Send");
  await openQuestion(page, 2);
  assert.equal(await page.evaluate(() => emitted.find(({ name }) => name === "answer").detail.text), "I often sleep badly at night.");

  // Agreed once; Escape, pausing and a page that is hidden end it, and keep what was dictated.
  await page.click("button", "Dictate");
  await listening(page);
  await hears(page, "First", false);
  await page.press("Escape");
  await announced(page, "Stopped listening");
  assert.equal(await box(page), "First");
  await page.click("button", "Dictate");
  await listening(page);
  await hears(page, "second", false);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange"));
    delete document.hidden;
  });
  await idle(page);
  assert.equal(await box(page), "First second");
  await page.click("button", "Dictate");
  await listening(page);
  await hears(page, "third", false);
  await page.click("button", "Pause");
  await page.click("button", "Resume");
  await idle(page);
  assert.equal(await box(page), "First second third");

  // What does not work is reported in plain words, and typing goes on.
  for (const [error, words] of [
    ["not-allowed", "The microphone was not allowed"],
    ["network", "could not be reached"],
    ["no-speech", "Nothing was heard"],
    ["audio-capture", "No microphone was found"],
    ["language-not-supported", "in the language of the interview"],
    ["bad-grammar", "Listening did not work"],
  ]) {
    await page.click("button", "Dictate");
    await listening(page);
    await page.evaluate((code) => recogniser.fails(code), error);
    await announced(page, words);
  }
  await page.close();
});

test(`${browser}: dictation stays on the device where it can, and nothing else listens where the page wants that`, async () => {
  const page = await openElement({ voice: "device", speech: "downloadable", lang: "de", subject: "device" });
  await page.click("button", "Zustimmen und beginnen");
  await openQuestion(page, 1);
  await page.click("button", "Diktieren");
  await page.waitFor({ role: "button", name: "Herunterladen" });
  assert.equal((await page.find("button", "Ohne Herunterladen")).length, 0);
  await page.click("button", "Herunterladen");
  await announced(page, "Sie können diktieren");
  assert.deepEqual(await page.evaluate(() => heard), [], "the microphone waits for another press");
  await page.click("button", "Diktieren");
  await listening(page);
  assert.deepEqual(await page.evaluate(() => heard), [{ lang: "de-DE", local: true }]);
  assert.match(await shown(page, ".composer"), /Die Aufnahme bleibt auf diesem Gerät/);
  await page.click("button", "Diktieren");
  await announced(page, "Es wird nicht mehr zugehört");

  await page.evaluate(() => (availability = "unavailable"));
  await page.click("button", "Diktieren");
  await announced(page, "etwas anderes erlaubt diese Seite nicht");
  // In a frame that forbids the microphone the respondent reads that.
  await page.evaluate(() => {
    Object.defineProperty(document, "permissionsPolicy", { configurable: true, value: { allowsFeature: () => false } });
  });
  await page.click("button", "Diktieren");
  await announced(page, "darf das Mikrofon nicht benutzen");

  for (const attributes of [{ voice: "device", speech: "remote" }, { speech: "remote" }, { voice: "off", speech: "remote" }]) {
    await page.goto(`/?${new URLSearchParams({ guide: "reflective", subject: JSON.stringify(attributes), ...attributes })}`);
    await begin(page);
    assert.equal((await page.find("button", "Dictate")).length, 0);
    assert.equal((await page.find("button", "Read aloud")).length, attributes.voice === "device" ? 1 : 0);
  }
  await page.close();
});

test(`${browser}: a question is read aloud by a voice of the device when it is asked for, and never while somebody is listened to`, async () => {
  const page = await openElement({ voice: "on", speech: "device", subject: "aloud" });
  const question = await begin(page);
  const said = () => page.evaluate(() => spoken.map(({ text }) => text).join(" "));
  assert.equal(await said(), "", "nothing is read by itself");
  const reading = (pressed) =>
    page.waitFor((wanted) => element.shadowRoot.querySelector(`.aloud[aria-pressed="${wanted}"]`), { args: [`${pressed}`] });
  await page.click("button", "Read aloud");
  await reading(true);
  assert.equal((await said()).replace(/\s+/g, " "), question.replace(/\s+/g, " "));
  assert.deepEqual(await page.evaluate(() => [spoken[0].voice.name, spoken[0].lang]), ["Here", "en_GB"]);
  await page.click("button", "Read aloud");
  await reading(false);
  assert.equal(await said(), "");

  await page.click("button", "Read aloud");
  await reading(true);
  await page.click("button", "Dictate");
  await listening(page);
  await reading(false);
  assert.equal(await said(), "");
  await page.click("button", "Read aloud");
  await idle(page);
  await reading(true);
  await page.evaluate(() => spoken.at(-1).dispatchEvent(new Event("end")));
  await reading(false);

  // A service is sent the question only after a word on that.
  await page.evaluate(() => {
    spoken.length = 0;
    voices.pop();
  });
  await page.click("button", "Read aloud");
  await page.waitFor({ role: "button", name: "Read it" });
  assert.match(await shown(page, ".current"), /is sent its text/);
  assert.equal(await said(), "");
  await page.click("button", "Read it");
  await reading(true);
  assert.equal(await page.evaluate(() => spoken[0].voice.name), "Cloud");
  await page.evaluate(() => (voices[0].lang = "fi-FI"));
  await page.press("Escape");
  await reading(false);
  await page.click("button", "Read aloud");
  await announced(page, "no voice for the language");
  await page.close();
});
