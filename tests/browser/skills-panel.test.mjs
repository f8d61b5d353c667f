// The skills of a skills interview on the screen: what is known, where it comes from, what is asked now, and the respondent's corrections.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, open } from "./harness/index.mjs";
import { begin, finish, question } from "./app-steps.mjs";
import { answer, openElement, openQuestion, phase } from "./element-site.mjs";

const RESUME = `# Mira Castellanos

## Experience
Senior developer, Nordwind Reisen, March 2021 to today
- I built the booking service in Python, in production since 2021, and led a team of four developers.
- I run PostgreSQL with 600 million rows, without a minute of downtime.

## Skills
Python, PostgreSQL, Kubernetes, Go
`;

/** Opens the element with a résumé, and waits until its first question can be answered. */
async function opened(attributes = {}, options = {}) {
  const page = await openElement({ guide: "gaps", ...attributes }, options);
  await page.waitFor(() => element.interview);
  await page.evaluate((text) => (element.material = { title: "", texts: [{ name: "resume.md", text }] }), RESUME);
  await page.waitFor(() => element.interview?.view.phase === "consent" && element.interview.view.title !== "Why We Wake Up Tired");
  await page.evaluate(() => element.interview.consent());
  await openQuestion(page, 1);
  await page.waitFor({ role: "button", name: LINE });
  return page;
}

/** The line at the head, in each language. */
const LINE = /complete · now|vollständig · jetzt|complet à .* · maintenant|اكتمل/;

const rows = (page) => page.evaluate(() => element.interview.details().skills);
const tabTo = async (page, role, name) => {
  const passed = [];
  for (let step = 0; step < 80; step++) {
    const at = await page.focused();
    if (at?.role === role && (name instanceof RegExp ? name.test(at.name) : at.name === name)) return at;
    passed.push(`${at?.role} ${at?.name}`);
    await page.press("Tab");
  }
  throw new Error(`Tab never came to ${role} ${name}; it passed ${passed.join(", ")}`);
};
/** What the element tells about each cell of its table, row by row. */
const table = (page) =>
  page.evaluate(() =>
    [...element.shadowRoot.querySelectorAll(".skillset tbody tr")].map((row) => ({
      name: row.querySelector("th")?.getAttribute("abbr"),
      cells: [...row.querySelectorAll("td:not(.acts)")].map((cell) =>
        cell.querySelector(".content")?.textContent.replace(/\s+/g, " ").trim(),
      ),
    })),
  );

test(`${browser}: a résumé becomes a table of what is known, from where, and what is asked now`, async () => {
  const page = await opened();
  const { kind: skills, question: asked } = await page.evaluate(() => element.interview.view);
  const [line] = await page.find("button", LINE);
  assert.equal(line.expanded, false, "the conversation comes first");
  assert.equal((await page.find("table")).length, 0);
  assert.ok(
    line.text.includes(`${skills.count} skills`) &&
      line.text.includes(`${skills.completeness}% complete`) &&
      line.text.includes(asked.gap.skill),
    line.text,
  );

  await page.click("button", LINE);
  await page.waitFor({ role: "table" });
  const known = await rows(page);
  assert.ok(
    known.some(({ skill }) => skill === "Python"),
    JSON.stringify(known),
  );
  assert.deepEqual(
    (await page.find("columnheader")).map(({ text }) => text),
    ["Skill", ...known[0].attributes.map(({ label }) => label), "Corrections"],
  );
  const shown = await table(page);
  assert.deepEqual(
    shown.map(({ name }) => name),
    known.map(({ skill }) => skill),
  );
  for (const [at, { skill, attributes }] of known.entries()) {
    for (const [place, { value, source, now }] of attributes.entries()) {
      const text = shown[at].cells[place];
      if (source) assert.ok(text.includes(value) && text.includes("résumé"), `${skill}: ${text}`);
      else assert.equal(now ? "asked now" : "–not known", text, skill);
    }
  }
  const now = known.filter((one) => one.now);
  assert.deepEqual(
    now.map(({ skill }) => skill),
    [asked.gap.skill],
  );
  assert.deepEqual(
    now[0].attributes.filter((one) => one.now).map(({ attribute }) => attribute),
    asked.gap.attributes,
  );
  const [meter] = await page.find("meter");
  assert.equal(meter.value, skills.completeness);
  assert.match(
    await page.evaluate(() => element.shadowRoot.querySelector("[role=meter]").getAttribute("aria-valuetext")),
    /\d+% complete, 60% needed/,
  );
  if (browser === "chromium") {
    const own = (await page.axTree()).map(({ role, name }) => `${role} ${name}`);
    for (const expected of [
      "table What is known about your skills, and where it comes from",
      "columnheader Skill",
      `button Correct “${asked.gap.skill}”`,
    ])
      assert.ok(own.includes(expected), `${expected} in\n${own.join("\n")}`);
    assert.ok(
      own.some((one) => one.startsWith(`rowheader ${asked.gap.skill}`)),
      own.join("\n"),
    );
  }
  await page.close();
});

