// The layouts that open on a page: what is loaded before, what opens by itself and when not, keys, focus, and the interview in it.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { browser, open } from "./harness/index.mjs";
import { root } from "./element-site.mjs";

/** A page with the launcher and these elements; `lang` is the page's. */
const pageOf = (body, lang = "en") => `<!doctype html><html lang="${lang}"${lang === "ar" ? ' dir="rtl"' : ""}><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>A page</title><link rel="icon" href="data:,">
<script src="launcher-page.js"></script><script type="module" src="colloquy/launcher.js"></script>
<body><h1>A page</h1><p><button id="ask" type="button">Ask me</button> <input aria-label="Search"></p>${body}</body></html>`;
const interview = (attributes) => `<colloquy-interview guide="reflective" ${attributes}></colloquy-interview>`;

await writeFile(
  join(root, "launcher-page.js"),
  `globalThis.emitted = [];
  for (const name of ["before-open", "open", "close", "ready", "complete"])
    addEventListener("colloquy-" + name, ({ target, detail }) => emitted.push([name, target.id, detail?.trigger].filter(Boolean).join(" ")));`,
);
await writeFile(join(root, "bubble.html"), pageOf(interview('id="bubble" layout="bubble" label="Your view" subject="bubble"')));
await writeFile(
  join(root, "alone.html"),
  pageOf(
    `<dialog open id="over">Cookies?</dialog>${interview('id="first" layout="popup" trigger="load; click:#ask" storage="memory"')}
    ${interview('id="second" layout="sidetab" trigger="event:go" cooldown="0" storage="memory"')}`,
  ),
);
await writeFile(join(root, "arabic.html"), pageOf(interview('id="tab" layout="sidetab" storage="memory"'), "ar"));
await writeFile(
  join(root, "loaded.html"),
  pageOf(interview('id="loaded" layout="popup" storage="memory"')).replace("colloquy/launcher.js", "colloquy/element.js"),
);

const files = (page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name))
      .filter(({ pathname }) => pathname.startsWith("/colloquy/"))
      .map(({ pathname }) => pathname),
  );
const launch = (page, id) => page.evaluate((one) => document.querySelector(one).dataset.launch, `#${id}`);

