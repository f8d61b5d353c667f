// An interview in a terminal, without a browser, a network or a key: `node interview.mjs [notes.md …]`.
//
// Type an answer and press Enter; `/skip`, `/done` and `/help` work as in a page. The transcript goes to standard output, everything else
// to standard error, so that `node interview.mjs > transcript.md` writes it to a file.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { createInterface } from "node:readline/promises";
import { createInterview } from "colloquy";

const texts = await Promise.all(process.argv.slice(2).map(async (path) => ({ name: basename(path), text: await readFile(path, "utf8") })));

const interview = await createInterview({
  guide: "reflective",
  material: { title: "Notes", texts },
  limits: { questions: 3 },
  // There is no IndexedDB in Node. `openFileStore` of `colloquy/node` is for sessions that are to be opened again.
  storage: "memory",
  pace: "instant",
});
if (interview.view.phase === "consent") {
  const { asked, recipients, kept } = interview.view.consent;
  console.error([asked, recipients, kept].join("\n"));
  interview.consent();
}

const say = (text) => console.error(`\n${text}`);
const lines = createInterface({ input: process.stdin, terminal: false })[Symbol.asyncIterator]();
while (true) {
  // Resolves when the interviewer has put a question, or has no more.
  const view = await interview.until(({ phase }) => phase !== "asking");
  if (view.phase !== "answering") break;
  // Nothing of an answer that was not taken is lost or recorded: `unknown_command`, `help` or `answer_too_long`.
  say(view.notice ? `(${view.notice.code}) /skip, /done, /pause, /quit or an answer` : view.question.text);
  const { value, done } = await lines.next();
  if (done) break;
  interview.answer(value);
}

// `finish` freezes the findings; until then they can be corrected with `editFindings`.
if (interview.view.can.finish) interview.finish();
await interview.until(({ phase }) => phase === "finished");
console.log(await interview.export("markdown"));
interview.dispose();
process.exit();
