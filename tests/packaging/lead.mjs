// Leading an interview in an element, as a respondent would.

/** Three answers, the second of which is a next step. */
export const answers = [
  "I realized that rest is easier to keep when it has a place of its own, at home as well as at work.",
  "I want to keep Sunday mornings free of screens, and I will tell the others in the team about it.",
  "It comes down to the place: without a place of its own, rest is the first thing that gives way.",
];

/** Leads the interview in an element to its end, by the names that a respondent reads. */
export async function leadElement(page) {
  const box = { role: "textbox", name: "Your answer", disabled: false };
  const begin = { role: "button", name: /agree|begin|start/i };
  if (await Promise.any([page.waitFor(begin).then(() => true), page.waitFor(box).then(() => false)]))
    await page.click("button", begin.name);
  for (const [at, answer] of answers.entries()) {
    await page.waitFor(box);
    await page.waitFor((number) => document.querySelector("colloquy-interview").interview?.view.question?.number === number, {
      args: [at + 1],
    });
    await page.fill("textbox", "Your answer", answer);
    await page.press("Control+Enter");
  }
  await page.waitFor({ role: "button", name: "Finish", disabled: false });
  await page.waitFor(() => document.querySelector("colloquy-interview").interview?.view.phase === "review");
  await page.click("button", "Finish");
}
