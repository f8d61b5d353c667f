// The engine traps in a timer, where nobody called it: listeners hear of it, and a fresh instance goes on from the store.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, open } from "./harness/index.mjs";
import { layOut } from "./store-site.mjs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

// The trap is made by wrapping exports; everything else is the real module. Closures are named by either way of mangling.
const PAGE = `
let armed = false;
globalThis.arm = (on) => {
  armed = on;
};
const trap = (exports) => Object.fromEntries(Object.entries(exports).map(([name, value]) => [
  name,
  typeof value !== "function" || !/^handle_revision$|convert(__|8)closures/.test(name)
    ? value
    : (...args) => {
        if (armed) throw new WebAssembly.RuntimeError("unreachable");
        return value(...args);
      },
]));
const { instantiateStreaming } = WebAssembly;
WebAssembly.instantiateStreaming = async (...args) => {
  const { module, instance } = await instantiateStreaming.apply(WebAssembly, args);
  return { module, instance: { exports: trap(instance.exports) } };
};
// The whole engine follows the first of its files that way.
const { Instance } = WebAssembly;
WebAssembly.Instance = function (...args) {
  return { exports: trap(new Instance(...args).exports) };
};
globalThis.colloquy = await import("./colloquy/index.js");
await colloquy.init();
globalThis.library = await colloquy.openLibrary();
globalThis.ready = true;
`;

test(`a trap that nobody called for is noticed in ${browser}`, async () => {
  const root = await layOut();
  await writeFile(join(root, "page.js"), PAGE);
  const page = await open("/", { root });
  await page.waitFor(() => globalThis.ready === true);
  await page.evaluate(async () => {
    globalThis.interview = await colloquy.createInterview({ guide: "reflective", subject: "crash", pace: "instant" });
    if (interview.view.phase === "consent") interview.consent();
    await interview.until((view) => view.phase === "answering" && view.saving.state === "saved");
    interview.answer("I learned that what is written down before it is thought about survives.");
    await interview.until((view) => view.question?.number === 2 && view.saving.state === "saved");
    interview.subscribe(() => {
      try {
        interview.view;
      } catch (error) {
        globalThis.heard = error.code;
      }
    });
    interview.saveDraft("this sets the timer that traps");
    arm(true);
  });
  await page.waitFor(() => globalThis.heard === "engine_crashed");
  const again = await page.evaluate(async () => {
    arm(false);
    const [{ session }] = await library.list();
    globalThis.interview = await library.open(session, { pace: "instant" });
    interview.answer("And that the next sentence can be said as if nothing had happened at all.");
    await interview.until((view) => view.question?.number === 3 && view.saving.state === "saved");
    return interview.exchanges().length;
  });
  assert.equal(again, 2);
});
