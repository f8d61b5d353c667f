// Guides that extend a built-in one, without a browser. Run by the packaging tests on the installed tarball.
import assert from "node:assert/strict";
import { checkGuide, createInterview, guides, init, loadGuide } from "colloquy";

await init();
const guide = {
  extends: "staged",
  id: "craft",
  version: "2.0.0",
  limits: { duration_minutes: 45, tokens: null },
  locales: {
    en: { title: "Your craft", welcome: "Thank you for showing us how you work." },
    de: { title: "Ihr Handwerk" },
  },
};
const before = structuredClone(guide);

// What it has takes the place of what the built-in guide has, in the language that is asked for; the rest is the built-in guide's.
const built = await guides.find(({ id }) => id === "staged").load("de");
const whole = await loadGuide(guide, "de-CH");
const { tokens: _, ...limits } = built.limits;
const { de } = built.locales;
assert.deepEqual(JSON.parse(JSON.stringify(whole)), {
  ...built,
  id: "craft",
  version: "2.0.0",
  limits: { ...limits, duration_minutes: 45 },
  locales: { de: { ...de, title: "Ihr Handwerk" } },
});
assert.deepEqual(guide, before, "the document is left as it was");
assert.deepEqual(checkGuide(whole).issues, []);
// A document that extends nothing is returned as it is, and lists are replaced as a whole.
assert.equal(await loadGuide(whole), whole);
const { templates } = (await loadGuide("reflective")).strategy;
const one = await loadGuide({ extends: "reflective", strategy: { templates: templates.slice(1, 2) } });
assert.deepEqual(
  one.strategy.templates.map(({ id }) => id),
  ["analytical"],
);

/** The codes and places of what is wrong with a guide that is to lead an interview. */
const faults = (guide) =>
  createInterview({ guide, storage: "memory" }).then(
    () => [],
    ({ code, details }) => [code, ...(details ?? []).map(({ path, rule }) => `${path} ${rule}`)],
  );
for (const unknown of ["craft", 3, null, {}, ["staged"]]) assert.deepEqual(await faults({ extends: unknown }), ["unknown_guide"]);
assert.deepEqual(await faults({ extends: "gaps", colour: "red" }), ["invalid_guide", "colour unknown_key"]);
assert.deepEqual(await faults({ extends: "gaps", locales: "en" }), ["invalid_guide", "locales type"]);
assert.deepEqual(await faults(JSON.parse('{ "extends": "gaps", "__proto__": { "version": "1" } }')), [
  "invalid_guide",
  "__proto__ unknown_key",
]);
assert.equal({}.version, undefined);
// Words of a language that no built-in guide has must be whole.
const italian = await faults({ extends: "staged", locales: { it: { title: "Mestiere" } } });
assert.ok(italian.length > 5 && italian.slice(1).every((fault) => fault.startsWith("locales.it")), italian.join("\n"));

// The session keeps the whole guide, so that it goes on whatever becomes of the built-in one.
const interview = await createInterview({ guide, locale: "de", storage: "memory", pace: "instant" });
await interview.until(({ phase }) => phase === "consent");
assert.equal(interview.view.guideTitle, "Ihr Handwerk");
assert.equal(interview.view.welcome, de.welcome);
interview.consent();
await interview.until(({ phase }) => phase === "answering");
const { records } = JSON.parse(await interview.export("session"));
assert.deepEqual(records[0].fact.began.guide, JSON.parse(JSON.stringify(whole)));
interview.dispose();
