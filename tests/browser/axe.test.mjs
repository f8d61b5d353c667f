// axe in every state of one walk for each kind of interview: on a phone and a wide screen, light and dark. What axe cannot decide is
// printed, for eyes to decide: `AXE_UNDECIDED=1`.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { answer, begin, endEarly, finish, question } from "./app-steps.mjs";
import { browser, open } from "./harness/index.mjs";
import { fixture, formOf, through } from "./onboarding-steps.mjs";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const ANSWER =
  "I realised that I treat quiet weeks as wasted ones, although they are when things get done. I should keep a log for a month.";
/** What width and scheme change: looked at in all four, the rest of the rules in two. */
const LOOKS = ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable"];
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Looks at states of one page with axe, and holds the page to have no finding. */
class Watch {
  findings = [];
  undecided = new Map();
  states = 0;

  constructor(page) {
    this.page = page;
  }

  async look(state) {
    this.states += 1;
    for (const [width, height, theme, rules] of [
      [375, 740, "light", null],
      [1280, 800, "dark", null],
      [1280, 800, "light", LOOKS],
      [375, 740, "dark", LOOKS],
    ]) {
      await this.page.resize(width, height);
      await this.page.evaluate(themed, theme);
      await this.page.waitFor(() => document.getAnimations().every((one) => one.playState !== "running"));
      const { violations, incomplete } = await this.#run(rules);
      for (const finding of violations) {
        // Half under the head that stays in sight: scrolled by a line, it is whole.
        if (finding.includes("partially obscured")) this.undecided.set(finding, `${state} ${width} ${theme}`);
        else this.findings.push(`${state} ${width} ${theme}: ${finding}`);
      }
      for (const finding of incomplete) this.undecided.set(finding, `${state} ${width} ${theme}`);
    }
    await this.page.resize(375, 740);
    await this.page.evaluate(themed, "light");
  }

  async #run(rules) {
    if (!(await this.page.evaluate(() => "axe" in globalThis))) {
      // Evaluated by the debugger, which no policy of the page holds back.
      await this.page.evaluate({ toString: () => `() => { ${source}; return true; }` });
    }
    return this.page.evaluate(
      async (tags, only) => {
        const runOnly = only ? { type: "rule", values: only } : { type: "tag", values: tags };
        const { violations, incomplete } = await axe.run(document, { runOnly, resultTypes: ["violations", "incomplete"] });
        const named = (results) =>
          results.flatMap(({ id, nodes }) =>
            nodes.map(
              ({ target, failureSummary = "" }) =>
                `${id} ${target.flat().join(" ")}: ${failureSummary.split("\n").slice(1).join(";").slice(0, 160)}`,
            ),
          );
        return { violations: named(violations), incomplete: named(incomplete) };
      },
      TAGS,
      rules,
    );
  }

  async end(t) {
    if (process.env.AXE_UNDECIDED) for (const [what, where] of this.undecided) t.diagnostic(`undecided: ${where}: ${what}`);
    t.diagnostic(`${this.states} states in four looks, ${this.undecided.size} places that axe cannot decide`);
    assert.deepEqual(this.findings, []);
    await this.page.close();
  }
}

/** Draws the app and the element in a scheme, as the settings do. */
function themed(theme) {
  document.documentElement.dataset.theme = theme;
  document.querySelector("colloquy-interview")?.setAttribute("theme", theme);
}

async function watched(path) {
  return new Watch(await open(path, { viewport: { width: 375, height: 740 } }));
}

async function results(watch) {
  await watch.page.click("link", "Go to the results page");
  await watch.page.waitFor({ role: "button", name: "Download Word" });
  await watch.look("results");
}

const only = { skip: browser !== "chromium" };

