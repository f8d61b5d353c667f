// With Node's own runner: `node --test with-node.mjs`.
import { close } from "./dom.js";
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { askForFeedback } from "./feedback.js";
import { answers, lead, until } from "./steps.js";

after(close);

test("what the respondent noticed is shown and saved", async () => {
  let saved;
  const element = askForFeedback(document.body, (result) => (saved = result));
  // jsdom has no database. An element that wants one goes on in memory, and looks for it once a minute: the process would not end.
  element.storage = "memory";
  await lead(element, answers);
  await until(() => saved);
  assert.match(document.querySelector("li").textContent, /rest is easier to keep/);
  assert.ok(saved.transcript.includes("Sunday mornings"));
  element.remove();
});
