// Models that a page reaches by adapters: Chrome's own, downloaded when somebody asks for it and asking in the element, and keys that stay out.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { browser, open } from "./harness/index.mjs";
import { begin, openElement, openQuestion, root } from "./element-site.mjs";

/** The browser's model as its interface is in Chrome; no browser of the tests has the model itself. */
await writeFile(
  join(root, "adapted.js"),
  `import { chrome, chromeAvailability, downloadChromeModel } from "./colloquy/chrome.js";
  import { aiSdk } from "./colloquy/ai-sdk.js";
  import { openai } from "./colloquy/openai.js";
  import "./colloquy/element.js";
  const state = (globalThis.state = { availability: "downloadable", prompts: [], refused: [], progress: [] });
  let number = 0;
  globalThis.LanguageModel = {
    availability: async () => state.availability,
    async create({ monitor }) {
      const target = new EventTarget();
      monitor?.(target);
      target.dispatchEvent(Object.assign(new Event("downloadprogress"), { loaded: 1 }));
      state.availability = "available";
      return {
        promptStreaming(messages, { responseConstraint }) {
          state.prompts.push({ messages, responseConstraint });
          number += 1;
          const text = JSON.stringify({ follow_up: false, question: "What does house number " + number + " say to you about living there?" });
          return new ReadableStream({
            start(controller) {
              for (const piece of text.match(/.{1,9}/g)) controller.enqueue(piece);
              controller.close();
            },
          });
        },
        destroy() {},
      };
    },
  };
  for (const make of [
    () => openai({ model: "m", baseUrl: "https://api.example.com/v1", apiKey: "sk-1" }),
    () => aiSdk({ specificationVersion: "v3", modelId: "m", doStream() {} }),
  ]) {
    try {
      make();
    } catch (error) {
      state.refused.push(error.code);
    }
  }
  downloadChromeModel().catch((error) => state.refused.push(error.code));
  document.querySelector("button").addEventListener("click", async () => {
    await downloadChromeModel({ onProgress: (loaded) => state.progress.push(loaded) });
    const element = document.createElement("colloquy-interview");
    Object.assign(element, { guide: "reflective", storage: "memory", model: chrome() });
    globalThis.element = element;
    document.body.append(element);
  });
  state.first = await chromeAvailability();`,
);
await writeFile(
  join(root, "adapted.html"),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,"><body><button>Use the browser's model</button>
  <script type="module" src="adapted.js"></script>`,
);

test(`${browser}: the browser's own model is downloaded at a click, leads the element, and the respondent reads that nothing leaves the device`, async () => {
  const page = await open("/adapted.html", { root });
  await page.waitFor(() => globalThis.state?.first && state.refused.length === 3);
  assert.deepEqual(await page.evaluate(() => [state.first, state.refused, state.progress]), [
    "downloadable",
    ["invalid_options", "invalid_options", "not_now"],
    [],
  ]);
  await page.click("button", "Use the browser's model");
  await page.waitFor({ role: "button", name: "Agree and begin" });
  assert.match(await page.text(".consent"), /come from the model chrome, which runs on this device\. Nothing you write leaves it\./);
  assert.match(await begin(page), /house number 1/);
  await page.fill("textbox", "Your answer", "I realized that the house has a garden which I never look at.");
  await page.click("button", "Send");
  assert.match(await openQuestion(page, 2), /house number 2/);
  const { progress, prompts } = await page.evaluate(() => state);
  assert.deepEqual(progress, [1]);
  assert.match(prompts[1].messages.at(-1).content, /never look at/);
  assert.deepEqual(Object.keys(prompts[0].responseConstraint.properties).sort(), ["follow_up", "question"]);
  assert.equal(await page.evaluate(() => element.interview.modelPlace), "device");
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test(`${browser}: a page without an adapter loads nothing of them`, async () => {
  const page = await openElement({ storage: "memory" });
  await begin(page);
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  assert.ok(loaded.some((path) => path.endsWith("/core.js")));
  assert.deepEqual(
    loaded.filter((path) => /openai|ai-sdk|chrome|respond|index-model/.test(path)),
    [],
  );
  await page.close();
});
