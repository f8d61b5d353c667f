// Each part of the engine refused once, then given: nothing is lost, nothing is asked twice, the page says in words what is missing, and
// "Try again" goes on. No part is named here: a journey is led once to learn which files it needs, then once for each of them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./element-site.mjs";
import { browser } from "./harness/index.mjs";
import { isEngine, JOURNEYS, onward, openLed, partsOf, partsOfTheBuild, plain, startSite, travel } from "./parts-steps.mjs";

/** Files by journey; a part that two journeys need is refused in the first of them only, and while a network is away in the last. */
const needed = new Map();
for (const [name, journey] of Object.entries(JOURNEYS)) needed.set(name, await partsOf(journey));
const all = [...new Set([...needed.values()].flat())];
const firstOf = (part) => [...needed].find(([, parts]) => parts.includes(part))[0];
/** In Chromium each file is refused in a journey of its own, those included that parts share; the others refuse all of a journey in one. */
const apart = browser === "chromium";
const lastOf = (part) => [...needed].findLast(([, parts]) => parts.includes(part))[0];

test(`${browser}: every part of the build is needed by some journey`, async () => {
  const parts = await partsOfTheBuild();
  assert.deepEqual(parts.filter((part) => !all.includes(part)).map(plain), []);
});

/**
 * True for what the element fetches ahead of the next answer, what leads and what hears: an interview that is over by then does not come to
 * need it.
 */
const isAhead = (journey, file) => journey.leaves && /_(hearing|[^_]*scripted[^_]*)_/.test(file);

/** What a tool can do without is not waited for: the document is kept, and what was not drawn from it is in the records. */
const doneWithout = ({ session }) => session.includes("derivation_failed");

/** The parts that are refused in one journey, by what tests call them: in the first journey that needs each, or in the last. */
const refusals = (journeyOf) =>
  apart
    ? all.map((part) => ({ what: plain(part), parts: [part], name: journeyOf(part) }))
    : [...needed.keys()].map((name) => ({ what: "each part", parts: all.filter((part) => journeyOf(part) === name), name }));

for (const { what, parts, name } of refusals(firstOf).filter(({ parts }) => parts.length > 0)) {
  test(`${browser}: ${what} is refused once, in ${name}`, async () => {
    const server = await startSite();
    const asked = new Map();
    server.refuse = (file) => (isFirst(asked, parts, file) ? 503 : undefined);
    const account = await travel(server, JOURNEYS[name]);
    assert.deepEqual(doneWithout(account) ? [] : onlyOnce(asked), [], "each was asked for again");
  });
}

for (const { what, parts, name } of refusals(lastOf).filter(({ parts }) => parts.length > 0)) {
  test(`${browser}: the network is away when ${what} is needed, in ${name}`, async () => {
    const server = await startSite();
    let away = false;
    const asked = new Map();
    server.refuse = (file) => {
      if (isFirst(asked, parts, file)) away = true;
      return away ? "cut" : undefined;
    };
    const account = await travel(server, JOURNEYS[name], {
      async before(so, page) {
        if (!away) return;
        so.offline = true;
        await page.setOffline(true);
        // The page says that it waits, unless it was only about to need the part.
        await page.waitFor(isWaiting, { timeout: 1_500 }).catch(() => undefined);
        away = false;
        await page.setOffline(false);
      },
    });
    const missing = onlyOnce(asked).filter((part) => !isAhead(JOURNEYS[name], part));
    assert.deepEqual(doneWithout(account) ? [] : missing, [], "each was asked for again");
  });
}

/** Counts that a file is asked for; true for the first time that one of these parts is. */
function isFirst(asked, parts, name) {
  if (!parts.includes(name)) return false;
  asked.set(name, (asked.get(name) ?? 0) + 1);
  return asked.get(name) === 1;
}

/** The files that were asked for and not a second time. */
const onlyOnce = (asked) => [...asked].filter(([, times]) => times === 1).map(([name]) => name);

/** Runs in the page: it says that something is missing. */
function isWaiting() {
  const { view } = element.interview ?? {};
  const said = element.shadowRoot?.textContent ?? "";
  return ["offline", "retrying", "given_up"].includes(view?.phase) || /Try again|Erneut versuchen|Intentar de nuevo|Réessayer/.test(said);
}

