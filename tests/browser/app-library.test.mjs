// The library, the page of what is stored, taking sessions out and in, and the start page with a respondent's own notes.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { answer, begin, finish, question } from "./app-steps.mjs";
import { browser, folder, open } from "./harness/index.mjs";
import { inSight, pressSeen, seenText } from "./in-sight.mjs";

const SAMPLE = "/?guide=reflective&sample=1";
const texts = await folder("app");

async function note(name, content) {
  const file = join(texts, name);
  await writeFile(file, content);
  return file;
}

/** Catches what the page saves, and gives its text. */
async function catching(page) {
  await page.evaluate(() => {
    window.saved = [];
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.saved.push(blob);
      return create.call(URL, blob);
    };
    HTMLAnchorElement.prototype.click = () => undefined;
  });
}
const caught = () => window.saved.at(-1)?.text();
const rows = () => document.querySelectorAll("li.session").length;

test(`${browser}: an interview about skills is measured by what is done, and its time takes no row of the head`, async () => {
  const page = await open("/?guide=gaps&sample=1", { viewport: { width: 375, height: 740 } });
  await begin(page);
  for (let n = 0; n < 2; n += 1) {
    await question(page);
    await answer(page, "Six years, mostly on my own, and in production all the time.");
  }
  await question(page);
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.querySelector(".under")?.textContent.includes("left"));
  assert.equal(await page.evaluate(() => document.querySelector("colloquy-interview").shadowRoot.querySelector(".far")), null);
  await page.goto("/");
  await page.waitFor(() => /\d% done/.test(document.querySelector("li.session .meta")?.textContent ?? ""));
  await page.resize(1280, 800);
  // Two beside each other, and the fifth as wide as both.
  const [first, last] = await page.evaluate(() => {
    const cards = [...document.querySelectorAll(".guide")];
    return [cards[0], cards.at(-1)].map((card) => Math.round(card.getBoundingClientRect().width));
  });
  assert.ok(last > 2 * first, `${first} and ${last}`);
  await page.close();
});

test(`${browser}: the first visit sees what there is to begin, and an honest empty library`, async () => {
  const page = await open("/");
  await page.waitFor({ role: "heading", name: "No interviews yet" });
  assert.equal(await page.evaluate(() => document.title), "Interviews · Colloquy");
  // One sentence says what this is, on the first screen, with the way to begin right below.
  assert.match(await page.text(".lead"), /^Talk through something you read/);
  await inSight(page, "link", "Start with your notes");
  await page.waitFor("Up to 5 questions · about 15 minutes · English");
  // On a phone, too, the first way to begin is on the first screen.
  await page.resize(360, 740);
  await inSight(page, "link", "Start with your notes");
  assert.deepEqual(await page.problems(), []);
  await page.close();
});

test(`${browser}: sessions are listed, unfolded, deleted and brought back`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  await question(page);
  await answer(page, "The log of the normal is what I would like to try at home.");
  await question(page);
  await page.click("button", "Pause");
  await page.waitFor({ role: "button", name: "Resume" });
  await page.goto("/");
  await page.waitFor({ role: "link", name: "Resume: What We Keep Running" });
  await page.waitFor("Question 2 of up to 5");
  assert.match(await page.text("li.session .meta"), /about \d+ minutes? left/, "at the pace of the first answer");
  // Whoever comes back sees first where they left off.
  await inSight(page, "link", "Resume: What We Keep Running");
  await page.evaluate(() => document.querySelector("li.session summary").click());
  await page.waitFor("The log of the normal is what I would like to try at home.");
  await page.click("button", "Delete: What We Keep Running");
  // What can be undone is offered for some seconds only.
  await page.click("button", "Undo");
  await page.click("link", "Start over: What We Keep Running");
  for (const name of ["summary.md", "quotes.md", "key-concepts.md"]) await page.waitFor({ role: "button", name: `Remove ${name}` });
  await page.waitFor({ role: "textbox", name: /^Link/, value: "https://slow-signal.example/episodes/41" });
  await page.click("link", "Interviews");
  await page.click("link", "Resume: What We Keep Running");
  await page.click("button", "Resume");
  await question(page);
  await page.close();
});

