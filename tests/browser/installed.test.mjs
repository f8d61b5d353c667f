// What the app does of an installed one: the number on its icon, and the offer to install it. Both are the browser's, and none that runs here
// shows either: what the app asks of it is looked at.
import assert from "node:assert/strict";
import { test } from "node:test";
import { led } from "./across-steps.mjs";
import { answer, begin, question } from "./app-steps.mjs";
import { browser, folder, open } from "./harness/index.mjs";

const SAMPLE = "/?guide=reflective&sample=1&new=1";

/** Goes to an address of the app without loading it anew: what the test gave the window stays. */
const go = (page, path) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new Event("colloquy-go"));
  }, path);

/** Gives the page an icon of the test's own. */
const icon = (page) =>
  page.evaluate(() => {
    window.badge = "none yet";
    const own = (value) => ({ configurable: true, value });
    Object.defineProperty(
      navigator,
      "setAppBadge",
      own(async (n) => (window.badge = n)),
    );
    Object.defineProperty(
      navigator,
      "clearAppBadge",
      own(async () => (window.badge = 0)),
    );
  });
const shows = (page, n) => page.waitFor((wanted) => window.badge === wanted, { args: [n] });

/** Has the browser offer to install the page. */
const offer = (page) =>
  page.evaluate(() => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    event.prompt = async () => {
      window.prompted = (window.prompted ?? 0) + 1;
      return { outcome: "accepted" };
    };
    dispatchEvent(event);
    return event.defaultPrevented;
  });

test(`${browser}: the icon counts the interviews that wait, and none when all are finished or deleted`, async () => {
  const page = await open("/", { profileDir: await folder("profile") });
  await page.waitFor({ role: "heading", name: "Interviews" });
  await icon(page);
  await page.waitFor(() => navigator.serviceWorker.controller !== null);
  await go(page, "./?view=settings");
  await shows(page, 0);
  await go(page, `.${SAMPLE}`);
  await begin(page);
  await question(page);
  await shows(page, 1);
  await answer(page, "One answer, and a pause.");
  await question(page);
  await page.click("button", "Pause");
  await page.waitFor({ role: "button", name: "Resume" });
  await go(page, `.${SAMPLE}`);
  await begin(page);
  await question(page);
  await shows(page, 2);
  await page.evaluate(() => document.querySelector("colloquy-interview").interview.finish());
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.phase === "review");
  await page.evaluate(() => document.querySelector("colloquy-interview").interview.finish());
  await shows(page, 1);
  await go(page, "./");
  await page.waitFor(() => document.querySelectorAll("li.session").length === 2);
  await page.evaluate(() => document.querySelector("li.session:has([data-status=paused], [data-status=active]) .danger").click());
  await shows(page, 0);
  await page.close();
});

test(`${browser}: installing is offered in one line once an interview is finished, and never before`, async () => {
  const page = await open("/");
  await page.waitFor({ role: "heading", name: "Interviews" });
  assert.equal(await offer(page), true, "the browser's own offer is held back");
  await go(page, `.${SAMPLE}`);
  await begin(page);
  await question(page);
  await answer(page, "I should keep a log of what goes well.");
  await question(page);
  assert.deepEqual(await page.find("button", "Install"), []);
  await page.click("button", "End interview");
  await page.click("button", "End now");
  await page.waitFor({ role: "button", name: "Finish" });
  assert.deepEqual(await page.find("button", "Install"), []);
  await page.click("button", "Finish");
  await page.waitFor({ role: "button", name: "Install" });
  await page.waitFor("You can install Colloquy on this device");
  assert.equal(await page.evaluate(() => window.prompted ?? null), null);
  assert.equal((await page.find("dialog")).length, 0);
  await page.click("button", "Install");
  await page.waitFor(() => window.prompted === 1);
  await page.waitGone({ role: "button", name: "Install" });
  await page.close();
});

test(`${browser}: an offer to install that was declined does not come again`, async () => {
  const page = await open("/");
  await led(page, ["I should keep a log of what goes well."]);
  const results = () => page.evaluate(() => document.querySelector("[slot=finished]").click());
  // Without the browser's offer there is no line.
  await results();
  await page.waitFor({ role: "button", name: "Download Word" });
  assert.deepEqual(await page.find("button", "No, thanks"), []);
  await offer(page);
  await go(page, "./");
  await page.click("link", "Results: What We Keep Running");
  await page.click("button", "No, thanks");
  await page.waitGone({ role: "button", name: "Install" });
  await page.reload();
  await page.waitFor({ role: "button", name: "Download Word" });
  await offer(page);
  await go(page, "./");
  await page.click("link", "Results: What We Keep Running");
  await page.waitFor({ role: "button", name: "Download Word" });
  await page.waitFor(async () => customElements.get("colloquy-install-offer") && !document.querySelector("colloquy-install-offer button"));
  assert.equal(await page.evaluate(() => window.prompted ?? null), null);
  await page.close();
});
