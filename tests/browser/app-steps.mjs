// What a respondent does in the app, as the app's tests need it.

/** Agrees where the guide asks for it. */
export async function begin(page) {
  await page.click("button", /^Agree/);
}

/**
 * Waits for the open question, until it is stored as well where anything is, and gives its text.
 */
export async function question(page) {
  await page.waitFor({ role: "textbox", name: "Your answer", disabled: false });
  // A question that still streams is no question yet, and one that comes before the whole engine cannot be answered yet.
  return page.waitFor(() => {
    const root = document.querySelector("colloquy-interview").shadowRoot;
    const shown = [...root.querySelectorAll("[part~=question]")].at(-1)?.textContent.trim();
    const { view } = document.querySelector("colloquy-interview").interview;
    return view.can.answer && view.question.text === shown && view.saving.state !== "saving" && view.saving.reason !== "silent"
      ? shown
      : null;
  });
}

/** Answers the open question and waits until the answer is among those that are over, and stored where anything is. */
export async function answer(page, text) {
  const before = await page.evaluate(() => document.querySelector("colloquy-interview").interview.view.exchanges);
  await page.fill("textbox", "Your answer", text);
  await page.click("button", "Send");
  await page.waitFor(
    (n) => {
      const view = document.querySelector("colloquy-interview")?.interview?.view;
      return view && view.exchanges > n && view.saving.state !== "saving" && view.saving.reason !== "silent";
    },
    { args: [before] },
  );
}

/** Ends the questions before they are over, with nothing unsent in the answer box. */
export async function endEarly(page) {
  await page.click("button", "End interview");
  await page.click("button", "End now");
}

/** Closes the questions and completes the review, and waits until that is stored. */
export async function finish(page) {
  const phase = () => document.querySelector("colloquy-interview").interview.view.phase;
  if (!["review", "finished"].includes(await page.evaluate(phase))) await endEarly(page);
  await page.waitFor(() => {
    const element = document.querySelector("colloquy-interview");
    return element.interview.view.phase === "review" && element.updateComplete;
  });
  // What a model finds meanwhile moves the button: a press between its being found and its being hit goes beside it, and is made again.
  // What finds insights may have to be fetched first.
  const missed = () =>
    page
      .waitFor(() => document.querySelector("colloquy-interview").interview.view.phase === "finished", { timeout: 15_000 })
      .then(
        () => false,
        () => true,
      );
  for (let presses = 0; presses < 3; presses += 1) {
    await page.click("button", "Finish");
    if (!(await missed())) break;
  }
  await page.waitFor(() => {
    const { view } = document.querySelector("colloquy-interview").interview;
    return view.phase === "finished" && view.saving.state !== "saving" && view.saving.reason !== "silent";
  });
}
