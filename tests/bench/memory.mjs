// Memory and time of long sessions: what the engine's memory and the page's heap hold for a session of so many exchanges, in
// Chromium with the session in its database, and what a turn costs after so many others, in Node.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { root, withPage } from "./lib/disk-page.mjs";
import { lengthened } from "./lib/long.mjs";
import { figure } from "./lib/measure.mjs";
import { heading, row, short, spread } from "./lib/table.mjs";

/** Lengths of sessions, in exchanges. */
const LENGTHS = [5, 50, 500, 5_000];
/** Kinds of interview whose turns are timed, with the turns that are looked at, first and last. */
const KINDS = [
  {
    kind: "staged",
    what: "staged, built-in interviewer",
    windows: [
      [3, 8],
      [40, 60],
      [450, 495],
    ],
  },
  {
    kind: "reflective",
    what: "reflective, built-in interviewer",
    windows: [
      [3, 8],
      [30, 49],
    ],
  },
  {
    kind: "model",
    what: "staged, with a model",
    windows: [
      [3, 8],
      [40, 60],
      [450, 495],
    ],
  },
];
/** A turn after 500 may cost this much of one after 5. */
const GROWTH = 1.2;

/** Runs one program of this bench and gives what it prints. */
async function child(name, ...args) {
  const program = spawn(process.execPath, ["--expose-gc", join(root, "tests/bench/memory", name), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  program.stdout.on("data", (chunk) => (text += chunk));
  const [code] = await once(program, "close");
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return JSON.parse(text);
}

const kilobytes = (bytes) => `${short(bytes / 1024)} kB`;

const told = await child("turns.mjs", "file");
await withPage({ "page.js": "memory/page.js" }, async (page, client) => {
  heading("Memory of an open session, in the page, everything else let go");
  for (const count of LENGTHS) {
    const id = randomUUID();
    await page.evaluate((text) => bench.bring(text), JSON.stringify(lengthened(told, count, id)));
    // A fresh page: what bringing it in took is gone.
    await page.reload();
    await page.waitForFunction(() => globalThis.bench !== undefined);
    const heap = async () => {
      await client.send("HeapProfiler.collectGarbage");
      return (await client.send("Runtime.getHeapUsage")).usedSize;
    };
    const before = { wasm: await page.evaluate(() => bench.memory()), heap: await heap() };
    const text = await page.evaluate((id) => bench.open(id), id);
    const wasm = (await page.evaluate(() => bench.memory())) - before.wasm;
    const of = (await heap()) - before.heap;
    row({
      what: `${count} exchanges, ${kilobytes(text)} of records`,
      ours: `engine ${kilobytes(wasm)}`,
      peer: `JavaScript heap ${kilobytes(of)}`,
      ratio: `${short((wasm + of) / text)} × the text`,
    });
  }
});

for (const { kind, what, windows } of KINDS) {
  const { turns, bytes } = await child("turns.mjs", kind, JSON.stringify(windows.at(-1)[1]));
  const figures = windows.map(([first, last]) => figure(turns.slice(first - 1, last)));
  heading(`A turn: ${what}, CPU time of the process from the answer to the next question`);
  windows.forEach(([first, last], at) => {
    const grown = figures[at].median / figures[0].median;
    const end = at === windows.length - 1;
    row({
      what: `turns ${first} to ${last}, ${short(figure(bytes.slice(first - 1, last)).median)} bytes stored`,
      ours: spread(figures[at], "ms"),
      peer: "",
      ratio: at > 0 ? short(grown) : "",
      target: end ? `≤ ${GROWTH}` : "",
      holds: end ? grown <= GROWTH : undefined,
      note:
        end && grown > GROWTH
          ? kind === "model"
            ? "The history that is sent grows up to the guide's budget; the request is written and read once more for each turn."
            : "It goes back to the last 20 answers, compares with the last 100 questions, and has fewer unused sentences to choose from."
          : undefined,
    });
  });
}
