// One envelope of a staged interview, from its text to a validated value, beside JSON.parse with a validator; and a whole turn, from
// the last bytes of a model's reply to the new view.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { createInterview, init, readReply } from "../../pkg/dist/index.js";
import { stream } from "../../pkg/test/upstream.mjs";
import { cases, envelope } from "./envelope/judges.mjs";
import { cpuMs, figure, interleave, ratio } from "./lib/measure.mjs";
import { heading, row, short, spread } from "./lib/table.mjs";

/** Envelopes in a round, and rounds. */
const TIMES = 500;
const ROUNDS = 41;
/** Turns of an interview, and interviews: enough for a 99th percentile. */
const TURNS = 50;
const INTERVIEWS = 5;

/** Why one turn in a hundred takes longer. */
const SLOW =
  "Nearly half of the slowest are first turns of an interview. Neither compiling everything ahead nor more room for the collector changes the figure.";

const root = fileURLToPath(new URL("../../", import.meta.url));
const schema = JSON.parse(await readFile(`${root}pkg/schemas/contracts/envelope.json`, "utf8"));
await init();

const each = (found) => ({
  ...found,
  median: (found.median * 1000) / TIMES,
  low: (found.low * 1000) / TIMES,
  high: (found.high * 1000) / TIMES,
});

const show = (found, where) => {
  const { colloquy, "JSON.parse + ajv": base, ...others } = found;
  const judged = ratio(base, colloquy);
  row({
    what: `${where}: JSON.parse + compiled ajv`,
    ours: spread(each(colloquy), "µs"),
    peer: spread(each(base), "µs"),
    ratio: `${spread(judged)} ×`,
    target: "≥ 1.0",
    holds: judged.median >= 1,
    note:
      judged.median >= 1
        ? undefined
        : "JSON.parse is native code. Typed readers of serde_json as WebAssembly came to 0.67–0.88 of ajv on such a machine, without repairs.",
  });
  for (const [name, other] of Object.entries(others)) {
    row({
      what: `${where}: ${name} (${short(ratio(base, other).median)} of ajv)`,
      ours: spread(each(colloquy), "µs"),
      peer: spread(each(other), "µs"),
      ratio: `${spread(ratio(other, colloquy))} ×`,
    });
  }
};

/** Runs the same in Chromium: `performance.now()`, as a page cannot see its CPU time. */
const inChromium = async () => {
  const made = await build({
    entryPoints: [fileURLToPath(new URL("envelope/page.mjs", import.meta.url))],
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  const types = { js: "text/javascript", wasm: "application/wasm", json: "application/json" };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://page");
    try {
      let body = '<!doctype html><title>bench</title><script type="module" src="/page.js"></script>';
      if (pathname === "/page.js") body = made.outputFiles[0].contents;
      else if (pathname.startsWith("/pkg/dist/") && !pathname.includes("..")) body = await readFile(root + pathname.slice(1));
      response.writeHead(200, { "content-type": types[pathname.split(".").pop()] ?? "text/html" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => "measure" in globalThis);
    return await page.evaluate(([schema, times, rounds]) => globalThis.measure(schema, times, rounds), [schema, TIMES, ROUNDS]);
  } finally {
    await browser.close();
    server.close();
  }
};

/** Leads staged interviews with a model that is in this process, and gives the CPU time of each turn in milliseconds. */
const turns = async () => {
  const spent = [];
  let ask;
  const fetched = globalThis.fetch;
  globalThis.fetch = (_, { body }) =>
    new Promise((respond) => {
      const open = (controller) => ask({ controller, body });
      respond(new Response(new ReadableStream({ start: open }), { status: 200, headers: { "content-type": "text/event-stream" } }));
    });
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  try {
    for (let number = 0; number < INTERVIEWS; number += 1) {
      let asked = new Promise((resolve) => (ask = resolve));
      const model = { proxy: "http://model.invalid", dialect: "openai-chat", name: "model", token: async () => "token" };
      const interview = await createInterview({ guide: "staged", storage: "memory", model });
      if (interview.view.phase === "consent") interview.consent();
      for (let turn = 1; turn <= TURNS; turn += 1) {
        const { controller } = await asked;
        asked = new Promise((resolve) => (ask = resolve));
        const stage = interview.view.kind.stages.find(({ state }) => state === "current")?.id;
        const events = stream("openai-chat", envelope(stage, number * TURNS + turn));
        const bytes = new TextEncoder().encode(events.join(""));
        // Most of the reply is read while it comes in; what is measured begins with its last bytes.
        const last = bytes.length - 600;
        controller.enqueue(bytes.subarray(0, last));
        for (let wait = 0; wait < 5; wait += 1) await tick();
        const before = cpuMs();
        controller.enqueue(bytes.subarray(last));
        controller.close();
        const view = await interview.until((now) => now.phase === "answering" && now.question?.number === turn);
        // The first turns warm the code up.
        if (number > 0) spent.push(cpuMs() - before);
        if (!view.question.text.includes(String((number * TURNS + turn) * 7919))) throw new Error(`turn ${turn} asks something else`);
        interview.answer(`On day ${turn} we looked at the oldest dashboard first, because it had been right the last ${turn + 1} times.`);
      }
      interview.dispose();
    }
  } finally {
    globalThis.fetch = fetched;
  }
  return figure(spent);
};

heading(`One envelope of ${(envelope().length / 1000).toFixed(1)} kB, from text to a validated value; × is how much quicker Colloquy is`);
show(await interleave(cases(schema, readReply, TIMES), { rounds: ROUNDS, warm: 4 }), "Node, CPU");
if (process.env.CHROMIUM_PATH) show(await inChromium(), "Chromium");
else console.log("    Chromium is left out: CHROMIUM_PATH names none.");

heading("A whole turn of a staged interview, from the last 600 bytes of the reply to the new view: Node, CPU, session in memory");
const turn = await turns();
row({ what: `median of ${turn.all.length} turns`, ours: spread(turn, "ms"), peer: "" });
row({
  what: "99th percentile",
  ours: `${short(turn.p99)} ms`,
  peer: "",
  target: "≤ 1 ms",
  holds: turn.p99 <= 1,
  note: turn.p99 <= 1 ? undefined : SLOW,
});
process.exit(0);