test(`${browser}: a page with a bubble loads the launcher alone until it is opened, and then leads an interview`, async () => {
  const page = await open("/bubble.html", { root });
  await page.waitFor({ role: "button", name: "Your view", expanded: false });
  await page.waitFor(() => document.readyState === "complete");
  assert.deepEqual(await files(page), ["/colloquy/launcher.js"]);
  assert.equal((await page.find("dialog")).length, 0);

  await page.click("button", "Your view");
  await page.waitFor({ role: "button", name: "Agree and begin" });
  await page.waitFor({ role: "button", name: "Your view", expanded: true });
  assert.ok((await files(page)).includes("/colloquy/element.js"));
  const box = await page.evaluate(() => {
    const { left, top, right, bottom } = document.querySelector("#bubble").getBoundingClientRect();
    return [left > innerWidth / 2, top >= 0, right <= innerWidth, bottom < innerHeight];
  });
  assert.deepEqual(box, [true, true, true, true], "in the corner, and all of it in sight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "bubble");
  // The way out comes first; WebKit goes on from the button that opened it.
  if (browser !== "webkit") {
    await page.press("Tab");
    assert.deepEqual(await page.focused().then(({ role, name }) => [role, name]), ["button", "Close"]);
  }
  await page.click("button", "Agree and begin");
  await page.waitFor(() => document.querySelector("#bubble").interview.view.phase === "answering");
  await page.fill("textbox", "Your answer", "I realize that a corner is enough.");
  await page.click("button", "Send");
  await page.waitFor(() => document.querySelector("#bubble").interview.view.question?.number === 2);

  // Closed by its key, it gives the focus back; opened again, it is where it was.
  await page.press("Escape");
  // WebKit gives a button no focus when it is clicked, so there is none to give back.
  const keys = browser !== "webkit";
  await page.waitFor({ role: "button", name: "Your view", expanded: false, ...(keys && { focused: true }) });
  assert.equal(await launch(page, "bubble"), "closed");
  await (keys ? page.press("Enter") : page.click("button", "Your view"));
  await page.waitFor({ role: "textbox", name: "Your answer" });
  assert.equal(await page.evaluate(() => document.querySelector("#bubble").interview.view.exchanges), 1);
  await page.click("button", "Close");
  assert.deepEqual(await page.evaluate(() => emitted), [
    "before-open bubble button",
    "open bubble button",
    "ready bubble",
    "close bubble",
    "before-open bubble button",
    "open bubble button",
    "close bubble",
  ]);
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test(`${browser}: what opens by itself waits for dialogs, takes no focus, opens once, and can be refused`, async () => {
  const page = await open("/alone.html", { root });
  await page.waitFor(() => document.readyState === "complete" && "toggle" in document.querySelector("#second"));
  await page.click("textbox", "Search");
  assert.equal(await launch(page, "first"), "closed", "not over a dialog");
  await page.evaluate(() => document.querySelector("#over").close());
  await page.waitFor(() => document.querySelector("#first").dataset.launch === "open");
  assert.deepEqual(await page.focused().then(({ name }) => name), "Search", "the focus is where it was");
  await page.waitFor({ role: "button", name: "Agree and begin" });
  // The other one is not opened beside it.
  assert.equal(await page.evaluate(() => Boolean(document.querySelector("#second").interview)), false);
  await page.press("Escape");
  await page.waitFor(() => document.querySelector("#first").dataset.launch === "closed");
  assert.deepEqual(await page.focused().then(({ name }) => name), "Search");

  await page.evaluate(() => {
    addEventListener("colloquy-before-open", (event) => event.preventDefault(), { once: true, capture: true });
    document.dispatchEvent(new Event("go"));
  });
  assert.equal(await launch(page, "second"), "closed", "the page refused it");
  await page.evaluate(() => document.dispatchEvent(new Event("go")));
  assert.equal(await launch(page, "second"), "open");
  await page.evaluate(() => document.querySelector("#second").close());

  // It was open once; who asks for it gets it all the same, and a script that forgets that.
  await page.reload();
  await page.evaluate(() => document.querySelector("#over").close());
  await page.waitFor(() => document.readyState === "complete" && "toggle" in document.querySelector("#second"));
  await page.click("button", "Ask me");
  await page.waitFor(() => document.querySelector("#first").dataset.launch === "open");
  // Whether its engine is ready by now is the network's affair.
  const events = await page.evaluate(() => emitted.filter((line) => !line.startsWith("ready")));
  assert.deepEqual(events, ["before-open first click", "open first click"]);
  await page.evaluate(() => {
    const first = document.querySelector("#first");
    first.toggle();
    first.reset();
    return first.remove();
  });
  assert.equal((await page.find("button", "Interview")).length, 1, "what is gone from the page has left nothing");
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test(`${browser}: it follows the page's language and direction, and opens from the element's own file`, async () => {
  const page = await open("/arabic.html", { root, viewport: { width: 900, height: 700 }, colorScheme: "dark" });
  await page.click("button", "مقابلة");
  await page.waitFor(() => document.querySelector("#tab").interview);
  assert.equal(await page.evaluate(() => document.querySelector("#tab").getBoundingClientRect().left), 0, "at the left edge");
  await page.waitFor({ role: "button", name: "إغلاق" });
  await page.resize(360, 640);
  await page.waitFor(() => document.querySelector("#tab").getBoundingClientRect().width >= 320);
  await page.goto("/loaded.html");
  await page.waitFor(() => document.querySelector("#loaded").dataset.launch === "closed");
  await page.evaluate(() => document.querySelector("#loaded").open());
  await page.waitFor({ role: "button", name: "Agree and begin" });
  assert.deepEqual(page.problems(), []);
  await page.close();
});
