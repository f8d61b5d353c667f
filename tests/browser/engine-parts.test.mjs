// What a first visit needs of the engine, and what happens while a part of it cannot be had.
import assert from "node:assert/strict";
import { cp, mkdir, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { browser, folder } from "./harness/index.mjs";
import { answer, begin, openElement, openQuestion, root, stored } from "./element-site.mjs";

/** Lays out a site without some of the engine's parts, and gives what puts them back. */
async function without(name, away) {
  const site = await folder(name);
  await cp(root, site, { recursive: true });
  const files = (await readdir(join(site, "colloquy"))).filter(
    (file) => /^colloquy_.+\.wasm$/.test(file) && !file.endsWith("_bg.wasm") && away(file),
  );
  assert.ok(files.length > 0, "there are such parts");
  await mkdir(join(site, "away"));
  const move = (from, to) => Promise.all(files.map((file) => rename(join(site, from, file), join(site, to, file))));
  await move("colloquy", "away");
  return { site, back: () => move("away", "colloquy") };
}

test(`${browser}: an interview about notes needs who asks and who reads them, and its end the part that writes it out`, async () => {
  const { site, back } = await without("first", (file) => !/findings|opening|hearing|scripted|notes/.test(file));
  const page = await openElement({ subject: "first", questions: "2" }, { root: site });
  await begin(page);
  await answer(page, "I realize that mornings are mine.");
  await openQuestion(page, 2);
  await stored(page);
  const early = await page.evaluate(() => element.interview.sessionFile().catch(({ code }) => code));
  assert.equal(early, "part_unavailable");
  await back();
  // The element fetches the part by itself as well, when the page is idle: whoever asks during an attempt that fails shares its end.
  await page.waitFor(() =>
    element.interview.sessionFile().then(
      (file) => file.includes("mornings are mine"),
      ({ code }) => code !== "part_unavailable" && Promise.reject(code),
    ),
  );
  await page.close();
});

test(`${browser}: without its interviewer an interview does not begin, and begins when it is asked to again`, async () => {
  const { site, back } = await without("none", (file) => file.startsWith("colloquy_opening"));
  const page = await openElement({ subject: "none" }, { root: site });
  await page.waitFor(() => emitted.some(({ name, detail }) => name === "error" && detail.code === "part_unavailable"));
  await back();
  await page.click("button", "Try again");
  await begin(page);
  // Ready is said once, and only of what is.
  assert.equal(await page.evaluate(() => emitted.filter(({ name }) => name === "ready").length), 1);
  await page.close();
});
