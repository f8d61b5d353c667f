// What a first visit has before the whole of the engine is there.
import assert from "node:assert/strict";
import { cp, rename } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { browser, folder } from "./harness/index.mjs";
import { answer, begin, openElement, openQuestion, root, stored } from "./element-site.mjs";

const WHOLE = "colloquy/colloquy_whole_bg.wasm";

test(`${browser}: the first question needs a part of the engine, and what is written meanwhile is kept until the whole is there`, async () => {
  const site = await folder("first");
  await cp(root, site, { recursive: true });
  await rename(join(site, WHOLE), join(site, "later.wasm"));

  const page = await openElement({ subject: "first", questions: "2" }, { root: site });
  await begin(page, { whole: false });
  await page.fill("textbox", "Your answer", "I realize that mornings are mine.");
  // Nothing can be done with it yet, and the page says so; a host that tries is told what to wait for.
  const told = await page.evaluate(() => {
    const { can } = element.interview.view;
    try {
      element.interview.answer("too early");
      return { can, code: "none" };
    } catch (error) {
      return { can, code: error.code };
    }
  });
  assert.deepEqual([Object.values(told.can).some(Boolean), told.code], [false, "not_initialised"]);
  const [send] = await page.find("button", "Send");
  assert.ok(send, "the button is there");
  await stored(page);

  await rename(join(site, "later.wasm"), join(site, WHOLE));
  await page.waitFor(() => element.interview.view.can.answer);
  await page.click("button", "Send");
  await page.waitFor(() => element.interview.view.exchanges === 1);
  await openQuestion(page, 2);
  await answer(page, "I want to keep them.");
  const given = await page.evaluate(() => element.interview.exchanges().map((exchange) => exchange.answer));
  assert.deepEqual(given, ["I realize that mornings are mine.", "I want to keep them."]);
  await page.close();
});

test(`${browser}: what goes beyond a first question waits for the whole engine and begins again`, async () => {
  const page = await openElement({ questions: "0" });
  // The engine's own code for a fault that a first visit has no words for.
  await page.waitFor(() => told.some(({ name, detail }) => name === "error" && detail.code.startsWith("invalid_")));
  await page.close();
});

test(`${browser}: a first visit does not go beyond what was loaded for it, and neither does a second`, async () => {
  const page = await openElement({ subject: "beyond" });
  await begin(page);
  await stored(page);
  await page.reload();
  await openQuestion(page, 1);
  // A step beyond ends in a trap that the page is told of.
  assert.deepEqual(page.problems(), []);
  await page.close();
});
