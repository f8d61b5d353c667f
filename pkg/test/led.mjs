// Onboarding interviews led by a model that does as it is told, for the tests of what a page does for its tools.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { speak, stream, upstream } from "./upstream.mjs";

/** Where the documents lie that a word processor made: beside this file when it is installed, else in the checkout. */
const folders = [new URL("./documents/", import.meta.url), new URL("../../tests/cases/documents/", import.meta.url)];

/** Gives a document as a file that a respondent chose. */
export async function document(name, as = name) {
  for (const folder of folders) {
    const bytes = await readFile(new URL(name, folder)).catch(() => undefined);
    if (bytes) return new File([bytes], as);
  }
  throw new Error(`there is no ${name}`);
}

/** Starts the model. `moves` is what it does next: `[tool, arguments]` or a function that gives that; without one it asks in words. */
export async function modelThatMoves() {
  const moves = [];
  const offered = [];
  const toolResults = [];
  let number = 0;
  const server = await upstream(({ dialect, body }, response) => {
    offered.push((body.tools ?? []).map((tool) => tool.function.name));
    toolResults.push(...body.messages.filter(({ role }) => role === "tool").map(({ content }) => content));
    number += 1;
    const next = offered.at(-1).length > 0 ? moves.shift() : undefined;
    if (!next)
      return speak(
        response,
        stream(dialect, JSON.stringify({ follow_up: false, question: `What else is there to say of matter number ${number * 7919}?` })),
      );
    const [name, given] = typeof next === "function" ? next() : next;
    return speak(response, stream(dialect, "", { call: { id: `call_${number}`, name, arguments: JSON.stringify(given) } }));
  });
  return { ...server, moves, offered, toolResults };
}

/** Drives one interview of the guide `onboarding`. */
export async function drive({ createInterview }, { proxy, moves }, more = {}) {
  const interview = await createInterview({ guide: "onboarding", model: { proxy, name: "m", dialect: "openai-chat" }, ...more });
  if (interview.view.phase === "consent") interview.consent();
  return steps(interview, moves);
}

/** What is done with an interview again and again. */
export function steps(interview, moves) {
  const saved = (predicate) => interview.until((view) => predicate(view) && view.saving.state !== "saving");
  const asked = (view) => view.phase === "answering" && !view.form && view.kind.running === null;
  let answers = 0;
  const self = {
    interview,
    /** Has the model call tools one after the other, and waits until it asks in words again. */
    async call(...calls) {
      await saved(asked);
      moves.push(...calls);
      answers += 1;
      const number = interview.view.question.number;
      interview.answer(`My answer number ${answers} is that there is a great deal to say about this.`);
      return (view = (now) => asked(now) && now.question.number > number) => saved(view);
    },
    /** Has the model open a form, and gives it. */
    async form(...call) {
      const then = await self.call(...call);
      return (await then((view) => view.form)).form;
    },
    /** Waits for the next question in words. */
    asked: () => saved(asked),
    /** The results of the tools so far, as they are stored. */
    async results() {
      const { records } = JSON.parse(await interview.export("session"));
      return records.map(({ fact }) => fact.tool_ended?.result).filter(Boolean);
    },
    /** Hands a file in and has it read. */
    async extract(file, given = {}) {
      const upload = await self.form(["get_user_upload", { prompt: "Which file?", multiple: true }], () => [
        "extract_document",
        {
          file_url: interview.details().files.at(-1).storageUrl,
          return_types: ["artifact_record", "applicant_profile", "skeleton_timeline"],
          ...given,
        },
      ]);
      await interview.settle(upload.token, { files: [file] });
      return self;
    },
  };
  return self;
}

/** Holds a form to refusing a value for faults of these rules, and to waiting still. */
export async function refused(interview, token, value, ...rules) {
  const error = await interview.settle(token, value).then(
    () => assert.fail("it was taken"),
    (error) => error,
  );
  assert.equal(error.code, "invalid_form", String(error));
  assert.deepEqual(
    error.details.map(({ rule }) => rule),
    rules,
    JSON.stringify(error.details),
  );
  for (const { path, message } of error.details) assert.ok(path !== "" && message.length > 10);
  assert.equal(interview.view.form?.token, token, "the form still waits");
  return error.details;
}
