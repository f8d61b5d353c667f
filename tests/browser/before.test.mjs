// What an earlier version stored and wrote, in the browsers: its database opens, its session files are taken in, and everything comes out
// as it was. What the engine makes of each session besides is held natively, by `tests/src/behaviour/before.rs`.
// In one browser: the database is made here as that version made it, and what others may do to a database is tested with the store.
import assert from "node:assert/strict";
import { test } from "node:test";
import { before, casesOf, planted, read } from "./before-database.mjs";
import { addressOf, root } from "./element-site.mjs";
import { browser, open } from "./harness/index.mjs";

const KINDS = ["reflective", "staged", "advice", "gaps", "onboarding"];
const FORMATS = ["markdown", "html", "json"];

/** Opens a page that has the package and nothing in its database. */
const empty = () => open(addressOf({ guide: "none", storage: "memory" }), { root });

test(`${browser}: the database of before opens, with every record, draft and file as it was`, async () => {
  const { sessions, ...database } = await before();
  const page = await empty();
  await page.evaluate(planted, database);
  assert.deepEqual(await page.evaluate(read), sessions);
  // Those that were led by hand go on, from where they stood.
  const byHand = sessions.filter(({ file }) => file.includes('"subject":"by hand'));
  assert.equal(byHand.length, 2);
  const drafts = [];
  for (const { session } of byHand) {
    const { number, draft, asked } = await page.evaluate(async (id) => {
      const { openLibrary } = await import("./colloquy/index.js");
      const library = await openLibrary();
      const interview = await library.open(id, { pace: "instant" });
      const answering = (view) => view.phase === "answering";
      if (interview.view.phase === "paused") interview.resume();
      const { number } = (await interview.until(answering)).question;
      const { draft } = interview;
      if (interview.view.form) interview.skip();
      else interview.answer("It goes on years later, with an answer of some length.");
      const { question } = await interview.until((view) => answering(view) && view.question.number > number);
      interview.dispose();
      library.close();
      return { number, draft, asked: question.number };
    }, session);
    assert.equal(asked, number + 1);
    drafts.push(draft);
  }
  assert.ok(drafts.includes("A draft\nthat was not sent — 休"), drafts.join());
  await page.close();
});

/** Holds two long texts to each other, and shows where they part. */
function same(found, expected, name) {
  if (found === expected) return;
  const chars = [...expected];
  const at = [...found].findIndex((char, place) => char !== chars[place]);
  assert.fail(
    `${name}: character ${at} of ${expected.length}\n  before: ${chars.slice(Math.max(0, at - 80), at + 80).join("")}\n  now:    ${[...found].slice(Math.max(0, at - 80), at + 80).join("")}`,
  );
}

/** A transcript of before as it is written today: a label was reworded, and a list in which nothing was found has no heading. */
function today(text) {
  const renamed = text.replaceAll("Action items", "Next steps");
  const list = "(?:Insights|Next steps|Themes)";
  const html = new RegExp(`<section>\\n<h2 dir="auto">${list}</h2>\\n<p class="n" dir="auto">None found\\.</p>\\n</section>\\n`, "g");
  // In a result as JSON the transcript is a text with its line ends written out.
  const line = text.startsWith("{") ? "\\\\n" : "\\n";
  const inside = new RegExp(`## ${list}${line}${line}\\*None found\\.\\*${line}${line}`, "g");
  const last = new RegExp(`${line}## ${list}${line}${line}\\*None found\\.\\*${line}("\\s*})?$`);
  return renamed.replace(html, "").replaceAll(inside, "").replace(last, "$1");
}

for (const kind of KINDS) {
  test(`${browser}: session files of before are taken in and written again to the same bytes, ${kind}`, async () => {
    const page = await empty();
    for (const { name, session, exports, view } of await casesOf(kind)) {
      const again = await page.evaluate(
        async (file, formats) => {
          const { init, openLibrary } = await import("./colloquy/index.js");
          await init();
          const library = await openLibrary({ storage: "memory" });
          const { session: id } = await library.import(file);
          const written = { file: await library.export(id) };
          for (const format of formats) written[format] = await library.result(id, format);
          await library.remove(id);
          library.close();
          return written;
        },
        session,
        FORMATS,
      );
      // What a page has not typed is no draft to it.
      same(again.file, session.replace('"draft": "",', '"draft": null,'), name);
      // Until it is finished a session's findings are those of today.
      if (view.phase !== "finished") continue;
      for (const format of FORMATS) same(again[format], today(exports[format]), `${name}, ${format}`);
    }
    await page.close();
  });
}