for (const [name, journey] of Object.entries(JOURNEYS)) {
  test(`${browser}: whatever is needed after the first answer is refused once, ${name}`, async () => {
    const server = await startSite();
    let answered = false;
    const refused = new Set();
    server.refuse = (file) => (answered && isEngine(file) && !refused.has(file) && refused.add(file) ? 503 : undefined);
    const account = await travel(server, journey, { onAnswered: () => (answered = true) });
    const again = [...refused].filter((file) => !isAhead(journey, file) && server.sent.filter((one) => one.name === file).length < 2);
    assert.notEqual(refused.size, 0, "something is needed after the first answer");
    assert.deepEqual(doneWithout(account) ? [] : again, [], "each was asked for again");
  });
}

/** Where the others refuse a journey's parts together, the last of each is of another build. */
const others = apart ? all : [...new Set([...needed.values()].map((parts) => parts.at(-1)))];
for (const part of others.filter((name) => !name.endsWith("_bg.wasm"))) {
  test(`${browser}: ${plain(part)} of another build is refused until it is the one that belongs to the page`, async () => {
    const server = await startSite();
    // A new version lies in the place of the old one: old names are gone, or hold what does not fit.
    const build = /_([0-9a-f]{8,})\.wasm$/.exec(part)?.[1];
    assert.ok(build, `${part} carries its build`);
    const bytes = await readFile(join(root, part));
    const at = bytes.indexOf(Buffer.from(build));
    assert.ok(at > 0, "the build is in the file");
    const other = Buffer.from(bytes);
    other.write(
      build.replace(/^./, (first) => (first === "0" ? "1" : "0")),
      at,
    );
    let asked = 0;
    let said = false;
    server.refuse = (name) => {
      if (name !== part || said) return undefined;
      asked += 1;
      return asked % 2 === 1 ? other : 404;
    };
    const account = await travel(server, JOURNEYS[firstOf(part)], { before: (so) => void (said = so.words.length > 0) });
    assert.ok(asked > 0 && (said || doneWithout(account)), "it is said in words");
    assert.ok(
      account.words.every((words) => words.length > 20),
      account.words.join("\n"),
    );
  });
}

test(`${browser}: a page whose parts are gone for good goes on when it is loaded again, with everything that was answered`, async () => {
  const server = await startSite();
  const page = await openLed(server);
  try {
    await onward(page, () => element.interview?.view.phase === "consent" && (element.interview.consent(), true));
    const open = (number) =>
      onward(
        page,
        (wanted) =>
          element.interview?.view.phase === "answering" &&
          element.interview.view.question.number === wanted &&
          element.interview.view.question.text,
        { args: [number] },
      );
    const questions = [await open(1)];
    const before = new Set(server.sent.map(({ name }) => name));
    server.refuse = (name) => (isEngine(name) && !before.has(name) ? 404 : undefined);
    await page.evaluate(() => {
      element.interview.useScripted();
      element.interview.answer("I keep what I wrote, whatever becomes of the files of this page.");
    });
    await page.waitFor({ role: "button", name: /^Try again/ });
    await page.click("button", /^Try again/);
    await page.waitFor({ role: "button", name: /^Try again/ });
    assert.ok((await page.text("[part~=panel]")).length > 20, "it is said in words");
    assert.equal(await page.evaluate(() => element.interview.view.exchanges), 1);
    await page.waitFor(() => element.interview.view.saving.state === "saved");
    server.refuse = () => undefined;
    await page.reload();
    questions.push(await open(2));
    const end = await page.evaluate(() => ({
      answers: element.interview.exchanges(0, 9).map(({ answer }) => answer),
      questions: element.interview.exchanges(0, 9).map(({ question }) => question.text),
      ready: emitted.filter(({ name }) => name === "ready").length,
    }));
    assert.deepEqual(end, {
      answers: ["I keep what I wrote, whatever becomes of the files of this page."],
      questions: [questions[0]],
      ready: 1,
    });
    assert.notEqual(questions[0], questions[1]);
  } finally {
    await page.close();
  }
});
