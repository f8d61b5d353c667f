// Takes a picture of every state of the app, for looking at: node tests/browser/screenshots.mjs [state…]
// BROWSER, SITE and XTASK mean what they mean for the tests. The pictures are tests/browser/output/<browser>-app-STATE-WIDTH-THEME.png.
import { answer, begin, finish, question } from "./app-steps.mjs";
import { open } from "./harness/index.mjs";

const SAMPLE = "/?guide=reflective&sample=1";
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
  offer: { path: SAMPLE, to: async (page) => (await paused(page), await page.goto(SAMPLE), page.waitFor({ role: "button", name: "Start anew" })) },
  offline: { path: SAMPLE, ownServer: true, to: offline },
  "storage-lost": { path: SAMPLE, to: storageLost },
  summary: { path: SAMPLE, to: review },
  finished: { path: SAMPLE, to: async (page) => (await review(page), finish(page)) },
  results: { path: SAMPLE, to: async (page) => (await review(page), await finish(page), await page.click("link", "Go to the results page"), page.waitFor(() => document.querySelector("pre.preview")?.textContent)) },
  sessions: { path: SAMPLE, to: async (page) => (await paused(page), await page.goto("/"), page.waitFor({ role: "heading", name: "Continue" })) },
  stored: { path: SAMPLE, to: async (page) => (await paused(page), await page.goto("/?view=stored"), page.waitFor({ role: "heading", name: "Sessions" })) },
  settings: { path: "/?view=settings" },
  gone: { path: "/?guide=reflective&session=00000000-0000-4000-8000-000000000000" },
};

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

async function review(page) {
  await begin(page);
  for (let n = 0; n < 3; n += 1) {
    await question(page);
    await answer(page, ANSWER);
  }
  await question(page);
  await page.click("button", "Finish");
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.phase === "review");
}

/** States whose parts stick to the edges of the window: a picture of the whole page would show them in its middle. */
const SCROLLING = ["question", "streaming", "answered", "paused", "offline", "storage-lost"];
const wanted = process.argv.slice(2);
for (const [name, state] of Object.entries(STATES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"]) {
      const { path, to, ...options } = state;
      const page = await open(path, { viewport: { width, height: width < 600 ? 740 : 800 }, colorScheme, ...options });
      try {
        await page.waitFor(() => document.querySelector("h1"));
        await to?.(page);
        // The picture is of what stays: fonts loaded, nothing fading in.
        await page.waitFor(() => document.fonts.status === "loaded" && document.getAnimations().every((one) => one.playState !== "running"));
        console.log(await page.screenshot(`app-${name}-${width}-${colorScheme}`, { fullPage: !SCROLLING.includes(name) }));
      } catch (error) {
        console.error(`${name} ${width} ${colorScheme}: ${error.message}`);
        process.exitCode = 1;
      }
      await page.close();
    }
  }
}
