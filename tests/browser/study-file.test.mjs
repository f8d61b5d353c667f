// A study's question for a file, by keyboard: handed in, read on this device, replaced, still there after a reload, and in the results.
import assert from "node:assert/strict";
import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, folder, open } from "./harness/index.mjs";

const ASK = "Could you hand in your recipe?";
const STUDY = {
  id: "recipes",
  language: "en",
  mode: "standardised",
  title: "Recipes",
  goal: "Learn what people cook.",
  topics: [
    { id: "recipe", title: "the recipe", ask: ASK, type: "file", formats: ["md", "docx"], max_mb: 1 },
    { id: "cook", ask: "Who cooks by it?", type: "short", when: { value: "recipe", answered: true } },
    { id: "photo", title: "a second one", ask: "Could you hand in another one?", type: "file" },
  ],
};
const site = process.env.SITE ?? resolve(fileURLToPath(new URL("../../www/dist", import.meta.url)));
const root = await folder("study-file");
await cp(site, root, { recursive: true });
await writeFile(join(root, "recipes.json"), JSON.stringify(STUDY));

/** Waits until a question is open, its form is drawn, and everything before it is stored. */
const asked = (page, text) =>
  page.waitFor(
    (wanted) => {
      const element = document.querySelector("colloquy-interview");
      const { view } = element?.interview ?? {};
      const title = element?.shadowRoot.querySelector("#form-title")?.textContent;
      return view?.question?.text === wanted && title === wanted && view.saving.state !== "saving";
    },
    { args: [text] },
  );

/** Puts a file into the picker: what a browser's own dialogue does after it was opened by a key. */
const pick = (page, name, text) =>
  page.evaluate(
    (name, text) => {
      const input = document.querySelector("colloquy-interview").shadowRoot.querySelector(".drop input[type=file]");
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      input.files = data.files;
      input.dispatchEvent(new Event("change"));
    },
    name,
    text,
  );

/** Waits until the file was looked at and can be sent. */
const sound = (page, name) =>
  page.waitFor(
    (wanted) => {
      const row = document.querySelector("colloquy-interview").shadowRoot.querySelector(".file");
      return row?.textContent.includes(wanted) && row.querySelectorAll(".facts span").length === 2 && !row.querySelector("progress");
    },
    { args: [name] },
  );

const focused = (page, selector) =>
  page.waitFor((wanted) => document.querySelector("colloquy-interview").shadowRoot.activeElement?.matches(wanted) ?? false, {
    args: [selector],
  });

/** What the outcome has of the file, and the names of all files that are stored with the session. */
const kept = (page) =>
  page.evaluate(async () => {
    const { interview } = document.querySelector("colloquy-interview");
    const { outcome } = await interview.result();
    const files = await interview.files();
    return { ...outcome.values, stored: files.map(({ name }) => name).sort() };
  });

