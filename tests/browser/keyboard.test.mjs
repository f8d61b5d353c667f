// A whole interview by keyboard alone: no pointer is used anywhere in this file, and the focus is never lost on the way.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./harness/index.mjs";
import { openElement, openQuestion, phase, stored } from "./element-site.mjs";

/** Steps with Tab (or Shift+Tab) until the named thing has the focus, as somebody without a pointer would look for it. */
async function tabTo(page, role, name, back = false) {
  const passed = [];
  for (let step = 0; step < 60; step++) {
    const at = await page.focused();
    if (at?.role === role && (name instanceof RegExp ? name.test(at.name) : at.name === name)) return at;
    passed.push(`${at?.role} ${at?.name}`);
    await page.press(back ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab never came to ${role} ${name}; it passed ${passed.join(", ")}`);
}

/** What has the focus must be in the element and drawn with a ring of its own. */
async function focusIsVisible(page) {
  const ring = await page.evaluate(() => {
    const at = element.shadowRoot.activeElement;
    if (!at) return "nothing in the element has the focus";
    // A window that is not the screen's active one draws no ring anywhere.
    if (!at.matches(":focus")) return !document.hasFocus();
    const box = at.closest(".composer") ?? at;
    return [at, box].some((one) => getComputedStyle(one).outlineStyle !== "none" && parseFloat(getComputedStyle(one).outlineWidth) >= 1);
  });
  assert.equal(ring, true);
}

/** The focused thing must not lie under the head or the composer that stay in sight. */
async function focusIsInSight(page) {
  const covered = await page.evaluate(() => {
    const at = element.shadowRoot.activeElement;
    const { left, top, width, height } = at.getBoundingClientRect();
    const hit = element.shadowRoot.elementFromPoint(left + width / 2, top + height / 2);
    return hit === at || at.contains(hit) ? "" : `${at.outerHTML.slice(0, 80)} under ${hit?.outerHTML.slice(0, 80)}`;
  });
  assert.equal(covered, "");
}

test(`${browser}: a whole interview by keyboard alone`, async () => {
  const page = await openElement({ questions: "5" }, { viewport: { width: 800, height: 640 } });
  await page.waitFor({ role: "button", name: "Agree and begin" });

  await tabTo(page, "button", "Not now");
  await focusIsVisible(page);
  await page.press("Enter");
  await page.waitFor("Nothing was stored or sent.");
  await tabTo(page, "button", "Agree and begin");
  await page.press("Enter");

  // The focus is where the answer goes, without another key.
  await openQuestion(page, 1);
  await page.waitFor({ role: "textbox", name: "Your answer", focused: true });
  await focusIsVisible(page);
  await page.type("I realize that my evenings belong to other people,\nand that I never planned one.");
  await page.press("Control+Enter");
  await openQuestion(page, 2);
  assert.deepEqual(await page.focused(), { role: "textbox", name: "Your answer", tag: "textarea" });
  assert.equal((await page.find("textbox", "Your answer"))[0].value, "");

  // Enter alone makes a line and sends nothing.
  await page.type("I should move the late calls.");
  await page.press("Enter");
  await page.type("And say so on Monday.");
  assert.equal((await page.find("textbox", "Your answer"))[0].value, "I should move the late calls.\nAnd say so on Monday.");
  await tabTo(page, "button", "Send");
  await focusIsVisible(page);
  await page.press("Enter");
  await openQuestion(page, 3);
  await page.waitFor({ role: "textbox", name: "Your answer", focused: true });

  // Pause and come back.
  await tabTo(page, "button", "Pause", true);
  await focusIsInSight(page);
  await page.press("Enter");
  await phase(page, "paused");
  await page.waitFor({ role: "button", name: "Resume", focused: true });
  await page.press("Enter");
  await openQuestion(page, 3);
  await page.waitFor({ role: "textbox", name: "Your answer", focused: true });

  // A command instead of the button.
  await page.type("/skip");
  await page.press("Control+Enter");
  await openQuestion(page, 4);

  // Amend the first answer, in its place.
  await tabTo(page, "button", "Edit answer 1", true);
  await focusIsInSight(page);
  await page.press("Enter");
  await page.waitFor({ role: "textbox", name: "Edit answer 1", focused: true });
  await page.press("Control+a");
  await page.type("I realize that silence helps me to think.");
  await tabTo(page, "button", "Save answer 1");
  await page.press("Enter");
  await page.waitFor({ role: "button", name: "Edit answer 1", focused: true });
  assert.match(await page.text("[role=log]"), /I realize that silence helps me to think\./);

  await tabTo(page, "button", "I’d rather not say");
  await page.press("Enter");
  await openQuestion(page, 5);
  await page.waitFor({ role: "textbox", name: "Your answer", focused: true });
  await page.type("I want to keep four evenings. I never thought of that before.");
  await page.press("Control+Enter");

  // The review takes the focus, and its lists are edited with keys.
  await page.waitFor({ role: "heading", name: "What your answers show", focused: true });
  await tabTo(page, "button", "Remove “I should move the late calls.”");
  await focusIsVisible(page);
  await page.press("Enter");
  await page.waitFor({ role: "button", name: "Undo", focused: true });
  await page.press("Enter");
  await page.waitGone({ role: "button", name: "Undo" });
  await page.waitFor({ role: "button", name: "Remove “I should move the late calls.”" });
  await tabTo(page, "button", "Reword “I should move the late calls.”");
  await page.press("Enter");
  await page.waitFor({ role: "textbox", name: "New wording", focused: true });
  await page.press("Control+a");
  await page.type("Move the late calls.");
  await page.press("Enter");
  await page.waitFor({ role: "button", name: "Reword “Move the late calls.”" });
  // The first entry of an empty list makes it one, and the focus stays where the next is written.
  assert.deepEqual(await page.find("heading", "Themes"), []);
  await tabTo(page, "textbox", "Add a theme");
  for (const theme of ["Evenings", "Calls"]) {
    await page.type(theme);
    await page.press("Enter");
    await page.waitFor({ role: "button", name: `Remove “${theme}”` });
    await page.waitFor({ role: "textbox", name: "Add a theme", focused: true });
  }
  await tabTo(page, "textbox", "Add an insight", true);
  await page.type("Evenings need a plan.");
  await page.press("Enter");
  await page.waitFor({ role: "button", name: "Remove “Evenings need a plan.”" });
  await tabTo(page, "link", "from answer 1", true);
  await page.press("Enter");
  await page.waitFor({ role: "article", name: "Question 1", focused: true });
  await tabTo(page, "button", "Finish", true);
  await page.press("Enter");

  await phase(page, "finished");
  await page.waitFor({ role: "heading", name: "Thank you", focused: true });
  await tabTo(page, "button", "Download a file");
  await page.press("Enter");
  await tabTo(page, "button", "Markdown");
  await stored(page);
  const { findings, transcript } = await page.evaluate(() => element.interview.result());
  assert.ok(findings.insights.some(({ text }) => text === "Evenings need a plan."));
  assert.ok(findings.actions.some(({ text }) => text === "Move the late calls."));
  assert.ok(findings.insights.some(({ text }) => text === "I realize that silence helps me to think."));
  assert.match(transcript, /silence helps me to think/);
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test(`${browser}: Enter that ends a composition sends nothing`, async () => {
  const page = await openElement();
  await page.click("button", "Agree and begin");
  await openQuestion(page, 1);
  await page.fill("textbox", "Your answer", "眠り");
  const sent = await page.evaluate(() => {
    const box = element.shadowRoot.querySelector("textarea");
    for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
      box.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, composed: true, cancelable: true, ...init }),
      );
    }
    return element.interview.view.exchanges;
  });
  assert.equal(sent, 0);
  await page.press("Control+Enter");
  await openQuestion(page, 2);
  await page.close();
});
