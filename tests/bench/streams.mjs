// Reading JSON while it streams in, in pieces of 4 to 16 characters, and asking after each piece what it changed. CPU time in Node.
//
// What each does at a piece:
// - Colloquy: `createReader().push(piece)`, which gives every change with its path: what a string grew by, each finished value.
// - @streamparser/json with partial values: `write(piece)`, which calls back for each value that grew or is finished, with the
//   whole string so far, its key and its parents; no path, no repairs.
// - partial-json, the AI SDK's parsePartialJson, jsonrepair with JSON.parse: they are given all of the text so far and give all of
//   the value so far. What changed is for the caller to find, and is not in their time.

import { isDeepStrictEqual as same } from "node:util";
import { JSONParser } from "@streamparser/json";
import { parsePartialJson } from "ai";
import { jsonrepair } from "jsonrepair";
import { parse as parsePartial } from "partial-json";
import { createReader, init } from "../../pkg/dist/index.js";
import { interleave, ratio } from "./lib/measure.mjs";
import { heading, row, short, spread } from "./lib/table.mjs";
import { envelope, list, pieces } from "./streams/texts.mjs";

/** Rounds, and readings in each, so that one round is long enough for the clock. */
const PLAN = { 2000: { rounds: 15, times: 20 }, 64000: { rounds: 11, times: 2 }, 512000: { rounds: 7, times: 1 } };
/** Of 64 kB the ones that read again from the beginning are asked after each of so many pieces only. */
const SPARSE = 64;

let sink = 0;

const colloquy = (cut) => {
  const reader = createReader();
  for (const piece of cut) for (const change of reader.push(piece)) sink += change.path.length;
  const end = reader.finish();
  reader.dispose();
  return end.value;
};

/** The least there is to do for a piece: it crosses, and comes back as nothing new. */
const crossing = (cut) => {
  const reader = createReader();
  for (const piece of cut) sink += reader.push(piece).length;
  reader.dispose();
};

const streamparser = (cut) => {
  const parser = new JSONParser({ emitPartialTokens: true, emitPartialValues: true });
  let value;
  parser.onValue = (found) => {
    sink += found.stack.length;
    ({ value } = found);
  };
  for (const piece of cut) parser.write(piece);
  return value;
};

/** @param {(text: string) => unknown} parse of all the text so far @param {number} every so many pieces */
const again = (parse, every) => async (cut) => {
  let text = "";
  let value;
  for (const [at, piece] of cut.entries()) {
    text += piece;
    if (at % every === every - 1 || at === cut.length - 1) value = await parse(text);
  }
  return value;
};
const rereaders = {
  "partial-json": (text) => parsePartial(text),
  "AI SDK parsePartialJson": async (text) => (await parsePartialJson(text)).value,
  "jsonrepair + JSON.parse": (text) => {
    try {
      return JSON.parse(jsonrepair(text));
    } catch {
      // Some beginnings it cannot mend; asking costs what it costs.
      return undefined;
    }
  },
};

const per = (figure, times) => ({ ...figure, median: figure.median / times, low: figure.low / times, high: figure.high / times });

await init();

for (const [shape, make] of Object.entries({ "an envelope of long strings": envelope, "a list of small objects": list })) {
  heading(`Reading a stream: ${shape}, pieces of 4–16 characters, CPU time`);
  const medians = {};
  for (const [size, { rounds, times }] of Object.entries(PLAN)) {
    const text = make(Number(size));
    const cut = pieces(text);
    const whole = JSON.parse(text);
    for (const read of [colloquy, streamparser]) {
      if (!same(read(cut), whole)) throw new Error(`${read.name} reads ${shape} of ${size} as something else`);
    }
    const many =
      (read, from = cut) =>
      () => {
        for (let time = 0; time < times; time += 1) read(from);
      };
    const blank = cut.map((piece) => " ".repeat(piece.length));
    const found = await interleave(
      { colloquy: many(colloquy), streamparser: many(streamparser), crossing: many(crossing, blank) },
      { rounds },
    );
    medians[size] = found.colloquy.median / times;
    const quicker = ratio(found.streamparser, found.colloquy);
    row({
      what: `${size / 1000} kB in ${cut.length} pieces: @streamparser/json`,
      ours: spread(per(found.colloquy, times), "ms"),
      peer: spread(per(found.streamparser, times), "ms"),
      ratio: `${spread(quicker)} ×`,
      target: "≥ 2 × faster",
      holds: quicker.median >= 2,
    });
    row({
      what: `${size / 1000} kB: as many pieces of white space, the floor`,
      ours: spread(per(found.crossing, times), "ms"),
      peer: spread(per(found.streamparser, times), "ms"),
      ratio: `${spread(ratio(found.streamparser, found.crossing))} ×`,
    });
    if (size > 64000) continue;
    const every = size > 2000 ? SPARSE : 1;
    for (const [name, parse] of Object.entries(rereaders)) {
      const read = again(parse, every);
      if (!same(await read(cut), whole)) throw new Error(`${name} reads ${shape} of ${size} as something else`);
      const [count, turns] = every > 1 ? [1, 3] : [2, 5];
      const peers = await interleave(
        {
          colloquy: many(colloquy),
          peer: async () => {
            for (let time = 0; time < count; time += 1) await read(cut);
          },
        },
        { rounds: turns, warm: 1 },
      );
      row({
        what: `${size / 1000} kB: ${name}${every > 1 ? ` at every ${every}th` : ""}`,
        ours: spread(per(peers.colloquy, times), "ms"),
        peer: spread(per(peers.peer, count), "ms"),
        ratio: `${short((peers.peer.median / peers.colloquy.median) * (times / count))} ×`,
      });
    }
  }
  const growth = medians[512000] / medians[64000];
  row({
    what: "linear: time of 512 kB / time of 64 kB",
    ours: short(growth),
    peer: "",
    target: "≤ 9",
    holds: growth <= 9,
  });
}
console.log(
  `\nAt 64 kB the ones that read again from the beginning are asked after every ${SPARSE}th piece only, ${SPARSE} times less than the others do;` +
    "\nat 512 kB they are left out: eight times the text is sixty-four times their work.",
);
if (sink === 0) throw new Error("nothing was read");
