// With Vitest: `npx vitest run`. The environment is in vitest.config.js.
import { afterEach, expect, test } from "vitest";
import { createInterview } from "colloquy";
import { askForFeedback } from "./feedback.js";
import { answers, lead, until } from "./steps.js";

// An element that is taken out of the page lets its interview go.
afterEach(() => document.body.replaceChildren());

test("what the respondent noticed is shown and saved", async () => {
  let saved;
  const element = askForFeedback(document.body, (result) => (saved = result));
  await lead(element, answers);
  await until(() => saved);
  // jsdom has no database, and the element says so.
  expect(element.interview.view.saving).toEqual({ state: "memory", reason: "refused" });
  expect(document.querySelector("li").textContent).toMatch(/rest is easier to keep/);
  expect(saved.transcript).toContain("Sunday mornings");
});

test("the engine alone", async () => {
  const interview = await createInterview({ guide: "reflective", storage: "memory", pace: "instant" });
  interview.consent();
  for (const answer of answers) {
    await interview.until(({ phase }) => phase === "answering");
    interview.answer(answer);
  }
  await interview.until(({ can }) => can.finish);
  await interview.finish();
  expect(await interview.export("markdown")).toContain("Sunday mornings");
  interview.dispose();
});
