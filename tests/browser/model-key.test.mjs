// The key stays with the proxy: after a run with successes and with every error that shows it, nothing that a page, a file, a log or a
// metric has holds any piece of it.
// In one browser: where the key goes is decided by the proxy, and no browser is ever handed it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answer, begin, finish, question } from "./app-steps.mjs";
import { browser } from "./harness/index.mjs";
import { led, phase, send } from "./model-steps.mjs";
import { databases } from "./database.mjs";
import { badGateway, broken, cut, echoesKey, held, leaksKey, rateLimited, saysKey } from "./upstream/faults.mjs";

/** As many characters of the key in a row are a leak. */
const PIECE = 12;

/** Keeps the bytes and headers of every response that this page gets from now on. */
const listen = (page) =>
  page.evaluate(() => {
    window.got ??= [];
    const { fetch } = window;
    window.fetch = async (...args) => {
      const response = await fetch(...args);
      const entry = {
        url: String(args[0]?.url ?? args[0]),
        sent: String(args[1]?.body ?? ""),
        headers: [...response.headers].flat().join(" "),
        status: response.status,
        text: "",
      };
      window.got.push(entry);
      if (!/\.wasm$/.test(entry.url)) {
        const copy = response.clone();
        entry.read = copy.text().then(
          (text) => (entry.text = text),
          (error) => (entry.text = String(error)),
        );
      }
      return response;
    };
  });

const heard = (page) =>
  page.evaluate(async () => {
    await Promise.all(window.got.map(({ read }) => read));
    return window.got.map(({ url, sent, headers, status, text }) => ({ url, sent, headers, status, text }));
  });

/** Everything that is drawn, with what hides in shadow roots. */
const markup = (page) =>
  page.evaluate(() => {
    const texts = [];
    const walk = (root) => {
      texts.push(root.documentElement?.outerHTML ?? root.innerHTML);
      for (const element of root.querySelectorAll("*")) if (element.shadowRoot) walk(element.shadowRoot);
    };
    walk(document);
    return texts.join("\n");
  });

// How a key is sent on is the proxy's matter, the same in front of every browser.
for (const dialect of browser === "chromium" ? ["anthropic", "openai-chat"] : ["anthropic"]) {
  test(`${browser}: no piece of the key is anywhere but at the proxy and the model, ${dialect}`, async () => {
    const { page, upstream, proxy } = await led({ dialect, query: { guide: "reflective" } });
    await listen(page);
    await begin(page);
    await question(page);
    const places = { responses: [] };
    const wait = held();
    for (const [fault, ends] of [
      [saysKey(), "answering"],
      [echoesKey(), "given_up"],
      [leaksKey(), "given_up"],
      // The attempt after it is held back until the page was looked at.
      [broken(), "retrying"],
    ]) {
      upstream.next(fault, ...(ends === "retrying" ? [wait] : []));
      if (ends === "answering") await answer(page, "The evening log stayed with me, as it is so plain.");
      else if (places.sent) await page.click("button", "Try again");
      else {
        places.sent = true;
        await send(page, "I realised that a log nobody reads is still worth writing.");
      }
      if (ends === "retrying")
        await page.waitFor(() => document.querySelector("colloquy-interview").interview.view.problem?.code === "API_ERROR");
      else await phase(page, ends);
      places[`markup after ${places.responses.length}`] = await markup(page);
      if (ends !== "retrying") places.responses.push(...(await heard(page)));
    }
    wait.release();
    await question(page);
    upstream.next(rateLimited({ after: 0 }), badGateway(), cut(700));
    await send(page, "I should write three lines every evening for a month.");
    await phase(page, "retrying");
    places.sessions = await databases(page);
    await page.waitFor(() => ["answering", "review"].includes(document.querySelector("colloquy-interview").interview.view.phase));
    await finish(page);
    places.responses.push(...(await heard(page)));
    places.exports = await page.evaluate(async () => {
      const { interview } = document.querySelector("colloquy-interview");
      const formats = ["session", "markdown", "narrative", "qa", "html", "csv", "json"];
      return [
        ...(await Promise.all(formats.map((format) => interview.export(format)))),
        JSON.stringify(interview.diagnostics()),
        JSON.stringify(interview.view),
        JSON.stringify(await interview.result()),
      ];
    });
    places.markup = await markup(page);
    places.databases = await databases(page);
    places.storage = await page.evaluate(async () => {
      const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) texts.push(request.url, await (await cache.match(request)).text());
      }
      return texts;
    });
    await page.goto("/?view=stored");
    await page.waitFor({ role: "heading", name: "Your data" });
    places["stored here"] = await markup(page);
    places.metrics = await (await fetch(`${proxy.origin}/metrics`)).text();
    places.health = await (await fetch(`${proxy.origin}/healthz`)).text();
    places.configuration = await (await fetch(`${proxy.origin}/config.json`)).text();
    places.log = proxy.log;

    // The run was what it should be.
    const statuses = new Set(places.responses.map(({ status }) => status));
    for (const status of [200, 429, 500, 502]) assert.ok(statuses.has(status), `${status} among ${[...statuses].join()}`);
    assert.ok(places.databases.includes("three lines every evening"), "the store was read");
    assert.ok(places.exports[0].includes("three lines every evening"), "the file was read");
    assert.match(places.log, /"event":"key_echo"/);
    assert.match(places.metrics, /colloquy_requests_total/);
    // The model's server had the key in its one header, and nothing of the page's.
    for (const { headers, text } of upstream.requests) {
      assert.equal(headers[dialect === "anthropic" ? "x-api-key" : "authorization"].replace("Bearer ", ""), upstream.key);
      assert.ok(!text.includes(upstream.key));
      for (const name of ["cookie", "referer", "origin", "user-agent"])
        assert.ok(!headers[name] || name === "user-agent", `${name} went on: ${headers[name]}`);
      assert.ok(!JSON.stringify(headers).includes("colloquy1."), "the page's token went on");
    }
    const pieces = Array.from({ length: upstream.key.length - PIECE + 1 }, (_, at) => upstream.key.slice(at, at + PIECE));
    for (const [place, found] of Object.entries(places)) {
      const text = typeof found === "string" ? found : JSON.stringify(found);
      for (const piece of pieces)
        assert.ok(
          !text.includes(piece),
          `${piece} of the key in ${place}: ${text.slice(Math.max(0, text.indexOf(piece) - 100), text.indexOf(piece) + 100)}`,
        );
    }
    await page.close();
  });
}