test(`${browser}: axe finds nothing on the pages, nor in an interview about notes`, only, async (t) => {
  const watch = await watched("/");
  const { page } = watch;
  await page.waitFor({ role: "heading", name: "No interviews yet" });
  await watch.look("first page");
  await page.goto("/?guide=reflective&new=1");
  await page.waitFor({ role: "button", name: "Begin the interview" });
  await watch.look("start page");
  await page.goto("/?guide=reflective&sample=1");
  await page.waitFor({ role: "button", name: /^Agree/ });
  await watch.look("consent");
  await begin(page);
  await question(page);
  await watch.look("first question");
  await answer(page, ANSWER);
  await question(page);
  await watch.look("second question");
  await page.click("button", "Edit answer 1");
  await watch.look("an answer edited");
  await page.click("button", "Cancel");
  await page.click("button", "Pause");
  await page.waitFor({ role: "button", name: "Resume" });
  await watch.look("paused");
  await page.goto("/");
  await page.waitFor({ role: "heading", name: "Continue" });
  await watch.look("first page with a session");
  await page.goto("/?view=stored");
  await page.waitFor({ role: "heading", name: "Interviews" });
  await watch.look("what is stored");
  await page.goto("/?view=settings");
  await page.waitFor({ role: "heading", name: "Settings" });
  await watch.look("settings");
  await page.goto("/?guide=reflective&sample=1");
  await page.click("button", "Resume");
  await question(page);
  await page.click("button", "End interview");
  await page.waitFor({ role: "button", name: "End now" });
  await watch.look("end asked about");
  await page.click("button", "End now");
  await page.waitFor({ role: "heading", name: "Insights" });
  await watch.look("review");
  await finish(page);
  await watch.look("finished");
  await results(watch);
  for (const [path, state, wanted] of [
    ["/?view=search&text=month", "search", "mark"],
    ["/?view=search&text=zebra", "search without a hit", "input[name=text]"],
    ["/?view=steps", "next steps", ".steps"],
    ["/?view=themes", "themes", ".across section"],
    ["/?view=shared", "nothing shared", ".received .empty"],
  ]) {
    await page.goto(path);
    await page.waitFor((selector) => document.querySelector(selector), { args: [wanted] });
    await watch.look(state);
  }
  await page.evaluate(async () => {
    const thing = { id: "1", at: Date.now(), title: "A talk", text: "Quiet weeks.", url: "https://example.org/", files: [], left: 1 };
    await (await caches.open("received")).put("received/1", new Response(JSON.stringify(thing)));
  });
  await page.reload();
  await page.waitFor({ role: "heading", name: "Start an interview with it" });
  await watch.look("shared");
  await watch.end(t);
});

test(`${browser}: axe finds nothing in an interview in stages`, only, async (t) => {
  const watch = await watched("/?guide=staged&sample=1");
  const { page } = watch;
  await begin(page);
  for (let n = 0; n < 3; n += 1) {
    await question(page);
    await answer(page, `${ANSWER} Last Tuesday, for example, one wing went dark, for the ${n + 1}. time.`);
  }
  await question(page);
  await watch.look("question");
  await page.click("button", /^Stage \d of \d/);
  await watch.look("stages");
  await finish(page);
  await watch.look("finished");
  await results(watch);
  await watch.end(t);
});

test(`${browser}: axe finds nothing in an interview that ends in advice`, only, async (t) => {
  const watch = await watched("/?guide=advice&sample=1");
  const { page } = watch;
  await begin(page);
  await page.waitFor({ role: "button", name: "Accept" });
  await watch.look("proposal");
  await page.click("button", "Accept");
  await finish(page);
  await watch.look("finished");
  await results(watch);
  await watch.end(t);
});

test(`${browser}: axe finds nothing in an interview about skills`, only, async (t) => {
  const watch = await watched("/?guide=gaps&sample=1");
  const { page } = watch;
  await begin(page);
  await question(page);
  await watch.look("question");
  await page.click("button", /complete · now/);
  await page.waitFor({ role: "table" });
  await watch.look("skills");
  await page.click("button", /complete · now/);
  await endEarly(page);
  await page.waitFor({ role: "table" });
  await watch.look("review");
  await finish(page);
  await results(watch);
  await watch.end(t);
});

test(`${browser}: axe finds nothing in an onboarding, form by form`, only, async (t) => {
  const watch = await watched("/?guide=onboarding&sample=1");
  const { page } = watch;
  await begin(page);
  const seen = new Set();
  const name = "resume.docx";
  await through(page, {
    files: [await fixture(fileURLToPath(new URL(`../cases/documents/${name}`, import.meta.url)), name)],
    before: async ({ form }) => {
      const { kind, data_type: data } = form ? await formOf(page) : {};
      const state = form ? `form ${kind} ${data ?? ""}` : "question";
      if (seen.has(state)) return;
      seen.add(state);
      await page.waitFor((wanted) => !wanted || document.querySelector("colloquy-interview").shadowRoot.querySelector(".form"), {
        args: [Boolean(form)],
      });
      await watch.look(state);
    },
  });
  await watch.look("review");
  await finish(page);
  await results(watch);
  assert.ok(seen.size > 4, [...seen].join());
  await watch.end(t);
});
