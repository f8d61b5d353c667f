// The whole way through every interview, from the first page to a saved result, by touch and by keyboard, on a phone and on a desk.
import assert from "node:assert/strict";
import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, folder, open } from "./harness/index.mjs";
import { Person } from "./person.mjs";

const STUDY = {
  id: "tea-round",
  language: "en",
  title: "The tea round",
  goal: "Learn how a team makes its tea.",
  topics: [
    { id: "last", ask: "When did you last make tea for the team?", probes: "none" },
    { id: "kind", ask: "Which tea do you make?", type: "single", options: ["Black", "Green", "Mint"] },
    { id: "cups", ask: "How many cups do you make?", type: "number", min: 1, max: 20, whole: true },
  ],
};

const site = process.env.SITE ?? resolve(fileURLToPath(new URL("../../www/dist", import.meta.url)));
const root = await folder("way");
await cp(site, root, { recursive: true });
await writeFile(join(root, "tea.json"), JSON.stringify(STUDY));

/** Each interview: what somebody presses on the first page who came for it, after how many answers they have had enough, what they take home. */
const INTERVIEWS = [
  { kind: "reflective", wish: { under: "Reflection on content", name: "Try the sample" }, has: "said yes to everyone" },
  { kind: "staged", wish: { under: "Expert interview", name: "Start" }, answers: 2, has: "said yes to everyone" },
  { kind: "advice", wish: { under: "Hiring advice", name: "Start" }, has: "said yes to everyone" },
  { kind: "gaps", wish: { under: "Skills interview", name: "Try the sample" }, answers: 2, has: "said yes to everyone" },
  { kind: "onboarding", wish: { under: "Onboarding", name: "Try the sample" }, has: "Question" },
  { kind: "study", path: "/?study=tea.json", has: "Black" },
];
const WAYS = [
  { hands: "touch", viewport: { width: 375, height: 667 } },
  { hands: "keyboard", viewport: { width: 1280, height: 800 } },
  { hands: "keyboard", viewport: { width: 375, height: 667 } },
  { hands: "touch", viewport: { width: 1280, height: 800 } },
];

for (const [place, { kind, path = "/", wish, answers, has }] of INTERVIEWS.entries()) {
  // Each is gone through by touch and by keyboard, in both widths: one half of the ways here, the other half with the next.
  for (const { hands, viewport } of WAYS.slice(...(place % 2 === 0 ? [0, 2] : [2, 4]))) {
    // WebKit's test window shows no focus to find the way by.
    const skip = browser === "webkit" && hands === "keyboard";
    test(`${browser}: ${kind} from the first page to a saved result, by ${hands} at ${viewport.width} px`, { skip }, async () => {
      const page = await open(path, { root, viewport, touch: hands === "touch" });
      const before = () =>
        page.evaluate(() => {
          URL.createObjectURL = (blob) => ((globalThis.saved = blob), "#saved");
        });
      await new Person(page, hands).get("button", /^Download Markdown$/, { wish, answers, before });
      await page.waitFor(() => Boolean(globalThis.saved));
      const text = await page.evaluate(() => globalThis.saved.text());
      assert.ok(text.includes(has), text);
      assert.deepEqual(page.problems(), []);
      await page.close();
    });
  }
}
