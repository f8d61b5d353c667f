// What assistive technology is told: names and roles, what is spoken and when, and that it agrees with what is to be seen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./harness/index.mjs";
import { answer, begin, openElement, openQuestion, stored } from "./element-site.mjs";

/** Notes every text that a live region of the element gains, as a screen reader that speaks additions would. */
function listen() {
  globalThis.spoken = [];
  globalThis.streamed = [];
  const live = (node) => {
    for (let at = node.nodeType === 1 ? node : node.parentElement; at; at = at.parentElement) {
      if (at.getAttribute("aria-hidden") === "true" || at.hidden) return null;
      const own = at.getAttribute("aria-live");
      if (own) return own === "off" ? null : at;
      if (at.getAttribute("role") === "timer") return null;
      if (["log", "status", "alert"].includes(at.getAttribute("role"))) return at;
    }
    return null;
  };
  const textOf = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || node.getAttribute("aria-hidden") === "true" || node.getAttribute("aria-live") === "off") return "";
    return [...node.childNodes].map(textOf).join(" ");
  };
  new MutationObserver((changes) => {
    for (const change of changes) {
      for (const node of change.type === "childList" ? change.addedNodes : [change.target]) {
        const region = node.isConnected && live(node);
        const text = region && textOf(node).replace(/\s+/g, " ").trim();
        if (text) spoken.push({ region: region.getAttribute("role"), text });
      }
    }
    const growing = element.shadowRoot.querySelector(".live .question:not(.waiting)");
    if (growing) streamed.push(growing.textContent);
  }).observe(element.shadowRoot, { childList: true, characterData: true, subtree: true });
}

test(`${browser}: a question is spoken whole and once, however it streams in`, async () => {
  const page = await openElement({ questions: "3" }, { reducedMotion: false });
  await page.waitFor({ role: "button", name: "Agree and begin" });
  await page.evaluate(listen);
  const questions = [await begin(page)];
  await answer(page, "I never thought of my evenings as something to plan, and I should begin with Mondays.");
  questions.push(await openQuestion(page, 2));
  await page.click("button", "Skip");
  questions.push(await openQuestion(page, 3));
  await stored(page);
  const { spoken, streamed } = await page.evaluate(() => ({ spoken: globalThis.spoken, streamed: globalThis.streamed }));
  assert.deepEqual(
    spoken.filter(({ region }) => region === "log").map(({ text }) => text),
    questions,
  );
  // It did stream, in parts that were to be seen and not to be heard.
  assert.ok(
    streamed.some((part) => part && !questions.includes(part)),
    `${streamed.length} parts`,
  );
  for (const { text } of spoken) assert.ok(!streamed.includes(text) || questions.includes(text), `a part was spoken: ${text}`);
  await page.close();
});

test(`${browser}: while a question streams, Send is locked and the box is not`, async () => {
  const page = await openElement({}, { reducedMotion: false });
  await page.waitFor({ role: "button", name: "Agree and begin" });
  // Noted by the page itself: a driver may be too slow for a question that streams.
  await page.evaluate(() => {
    const root = element.shadowRoot;
    new MutationObserver(() => {
      const phase = element.interview?.view.phase;
      if (phase !== "asking" || !root.querySelector(".live")) return;
      globalThis.during ??= {
        send: root.querySelector(".composer .primary").disabled,
        box: root.querySelector("textarea").disabled,
        phase,
      };
    }).observe(root, { childList: true, subtree: true, characterData: true });
  });
  await page.click("button", "Agree and begin");
  assert.deepEqual(await page.waitFor(() => globalThis.during), { send: true, box: false, phase: "asking" });
  await page.fill("textbox", "Your answer", "written ahead");
  await openQuestion(page, 1);
  await page.waitFor({ role: "button", name: "Send", disabled: false });
  assert.equal((await page.find("textbox", "Your answer"))[0].value, "written ahead");
  await page.close();
});

test(`${browser}: the tree says what the screen shows`, async () => {
  const page = await openElement({ questions: "4" });
  await page.waitFor({ role: "heading", name: "Before you begin" });
  assert.equal((await page.find("log")).length, 0);
  const question = await begin(page);

  for (const [role, name] of [
    ["log", "Interview"],
    ["textbox", "Your answer"],
    ["button", "Send"],
    ["button", "Skip"],
    ["button", "I’d rather not say"],
    ["button", "Pause"],
    ["button", "End interview"],
    ["progressbar", "Progress"],
  ]) {
    assert.equal((await page.find(role, name)).length, 1, `${role} ${name}`);
  }
  assert.equal((await page.find("log", "Interview"))[0].text.endsWith(question), true);
  assert.equal((await page.find("button", /interviewer/))[0].name, "Built-in interviewer · runs on this device");
  await page.click("button", /interviewer/);
  await page.waitFor("It is not an AI model.");
  assert.equal((await page.find("banner")).length, 0, "the head of the element is no landmark of the page");

  // How far it is, in numbers and in words, and never backwards.
  const before = (await page.find("progressbar", "Progress"))[0].value;
  await answer(page, "I realize that I sleep badly before calls.");
  await openQuestion(page, 2);
  const after = (await page.find("progressbar", "Progress"))[0].value;
  assert.ok(after > before, `${before} to ${after}`);
  assert.equal(
    await page.evaluate(() => element.shadowRoot.querySelector("progress").getAttribute("aria-valuetext")),
    "Question 2 of up to 4",
  );
  assert.equal((await page.find("article", "Question 1"))[0].text.includes("I realize that I sleep badly before calls."), true);
  await page.close();
});

