// Leads first visits in Chromium as a person would: in the app by its start page, in a host's page by the element.

/** How long a first question may take, in milliseconds. */
const PATIENCE = 90_000;
/** How long nothing may be asked for until what follows the first question counts as over, in milliseconds. */
const QUIET = 700;

/** Runs in the page before anything else: counts events, and looks until there is something to answer. */
const watch = (readyAt) => {
  const log = { ready: 0, errors: [], phase: "" };
  globalThis.visitLog = log;
  document.addEventListener("colloquy-ready", () => (log.ready += 1));
  document.addEventListener("colloquy-error", ({ detail }) => log.errors.push(`${detail.code}: ${detail.message}`));
  const shownIn = (root) =>
    [...root.querySelectorAll("*")].flatMap((one) => [
      ...(one.checkVisibility({ visibilityProperty: true }) ? [one] : []),
      ...(one.shadowRoot ? shownIn(one.shadowRoot) : []),
    ]);
  const answerable = (shown, view) => {
    const isOpen = (one) => !one.disabled && !one.readOnly;
    if (["proposal", "review"].includes(view.phase)) return true;
    if (view.phase !== "answering" || !view.question) return false;
    const words = view.question.text.trim().slice(0, 40);
    if (!shown.some((one) => one.textContent.includes(words))) return false;
    // A form is there when something in it can be filled in or pressed; words in place of it are no answer to wait for.
    if (view.form)
      return shown.some((one) => /^(input|select|textarea|button)$/.test(one.localName) && isOpen(one) && one.closest("[part~=form]"));
    return shown.some((one) => one.localName === "textarea" && isOpen(one));
  };
  const look = () => {
    if (!document.body) return requestAnimationFrame(look);
    const shown = shownIn(document);
    const view = shown.find((one) => one.localName === "colloquy-interview")?.interview?.view;
    if (view && answerable(shown, view)) {
      log.phase = view.phase;
      void fetch(readyAt).then(() => (globalThis.firstQuestionAt = performance.now()));
      return;
    }
    // Consent is given at once: what is fetched while somebody reads is not what they wait for.
    shown.find((one) => one.localName === "button" && /^\s*(I )?agree/i.test(one.textContent))?.click();
    requestAnimationFrame(look);
  };
  globalThis.lookAgain = () => {
    globalThis.firstQuestionAt = undefined;
    look();
  };
  look();
};

/** Waits for a condition outside of the page: one inside is compiled there, which its policy forbids. */
async function until(holds, what, patience = PATIENCE) {
  for (const end = Date.now() + patience; ; ) {
    const value = await holds();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${patience} ms for ${what()}`);
    await new Promise((next) => setTimeout(next, 25));
  }
}

const first = (page) => page.evaluate(() => globalThis.firstQuestionAt);

/** Waits until nothing more is asked for. */
async function quiet(visit) {
  let count = -1;
  while (count !== visit.sent.length) {
    count = visit.sent.length;
    await new Promise((next) => setTimeout(next, QUIET));
  }
}

/** Brings the app to the interview by its start page. */
async function startInApp(page, origin, { kind, model, material }) {
  await page.goto(`${origin}/?guide=${kind}&new=1`, { waitUntil: "commit" });
  const submit = page.locator("button[type=submit]", { hasText: "Begin the interview" });
  await submit.waitFor({ timeout: PATIENCE });
  if (material && kind !== "onboarding") {
    const files = material.texts.map(({ name, text }) => ({ name, mimeType: "text/markdown", buffer: Buffer.from(text) }));
    await page.setInputFiles("input[type=file]", files);
    await page.locator("colloquy-recognised").first().waitFor({ timeout: PATIENCE });
  } else if (kind === "reflective") {
    await page.fill("input[name=about-title]", "A talk about rest");
  }
  if (model) {
    const chosen = page.locator(`input[name=who][value="${model.dialect}:${model.name}"]`);
    await chosen.check({ force: true, timeout: PATIENCE });
  }
  await submit.click({ timeout: PATIENCE });
}

async function startElement(page, origin, { kind, model, material }) {
  await page.addInitScript((given) => (globalThis.visitWith = given), wish({ kind, model, material }));
  await page.goto(`${origin}/`, { waitUntil: "commit" });
}

const wish = ({ kind, model, material }) => ({
  guide: kind,
  ...(model && { model: { dialect: model.dialect, name: model.name } }),
  ...(material && { material: { texts: material.texts } }),
});

const PLACES = { app: startInApp, element: startElement };

/**
 * Leads one first visit: `{ before, after, ready, problems, phase, ms }`, the files in the order in which they were asked for until there was
 * something to answer, and those after it.
 */
export async function lead(browser, server, place, way, then) {
  const visit = await server.visit();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US" });
  const problems = [];
  try {
    const page = await context.newPage();
    page.on("pageerror", (error) => problems.push(`uncaught: ${error}`));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`console: ${message.text()}`);
    });
    // What a service worker has kept already is not asked for again, and would be missing from what the page needs.
    if (!way.worker) await page.addInitScript(() => delete Navigator.prototype.serviceWorker);
    await page.addInitScript(watch, "/first-question-is-ready");
    await PLACES[place](page, visit.origin, way);
    const seen = async () => (await page.evaluate(() => document.body?.innerText ?? "").catch(String)).slice(0, 800);
    let text = "";
    const ms = await until(
      async () => (await first(page)) || ((text = await seen()) && 0),
      () => `a first question; ${text}; ${problems.join("; ")}`,
    );
    const mark = visit.mark ?? visit.sent.length;
    await quiet(visit);
    const log = await page.evaluate(() => globalThis.visitLog);
    const found = {
      ms,
      before: visit.sent.slice(0, mark),
      after: visit.sent.slice(mark),
      ready: log.ready,
      phase: log.phase,
      problems: [...problems, ...log.errors.map((error) => `colloquy-error: ${error}`)],
    };
    return then ? { ...found, next: await then(page, visit) } : found;
  } finally {
    await context.close();
    await visit.stop();
  }
}

/** Puts another interview in the place of the first, on a host's page, and gives what that asked for until it could be answered. */
export async function second(page, visit, way) {
  const had = visit.sent.length;
  visit.mark = undefined;
  await page.evaluate((given) => {
    document.querySelector("colloquy-interview").remove();
    globalThis.show(given);
    globalThis.lookAgain();
  }, wish(way));
  await until(
    () => first(page),
    () => `the first question of a second interview, ${way.kind}`,
  );
  const mark = visit.mark ?? visit.sent.length;
  await quiet(visit);
  const earlier = new Set(visit.sent.slice(0, had).map(({ name }) => name));
  const asked = visit.sent.slice(had, mark);
  return { asked, again: asked.filter(({ name, call }) => !call && earlier.has(name)).map(({ name }) => name) };
}
