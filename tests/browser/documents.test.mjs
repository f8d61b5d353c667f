// Résumés and other documents on the start page: read where they are, with progress, and refused in words.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import * as made from "../fixtures/documents.mjs";
import { begin, question } from "./app-steps.mjs";
import { stored } from "./database.mjs";
import { browser, folder, open } from "./harness/index.mjs";

const NOTES = "/?guide=reflective&new=1";
const RESUME = "/?guide=gaps&new=1";
const texts = await folder("documents");

async function file(name, content) {
  const path = join(texts, name);
  await writeFile(path, content);
  return path;
}

/** Opens a start page and waits until files can be chosen. */
async function start(path, options) {
  const page = await open(path, options);
  await page.waitFor({ role: "button", name: /^Choose (a file|files)$/ });
  return page;
}

const upload = (page, ...files) => page.upload("input[type=file]", files);

/** Makes what the reading worker says wait behind the third page, until `window.release()`. */
function slowly() {
  const Real = window.Worker;
  let released = false;
  const waiting = [];
  window.release = () => {
    released = true;
    for (const tell of waiting.splice(0)) tell();
  };
  window.Worker = class extends Real {
    #held = false;
    set onmessage(listener) {
      super.onmessage = (event) => {
        this.#held ||= event.data.page > 3;
        if (released || !this.#held) listener(event);
        else waiting.push(() => listener(event));
      };
    }
    terminate() {
      window.ended = true;
      super.terminate();
    }
  };
}

test(`${browser}: a PDF is read page by page, shown, taken out, and handed to the interview under its name`, async () => {
  const page = await start(RESUME);
  await upload(page, await file("resume.pdf", made.resumePdf()));
  await page.waitFor("2 pages · 64 words");
  await page.click("button", "Remove resume.pdf");
  await page.waitFor(() => !document.querySelector("colloquy-recognised"));
  await upload(page, await file("resume.pdf", made.resumePdf()));
  await page.waitFor({ role: "button", name: "Remove resume.pdf" });
  await page.evaluate(() => document.querySelector(".file summary").click());
  const text = await page.evaluate(() => document.querySelector(".excerpt").textContent);
  assert.match(text, /^Rosa Lind\nContact\n[^]*Kubernetes\n\nExperience with data platforms\n/);
  assert.match(text, /Parcel & Sons, backend engineer\t2019 - 2023/);
  await page.click("button", "Begin the interview");
  await begin(page);
  await question(page);
  await stored(page, "resume.pdf");
  await stored(page, "Harbour Bank, developer");
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: how far a PDF is read is shown, and reading can be ended and begun again`, async () => {
  const page = await start(RESUME);
  await page.evaluate(slowly);
  const long = await file("long.pdf", made.longPdf(12));
  await upload(page, long);
  await page.waitFor("Page 3 of 12");
  await page.waitFor({ role: "progressbar", name: "Reading long.pdf…" });
  await page.waitFor({ role: "button", name: "Begin the interview", disabled: true });
  await page.click("button", "Cancel");
  await page.waitFor(() => window.ended && !document.querySelector("progress"));
  assert.equal(
    await page.evaluate(() => document.querySelector(".warning, colloquy-recognised")),
    null,
    "what was ended is neither a fault nor taken",
  );
  await page.waitFor({ role: "button", name: "Choose a file", focused: true });
  await page.evaluate(() => window.release());
  await upload(page, long);
  await page.waitFor("12 pages · 72 words");
  await page.close();
});

test(`${browser}: a Word file is read with its bullets and tables, for any interview`, async () => {
  const page = await start(NOTES);
  await upload(
    page,
    await file("talk.docx", made.resumeDocx()),
    await file("summary.md", "# Bridges\n\nSteel sings when the wind is right.\n"),
  );
  await page.waitFor({ role: "button", name: "Remove talk.docx" });
  await page.waitFor({ role: "button", name: "Remove summary.md" });
  await page.evaluate(() => document.querySelector(".file summary").click());
  const text = await page.evaluate(() => document.querySelector(".excerpt").textContent);
  assert.equal(text, made.RESUME_DOCX);
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: what cannot be read is refused in words that say what to do`, async () => {
  const page = await start(RESUME);
  await upload(
    page,
    await file("scan.pdf", made.scannedPdf()),
    await file("locked.pdf", made.lockedPdf()),
    await file("broken.pdf", made.damagedPdf()),
    await file("bomb.docx", made.bombDocx()),
    await file("laugh.docx", made.laughingDocx()),
    await file("broken.docx", made.damagedDocx()),
    await file("old.doc", made.oldDoc()),
    await file("latin.txt", made.latin1Text()),
    await file("half.pdf", made.halfScannedPdf()),
  );
  await page.waitFor({ role: "button", name: "Remove half.pdf" });
  const problems = await page.text(".warning");
  for (const said of [
    /scan\.pdf has no text: its pages are pictures/,
    /locked\.pdf is protected by a password/,
    /broken\.pdf is damaged/,
    /bomb\.docx is too large/,
    /laugh\.docx is damaged/,
    /broken\.docx is damaged/,
    /old\.doc cannot be read here/,
    /latin\.txt is not UTF-8: line 1/,
  ]) {
    assert.match(problems, said);
  }
  assert.match(await page.text("colloquy-recognised"), /Page 2 has no text and was not read/);
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: the PDF reader comes with the first PDF only, and stays for when there is no network`, async () => {
  const page = await start(NOTES, { ownServer: true });
  await page.waitFor(() => navigator.serviceWorker.controller !== null);
  const kept = async () => (await caches.match("/pdf-worker.js")) !== undefined;
  assert.equal(await page.evaluate(kept), false);
  assert.equal(await page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => /pdf/.test(name))), false);
  await upload(page, await file("resume.pdf", made.resumePdf()));
  await page.waitFor({ role: "button", name: "Remove resume.pdf" });
  await page.waitFor(kept);
  await page.setOffline(true);
  await page.reload();
  await page.waitFor({ role: "button", name: "Choose files" });
  await upload(page, await file("resume.pdf", made.resumePdf()));
  await page.waitFor({ role: "button", name: "Remove resume.pdf" });
  await page.close();
});

test(`${browser}: without the PDF reader a PDF is not lost without a word`, async () => {
  const page = await start(NOTES);
  await page.evaluate(() => {
    const Real = window.Worker;
    window.Worker = class extends Real {
      constructor(url, options) {
        super(new URL("nowhere.js", url), options);
      }
    };
  });
  await upload(page, await file("resume.pdf", made.resumePdf()));
  await page.waitFor("resume.pdf could not be read, because the part that reads such files did not load");
  await page.close();
});
