// The contract lab against a model whose faults are known: the figures must be those, in the page and in its files.
// In one browser: it is arithmetic, and a page of its own for developers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, open } from "./harness/index.mjs";
import { behind } from "./model-steps.mjs";
import { silent } from "./upstream/faults.mjs";
import { advice, parts } from "./upstream/minds.mjs";

const tokens = (text) => Math.ceil(Buffer.byteLength(text) / 4);

/** What is asked for: in which reply mode, which part, and whether it is a retry. */
function wish({ messages, schema }) {
  const text = messages.map((one) => one.text).join("\n");
  const later = messages.filter(({ role, text: words }) => role === "user" && words.startsWith("Now the next part")).length;
  const keys = schema ? Object.keys(schema.properties) : [];
  const whole = schema ? keys.includes("action") : /skills/.test(messages[0].text) && /recommendation/.test(messages[0].text);
  const mode = schema ? "strict" : whole && later === 0 ? "instructed" : "sequential";
  return { mode, part: later, retries: text.split("could not be used").length - 1 };
}

/** Instructed: nothing at first, then right. Strict: right. Sequential: the second part never is. */
function mind(call) {
  const { mode, part, retries } = wish(call);
  if (mode === "strict") return JSON.stringify(advice);
  if (mode === "instructed") return retries === 0 ? '=1+1 is <b>no</b> "object", and costs\nmore' : JSON.stringify(advice);
  return part === 1 ? JSON.stringify({ ...parts[1], skills: [] }) : JSON.stringify(parts[part]);
}

/** Catches what a click would save, as `{ name, text }`. */
const catchFiles = (page) =>
  page.evaluate(() => {
    window.files = [];
    const blobs = new Map();
    URL.createObjectURL = (blob) => {
      const url = `#${blobs.size}`;
      blobs.set(url, blob);
      return url;
    };
    HTMLAnchorElement.prototype.click = function click() {
      const blob = blobs.get(this.getAttribute("href"));
      blob.text().then((text) => window.files.push({ name: this.download, text, type: blob.type }));
    };
  });

async function file(page, button, count) {
  await page.click("button", button);
  await page.waitFor((n) => window.files.length >= n, { args: [count] });
  return page.evaluate(() => window.files.at(-1));
}

test(`${browser}: the lab measures what the model did, and its files say the same`, async () => {
  const { upstream, proxy } = await behind();
  upstream.mind = mind;
  const page = await open("/?lab", { server: proxy });
  await page.waitFor({ role: "heading", name: "Contract lab" });
  await page.waitFor("Nothing measured yet.");
  await page.fill("spinbutton", "Runs of each", "2");
  await page.waitFor("6 runs, at most 40 calls.");
  await catchFiles(page);
  await page.click("button", "Run");
  await page.waitFor("Finished.");
  assert.equal(upstream.requests.length, 2 * 2 + 2 + 2 * 5, "each run with its retries");

  const table = await page.evaluate(() =>
    [...document.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent.trim().replace(/\s/g, " "))),
  );
  const cells = Object.fromEntries(table.map(([, mode, ...rest]) => [mode, rest]));
  assert.deepEqual(Object.keys(cells), ["Instructed", "Strict", "Sequential"]);
  assert.deepEqual(cells.Instructed.slice(0, 5), ["2 / 2", "0%", "100%", "100%", "100%"]);
  assert.deepEqual(cells.Strict.slice(0, 5), ["2 / 2", "100%", "100%", "100%", "100%"]);
  assert.deepEqual(cells.Sequential.slice(0, 6), ["0 / 2", "0%", "0%", "0%", "0%", "–"]);
  // What came back is text, whatever it looks like.
  assert.equal(await page.evaluate(() => document.querySelectorAll(".unusable b").length), 0);

  const json = await file(page, "Export JSON", 1);
  assert.match(json.name, /^colloquy-lab-advice-.*\.json$/);
  const { rows, runs, contract } = JSON.parse(json.text);
  assert.equal(contract, "advice");
  assert.equal(runs.length, 6);
  const spent = (mode) =>
    upstream.requests
      .filter(
        (request) =>
          wish({ ...request, schema: request.body.output_config?.format?.schema ?? request.body.output_format?.schema }).mode === mode,
      )
      .reduce((sum, { text, said }) => sum + Math.ceil(text.length / 4) + tokens(said), 0);
  for (const { mode, tokensPerValid, within, valid } of rows) {
    assert.equal(tokensPerValid, valid ? Math.round(spent(mode) / valid) : null, mode);
    assert.deepEqual(within, { instructed: [0, 2, 2, 2], strict: [2, 2, 2, 2], sequential: [0, 0, 0, 0] }[mode]);
  }
  const texts = runs.flatMap(({ attempts }) => attempts.map(({ text }) => text));
  assert.deepEqual(texts.toSorted(), upstream.requests.map(({ said }) => said).toSorted(), "every reply as it came");

  const csv = await file(page, "Export CSV", 2);
  const lines = csv.text.split("\r\n");
  assert.equal(lines.length, 8, "a head, six runs, and the end of the last line");
  assert.match(lines[0], /^contract,model,mode,run,outcome,retries,calls/);
  assert.equal(lines.filter((line) => line.includes('"invalid"')).length, 2);
  assert.ok(
    lines.every((line) => !/(^|,)"?[=+@-]/.test(line)),
    "no cell is a formula",
  );
  assert.deepEqual(upstream.faults, []);
  assert.deepEqual(page.problems(), []);
  await page.close();
});

test(`${browser}: a contract of one's own is measured, and measuring can be cancelled`, async () => {
  const { upstream, proxy } = await behind();
  const value = {
    summary: "Nobody writes down what is normal, so it is learned after an outage.",
    risks: [{ what: "Outages last longer", severity: "high" }],
  };
  upstream.mind = () => JSON.stringify(value);
  const page = await open("/?lab", { server: proxy });
  await page.waitFor({ role: "heading", name: "Contract lab" });
  await page.waitFor(() => document.querySelector("select[name=contract]"));
  await page.evaluate(() => {
    const select = document.querySelector("select[name=contract]");
    select.value = "own";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.waitFor({ role: "textbox", name: "JSON Schema" });
  await page.fill("spinbutton", "Runs of each", "1");
  await page.click("button", "Run");
  await page.waitFor("Finished.");
  await page.waitFor("Every reply was a value.");
  assert.equal(upstream.requests.length, 2);
  upstream.next(silent(), silent());
  await page.click("button", "Run");
  await page.waitFor({ role: "progressbar", name: "Progress" });
  await page.click("button", "Cancel");
  await page.waitFor("Cancelled. What was measured until then is below.");
  await page.close();
});