test(`${browser}: the words behind a value are shown to the pointer, the keyboard and the tap`, async () => {
  const page = await opened({}, { viewport: { width: 1280, height: 800 } });
  await page.click("button", LINE);
  await page.waitFor({ role: "table" });
  const words = () => page.evaluate(() => [...element.shadowRoot.querySelectorAll(".words:not([hidden]) q")].map((one) => one.textContent));
  const quotes = (await rows(page)).flatMap(({ quote, attributes }) => [quote, ...attributes.map((one) => one.quote)]).filter(Boolean);
  for (const quote of quotes) assert.ok(RESUME.replace(/\s+/g, " ").includes(quote.replace(/\s+/g, " ")), quote);
  assert.deepEqual(await words(), []);
  // By keyboard: the focus alone shows them, Escape takes them away, Enter brings them back.
  await tabTo(page, "button", "Python: words that show it, résumé");
  await page.waitFor(() => element.shadowRoot.querySelector(".words:not([hidden])"));
  assert.equal((await words()).length, 1);
  assert.equal((await page.find("button", /words that show it/)).filter(({ expanded }) => expanded).length, 1);
  await page.press("Escape");
  assert.deepEqual(await words(), []);
  await page.press("Enter");
  assert.deepEqual(await words(), [quotes[0]]);
  await page.press("Shift+Tab");
  await page.waitFor(() => !element.shadowRoot.querySelector(".words:not([hidden])"));
  // By a press: they stay until the next one.
  const mark = { role: "button", name: "Python, Production or prototype: words that show it, résumé" };
  await page.click(mark.role, mark.name);
  await page.waitFor({ ...mark, expanded: true });
  await page.click(mark.role, mark.name);
  await page.waitFor({ ...mark, expanded: false });
  await page.close();
});

test(`${browser}: a question says why it is asked`, async () => {
  const page = await opened();
  const { gap } = await page.evaluate(() => element.interview.view.question);
  const missing = (await rows(page)).find(({ skill }) => skill === gap.skill).attributes.filter(({ source }) => source === null);
  await page.click("button", "Why this question?");
  await page.waitFor(`This is question 1 of up to ${gap.probes} about it.`);
  const text = await page.text(".why");
  for (const { label } of missing) assert.ok(text.includes(label), `${label} in ${text}`);
  assert.ok(text.includes(`Still open for ${gap.skill}`), text);
  await page.close();
});

