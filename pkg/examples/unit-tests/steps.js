// Steps for tests of either kind.

/** Waits until `check` gives something. */
export async function until(check, what = check) {
  for (const from = Date.now(); Date.now() - from < 20_000; await new Promise((resolve) => setTimeout(resolve, 10))) {
    const found = check();
    if (found) return found;
  }
  throw new Error(`waited for ${what}`);
}

/** Leads the interview in an element to its end, as a respondent does. */
export async function lead(element, answers) {
  const find = (selector) => element.shadowRoot?.querySelector(selector);
  const button = (name) => [...(element.shadowRoot?.querySelectorAll("button") ?? [])].find(({ textContent }) => name.test(textContent));
  (await until(() => button(/Agree and begin/))).click();
  for (const [at, answer] of answers.entries()) {
    await until(() => element.interview.view.question?.number === at + 1);
    const box = await until(() => find("textarea:enabled"));
    box.value = answer;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    button(/^\s*Send/).click();
  }
  await until(() => element.interview.view.phase === "review");
  (await until(() => button(/^\s*Finish/))).click();
}

export const answers = [
  "I realized that rest is easier to keep when it has a place of its own, at home as well as at work.",
  "I want to keep Sunday mornings free of screens, and I will tell the others in the team about it.",
  "It comes down to the place: without a place of its own, rest is the first thing that gives way.",
];
