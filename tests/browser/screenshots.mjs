// Takes a picture of every state of the app and of the element, for looking at: node tests/browser/screenshots.mjs [state…]
// BROWSER, SITE and XTASK mean what they mean for the tests. The pictures are tests/browser/output/<browser>-app-STATE-WIDTH-THEME.png.
// States of the app are real sessions; those of the element that only a model or a long interview leads to are drawn from the stand-in
// engine of www/widget/dev.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as made from "../fixtures/documents.mjs";
import { answer, begin, endEarly, finish, question } from "./app-steps.mjs";
import { open } from "./harness/index.mjs";
import { startProxy } from "./harness/proxy.mjs";

const project = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const SAMPLE = "/?guide=reflective&sample=1";
const TEAM = "/?guide=advice&sample=1";
const RESUME = "/?guide=gaps&new=1";
const SKILLS = "/?guide=gaps&sample=1";
const ANSWER =
  "I realised that I treat quiet weeks as wasted ones, although they are when things get mended. I should keep a log of the normal for a month, three lines every evening.";

/** Each state with the way to it; `path` is where it begins. */
const STATES = {
  library: { path: "/" },
  start: { path: "/?guide=reflective&new=1" },
  consent: { path: SAMPLE, until: (page) => page.waitFor({ role: "button", name: /^Agree/ }) },
  question: { path: SAMPLE, to: async (page) => (await begin(page), question(page)) },
  streaming: { path: SAMPLE, reducedMotion: false, to: streaming },
  answered: { path: SAMPLE, to: async (page) => (await begin(page), await question(page), await answer(page, ANSWER), question(page)) },
  paused: { path: SAMPLE, to: paused },
  offer: {
    path: SAMPLE,
    to: async (page) => (await paused(page), await page.goto(SAMPLE), page.waitFor({ role: "button", name: "Start over" })),
  },
  offline: { path: SAMPLE, ownServer: true, to: offline },
  "storage-lost": { path: SAMPLE, to: storageLost },
  summary: { path: SAMPLE, to: review },
  finished: { path: SAMPLE, to: async (page) => (await review(page), finish(page)) },
  results: { path: SAMPLE, to: async (page) => (await review(page), await finish(page), results(page)) },
  sessions: {
    path: SAMPLE,
    to: async (page) => (await paused(page), await page.goto("/"), page.waitFor({ role: "heading", name: "Continue" })),
  },
  stored: {
    path: SAMPLE,
    to: async (page) => (await paused(page), await page.goto("/?view=stored"), page.waitFor({ role: "heading", name: "Interviews" })),
  },
  settings: { path: "/?view=settings" },
  "settings-models": { path: "/?view=settings", models: true, to: (page) => page.waitFor("Test Claude") },
  "start-staged": { path: "/?guide=staged&new=1", to: (page) => page.waitFor({ role: "button", name: "Begin the interview" }) },
  "start-resume": { path: RESUME, to: unfolded },
  "start-reading": { path: RESUME, to: reading },
  "start-scanned": { path: RESUME, to: (page) => bring(page, made.scannedPdf(), () => document.querySelector(".warning")) },
  "start-models": { path: "/?guide=advice&new=1", models: true, to: (page) => page.waitFor({ role: "group", name: "Who asks" }) },
  staged: { path: "/?guide=staged&sample=1", to: staged },
  "staged-results": { path: "/?guide=staged&sample=1", to: async (page) => (await staged(page), await finish(page), results(page)) },
  advice: { path: TEAM, to: proposal },
  "advice-results": {
    path: TEAM,
    to: async (page) => (await proposal(page), await page.click("button", "Accept"), await finish(page), results(page)),
  },
  skills: { path: SKILLS, to: skills },
  "skills-open": { path: SKILLS, to: async (page) => (await skills(page), page.click("button", /complete · now/)) },
  "skills-review": {
    path: SKILLS,
    to: async (page) => (await skills(page), await endEarly(page), page.waitFor({ role: "table" })),
  },
  "skills-results": { path: SKILLS, to: async (page) => (await skills(page), await finish(page), results(page)) },
  lab: { path: "/?lab", to: (page) => page.waitFor({ role: "heading", name: "The lab needs a model" }) },
  "lab-models": { path: "/?lab", models: true, to: (page) => page.waitFor({ role: "button", name: "Run" }) },
  "newer-database": { path: "/", to: newerDatabase },
  "library-rtl": { path: "/", to: arabic },
  "question-rtl": {
    path: SAMPLE,
    to: async (page) => (
      await arabic(page),
      await page.click("button", /أوافق/),
      page.waitFor(() => document.querySelector("colloquy-interview")?.interview?.view.can.answer)
    ),
  },
  gone: { path: "/?guide=reflective&session=00000000-0000-4000-8000-000000000000" },
};