test(`${browser}: a session goes out as a file and comes back whole`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  await question(page);
  await answer(page, "Ein Satz mit Umlauten äöü, an emoji 🗼 and العربية, so that nothing is flattened.");
  await question(page);
  await finish(page);
  await page.goto("/?view=stored");
  await page.waitFor({ role: "heading", name: "What We Keep Running" });
  await page.waitFor("Nothing. The built-in interviewer works inside this page");
  await catching(page);
  await page.click("button", "Save a copy: What We Keep Running");
  const file = await page.waitFor(caught);
  assert.match(file, /العربية/);
  await page.click("button", "Delete everything");
  await page.waitFor({ role: "dialog", name: "Delete everything?" });
  await page.click("button", "Cancel");
  assert.equal(await page.evaluate(rows), 1);
  await page.click("button", "Delete everything");
  await page.waitFor({ role: "dialog", name: "Delete everything?" });
  await page.click("button", "Delete everything");
  await page.waitFor("Nothing is stored.");
  await page.upload("input[type=file]", [await note("taken.json", file)]);
  await page.waitFor({ role: "heading", name: "What We Keep Running" });
  await page.click("button", "Save a copy: What We Keep Running");
  await page.waitFor(() => window.saved.length === 2);
  assert.equal(await page.evaluate(caught), file, "the round trip changes nothing");
  // The same again is no second one.
  await page.upload("input[type=file]", [await note("again.json", file)]);
  await page.waitFor("“What We Keep Running” is here already; nothing was changed.");
  assert.equal(await page.evaluate(rows), 1);
  for (const [name, text] of [
    ["broken.json", '{"schema": "something"}'],
    ["letter.txt.json", "Dear all"],
  ]) {
    await page.upload("input[type=file]", [await note(name, text)]);
    await page.waitFor(`${name} was not opened. This is not an interview saved by Colloquy`);
    assert.doesNotMatch(await seenText(page, ".toast"), /schema|must be/, "what a developer reads of it is folded");
  }
  assert.equal(await page.evaluate(rows), 1);
  // An earlier copy comes back only as the respondent decides.
  const lines = file.split("\n");
  const last = lines.findLastIndex((line) => line.startsWith('{"v"') || /^\{.*"fact"/.test(line));
  const earlier = [...lines.slice(0, last - 1), lines[last - 1].replace(/,$/, ""), ...lines.slice(last + 1)].join("\n");
  const bring = async () => {
    await page.upload("input[type=file]", [await note("earlier.json", earlier)]);
    await page.waitFor({ role: "dialog", name: "This interview is here already" });
    await page.waitFor("an older copy of “What We Keep Running”");
  };
  await bring();
  await pressSeen(page, "button", "Cancel");
  await page.waitGone({ role: "dialog" });
  assert.equal(await page.evaluate(rows), 1);
  await bring();
  await pressSeen(page, "button", "Keep both");
  await page.waitFor(() => document.querySelectorAll("li.session").length === 2);
  await bring();
  await pressSeen(page, "button", "Replace the one here");
  await page.waitGone({ role: "dialog" });
  await page.waitFor("One interview was added.");
  // For a moment the one that is replaced is away.
  await page.waitFor(() => document.querySelectorAll("li.session").length === 2);
  await page.close();
});

test(`${browser}: a bundle of all sessions comes back as all sessions`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  await question(page);
  await finish(page);
  await page.goto(`${SAMPLE}&new=1`);
  await begin(page);
  await question(page);
  await page.goto("/?view=stored");
  await page.waitFor(() => document.querySelectorAll("li.session").length === 2);
  await catching(page);
  await page.click("button", "Save a copy of everything");
  const file = await page.waitFor(caught);
  await page.click("button", "Delete everything");
  await page.waitFor({ role: "dialog", name: "Delete everything?" });
  await page.click("button", "Delete everything");
  await page.waitFor("Nothing is stored.");
  await page.upload("input[type=file]", [await note("all.json", file)]);
  await page.waitFor(() => document.querySelectorAll("li.session").length === 2);
  // From nine on there is a search, and what was begun still stands before what could be.
  const one = JSON.parse(file).sessions[0];
  const { session } = JSON.parse(one);
  const more = Array.from({ length: 7 }, (_, n) => one.replaceAll(session, `00000000-0000-4000-8000-00000000000${n}`));
  await page.upload("input[type=file]", [await note("more.json", JSON.stringify({ schema: "colloquy.sessions/1", sessions: more }))]);
  await page.waitFor("7 interviews were added.");
  await page.click("link", "Interviews");
  await page.fill("searchbox", "Search", "nobody speaks of this");
  await page.waitFor("No interview matches.");
  await page.fill("searchbox", "Search", "keep running");
  await page.waitFor(() => document.querySelectorAll("li.session").length === 9);
  const [begun, ahead] = [await inSight(page, "heading", "Continue"), (await page.find("heading", "Start an interview"))[0]];
  assert.ok(begun.y < ahead.y);
  await page.close();
});

