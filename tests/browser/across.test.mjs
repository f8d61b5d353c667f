// The pages over all interviews: the search, the next steps with their ticks, the themes by month.
import assert from "node:assert/strict";
import { test } from "node:test";
import { another, bring, fileOf, led } from "./across-steps.mjs";
import { answer, begin, question } from "./app-steps.mjs";
import { browser, folder, open } from "./harness/index.mjs";
import { inSight } from "./in-sight.mjs";

const HOSTILE = `<img src=x onerror="window.hostile=1"> <b>bold</b> & "quoted"`;
const ANSWERS = [
  "I realised that the café log works because it is dull. I should try three lines every evening.",
  `Meetings eat the mornings. I will call the owner of the café next Monday. ${HOSTILE}`,
];
const STEPS = ["I should try three lines every evening.", "I will call the owner of the café next Monday."];

/** The steps in their order, those that are done with a mark. */
const steps = () =>
  [...document.querySelectorAll(".steps label")].map(
    (label) => `${label.querySelector("input").checked ? "x" : "-"} ${label.textContent.trim()}`,
  );
const passages = () => [...document.querySelectorAll(".found .answer")].map((one) => one.textContent);
const marked = () => [...document.querySelectorAll("mark")].map((one) => one.textContent);
const status = () => document.querySelector(".across [role=status]")?.textContent;

/** Waits until a search is over, and gives what the page states of it. */
const searched = (page, text) =>
  page.waitFor(
    (wanted) => {
      const box = document.querySelector("input[name=text]");
      const line = document.querySelector(".across [role=status]")?.textContent;
      return box?.value === wanted && new URL(location).searchParams.get("text") === (wanted || null) && line !== "Searching…" && line;
    },
    { args: [text] },
  );

const fits = async (page) => {
  await page.resize(320, 640);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing scrolls sideways at 320 px");
};

/** Waits until the worker has everything. WebKit never lets one install whose page is left before. */
const ready = (page) =>
  page.waitFor(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
  });