/** Draws the page in Arabic, as the settings do. */
async function arabic(page) {
  await page.evaluate(() => localStorage.setItem("colloquy.preferences", JSON.stringify({ language: "ar" })));
  await page.reload();
  await page.waitFor(() => document.documentElement.dir === "rtl" && document.querySelector("h1, colloquy-interview"));
}

/** A database that a later version of the page has written. */
async function newerDatabase(page) {
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open("colloquy", 1000);
        request.onsuccess = () => (request.result.close(), resolve(true));
        request.onerror = () => reject(request.error);
      }),
  );
  await page.reload();
  await page.waitFor(() => document.querySelector(".warning"));
}

/** Brings a PDF to the start page and waits for what becomes of it. */
async function bring(page, bytes, until) {
  const folder = await mkdtemp(join(tmpdir(), "colloquy-resume-"));
  await writeFile(join(folder, "resume.pdf"), bytes);
  await page.waitFor({ role: "button", name: "Choose a file" });
  await page.upload("input[type=file]", [join(folder, "resume.pdf")]);
  await page.waitFor(until);
  await rm(folder, { recursive: true });
}

/** A PDF that is read as far as its third page, and no further. */
async function reading(page) {
  await page.evaluate(() => {
    window.Worker = class {
      postMessage() {
        this.onmessage({ data: { page: 3, pages: 12, text: "three" } });
      }
      terminate() {}
    };
  });
  await bring(page, made.resumePdf(), () => document.querySelector("progress[value]"));
}

async function unfolded(page) {
  await bring(page, made.resumePdf(), () => document.querySelector(".file details"));
  await page.evaluate(() => (document.querySelector(".file details").open = true));
}

async function streaming(page) {
  await begin(page);
  await page.waitFor(() => (document.querySelector("colloquy-interview").interview.view.live ?? "").length > 24);
}

async function paused(page) {
  await begin(page);
  await question(page);
  await answer(page, ANSWER);
  await question(page);
  await page.click("button", "Pause");
  await page.waitFor({ role: "button", name: "Resume" });
}

async function offline(page) {
  await begin(page);
  await question(page);
  await page.waitFor(() => navigator.serviceWorker.controller !== null);
  await page.setOffline(true);
  await page.reload();
  await question(page);
}

async function storageLost(page) {
  await begin(page);
  await question(page);
  // A newer version of the database, opened and kept by somebody else: the engine's connection is gone for good.
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open("colloquy", 1000);
        request.onsuccess = () => resolve((window.other = request.result) && true);
        request.onerror = () => reject(request.error);
      }),
  );
  await answer(page, ANSWER);
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.saving.state === "memory");
  await question(page);
}

async function staged(page) {
  await begin(page);
  for (let n = 0; n < 7; n += 1) {
    await question(page);
    await answer(
      page,
      `${ANSWER} Last Tuesday, for example, the readers of one wing went dark at six, and I found the port in twenty minutes, for the ${n + 1}. time.`,
    );
  }
  await question(page);
}

async function skills(page) {
  await begin(page);
  await question(page);
  await answer(page, "Six years, mostly on my own, and in production all the time.");
  await question(page);
  await page.waitFor({ role: "button", name: /complete · now/ });
}

async function proposal(page) {
  await begin(page);
  await page.waitFor({ role: "button", name: "Accept" });
}

async function results(page) {
  await page.click("link", "Go to the results page");
  await page.waitFor({ role: "button", name: "Download Word" });
}

async function review(page) {
  await begin(page);
  for (let n = 0; n < 3; n += 1) {
    await question(page);
    await answer(page, ANSWER);
  }
  await question(page);
  await endEarly(page);
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.phase === "review");
}

