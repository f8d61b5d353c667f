// Saves: one append of an interview beside `idb` adding one record of the same bytes and Dexie putting the whole session, all of
// them waited for until the transaction is complete, in Chromium with its profile on a disk; then what a long session changes, and
// how fast it opens.
import { readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { root, withPage } from "./lib/disk-page.mjs";
import { answer, lengthened, longStaged } from "./lib/long.mjs";
import { figure, quantile, ratio } from "./lib/measure.mjs";
import { heading, row, short, spread } from "./lib/table.mjs";

/** Exchanges of the interview that is led: a guide allows 500 questions, and the last one is not answered. */
const EXCHANGES = 499;
/** Lengths of the sessions that are compared, in exchanges. */
const [FEW, MANY] = [5, 5_000];
/** Appends to each of them, and how often each is opened. */
const APPENDS = 60;
const OPENINGS = 9;

/** One round for each exchange: all take turns, each round another one first. */
async function beside(page, guide) {
  const question = await page.evaluate((guide) => bench.begin(guide), guide);
  const all = { ours: [], next: [], idb: [], floor: [], dexie: [], bytes: [] };
  let asked = question;
  for (let round = 0; round < EXCHANGES; round += 1) {
    const said = await page.evaluate(([text, asked, round]) => bench.exchange(text, asked, round), [answer(round), asked, round]);
    for (const name of Object.keys(all)) all[name].push(said[name]);
    asked = said.asked;
  }
  return all;
}

const p95 = (all) => quantile(all, 0.95);
const both = (all) => `${spread(figure(all), "ms")}, p95 ${short(p95(all))}`;

async function measure(page, client) {
  const guide = longStaged(JSON.parse(await readFile(join(root, "pkg/guides/staged.json"), "utf8")));
  const { ours, next, idb, floor, dexie, bytes } = await beside(page, guide);
  const add = ratio(figure(ours), figure(idb));
  const tail = p95(ours) / p95(idb);
  heading(
    `Saves of ${EXCHANGES} exchanges, in turn, strict durability; what is saved at once has ${Math.round(figure(bytes).median)} bytes`,
  );
  row({
    what: "an answer, from the call to complete; idb add",
    ours: both(ours),
    peer: both(idb),
    ratio: `${short(add.median)}, p95 ${short(tail)}`,
    target: "≤ 1.1",
    holds: add.median <= 1.1,
    note:
      add.median <= 1.1
        ? undefined
        : "It reads the session's row, to refuse a second writer, and writes that row and the draft in the same transaction.",
  });
  row({
    what: "… and by hand in such a transaction, the floor",
    ours: both(ours),
    peer: both(floor),
    ratio: `${short(ratio(figure(ours), figure(floor)).median)}; floor to add ${short(ratio(figure(floor), figure(idb)).median)}`,
  });
  row({
    what: "the next question; idb add of the answer",
    ours: both(next),
    peer: both(idb),
    ratio: short(ratio(figure(next), figure(idb)).median),
  });
  row({
    what: "an answer; Dexie put of the whole session",
    ours: both(ours),
    peer: both(dexie),
    ratio: short(ratio(figure(ours), figure(dexie)).median),
  });
  const late = (all) => figure(all.slice(-50)).median / figure(all.slice(0, 50)).median;
  row({ what: "the last 50 to the first 50; Dexie", ours: short(late(ours)), peer: short(late(dexie)) });

  const file = JSON.parse(await page.evaluate(() => bench.file()));
  const ids = {};
  for (const count of [FEW, MANY]) {
    ids[count] = randomUUID();
    await page.evaluate((text) => bench.bring(text), JSON.stringify(lengthened(file, count, ids[count])));
  }
  const times = await page.evaluate(([few, many, count]) => bench.appends(few, many, count), [ids[FEW], ids[MANY], APPENDS]);
  const [few, many] = times.map(figure);
  const grown = ratio(many, few);
  heading("The same store with a long session");
  row({
    what: `an append at ${MANY} exchanges; at ${FEW}`,
    ours: spread(many, "ms"),
    peer: spread(few, "ms"),
    ratio: short(grown.median),
    target: "≤ 1.2",
    holds: grown.median <= 1.2,
  });

  const open = { [FEW]: [], [MANY]: [] };
  const busy = { [FEW]: [], [MANY]: [] };
  const thread = async () => (await client.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  for (let round = -1; round < OPENINGS; round += 1) {
    for (const count of [FEW, MANY]) {
      await client.send("HeapProfiler.collectGarbage");
      const before = await thread();
      const wall = await page.evaluate((id) => bench.open(id), ids[count]);
      if (round < 0) continue;
      busy[count].push((await thread()) - before);
      open[count].push(wall);
    }
  }
  const opens = figure(open[MANY]);
  row({
    what: `${MANY} exchanges open; ${FEW}`,
    ours: spread(opens, "ms"),
    peer: spread(figure(open[FEW]), "ms"),
    target: "≤ 200 ms",
    holds: opens.median <= 200,
    note:
      opens.median <= 200 ? undefined : "Every record is read, as JSON, and folded; reading and folding alone take 50 ms as native code.",
  });
  row({ what: "… of which the page's thread works", ours: spread(figure(busy[MANY]), "ms"), peer: spread(figure(busy[FEW]), "ms") });
}

const files = {
  "page.js": "saves/page.js",
  "idb.js": "node_modules/idb/build/index.js",
  "dexie.js": "node_modules/dexie/dist/modern/dexie.mjs",
};
await withPage(files, measure);