test(`${browser}: storage that is lost for a while is asked again, and no page claims that nothing is stored`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  await question(page);
  await page.click("link", "Settings");
  await page.waitFor({ role: "heading", name: "Settings" });
  await page.evaluate(() => {
    const { transaction } = IDBDatabase.prototype;
    window.mend = () => (IDBDatabase.prototype.transaction = transaction);
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException("Connection to Indexed Database server lost. Refresh the page to try again", "UnknownError");
    };
  });
  await page.click("link", "Your data");
  await page.waitFor("This browser’s storage is not responding.");
  assert.ok(!(await page.text("main")).includes("Nothing is stored."));
  await page.evaluate(() => window.mend());
  await page.waitFor({ role: "heading", name: "What We Keep Running" });
  assert.equal(await page.evaluate(rows), 1);

  // A later version of the page has written the database: said at once, above all else, with what is safe and what can be done.
  await page.evaluate(
    () =>
      new Promise((done, fail) => {
        const request = indexedDB.open("colloquy", 1000);
        request.onsuccess = () => done(request.result.close());
        request.onerror = () => fail(request.error);
      }),
  );
  await page.resize(375, 640);
  await page.goto("/");
  await page.waitFor("a newer version of this page may be open somewhere: reload. What was saved is safe.");
  await inSight(page, "button", "Reload");
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test(`${browser}: bad files are refused one by one with what to do, and the good ones stay`, async () => {
  const page = await open("/?guide=reflective&new=1");
  await page.waitFor({ role: "button", name: "Choose files" });
  await page.upload("input[type=file]", [
    await note("summary.md", "# Summary\n\nA talk about bridges that sing in the wind and the people who tune them.\n"),
    await note("photo.md", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1])),
    await note("latin.md", Buffer.concat([Buffer.from("good line\nbad "), Buffer.from([0xff]), Buffer.from("rest")])),
    await note("huge.md", "a".repeat((1 << 20) + 1)),
    await note("sheet.xlsx", "PK"),
    await note("empty.md", " \n"),
  ]);
  for (const text of [
    "photo.md is not a text file",
    "latin.md is not UTF-8: line 2",
    "huge.md is 1 MB",
    "sheet.xlsx cannot be read here",
    "empty.md is empty",
  ]) {
    await page.waitFor(text);
  }
  await page.waitFor({ role: "button", name: "Remove summary.md" });
  await page.fill("textbox", /^Title/, "Singing bridges");
  await page.click("radio", /^Analytical/);
  await page.click("button", "Begin the interview");
  await begin(page);
  await question(page);
  const view = await page.evaluate(() => document.querySelector("colloquy-interview").interview.view);
  assert.equal(view.title, "Singing bridges");
  assert.equal(view.template, "analytical");
  assert.equal(view.progress.max, 5);
  await page.close();
});

test(`${browser}: notes are read as the interview will read them, and fill in what they say about themselves`, async () => {
  const page = await open("/?guide=reflective&new=1");
  await page.waitFor({ role: "button", name: "Choose files" });
  await page.upload("input[type=file]", [
    await note(
      "summary.md",
      "---\ntitle: Singing bridges\npodcast: Wind and Wire\nsource_url: https://wire.example/7\n---\n\nSteel sings when the wind is right.\n",
    ),
    await note(
      "quotes.md",
      '> "A bridge is a slow bell."\n— Ada Brook (01:10)\n\n> "We tune with lead and patience."\n— Ada Brook (02:20)\n',
    ),
    await note("books-mentioned.md", "- **Slow Bells**: on towers\n- **Lead**: a history\n- **Wind**: a primer\n"),
  ]);
  await page.waitFor({ role: "textbox", name: /^Title/, value: "Singing bridges" });
  await page.waitFor({ role: "textbox", name: /^Podcast/, value: "Wind and Wire" });
  await page.waitFor({ role: "textbox", name: /^Link/, value: "https://wire.example/7" });
  const list = await page.text("colloquy-recognised");
  assert.match(list, /Quotes\s+2 items/);
  assert.match(list, /books\s+3 items/);
  assert.match(list, /Key concepts\s+not given/);
  await page.click("button", "Begin the interview");
  await begin(page);
  await question(page);
  // The same notes again: the session that is under way is offered before a new one begins.
  await page.goto("/?guide=reflective&new=1");
  await page.waitFor({ role: "button", name: "Choose files" });
  await page.fill("textbox", /^Title/, "Singing bridges");
  await page.fill("textbox", /^Link/, "https://wire.example/7");
  await page.click("button", "Begin the interview");
  await page.click("button", "Resume");
  await question(page);
  await page.close();
});