test(`${browser}: what an answer brings is in the table, and is announced once`, async () => {
  const page = await opened();
  await page.evaluate(() => {
    globalThis.said = [];
    const region = element.shadowRoot.querySelector(".skillset [role=status]");
    new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const before = await page.evaluate(() => element.interview.view.kind.known);
  const { skill } = await page.evaluate(() => element.interview.view.question.gap);
  await answer(page, `I have used ${skill} for 7 years, on my own, for 2 million users, in production, and I wrote extensions for it.`);
  await page.waitFor(() => ["answering", "review"].includes(element.interview.view.phase));
  const known = await page.evaluate(() => element.interview.view.kind.known);
  assert.ok(known > before, `${before} to ${known}`);
  await page.waitFor(() => said.length > 0);
  const said = await page.evaluate(() => globalThis.said);
  assert.deepEqual(said.length, 1, said.join(" | "));
  assert.match(said[0], /^\d+ skills · \d+% complete$/);
  // What is typed is no change of the table.
  await page.fill("textbox", "Your answer", "well");
  assert.equal(await page.evaluate(() => globalThis.said.length), 1);
  await page.click("button", LINE);
  const from = (await rows(page)).find((one) => one.skill === skill).attributes.find(({ source }) => source === "answer");
  assert.ok(
    (await table(page)).find(({ name }) => name === skill).cells.some((text) => text.includes(from.value) && text.includes("answer 1")),
  );
  await page.close();
});

test(`${browser}: the skills are corrected by keyboard alone, and the corrections stay`, async () => {
  const page = await opened({}, { viewport: { width: 1280, height: 800 } });
  await page.evaluate(() => element.interview.finish());
  await phase(page, "review");
  await page.waitFor("Please look over what was understood. Your corrections count.");
  await page.waitFor({ role: "table" });
  assert.equal((await page.text(".whole table")).includes("asked now"), false, "nothing is asked any more");
  const named = async (name) => (await rows(page)).find(({ skill }) => skill === name);

  // Set a value, clear another, and give the skill another name.
  await tabTo(page, "button", "Correct “Python”");
  await page.press("Enter");
  await page.waitFor({ role: "textbox", name: "Name of the skill", value: "Python", focused: true });
  await page.press("Control+a");
  await page.type("Kubernetes");
  await page.press("Enter");
  await page.waitFor("There is a skill of that name already.");
  await page.waitFor({ role: "textbox", name: "Name of the skill", focused: true });
  assert.ok(await named("Python"), "nothing was changed");
  await page.press("Control+a");
  await page.press("Delete");
  await page.press("Enter");
  await page.waitFor("A skill needs a name.");
  await page.type("Python 3");
  await page.waitGone("A skill needs a name.");
  await tabTo(page, "textbox", "Scale");
  await page.type("40 requests a second");
  await page.press("Enter");
  await page.waitFor({ role: "button", name: "Correct “Python 3”", focused: true });
  const scale = (await named("Python 3")).attributes.find(({ attribute }) => attribute === "scale");
  assert.deepEqual([scale.value, scale.source, scale.quote], ["40 requests a second", "respondent", ""]);
  assert.ok((await table(page)).find(({ name }) => name === "Python 3").cells.includes("40 requests a second you"));
  assert.equal(await named("Python"), undefined);

  await page.press("Enter");
  await tabTo(page, "textbox", "Scale");
  await page.press("Control+a");
  await page.press("Delete");
  await page.press("Enter");
  await page.waitFor({ role: "button", name: "Correct “Python 3”", focused: true });
  assert.equal((await named("Python 3")).attributes.find(({ attribute }) => attribute === "scale").source, null);
  // Escape leaves everything as it was.
  await page.press("Enter");
  await page.waitFor({ role: "textbox", name: "Name of the skill", focused: true });
  await page.type("x");
  await page.press("Escape");
  await page.waitFor({ role: "button", name: "Correct “Python 3”", focused: true });
  assert.ok(await named("Python 3"));

  // Strike, take it back, strike again.
  await tabTo(page, "button", "Remove “Kubernetes”");
  await page.press("Enter");
  await page.waitFor({ role: "button", name: "Undo", focused: true });
  assert.equal(await named("Kubernetes"), undefined);
  await page.press("Enter");
  await page.waitFor({ role: "button", name: "Correct “Kubernetes”", focused: true });
  assert.ok(await named("Kubernetes"));
  await tabTo(page, "button", "Remove “Kubernetes”");
  await page.press("Enter");
  await page.waitFor({ role: "button", name: "Undo", focused: true });

  await tabTo(page, "textbox", "Add a skill");
  await page.type("Sourdough baking");
  await page.press("Enter");
  await page.waitFor({ role: "button", name: "Correct “Sourdough baking”" });
  await page.type("python 3");
  await page.press("Enter");
  await page.waitFor("There is a skill of that name already.");

  await tabTo(page, "button", "Finish");
  await page.press("Enter");
  await phase(page, "finished");
  await page.waitFor({ role: "heading", name: "Thank you" });
  assert.equal((await page.find("button", /^Correct/)).length, 0, "what is finished is not corrected");
  const names = (await table(page)).map(({ name }) => name);
  assert.deepEqual(
    names,
    (await rows(page)).map(({ skill }) => skill),
  );
  assert.ok(names.includes("Python 3") && names.includes("Sourdough baking") && !names.includes("Kubernetes"), names.join());
  await page.close();
});

test(`${browser}: the table comes as a sheet below the question, and nothing that gets the focus lies under anything`, async () => {
  const page = await opened({}, { viewport: { width: 375, height: 700 } });
  await answer(page, "I would rather talk about something else first, and come back to this.");
  await page.waitFor(() => element.interview.view.phase === "answering");
  await page.click("button", LINE);
  await page.waitFor({ role: "table" });
  await page.waitFor(() => {
    const asked = element.shadowRoot.querySelector(".current .question").getBoundingClientRect();
    const sheet = element.shadowRoot.querySelector(".drawer").getBoundingClientRect();
    const head = element.shadowRoot.querySelector("header").getBoundingClientRect();
    return asked.top >= head.bottom && asked.bottom <= sheet.top && sheet.bottom <= innerHeight + 1 && sheet.height > 200;
  });
  await page.press("Escape");
  await page.waitFor({ role: "button", name: LINE, expanded: false, focused: true });
  await page.click("button", LINE);
  await tabTo(page, "textbox", "Add a skill");
  const passed = [];
  for (let step = 0; step < 30; step++) {
    const { at, covered } = await page.evaluate(() => {
      const at = element.shadowRoot.activeElement;
      if (!at) return { at: null };
      const { left, top, width, height } = at.getBoundingClientRect();
      const hit = element.shadowRoot.elementFromPoint(left + width / 2, top + height / 2);
      return { at: at.outerHTML.slice(0, 60), covered: hit !== at && !at.contains(hit) };
    });
    if (at === null) break;
    passed.push(at);
    assert.equal(covered, false, passed.join("\n"));
    await page.press("Tab");
  }
  assert.ok(
    passed.some((one) => one.includes("textarea")),
    passed.join("\n"),
  );
  // Who goes on to the answer is done with the table.
  await page.waitFor({ role: "button", name: LINE, expanded: false });
  await page.close();
});

for (const [width, lang, colorScheme] of [
  [360, "ar", "light"],
  [360, "de", "dark"],
  [360, "fr", "light"],
  [1280, "ar", "dark"],
]) {
  test(`${browser}: the skills fit ${width} px, ${lang}, ${colorScheme}`, async () => {
    const page = await opened({ lang }, { viewport: { width, height: 740 }, colorScheme });
    await page.click("button", LINE);
    await page.waitFor({ role: "table" });
    const outside = () =>
      page.evaluate(() => {
        const found = [...element.shadowRoot.querySelectorAll(".skillset *")].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width > 1 && !one.closest("[hidden], svg, .unseen, thead") && (box.left < -1 || box.right > innerWidth + 1);
        });
        return [
          ...found.map((one) => one.outerHTML.slice(0, 100)),
          ...(document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : []),
        ];
      });
    assert.deepEqual(await outside(), []);
    assert.equal(
      await page.evaluate(() => getComputedStyle(element.shadowRoot.querySelector(".skillset")).direction),
      lang === "ar" ? "rtl" : "ltr",
    );
    // A label stands where reading begins; the cards of a narrow screen are a table to those who hear them.
    const [label, content] = await page.evaluate(() => {
      const cell = element.shadowRoot.querySelector(".skillset td:has(> .label)");
      return [".label", ".content"].map((part) => cell.querySelector(part).getBoundingClientRect().toJSON());
    });
    assert.ok(lang === "ar" ? label.right > content.right : label.left < content.left, JSON.stringify([label, content]));
    assert.equal((await page.find("rowheader")).length, (await rows(page)).length);
    await page.evaluate(() => element.interview.finish());
    await page.waitFor(() => element.interview.view.phase === "review" && element.shadowRoot.querySelector(".whole table"));
    assert.deepEqual(await outside(), []);
    await page.evaluate(() => element.shadowRoot.querySelector("[data-act=correct]").click());
    await page.waitFor(() => element.shadowRoot.querySelector(".correcting"));
    assert.deepEqual(await outside(), []);
    await page.screenshot(`skills-correcting-${width}-${lang}`);
    await page.close();
  });
}

test(`${browser}: the results page shows the skills, their words and the respondent's own`, async () => {
  const page = await open("/?guide=gaps&sample=1");
  await begin(page);
  await question(page);
  await page.evaluate(() => {
    const { interview } = document.querySelector("colloquy-interview");
    interview.edit({ set: { skill: interview.details().skills[0].skill, attribute: "scale", value: "forty sites" } });
  });
  await finish(page);
  await page.click("link", "Go to the results page");
  await page.waitFor(() => document.querySelector("table.skills"));
  const text = await page.text("table.skills");
  assert.ok((await page.find("rowheader")).length > 6, text);
  assert.ok(text.includes("forty sites") && text.includes("your own word") && text.includes("from the résumé"), text);
  assert.deepEqual(await page.problems(), []);
  await page.close();
});
