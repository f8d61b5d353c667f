// Takes the picture of an interview, in a light and a dark theme, from the built site: npm run pictures
// It leads the interview of the first page to its second question. CHROMIUM_PATH is the browser, /usr/bin/chromium when absent.
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { statSync } from "node:fs";
import { serve } from "vitepress";

const site = resolve(dirname(fileURLToPath(import.meta.url)), "..");
// The browser tests have what drives a browser; it is not installed a second time.
const require = createRequire(resolve(site, "../../../tests/browser/package.json"));
const puppeteer = require("puppeteer-core");

const PORT = 4199;
const WIDTH = 640;
const HEIGHT = 600;
const MOST = 60_000;
const ANSWER = "There was a box for problems, but nothing was broken. I wanted to say that the new opening hours made me come less often.";

const app = await serve({ root: site, port: PORT });
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--force-color-profile=srgb"],
});

/** Waits until the interview on the page satisfies a condition on its view. */
const until = (page, condition) =>
  page.waitForFunction(`(${condition})(document.querySelector("colloquy-interview")?.interview?.view ?? { can: {} })`);

for (const scheme of ["light", "dark"]) {
  const page = await browser.newPage();
  await page.setViewport({ width: WIDTH, height: HEIGHT, deviceScaleFactor: 2 });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: scheme },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  await page.goto(`http://localhost:${PORT}/`, { waitUntil: "load" });
  await until(page, (view) => view.phase === "consent");
  // The element alone, as wide and high as the picture.
  await page.evaluate(() => {
    const element = document.querySelector("colloquy-interview");
    element.style.cssText = "display:block;min-height:100vh";
    element.interview.consent();
    document.body.replaceChildren(element);
  });
  await until(page, (view) => view.can.answer);
  await page.evaluate((answer) => document.querySelector("colloquy-interview").interview.answer(answer), ANSWER);
  await until(page, (view) => view.can.answer && view.question.number > 1);
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
  const path = join(site, `pages/public/interview-${scheme}.webp`);
  await page.screenshot({ path, type: "webp", quality: 80 });
  const { size } = statSync(path);
  console.log(`${path}: ${size} bytes`);
  if (size > MOST) throw new Error(`the picture has more than ${MOST} bytes`);
  await page.close();
}
await browser.close();
app.server.close();
