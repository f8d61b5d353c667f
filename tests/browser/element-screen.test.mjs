// What is to be seen: nothing sticks out, everything can be read and pressed, what is new comes into sight, and a broken engine is no end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./harness/index.mjs";
import { answer, begin, openElement, openQuestion, stored } from "./element-site.mjs";

const LONG =
  "I realize that this takes a while to say, and I should say it anyway, because the evening is the part of the day that nobody else will plan for me. ".repeat(
    4,
  );

/** Faults of the screen as it is: what sticks out, what is too small to press, what is too faint to read. */
function faults() {
  const found = [];
  const channels = (color) => (color.match(/[\d.]+/g) ?? [0, 0, 0]).map(Number);
  const light = (color) => {
    const [r, g, b] = channels(color).map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
      const color = getComputedStyle(at).backgroundColor;
      if ((channels(color)[3] ?? 1) > 0.99) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const { innerWidth } = globalThis;
  for (const one of element.shadowRoot.querySelectorAll(".frame *")) {
    const box = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    if (box.width === 0 || style.visibility !== "visible" || one.closest("[hidden], svg")) continue;
    const name = `${one.localName}.${one.className} ${JSON.stringify(one.textContent.trim().slice(0, 30))}`;
    if (box.left < -1 || box.right > innerWidth + 1)
      found.push(`${name} sticks out: ${Math.round(box.left)} to ${Math.round(box.right)} of ${innerWidth}`);
    if (one.localName === "button" && box.height < 24) found.push(`${name} is ${box.height} px high`);
    if (["textarea", "input"].includes(one.localName) && parseFloat(style.fontSize) < 16) found.push(`${name} has ${style.fontSize} text`);
    const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!text || one.closest(":disabled") || one.matches("progress")) continue;
    const [a, b] = [light(style.color), light(ground(one))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) found.push(`${name} has a contrast of ${contrast.toFixed(2)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  return found;
}

for (const [width, colorScheme, lang] of [
  [360, "light", "en"],
  [360, "dark", "de"],
  [360, "light", "es"],
  [360, "dark", "fr"],
  [320, "light", "ar"],
  [320, "dark", "ja"],
  [1280, "dark", "en"],
]) {
  test(`${browser}: every step fits ${width} px, ${colorScheme}, ${lang}`, async () => {
    const page = await openElement({ lang, questions: "3" }, { viewport: { width, height: 740 }, colorScheme });
    const check = async (step) => assert.deepEqual(await page.evaluate(faults), [], step);
    const act = (name, ...args) => page.evaluate((method, given) => element.interview[method](...given), name, args);
    await page.waitFor(() => element.interview?.view.phase === "consent" && element.shadowRoot.querySelector(".consent"));
    await check("consent");
    await act("consent");
    await openQuestion(page, 1);
    await check("question");
    await act("answer", "/help");
    await act("answer", LONG);
    await openQuestion(page, 2);
    await page.evaluate(() => element.shadowRoot.querySelector("summary").click());
    await check("later question");
    await page.screenshot(`element-question-${width}-${colorScheme}-${lang}`);
    await act("pause");
    await page.waitFor(() => element.shadowRoot.querySelector(".paused"));
    await check("paused");
    await act("resume");
    await openQuestion(page, 2);
    await act("skip");
    await openQuestion(page, 3);
    await act("finish");
    await page.waitFor(() => element.shadowRoot.querySelector(".results"));
    await check("review");
    await act("finish");
    await page.waitFor(() => element.shadowRoot.querySelector(".formats"));
    await check("finished");
    await page.screenshot(`element-finished-${width}-${colorScheme}-${lang}`, { fullPage: true });
    await page.close();
  });
}

/** Where the open question is: its top and bottom, and what lies over it. */
const place = () => {
  const root = element.shadowRoot;
  const question = root.querySelector(".log .current .question").getBoundingClientRect();
  const composer = root.querySelector(".composer").getBoundingClientRect();
  const head = root.querySelector("header").getBoundingClientRect();
  return { clear: question.top >= head.bottom - 1 && question.bottom <= composer.top + 1, inside: composer.bottom <= innerHeight + 1 };
};

test(`${browser}: a new question comes into sight, clear of head and composer`, async () => {
  const page = await openElement({}, { viewport: { width: 360, height: 740 } });
  await begin(page);
  for (let number = 1; number <= 3; number++) {
    await answer(page, LONG);
    await openQuestion(page, number + 1);
    await page.waitFor(() => window.scrollY > 0);
    assert.deepEqual(await page.evaluate(place), { clear: true, inside: true }, `question ${number + 1}`);
  }
  await stored(page);
  // After a reload too, as the interview is what this page begins with.
  await page.reload();
  await openQuestion(page, 4);
  await page.waitFor(() => window.scrollY > 0);
  assert.deepEqual(await page.evaluate(place), { clear: true, inside: true }, "after a reload");
  await page.close();
});

test(`${browser}: whoever reads further up is left there`, async () => {
  const page = await openElement({}, { viewport: { width: 360, height: 740 }, reducedMotion: false });
  await begin(page);
  await answer(page, LONG);
  await openQuestion(page, 2);
  // By the page itself, once it has drawn a part of the question: a driver may be too slow for that.
  await page.evaluate(() => {
    globalThis.away = false;
    const stop = element.interview.subscribe(() => {
      if (!element.interview.view.live) return;
      stop();
      element.updateComplete.then(() =>
        requestAnimationFrame(() => {
          scrollTo({ top: 0, behavior: "instant" });
          globalThis.away = element.interview.view.phase === "asking";
        }),
      );
    });
  });
  await answer(page, LONG);
  await openQuestion(page, 3);
  assert.ok(await page.evaluate(() => away), "the page was scrolled while a question came");
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.close();
});

test(`${browser}: after a crash of the engine the interview is opened again, the second time by the respondent`, async () => {
  const page = await openElement();
  await begin(page);
  await answer(page, "I realize that things break.");
  const second = await openQuestion(page, 2);
  await stored(page);
  const crash = () =>
    page.evaluate(() => {
      const broken = element.interview;
      broken.dispose();
      const crash = () => {
        throw Object.assign(new Error("the engine crashed"), { code: "engine_crashed" });
      };
      Object.defineProperty(broken, "saveDraft", { value: crash });
      globalThis.broken = broken;
    });
  await crash();
  await page.fill("textbox", "Your answer", "x").catch(() => {});
  await page.waitFor(() => element.interview && element.interview !== broken);
  assert.equal(await page.evaluate(() => emitted.findLast(({ name }) => name === "error").detail.code), "engine_crashed");
  assert.equal(await openQuestion(page, 2), second);
  await crash();
  await page.fill("textbox", "Your answer", "y").catch(() => {});
  await page.waitFor({ role: "heading", name: "Something broke on our side." });
  await page.click("button", "Open again");
  assert.equal(await openQuestion(page, 2), second);
  assert.match(await page.text("[role=log]"), /I realize that things break\./);
  await page.close();
});