test(`${browser}: a start without notes or title is explained, and pasted notes are enough`, async () => {
  const page = await open("/?guide=reflective&new=1");
  // What is needed is said before anybody runs into it, and what was said about it goes with what it was about.
  await page.waitFor("Add some notes or a title, so that there is something to ask about.");
  assert.deepEqual(await page.find("alert"), []);
  await page.click("button", "Begin the interview");
  await page.waitFor({ role: "alert" });
  await page.fill("textbox", /^Link/, "not a link at all");
  await page.waitGone({ role: "alert" });
  await page.fill("textbox", /^Title/, "Rivers");
  await page.click("button", "Begin the interview");
  await page.waitFor("This does not look like a link.");
  await page.fill("textbox", /^Link/, "www.rivers.example/beds");
  await page.waitGone({ role: "alert" });
  await page.click("button", "Paste text");
  await page.fill("textbox", "Text", "Rivers remember where they ran. The speaker maps old river beds from the air.");
  await page.click("button", "Add");
  await page.waitFor({ role: "button", name: "Remove summary.md" });
  await page.fill("spinbutton", /^Maximum number of questions/, "8");
  await page.click("button", "Begin the interview");
  await begin(page);
  await question(page);
  assert.equal(await page.evaluate(() => document.querySelector("colloquy-interview").interview.view.progress.max), 8);
  const file = await page.evaluate(() => document.querySelector("colloquy-interview").interview.export("session"));
  assert.match(file, /"source_url":"https:\/\/www\.rivers\.example\/beds"/);
  await page.close();
});

test(`${browser}: a finished answer can be erased from the results, and a tombstone stays`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  await question(page);
  await answer(page, "Something too private to keep: the name of the neighbour.");
  await question(page);
  await finish(page);
  await page.click("link", "Go to the results page");
  await page.click("button", "Remove this answer");
  await page.waitFor({ role: "dialog", name: "Remove this answer?" });
  await page.click("button", "Remove this answer");
  await page.waitFor("This answer was removed.");
  await page.waitGone("neighbour");
  await page.close();
});

test(`${browser}: looks and language are kept`, async () => {
  const page = await open("/?view=settings");
  await page.click("radio", "Dark");
  await page.evaluate(() => {
    const select = document.querySelector("select[name=language]");
    select.value = "ar";
    select.dispatchEvent(new Event("change"));
  });
  await page.waitFor({ role: "heading", name: "الإعدادات" });
  await page.goto("/");
  await page.waitFor({ role: "heading", name: "المقابلات" });
  const root = await page.evaluate(() => ({
    ...document.documentElement.dataset,
    dir: document.documentElement.dir,
    lang: document.documentElement.lang,
  }));
  assert.deepEqual(root, { theme: "dark", dir: "rtl", lang: "ar" });
  await page.close();
});

test(`${browser}: the library names its interviews in the language of the page`, async () => {
  const page = await open("/?view=settings");
  await page.waitFor({ role: "radio", name: "Dark" });
  for (const [language, heading, title, named, begin] of [
    ["es", "Ajustes", "Entrevista a personas expertas", / · español$/i, "Empezar la entrevista"],
    ["fr", "Réglages", "Entretien d’expertise", / · français$/i, "Commencer l’entretien"],
    ["de", "Einstellungen", "Experteninterview", / · Deutsch$/, "Interview beginnen"],
    ["ar", "الإعدادات", "مقابلة مع خبير", / · الإنجليزية$/, "ابدأ المقابلة"],
    ["ja", "設定", "専門家インタビュー", / · 英語$/, "インタビューを始める"],
  ]) {
    await page.evaluate((value) => {
      const select = document.querySelector("select[name=language]");
      select.value = value;
      select.dispatchEvent(new Event("change"));
    }, language);
    await page.waitFor({ role: "heading", name: heading });
    await page.goto("/");
    await page.waitFor({ role: "heading", name: title });
    // Each card names the language of its questions, as the reader calls it; the page before the consent does where it is another one.
    assert.match(await page.text(".guide .fine"), named);
    await page.goto("/?guide=staged&new=1");
    await page.waitFor({ role: "heading", name: title });
    await page.waitFor({ role: "button", name: begin });
    const other = /تُطرح الأسئلة بهذه اللغة: الإنجليزية\.|質問の言語：英語/;
    assert.equal(other.test(await page.text("main")), ["ar", "ja"].includes(language));
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    await page.goto("/?view=settings");
    await page.waitFor({ role: "heading", name: heading });
  }
  await page.close();
});

test(`${browser}: an interview that the store lost goes on in memory, and the library leads back to it`, async () => {
  const page = await open(SAMPLE);
  await begin(page);
  await question(page);
  // Somebody else holds a newer version of the database: the engine's connection is gone for good.
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open("colloquy", 1000);
        request.onsuccess = () => resolve((window.other = request.result) && true);
        request.onerror = () => reject(request.error);
      }),
  );
  await answer(page, "This one must not be lost although nothing can be stored any more.");
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.saving.state === "memory");
  const second = await question(page);
  await page.click("link", "Interviews");
  await page.waitFor({ role: "heading", name: "Only in this page" });
  await page.waitFor("Save a copy of it before you leave.");
  await catching(page);
  await page.click("button", "Save a copy");
  assert.match(await page.waitFor(caught), /This one must not be lost/);
  await page.click("link", "Resume");
  assert.equal(await question(page), second);
  await page.waitFor("This one must not be lost although nothing can be stored any more.");
  await page.close();
});
