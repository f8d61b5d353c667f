// The element in the pages of others: whatever lies around it, however often a framework draws it, and however wrongly it is set up.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { browser, open } from "./harness/index.mjs";
import { begin, openElement, root } from "./element-site.mjs";

const head = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A page</title><link rel="icon" href="data:,">`;
const interview = (attributes = "") => `<colloquy-interview guide="reflective" storage="memory" ${attributes}></colloquy-interview>`;

/** What fits its width to its content: by the class that the style sheet knows it by, as the server lets no page style by attributes. */
const containers = {
  flex: "display: flex",
  column: "display: flex; flex-direction: column; align-items: center",
  grid: "display: grid; justify-items: center",
  placed: "display: grid; place-content: center",
  inline: "display: inline-block",
  float: "float: left",
  absolute: "position: absolute",
  cell: "display: table-cell",
  dialog: "border: 0; margin: 0; padding: 0",
  fit: "width: fit-content",
};

await writeFile(
  join(root, "containers.css"),
  `html { color-scheme: dark }
  body { margin: 0; text-transform: uppercase; letter-spacing: 9px; word-spacing: 9px; white-space: pre; text-indent: 40px;
    text-shadow: 1px 1px red; word-break: break-all; cursor: wait; user-select: none; -webkit-user-select: none }
  ${Object.entries(containers)
    .map(([name, rules]) => `.${name} { ${rules} }`)
    .join("\n")}`,
);
await writeFile(join(root, "containers.js"), `delete globalThis.ResizeObserver; document.querySelector("dialog").showModal();`);
await writeFile(
  join(root, "containers.html"),
  `${head}<link rel="stylesheet" href="containers.css"><body>${Object.keys(containers)
    .map((name) =>
      (name === "dialog" ? ["<dialog", "</dialog>"] : ["<div", "</div>"]).join(` class="${name}">${interview(`data-in="${name}"`)}`),
    )
    .join("\n")}
  <script src="containers.js"></script>
  <script type="module" src="colloquy/element.js"></script>`,
);

await writeFile(
  join(root, "framed.html"),
  `${head}<body><iframe sandbox="allow-scripts allow-same-origin" srcdoc='${interview()}<script type="module" src="/colloquy/element.js"></script>'></iframe>`,
);
await writeFile(
  join(root, "faulty.js"),
  `globalThis.faults = {};
  addEventListener("colloquy-error", ({ target, detail }) => (faults[target.id] = detail));
  document.querySelector("#wrong").limits = { questions: -1 };`,
);
await writeFile(
  join(root, "faulty.html"),
  `${head}<body>
  <colloquy-interview id="none"></colloquy-interview>
  <colloquy-interview id="unknown" guide="reflectiv"></colloquy-interview>
  <colloquy-interview id="wrong" guide="reflective" storage="memory" lang="de"></colloquy-interview>
  <script src="faulty.js"></script>
  <script type="module" src="colloquy/element.js"></script>`,
);
await writeFile(
  join(root, "twice.html"),
  `${head}<body>${['id="one"', 'id="other"'].map((id) => interview(id).replace('storage="memory"', 'subject="twice"')).join("")}
  <script type="module" src="colloquy/element.js"></script>`,
);

test(`${browser}: it has a width in every container, and nothing of the page's texts comes in`, async () => {
  for (const width of [1000, 360]) {
    const page = await open("/containers.html", { root, viewport: { width, height: 800 } });
    await page.waitFor(() => [...document.querySelectorAll("colloquy-interview")].every(({ interview }) => interview));
    const widths = await page.evaluate(() =>
      [...document.querySelectorAll("colloquy-interview")].map((element) => [element.dataset.in, element.getBoundingClientRect().width]),
    );
    // A dialog leaves room for its own border and padding, most of it in Firefox.
    for (const [name, wide] of widths) assert.ok(wide >= 300 && wide <= width, `${name} at ${width} px is ${wide} px wide`);
    const styles = await page.evaluate(() => {
      const element = document.querySelector("[data-in=dialog]");
      const { textTransform, letterSpacing, wordSpacing, whiteSpace, textIndent, textShadow, wordBreak, writingMode, cursor } =
        getComputedStyle(element.shadowRoot.querySelector("h2"));
      return {
        textTransform,
        letterSpacing,
        wordSpacing,
        whiteSpace,
        textIndent,
        textShadow,
        wordBreak,
        writingMode,
        cursor,
        paper: getComputedStyle(element).backgroundColor,
      };
    });
    assert.deepEqual(styles, {
      textTransform: "none",
      letterSpacing: "normal",
      wordSpacing: "0px",
      whiteSpace: "normal",
      textIndent: "0px",
      textShadow: "none",
      wordBreak: "normal",
      writingMode: "horizontal-tb",
      cursor: "auto",
      // The page is dark, whatever the reader's setting.
      paper: "rgb(24, 22, 19)",
    });
    // The page's own switch.
    await page.evaluate(() => (document.documentElement.style.colorScheme = "light"));
    await page.waitFor(() => getComputedStyle(document.querySelector("colloquy-interview")).backgroundColor === "rgb(250, 247, 240)");
    assert.deepEqual(page.problems(), []);
    await page.close();
  }
});