test(`${browser}: next steps are ticked by key, stay ticked, come open ones first, and go with their interview`, async () => {
  const page = await open("/?view=steps", { ownServer: true, profileDir: await folder("profile") });
  await page.waitFor({ role: "heading", name: "No next steps yet" });
  await page.waitFor("When you finish an interview");
  await ready(page);
  await led(page, ANSWERS);
  await page.goto("/");
  await page.click("link", "Next steps");
  await page.waitFor({ role: "checkbox", name: STEPS[0], checked: false });
  assert.deepEqual(await page.evaluate(steps), [`- ${STEPS[0]}`, `- ${STEPS[1]}`]);
  assert.equal(await page.evaluate(status), "2 open, 0 done");
  // By keyboard, as a checkbox is; it keeps its place and the focus.
  await page.evaluate(() => document.querySelector(".steps input").focus());
  await page.press(" ");
  await page.waitFor({ role: "checkbox", name: STEPS[0], checked: true, focused: true });
  assert.deepEqual(await page.evaluate(steps), [`x ${STEPS[0]}`, `- ${STEPS[1]}`]);
  assert.equal(await page.evaluate(status), "1 open, 1 done");
  await page.reload();
  await page.waitFor({ role: "checkbox", name: STEPS[0], checked: true });
  assert.deepEqual(await page.evaluate(steps), [`- ${STEPS[1]}`, `x ${STEPS[0]}`]);
  // What was answered is in no tick.
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  assert.doesNotMatch(kept, /three lines/);
  assert.match(kept, /colloquy\.steps/);
  await fits(page);

  await page.setOffline(true);
  await page.reload();
  await page.waitFor({ role: "checkbox", name: STEPS[0], checked: true });
  await page.setOffline(false);

  // Deleted with its interview, and back with it.
  await page.goto("/");
  await page.click("button", "Delete: What We Keep Running");
  await page.waitFor("was deleted");
  await page.waitFor(() => localStorage.getItem("colloquy.steps") === null);
  await page.click("button", "Undo");
  await page.waitFor({ role: "link", name: "Next steps" });
  await page.click("link", "Next steps");
  await page.waitFor({ role: "checkbox", name: STEPS[0], checked: true });
  await page.goto("/?view=stored");
  await page.click("button", "Delete everything");
  await page.waitFor({ role: "dialog", name: "Delete everything?" });
  await page.click("button", "Delete everything");
  await page.waitFor("Nothing is stored.");
  await page.waitFor(() => localStorage.getItem("colloquy.steps") === null);
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: ticks of several interviews are apart, another tab shows them, and what is no tick is nothing`, async () => {
  const page = await open("/");
  await led(page, ANSWERS);
  const file = await fileOf(page);
  const actions = [{ text: STEPS[0] }, { text: HOSTILE }];
  await bring(page, [another(file, { title: "Another", actions, days: 3 })]);
  await page.evaluate(() => localStorage.setItem("colloquy.steps", '{"x":[1,"<b>",null],"__proto__":["1"],"y":7}'));
  await page.goto("/?view=steps");
  await page.waitFor({ role: "checkbox", name: HOSTILE });
  assert.equal((await page.evaluate(steps)).length, 4);
  assert.equal(await page.evaluate(() => document.querySelectorAll(".steps :is(img, b)").length), 0);
  const tab = await page.newTab("/?view=steps");
  await tab.waitFor({ role: "checkbox", name: HOSTILE });
  await page.click("checkbox", HOSTILE);
  await tab.waitFor({ role: "checkbox", name: HOSTILE, checked: true });
  await tab.closeTab();
  // The same words in another interview are another step.
  await page.evaluate(() => document.querySelector(".steps input").click());
  await page.waitFor(() => document.querySelectorAll(".steps input:checked").length === 2);
  await page.reload();
  await page.waitFor(() => document.querySelectorAll(".steps input:checked").length === 2);
  assert.equal(await page.evaluate(() => window.hostile ?? null), null);
  await page.close();
});

test(`${browser}: the search finds words of any answer without accents and capitals, marks them, and leads to the interview`, async () => {
  const page = await open("/?view=search", { ownServer: true, profileDir: await folder("profile") });
  await page.waitFor({ role: "heading", name: "No interviews yet" });
  await ready(page);
  await led(page, ANSWERS);
  const file = await fileOf(page);
  // One interview alone needs no search over several.
  await page.goto("/");
  await page.waitFor({ role: "link", name: "Next steps" });
  assert.deepEqual(await page.find("link", "Search answers"), []);
  const long = `${"Words before it. ".repeat(40)}The Straße was ŁÓDŹ, İstanbul and قَهْوَة 🗼. ${"Words after it. ".repeat(40)}`;
  await bring(page, [another(file, { title: "Far away", answers: [long, "Nothing here."], days: 40 })]);
  await page.click("link", "Search answers");
  assert.equal(await searched(page, ""), "Searches 2 interviews on this device. Accents and capitals make no difference.");

  await page.fill("searchbox", "Words in a question or an answer", "CAFE");
  assert.equal(await searched(page, "CAFE"), "2 passages in one interview");
  assert.deepEqual(await page.evaluate(marked), ["café", "café"]);
  // Every word has to be there; what looks like markup is text.
  await page.fill("searchbox", "Words in a question or an answer", "<B>Bold monday");
  assert.equal(await searched(page, "<B>Bold monday"), "One passage in one interview");
  assert.deepEqual(await page.evaluate(passages), [ANSWERS[1]]);
  assert.deepEqual(await page.evaluate(marked), ["Monday", "<b>bold"]);
  assert.equal(await page.evaluate(() => document.querySelectorAll(".found :is(img, b)").length), 0);
  assert.equal(await page.evaluate(() => window.hostile ?? null), null);

  for (const [typed, hit] of [
    ["strasse", "Straße"],
    ["lodz", "ŁÓDŹ"],
    ["istanbul", "İstanbul"],
    ["قهوة", "قَهْوَة"],
    ["🗼", "🗼"],
  ]) {
    await page.fill("searchbox", "Words in a question or an answer", typed);
    assert.equal(await searched(page, typed), "One passage in one interview", typed);
    assert.deepEqual(await page.evaluate(marked), [hit]);
  }
  // A long answer is cut around the hit, at words.
  const [passage] = await page.evaluate(passages);
  assert.match(passage, /^… \S+ .*🗼.* …$/s);
  assert.ok(passage.length < 320, passage);

  await page.fill("searchbox", "Words in a question or an answer", "zebra");
  assert.equal(await searched(page, "zebra"), "Nothing found. Try fewer words, or only the beginning of a word.");
  assert.deepEqual(await page.evaluate(passages), []);

  // The way to the interview and back, a reload, and no network.
  await page.fill("searchbox", "Words in a question or an answer", "lodz");
  await searched(page, "lodz");
  await fits(page);
  await page.click("link", "Far away");
  await page.waitFor({ role: "button", name: "Download Word" });
  await page.evaluate(() => history.back());
  assert.equal(await searched(page, "lodz"), "One passage in one interview");
  await page.setOffline(true);
  await page.reload();
  assert.equal(await searched(page, "lodz"), "One passage in one interview");
  await page.setOffline(false);

  // Deleted in another tab: not found any more, without a reload.
  const tab = await page.newTab("/");
  await tab.click("button", "Delete: Far away");
  await tab.waitFor("was deleted");
  await tab.closeTab();
  await page.waitFor("Nothing found.");
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: a removed answer is not found, and an interview that goes on is`, async () => {
  const page = await open("/");
  await led(page, ANSWERS);
  const file = await fileOf(page);
  await bring(page, [another(file, { title: "Another", answers: ["Only turnips here.", "And more turnips."] })]);
  await page.click("link", "Results: Another");
  await page.waitFor({ role: "button", name: "Download Word" });
  await page.evaluate(() => [...document.querySelectorAll(".exchanges .link")][0].click());
  await page.waitFor({ role: "dialog", name: "Remove this answer?" });
  await page.evaluate(() => document.querySelector("dialog .danger").click());
  await page.waitFor("The answer was removed.");
  await page.goto("/?guide=reflective&sample=1&new=1");
  await begin(page);
  await question(page);
  await answer(page, "Turnips are on my mind while this one goes on.");
  await question(page);
  await page.goto("/?view=search&text=turnips");
  assert.equal(await searched(page, "turnips"), "2 passages in 2 interviews");
  assert.deepEqual((await page.evaluate(passages)).sort(), ["And more turnips.", "Turnips are on my mind while this one goes on."]);
  await page.close();
});

test(`${browser}: while a search runs the page states it, takes what is typed, and shows what was typed last`, async () => {
  const page = await open("/");
  await led(page, ANSWERS);
  const file = await fileOf(page);
  const answers = ["turnip ".repeat(7_000), "potato ".repeat(7_000)];
  await bring(
    page,
    Array.from({ length: 8 }, (_, n) => another(file, { title: `Number ${n}`, answers, days: n })),
  );
  await page.click("link", "Search answers");
  await searched(page, "");
  // In one go, as fast as a hand can: each change begins a search and ends the one before.
  const during = await page.evaluate(async () => {
    const box = document.querySelector("input[name=text]");
    const state = () => document.querySelector(".across [role=status]").textContent;
    const seen = new Set();
    const end = performance.now() + 30_000;
    for (const text of ["turnip", "turnip potato", "potato"]) {
      box.value = text;
      box.dispatchEvent(new InputEvent("input", { bubbles: true }));
      do {
        await new Promise((next) => setTimeout(next));
        seen.add(state());
      } while (text === "potato" ? state() === "Searching…" && performance.now() < end : !state().startsWith("Searching"));
    }
    return [...seen];
  });
  assert.ok(during.includes("Searching…"), JSON.stringify(during));
  assert.equal(await searched(page, "potato"), "8 passages in 8 interviews");
  assert.ok((await page.evaluate(marked)).every((one) => one === "potato"));
  await page.close();
});

test(`${browser}: themes stand by month, newest first, and those of several interviews before them`, async () => {
  const page = await open("/?view=themes");
  await page.waitFor({ role: "heading", name: "No themes yet" });
  await led(page, ["Meetings eat the mornings.", "The meetings, they take the mornings. No morning without meetings."]);
  await page.goto("/?view=themes");
  // One interview has its month, and nothing that comes back.
  await page.waitFor(() => document.querySelector(".themes"));
  assert.deepEqual(await page.find("heading", "In several interviews"), []);
  const file = await fileOf(page);
  await bring(page, [
    another(file, {
      title: "Early",
      themes: [
        { text: "MÉETINGS", count: 2 },
        { text: HOSTILE, count: 4 },
      ],
      days: 70,
    }),
    another(file, { title: "Nothing", days: 35 }),
  ]);
  await page.click("link", "Themes");
  await page.waitFor({ role: "heading", name: "In several interviews" });
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll(".across section")].map((section) => [
      section.querySelector("h2").textContent,
      ...[...section.querySelectorAll(".themes > li")].map((row) => row.textContent.replace(/\s+/g, " ").trim()),
    ]),
  );
  const month = (days) => new Intl.DateTimeFormat("en", { month: "long", year: "numeric" }).format(Date.now() - days * 86_400_000);
  assert.deepEqual(
    shown.map(([name]) => name),
    ["In several interviews", month(0), month(70)],
  );
  assert.deepEqual(shown[0].slice(1), ["Meetings mentioned 5 times What We Keep Running Early"]);
  assert.deepEqual(shown[2].slice(1), [`${HOSTILE} mentioned 4 times`, "MÉETINGS mentioned 2 times"]);
  assert.equal(await page.evaluate(() => document.querySelectorAll(".themes :is(img, b b)").length), 0);
  await fits(page);
  await page.evaluate(() => document.querySelector(".sources a").click());
  await page.waitFor({ role: "button", name: "Download Word" });
  await page.close();
});

test(`${browser}: on a phone what waits is still the first thing in sight, with the links above it`, async () => {
  const page = await open("/", { viewport: { width: 360, height: 740 } });
  await led(page, ANSWERS);
  await page.goto("/");
  for (const name of ["Next steps", "Themes"]) await inSight(page, "link", name);
  await inSight(page, "link", "Start with your notes");
  await page.close();
});