test(`${browser}: a command that is none is answered with the list, beside the box`, async () => {
  const page = await openElement();
  await begin(page);
  await page.fill("textbox", "Your answer", "/nonsense");
  await page.click("button", "Send");
  await page.waitFor("“/nonsense” is not a command.");
  const box = await page.evaluate(() => {
    const area = element.shadowRoot.querySelector("textarea");
    const described = area.getAttribute("aria-describedby");
    const notice = element.shadowRoot.getElementById(described);
    return {
      invalid: area.getAttribute("aria-invalid"),
      role: notice.getAttribute("role"),
      text: notice.textContent,
      value: area.value,
      exchanges: element.interview.view.exchanges,
    };
  });
  assert.equal(box.invalid, "true");
  assert.equal(box.role, "status");
  for (const word of ["/skip", "/done", "/pause", "/quit", "/help"]) assert.ok(box.text.includes(word), word);
  assert.equal(box.value, "/nonsense");
  assert.equal(box.exchanges, 0);
  await page.fill("textbox", "Your answer", "/usr/bin is where I keep it");
  await page.click("button", "Send");
  await openQuestion(page, 2);
  assert.match(await page.text("[role=log]"), /\/usr\/bin is where I keep it/);
  await page.close();
});

test(`${browser}: names, roles and states agree with the browser's own tree`, { skip: browser !== "chromium" }, async () => {
  const page = await openElement({ questions: "3" });
  await begin(page);
  await answer(page, "I realize that I sleep badly before calls.");
  await openQuestion(page, 2);
  await stored(page);
  const own = (await page.axTree()).map(({ role, name }) => `${role} ${name}`);
  for (const expected of [
    "log Interview",
    "textbox Your answer",
    "button Send",
    "button Skip",
    "button Pause",
    "button End interview",
    "button Edit answer 1",
    "article Question 1",
    "article Question 2",
  ]) {
    assert.ok(own.includes(expected), `${expected} in\n${own.join("\n")}`);
  }
  assert.ok(
    own.some((line) => /^(progressbar|ProgressIndicator) Progress$/.test(line)),
    own.join("\n"),
  );
  await page.close();
});

test(`${browser}: words in another language are loaded, and the direction follows`, async () => {
  const page = await openElement({ lang: "ar", subject: "rtl" });
  await page.waitFor({ role: "button", name: "أوافق وأبدأ" });
  await page.click("button", "أوافق وأبدأ");
  await openQuestion(page, 1);
  const { dir, lang, start } = await page.evaluate(() => {
    const frame = element.shadowRoot.querySelector(".frame");
    const name = element.shadowRoot.querySelector(".name").getBoundingClientRect();
    const tools = element.shadowRoot.querySelector(".tools").getBoundingClientRect();
    return { dir: frame.dir, lang: frame.lang, start: name.right > tools.right };
  });
  assert.deepEqual({ dir, lang, start }, { dir: "rtl", lang: "ar", start: true });
  await page.fill("textbox", "إجابتك", "أدركت أن المساء لي.");
  await page.click("button", "إرسال");
  await openQuestion(page, 2);
  await page.evaluate(() => element.setAttribute("lang", "de"));
  await page.waitFor({ role: "button", name: "Senden" });
  await page.evaluate(() => element.setAttribute("lang", "es-MX"));
  await page.waitFor({ role: "button", name: "Enviar" });
  await page.evaluate(() => element.setAttribute("lang", "fr"));
  await page.waitFor({ role: "button", name: "Envoyer" });
  await page.evaluate(() => element.setAttribute("lang", "it"));
  await page.waitFor({ role: "button", name: "Send" });
  assert.match(await page.text("[role=log]"), /أدركت أن المساء لي\./);
  await page.close();
});

test(`${browser}: the consent states what is in another language than the respondent's`, async () => {
  const page = await openElement({ lang: "ar", subject: "rules" });
  await page.waitFor("تُطرح الأسئلة بهذه اللغة: الإنجليزية.");
  await page.evaluate(async () => {
    element.guide = await (await fetch("/colloquy/guides/reflective.json")).json();
  });
  await page.waitFor(() => element.interview?.view.locale === "en");
  await page.waitFor("تُطرح الأسئلة بهذه اللغة: الإنجليزية.");
  await page.evaluate(() => {
    element.model = "some-model";
    element.setAttribute("proxy", "/proxy");
  });
  await page.waitFor("النصوص الثابتة وحدها بهذه اللغة: الإنجليزية. أما الأسئلة فيطرحها النموذج بلغتك.");
  assert.ok(!(await page.text("colloquy-interview")).includes("تُطرح الأسئلة"));
  await page.close();
});
