// What tests of onboarding interviews have in common: forms that are met without the screen, and what came of it all.
import { readFile } from "node:fs/promises";
import assert from "node:assert/strict";
import { phase, viewOf } from "./model-steps.mjs";

/** Waits until the respondent is needed, or the questions are over, and that is stored: a page that is left before is asked again. Gives the view. */
export const needed = (page) =>
  page.waitFor(
    () => {
      const view = document.querySelector("colloquy-interview")?.interview?.view;
      const waits = ["answering", "review", "finished", "given_up"].includes(view?.phase);
      return waits && view.saving.state !== "saving" && view.saving.reason !== "silent" ? view : null;
    },
    { timeout: 60_000 },
  );

/** The form that waits, and what it is of. */
export async function formOf(page) {
  const { form } = await viewOf(page);
  const [kind] = Object.keys(form.kind);
  return { token: form.token, tool: form.tool, kind, ...form.kind[kind] };
}

/** Fills in the form that waits; `files` are `{ name, type, bytes }`. Gives the code of the error, or nothing. */
export const settle = (page, token, value, files = []) =>
  page.evaluate(
    async (token, value, files) => {
      const { interview } = document.querySelector("colloquy-interview");
      const given = files.map(
        ({ name, type, base64 }) => new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }),
      );
      try {
        await interview.settle(token, given.length > 0 ? { files: given } : value);
        return null;
      } catch (error) {
        return { code: error.code, message: error.message, details: error.details };
      }
    },
    token,
    value,
    files.map(({ name, type, bytes }) => ({ name, type, base64: Buffer.from(bytes).toString("base64") })),
  );

/** A file of the fixtures as it is handed in. */
export const fixture = async (path, name, type = "") => ({ name, type, bytes: await readFile(path) });

/** Fills in whatever form waits as somebody would who agrees with everything. */
export async function agree(page, { files }) {
  const form = await formOf(page);
  if (form.kind === "upload") return settle(page, form.token, null, files);
  if (form.kind === "options") return settle(page, form.token, { selectedIds: [form.options[0].id] });
  const data = form.data ?? { basics: { name: "Ada Example" } };
  return settle(page, form.token, { data: complete(form.data_type, data) });
}

/** Data with what its kind asks for at least. */
function complete(kind, data) {
  if (kind === "applicant_profile") return { ...data, basics: { name: "Ada Example", ...data.basics } };
  if (kind === "skeleton_timeline") return { work: [], ...data };
  if (kind === "experience") return { position: "Miller", ...data };
  if (kind === "knowledge_card") return { title: "A lesson", summary: "What was learned.", ...data };
  return data;
}

/** Takes an interview to its review: forms are agreed to, questions are answered. `before` is called ahead of each. */
export async function through(
  page,
  {
    files,
    before = () => {},
    answer = (number) => `Answer ${number}: in my third year at the mill I learned to listen to the bearings before the stones.`,
  },
) {
  const answers = [];
  for (let steps = 0; ; steps += 1) {
    assert.ok(steps < 80, "the interview does not end");
    const view = await needed(page);
    if (view.phase !== "answering") return { view, answers };
    await before(view);
    if ((await viewOf(page)).form) {
      const fault = await agree(page, { files });
      assert.equal(fault, null, JSON.stringify(fault));
    } else {
      answers.push(answer(view.question.number));
      await page.evaluate((text) => document.querySelector("colloquy-interview").interview.answer(text), answers.at(-1));
    }
    await page.waitFor((n) => document.querySelector("colloquy-interview").interview.view.exchanges > n, { args: [view.exchanges] });
  }
}

/** What was kept, by kind of data. */
export const kept = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      document
        .querySelector("colloquy-interview")
        .interview.details()
        .artifacts.map(({ artifact }) => [artifact.dataType, artifact]),
    ),
  );

export { phase };