/** States of the element that the stand-in engine draws: its own name for each. */
const DRAWN = [
  "staged",
  "staged-first",
  "staged-retrying",
  "staged-review",
  "staged-finished",
  "parts",
  "parts-whole",
  "proposal",
  "proposal-accepted",
  "proposal-partial",
  "proposal-none",
  "proposal-missing",
  "retrying-rate_limited",
  "retrying-network",
  "retrying-timeout",
  "offline",
  "skills",
  "skills-first",
  "skills-reading",
  "skills-review",
  "skills-finished",
  ...["options", "many", "upload", "files", "profile", "timeline", "faults", "contact", "host", "running", "review", "finished"].map(
    (form) => `onboarding-${form}`,
  ),
  ...["overloaded", "rate_limited", "network", "timeout", "unauthorized", "invalid", "budget", "cancelled"].map(
    (kind) => `given_up-${kind}`,
  ),
];

/** Builds what the drawn states are served from. */
async function drawnPages() {
  const folder = await mkdtemp(join(tmpdir(), "colloquy-drawn-"));
  await promisify(execFile)(process.execPath, [join(project, "www/widget/dev/build.mjs"), folder], { cwd: project });
  return folder;
}

const mock = await drawnPages();
/** Serves the app with models on offer, none of which is ever called; started with the first state that wants it. */
let offering;
const offered = async () => (offering ??= await startProxy({ base: "http://127.0.0.1:9/v1", key: "unused" }));
for (const name of DRAWN) STATES[`element-${name}`] = { path: `/?state=${name}`, drawn: true };
const line = (page) => page.click("button", /^5 skills/);
STATES["element-skills-rtl"] = { path: "/?state=skills&lang=ar", drawn: true };
STATES["element-onboarding-timeline-rtl"] = { path: "/?state=onboarding-timeline&lang=ar", drawn: true };
STATES["element-skills-open"] = { path: "/?state=skills", drawn: true, to: line };
STATES["element-skills-quote"] = {
  path: "/?state=skills",
  drawn: true,
  to: async (page) => (
    await line(page), page.evaluate(() => document.querySelector("colloquy-interview").shadowRoot.querySelector("button.from").focus())
  ),
};
STATES["element-skills-correcting"] = {
  path: "/?state=skills-review",
  drawn: true,
  to: (page) => page.click("button", "Correct “PostgreSQL”"),
};

/** States whose parts stick to the edges of the window: a picture of the whole page would show them in its middle. */
const SCROLLING = [
  "question",
  "streaming",
  "answered",
  "paused",
  "offline",
  "storage-lost",
  "staged",
  "skills",
  "skills-open",
  "question-rtl",
];
const scrolls = (name) => SCROLLING.includes(name) || (name.startsWith("element-") && !/review|finished|proposal|onboarding/.test(name));
const wanted = process.argv.slice(2);
for (const [name, state] of Object.entries(STATES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"]) {
      const { path, to, models, drawn, ...options } = state;
      // The element has a theme of its own; the stand-in's page takes it from its address.
      const page = await open(drawn ? `${path}&theme=${colorScheme}` : path, {
        viewport: { width, height: width < 600 ? 740 : 800 },
        colorScheme,
        ...(drawn && { root: mock }),
        ...(models && { server: await offered() }),
        ...options,
      });
      try {
        await page.waitFor(
          drawn
            ? () =>
                document
                  .querySelector("colloquy-interview")
                  ?.shadowRoot?.querySelector(".stages, .skillset, .role, .problem, .preparing, .results")
            : () => document.querySelector("h1"),
        );
        await to?.(page);
        // The picture is of what stays: fonts loaded, nothing fading in.
        await page.waitFor(
          () => document.fonts.status === "loaded" && document.getAnimations().every((one) => one.playState !== "running"),
        );
        console.log(await page.screenshot(`app-${name}-${width}-${colorScheme}`, { fullPage: !scrolls(name) }));
      } catch (error) {
        console.error(`${name} ${width} ${colorScheme}: ${error.message}`);
        process.exitCode = 1;
      }
      await page.close();
    }
  }
}
await offering?.remove();
await rm(mock, { recursive: true });
