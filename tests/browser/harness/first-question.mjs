// Opens an address in Chromium with an empty cache and waits until the first question can be answered:
//   first-question.mjs ADDRESS
// For `cargo xtask bench size`, whose server writes down what was asked for. The page itself asks for /first-question-is-ready
// in the frame in which there is a box to answer in, so that nothing that comes later counts.
import { chromium } from "playwright-core";
import { executablePath, flags } from "./chromium.mjs";

const patience = 60_000;

const watch = () => {
  // Everything that is shown, through open shadow roots.
  const shown = (root) =>
    [...root.querySelectorAll("*")].flatMap((element) => [
      ...(element.checkVisibility({ visibilityProperty: true }) ? [element] : []),
      ...(element.shadowRoot ? shown(element.shadowRoot) : []),
    ]);
  const look = () => {
    const elements = document.body ? shown(document) : [];
    const box = elements.find((element) => element.localName === "textarea" && !element.disabled && !element.readOnly);
    if (box) {
      fetch("/first-question-is-ready").then(() => (globalThis.firstQuestionIsReady = true));
      return;
    }
    // Consent is given at once: what is fetched while somebody reads is not what they wait for.
    elements.find((element) => element.localName === "button" && /^\s*(I )?agree/i.test(element.textContent))?.click();
    requestAnimationFrame(look);
  };
  look();
};

const browser = await chromium.launch({ executablePath, args: flags });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.addInitScript(watch);
await page.goto(process.argv[2]);
// Asked again and again from here: a wait inside the page is compiled there, which its content security policy forbids.
const end = Date.now() + patience;
let ready = false;
while (!ready && Date.now() < end) {
  ready = await page.evaluate(() => globalThis.firstQuestionIsReady === true);
  if (!ready) await new Promise((next) => setTimeout(next, 20));
}
if (!ready) {
  console.error(`no box to answer in after ${patience} ms\n${await page.innerText("body")}`);
  process.exitCode = 1;
}
await browser.close();