test(`${browser}: a file is handed in to a study by keyboard, replaced, and is in the results after a reload`, async () => {
  const page = await open("/?study=recipes.json", { root, ownServer: true, viewport: { width: 320, height: 640 } });
  await asked(page, ASK);
  await page.evaluate(() => document.querySelector("colloquy-interview").shadowRoot.querySelector("#form-title").focus());
  await page.press("Tab");
  await focused(page, "[data-pick]");
  await page.press("Control+Enter");
  await page.waitFor("Choose a file first.");
  // What is no text is refused before it is sent, whatever its name is.
  await pick(page, "recipe.md", "<!doctype html><script>alert(1)</script>");
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.querySelector(".file .fault"));
  await pick(page, "soup.md", "# Soup\n\nBoil it.\n");
  await sound(page, "soup.md");
  await page.press("Control+Enter");
  await asked(page, "Who cooks by it?");
  const { recipe, stored } = await kept(page);
  assert.deepEqual(
    { ...recipe, storageUrl: "" },
    {
      storageUrl: "",
      name: "soup.md",
      mimeType: "text/markdown",
      size: 17,
      status: "parsed",
      text: "# Soup\n\nBoil it.\n",
    },
  );
  assert.deepEqual(stored, ["soup.md"]);

  await page.reload();
  await asked(page, "Who cooks by it?");
  assert.equal((await kept(page)).recipe.name, "soup.md");

  // Another one in its place, by keyboard; given up first.
  const edit = () =>
    page.evaluate(() => document.querySelector("colloquy-interview").shadowRoot.querySelector('[data-question="1"] .edit').focus());
  await edit();
  await page.press("Enter");
  await focused(page, "[data-pick]");
  await page.press("Escape");
  await focused(page, '[data-question="1"] .edit');
  await page.press("Enter");
  await focused(page, "[data-pick]");
  await pick(page, "stew.md", "# Stew\n");
  await sound(page, "stew.md");
  await page.press("Control+Enter");
  await focused(page, '[data-question="1"] .edit');
  assert.equal((await kept(page)).recipe.text, "# Stew\n");

  await page.reload();
  await asked(page, "Who cooks by it?");
  await page.fill("textbox", "Who cooks by it?", "My aunt");
  await page.press("Control+Enter");
  await asked(page, "Could you hand in another one?");
  await page.click("button", "I’d rather not say");
  await page.click("button", "Finish");
  await page.waitFor(() => {
    const { view } = document.querySelector("colloquy-interview").interview;
    return view.phase === "finished" && view.saving.state !== "saving";
  });
  const { recipe: last, cook, photo } = await kept(page);
  assert.deepEqual([last.name, last.status, cook, photo], ["stew.md", "parsed", "My aunt", null]);
  const transcript = await page.evaluate(() => document.querySelector("colloquy-interview").interview.export("markdown"));
  assert.ok(transcript.includes("the recipe: stew.md"), transcript);
  await page.click("link", "Go to the results page");
  await page.evaluate(() => {
    URL.createObjectURL = (blob) => ((globalThis.saved = blob), "#saved");
  });
  await page.click("button", "Download: stew.md");
  await page.waitFor(() => Boolean(globalThis.saved));
  assert.equal(await page.evaluate(() => saved.text()), "# Stew\n");

  // A browser that is short of room has cleared it, past the package.
  await page.evaluate(async () => {
    const settle = (request) =>
      new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
    const database = await settle(indexedDB.open("colloquy"));
    const stores = ["files", "bytes"];
    const transaction = database.transaction(stores, "readwrite");
    for (const name of stores) transaction.objectStore(name).clear();
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  });
  await page.click("button", "Download: stew.md");
  await page.waitFor("stew.md is not on this device any more.");
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

/** Touches the middle of a thing of the element, which has to be within the window with nothing over it. */
async function touch(page, selector) {
  const at = await page.waitFor(
    (wanted) => {
      const root = document.querySelector("colloquy-interview").shadowRoot;
      const thing = root.querySelector(wanted);
      if (!thing || thing.disabled) return null;
      thing.scrollIntoView({ block: "center" });
      const { left, right, top, bottom } = thing.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      // Nobody hits what still moves, as words of another language come and the page scrolls: it is touched where it was a look ago.
      const still = globalThis.lastPlace === `${wanted} ${x} ${y}`;
      globalThis.lastPlace = `${wanted} ${x} ${y}`;
      return still && left >= 0 && right <= innerWidth && thing.contains(root.elementFromPoint(x, y)) ? [x, y] : null;
    },
    { args: [selector] },
  );
  await page.tap(...at);
}

test(`${browser}: a file is handed in by touch, from right to left, and removed with its bytes`, async () => {
  const page = await open("/?study=recipes.json", { root, ownServer: true, touch: true, viewport: { width: 320, height: 640 } });
  await asked(page, ASK);
  await page.evaluate(() => document.querySelector("colloquy-interview").setAttribute("lang", "ar"));
  await page.waitFor(() => {
    const root = document.querySelector("colloquy-interview").shadowRoot;
    // What opens the picker, whose own dialogue nobody here can close.
    HTMLInputElement.prototype.click = () => (globalThis.opened = true);
    const label = root.querySelector(".form [data-pick]")?.textContent ?? "";
    return root.querySelector(".frame").dir === "rtl" && /\p{Script=Arabic}/u.test(label);
  });
  await touch(page, ".form [data-pick]");
  await page.waitFor(() => globalThis.opened);
  await pick(page, "a-name-that-is-longer-than-a-small-phone-is-wide-and-has-no-space.md", "# Soup\n");
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.querySelectorAll(".file .facts span").length === 2);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  // Taken out again, and another one in its place.
  await touch(page, ".file [data-act]");
  await page.waitFor(() => !document.querySelector("colloquy-interview").shadowRoot.querySelector(".file"));
  await pick(page, "soup.md", "# Soup\n");
  await sound(page, "soup.md");
  await touch(page, ".form button.primary");
  await asked(page, "Who cooks by it?");
  assert.deepEqual((await kept(page)).stored, ["soup.md"]);
  await page.evaluate(() => document.querySelector("colloquy-interview").interview.redact(1));
  const { recipe, stored } = await kept(page);
  assert.deepEqual([recipe, stored], [undefined, []]);
  const records = await page.evaluate(() => document.querySelector("colloquy-interview").interview.export("session"));
  assert.ok(!records.includes("Soup") && !records.includes("soup.md"), records);
  await page.close();
});