test(`${browser}: an equal object is no other interview, and a frame that submits no forms takes answers`, async () => {
  const page = await openElement({ storage: "memory", questions: "5" });
  await begin(page);
  await page.fill("textbox", "Your answer", "half a");
  // As a framework does it with `material={{…}}` at each drawing.
  await page.evaluate(async () => {
    globalThis.handle = element.interview;
    for (let drawing = 0; drawing < 5; drawing += 1) {
      element.material = structuredClone(element.material);
      element.limits = { ...element.limits };
      await new Promise((done) => setTimeout(done));
    }
  });
  await page.evaluate(() => {
    const box = element.shadowRoot.querySelector("textarea");
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  });
  await page.type(" sentence");
  await page.waitFor({ role: "textbox", name: "Your answer", value: "half a sentence" });
  assert.equal(await page.evaluate(() => element.interview === handle && emitted.filter(({ name }) => name === "ready").length), 1);
  await page.evaluate(() => (element.material = { ...element.material, title: "Another" }));
  await page.waitFor(() => element.interview && element.interview !== handle);

  await page.goto("/framed.html");
  const taken = () => {
    const inner = document.querySelector("iframe").contentDocument?.querySelector("colloquy-interview");
    if (!inner?.interview) return false;
    const press = (name) => [...inner.shadowRoot.querySelectorAll("button")].find(({ textContent }) => textContent.includes(name))?.click();
    const view = inner.interview.view;
    if (view?.phase === "consent") press("Agree");
    if (view?.phase === "answering" && view.exchanges === 0) {
      const box = inner.shadowRoot.querySelector("textarea");
      box.value = "I realize that frames are pages too.";
      press("Send");
    }
    return view?.exchanges === 1;
  };
  await page.waitFor(taken);
  await page.close();
});

test(`${browser}: what the page did wrong is for its developer, and the respondent reads other words`, async () => {
  const page = await open("/faulty.html", { root });
  await page.waitFor(() => Object.keys(globalThis.faults).length === 3);
  const faults = await page.evaluate(() => globalThis.faults);
  assert.deepEqual([faults.none.code, faults.unknown.code, faults.wrong.code], ["no_guide", "unknown_guide", "invalid_options"]);
  assert.match(faults.unknown.message, /there is no built-in guide "reflectiv"/);
  assert.deepEqual(
    faults.wrong.details.map(({ path, value }) => [path, value]),
    [["limits.questions", -1]],
  );
  await page.waitFor(() =>
    [...document.querySelectorAll("colloquy-interview")].every(({ shadowRoot }) => shadowRoot.querySelector("[role=alert] h2")),
  );
  const screens = await page.evaluate(() =>
    [...document.querySelectorAll("colloquy-interview")].map(({ shadowRoot }) => shadowRoot.querySelector(".frame").textContent),
  );
  for (const at of [0, 1]) assert.match(screens[at], /This page is not set up correctly/);
  assert.match(screens[2], /Diese Seite ist nicht richtig eingerichtet/);
  for (const screen of screens) assert.doesNotMatch(screen, /built-in guide|every fault|try again|connection/i);
  if (browser === "chromium") {
    const said = page.problems().filter((text) => text.startsWith("<colloquy-interview>"));
    assert.equal(said.length, 3, said.join("\n"));
    assert.ok(said.some((text) => /limits\.questions/.test(text)));
  }
  // What comes late is taken all the same.
  await page.evaluate(() => (document.querySelector("#none").guide = "reflective"));
  await page.waitFor(() => document.querySelector("#none").interview?.view.phase === "consent");
  await page.close();
});

test(`${browser}: two elements with one guide each go on with their own session after a reload`, async () => {
  const page = await open("/twice.html", { root });
  const sessions = () =>
    page.waitFor(() => {
      const views = ["one", "other"].map((id) => document.querySelector(`#${id}`).interview?.view);
      return views.every((view) => view?.phase === "answering" && view.saving.state === "saved") && views.map(({ session }) => session);
    });
  for (const id of ["one", "other"]) {
    await page.waitFor((one) => document.querySelector(one).interview, { args: [`#${id}`] });
    await page.evaluate((one) => document.querySelector(one).interview.consent(), `#${id}`);
    await page.waitFor((one) => document.querySelector(one).interview.view.phase === "answering", { args: [`#${id}`] });
  }
  const before = await sessions();
  // The first is written last: what counts is which was begun first.
  await page.evaluate(() => document.querySelector("#one").interview.answer("I realize that the first one comes last."));
  await sessions();
  await page.reload();
  assert.deepEqual(await sessions(), before);
  await page.close();
});
