// The screens in a language that is longer than any they speak: nothing sticks out at 320 px, and no word is written in the code.
// In one browser: the words are the same in all, and what fits is tried in each with the languages that there are.
import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { openQuestion, phase, root as elementRoot } from "./element-site.mjs";
import { browser, folder, open } from "./harness/index.mjs";
import { faultsOfPseudo, pseudo, speakPseudo } from "./pseudo.mjs";

const built = resolve(dirname(fileURLToPath(import.meta.url)), process.env.SITE ?? "../../www/dist");
const viewport = { width: 320, height: 740 };

/** What is not the screen's: what the browser calls a language, times and sizes, the titles of the guide and of the sample, the app's name. */
const GIVEN = ["Deutsch", "Sek.", "Min.", "kB", "MB", "GB", "Colloquy", "Nachdenken über Gelesenes und Gehörtes", "What We Keep Running"];

/** Makes the function that looks at a screen, and the one that holds all of them to be without faults. */
function looking(page, selector) {
  const faults = {};
  const look = async (step) => {
    const judge = () => page.evaluate(faultsOfPseudo, selector, GIVEN);
    let found = await judge();
    // A screen that is still being drawn, or whose words are on their way, is judged when it is whole; a fault stays.
    for (const end = Date.now() + 20_000; found.length > 0 && Date.now() < end; ) found = await judge();
    if (found.length > 0) faults[step] = found;
    await page.screenshot(`pseudo-${step.replaceAll(" ", "-")}`, { fullPage: true });
  };
  return { look, hold: () => assert.deepEqual(faults, {}) };
}

test("a text of this language is accented, bracketed and about 40 % longer, and its slots stay", () => {
  assert.equal(pseudo("Saved on {n}"), "⟦Šáávééď óóń {n}⟧");
  const long = "Your answers are saved in this browser, on this device.";
  const times = pseudo(long).length / long.length;
  assert.ok(times > 1.3 && times < 1.5, `${times}`);
});

test(`${browser}: the element says nothing that no table has, and fits 320 px`, async () => {
  assert.equal(await speakPseudo(join(elementRoot, "colloquy")), 6);
  const page = await open(`/?${new URLSearchParams({ guide: "reflective", lang: "de", questions: "3" })}`, { root: elementRoot, viewport });
  const { look, hold } = looking(page, "colloquy-interview");
  await page.waitFor(() => element.interview?.view.phase === "consent" && element.shadowRoot.querySelector(".consent"));
  await look("element consent");
  await page.evaluate(() => element.interview.consent());
  await openQuestion(page, 1);
  await page.evaluate(() => element.interview.answer("I realize that I plan meetings and never evenings. I should plan one."));
  await openQuestion(page, 2);
  await look("element question");
  await page.evaluate(() => element.interview.pause());
  await page.waitFor(() => element.shadowRoot.querySelector(".paused"));
  await look("element paused");
  await page.evaluate(() => element.interview.resume());
  await openQuestion(page, 2);
  await page.evaluate(() => element.interview.finish());
  await page.waitFor(() => element.shadowRoot.querySelector(".results"));
  await look("element review");
  await page.evaluate(() => element.interview.finish());
  await phase(page, "finished");
  await page.waitFor({ role: "heading", name: pseudo("Thank you") });
  await look("element results");
  hold();
  await page.close();
});

test(`${browser}: the app says nothing that no table has, and fits 320 px`, async () => {
  const root = await folder("pseudo");
  await cp(built, root, { recursive: true, filter: (path) => !path.endsWith(".br") });
  assert.equal(await speakPseudo(root), 11);
  const page = await open("/", { root, viewport });
  const { look, hold } = looking(page, "colloquy-app");
  await page.evaluate(() => localStorage.setItem("colloquy.preferences", JSON.stringify({ language: "de" })));
  await page.reload();
  for (const [path, step] of [
    ["/", "library"],
    ["/?view=settings", "settings"],
    ["/?view=stored", "stored"],
    ["/?view=search", "search without interviews"],
    ["/?view=steps", "steps without interviews"],
    ["/?view=themes", "themes without interviews"],
    ["/?view=shared", "nothing shared"],
    ["/?guide=reflective&new=1", "start"],
    ["/?guide=gaps&new=1", "start of skills"],
  ]) {
    await page.goto(path);
    await page.waitFor(
      (loading) => document.querySelector("h1")?.textContent.includes("⟦") && !document.querySelector("main").textContent.includes(loading),
      { args: [pseudo("Loading…")] },
    );
    await look(step);
  }
  await page.goto("/?guide=reflective&sample=1");
  await page.evaluate(() => dispatchEvent(new Event("beforeinstallprompt", { cancelable: true })));
  const shown = (wanted) =>
    page.waitFor((name) => document.querySelector("colloquy-interview")?.interview?.view.phase === name, { args: [wanted] });
  const act = (method) => page.evaluate((name) => document.querySelector("colloquy-interview").interview[name](), method);
  await shown("consent");
  await act("consent");
  await shown("answering");
  await look("interview");
  const texts = [
    "Mir ist klar geworden, dass ich Besprechungen plane und nie Abende. Ich werde morgen einen Abend planen.",
    "Die Besprechungen am Morgen sind lang. Nach den Besprechungen bleibt kein Abend.",
  ];
  for (const [n, text] of texts.entries()) {
    await page.evaluate((given) => document.querySelector("colloquy-interview").interview.answer(given), text);
    await page.waitFor(
      (exchanges) => {
        const { view } = document.querySelector("colloquy-interview").interview;
        return view.exchanges === exchanges && view.phase === "answering";
      },
      { args: [n + 1] },
    );
  }
  await act("finish");
  await shown("review");
  await act("finish");
  await shown("finished");
  await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.saving.state !== "saving");
  await page.waitFor({ role: "button", name: pseudo("Install") });
  await look("finished, with the offer to install");
  await page.goto("/");
  await page.waitFor(() => document.querySelector("li.session"));
  await look("library with an interview");
  const results = await page.evaluate(() => document.querySelector("li.session a").getAttribute("href"));
  await page.goto(`/${results}`);
  await page.waitFor(() => document.querySelector("h1")?.textContent.trim() && document.querySelector("main .actions"));
  await look("results");
  await page.evaluate(async () => {
    const thing = { id: "1", at: Date.now(), title: "", text: "What We Keep Running", url: "", files: [], left: 3 };
    const cache = await caches.open("received");
    await cache.put(
      "received/1",
      new Response(
        JSON.stringify({
          ...thing,
          files: [
            { name: "What We Keep Running", type: "application/json" },
            { name: "What We Keep Running", type: "application/json" },
          ],
        }),
      ),
    );
    const sessions = JSON.stringify({ schema: "colloquy.sessions/1", sessions: [] });
    const study = JSON.stringify({ schema: "colloquy.study/1" });
    await cache.put("received/1/0", new Response(sessions));
    await cache.put("received/1/1", new Response(study));
    await cache.put(
      "received/2",
      new Response(JSON.stringify({ ...thing, id: "2", at: Date.now(), title: "What We Keep Running", text: "" })),
    );
  });
  for (const [path, step, wanted] of [
    ["/?view=search&text=abend", "search", "mark"],
    ["/?view=steps", "steps", ".steps"],
    ["/?view=themes", "themes", ".themes"],
    ["/?view=shared&lost", "shared", ".received .cards"],
  ]) {
    await page.goto(path);
    await page.waitFor((selector) => document.querySelector(selector), { args: [wanted] });
    await look(step);
  }
  hold();
  await page.close();
});
