// The built-in guides in other languages, without a browser. Run by the packaging tests on the installed tarball.
import assert from "node:assert/strict";
import { rename } from "node:fs/promises";
import { createRequire } from "node:module";
import { checkGuide, createInterview, guides, init, openLibrary } from "colloquy";

await init();
const reflective = guides.find(({ id }) => id === "reflective");
const localesOf = async (locale) => Object.keys((await reflective.load(locale)).locales);

// The nearest language, and no other beside it: a visit downloads one.
assert.deepEqual(await localesOf(), ["en"]);
assert.deepEqual(await localesOf("de"), ["de"]);
assert.deepEqual(await localesOf("de-AT"), ["de"]);
assert.deepEqual(await localesOf("FR-ca"), ["fr"]);
for (const other of ["en-GB", "pt-BR", "", "der"]) assert.deepEqual(await localesOf(other), ["en"], other);

for (const { id, languages, askedIn, load } of guides) {
  assert.deepEqual(languages, ["en", "de", "es", "fr", "ar", "ja"]);
  assert.deepEqual(askedIn, ["en", "de", "es", "fr"]);
  for (const language of languages) {
    const guide = await load(language);
    assert.equal(guide.id, id);
    const { issues, longest } = checkGuide(guide);
    assert.deepEqual(issues, [], `${id} in ${language}`);
    assert.ok(longest.questions > 0);
  }
}

/** Begins an interview and leads it to its first question. */
async function begin(options) {
  const interview = await createInterview({ storage: "memory", pace: "instant", ...options });
  await interview.until(({ phase }) => phase === "consent" || phase === "answering");
  if (interview.view.phase === "consent") interview.consent();
  await interview.until(({ phase }) => phase === "answering");
  return interview;
}

/** The sentences that a guide's bank has for an interview about nothing. */
const openings = ({ locales }) => Object.values(locales).flatMap(({ bank }) => Object.values(bank.empty).flat());

const german = await reflective.load("de");
const { title, welcome } = german.locales.de;
const interview = await begin({ guide: "reflective", locale: "de-AT", subject: "in German" });
const { view } = interview;
assert.deepEqual([view.locale, view.guideTitle, view.welcome], ["de", title, welcome]);
assert.ok(openings(german).includes(view.question.text), view.question.text);
assert.ok(!openings(await reflective.load("en")).includes(view.question.text), view.question.text);
interview.answer("Mir ist aufgefallen, dass kleine Gewohnheiten mehr ausmachen, als ich dachte.");
await interview.until(({ phase, question }) => phase === "answering" && question.number === 2);
interview.pause();
await interview.until(({ saving }) => saving.state === "saved");
interview.dispose();

// A session is found by its guide's id whatever the language, and goes on in the one that it began in.
const library = await openLibrary({ storage: "memory" });
const { session } = await library.findResumable("reflective", "in German");
const reopened = await library.open(session);
assert.deepEqual([reopened.view.locale, reopened.view.guideTitle], ["de", title]);
reopened.dispose();
library.close();

for (const guide of ["staged", "advice", "gaps", "onboarding"]) {
  for (const locale of ["de", "es", "fr"]) {
    const other = await begin({ guide, locale, subject: `${guide} in ${locale}` });
    assert.equal(other.view.locale, locale);
    assert.notEqual(other.view.question.text, "");
    other.dispose();
  }
}

// Where the built-in interviewer does not ask, what it does not write itself is in the language all the same.
for (const { id, load } of guides) {
  for (const locale of ["ar", "ja-JP"]) {
    const language = locale.slice(0, 2);
    const words = (await load(locale)).locales[language];
    const other = await begin({ guide: id, locale, subject: `${id} in ${language}` });
    const { view } = other;
    assert.deepEqual([view.locale, view.language, view.welcome], [language, "en", words.welcome]);
    assert.match(words.consent.asked, language === "ar" ? /\p{Script=Arabic}/u : /\p{Script=Hiragana}/u);
    assert.match(view.question.text, /^\P{Script=Arabic}+$/u);
    other.dispose();
  }
}

// What does not come is an error, and no English in its place.
const file = createRequire(import.meta.url).resolve("colloquy/guides/reflective.es.json");
await rename(file, `${file}.away`);
await assert.rejects(reflective.load("es"));
await assert.rejects(createInterview({ guide: "reflective", locale: "es", storage: "memory" }));
await rename(`${file}.away`, file);
