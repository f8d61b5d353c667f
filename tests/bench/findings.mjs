// Findings of 5 to 10,000 answers of about 60 words: the package beside a plain version in JavaScript, cut into sentences in two
// ways, and one in Python. CPU time, with everything that crosses into WebAssembly and back.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { extractFindings, init } from "../../pkg/dist/index.js";
import { extract, segmented, split } from "./findings/plain.mjs";
import { answers } from "./findings/texts.mjs";
import { figure, interleave, ratio } from "./lib/measure.mjs";
import { heading, row, short, spread } from "./lib/table.mjs";

const sizes = [5, 100, 1_000, 10_000];
const rounds = [15, 15, 9, 5];
const texts = answers(10_000);

/** Runs the plain version in Python on all sizes. Nothing where there is no Python. */
const python = () =>
  new Promise((resolve) => {
    const child = spawn("python3", [fileURLToPath(new URL("findings/plain.py", import.meta.url))], { stdio: ["pipe", "pipe", "inherit"] });
    let out = "";
    child.on("error", () => resolve(undefined));
    child.stdin.on("error", () => {});
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      out += chunk;
    });
    child.on("close", (code) => resolve(code === 0 ? JSON.parse(out) : undefined));
    child.stdin.end(JSON.stringify({ sizes, rounds: [5, 5, 3, 2], texts }));
  });

const counts = ({ insights, actions, themes }) => `${insights.length} + ${actions.length} + ${themes.length}`;

await init();
const others = await python();
const figures = [];
for (const [at, size] of sizes.entries()) {
  const some = texts.slice(0, size);
  // So often in a row that the clock's steps do not show.
  const repeat = Math.max(1, Math.floor(500 / size));
  const often = (work) => () => {
    for (let time = 0; time < repeat; time += 1) work();
  };
  const found = await interleave(
    {
      // The peers look for no advice to others.
      ours: often(() => extractFindings(some, { recommendations: 0 })),
      split: often(() => extract(some, split)),
      segmented: often(() => extract(some, segmented)),
    },
    { rounds: rounds[at], warm: size < 1_000 ? 20 : 2 },
  );
  const once = ([name, { all }]) => [name, figure(all.map((ms) => ms / repeat))];
  figures.push(Object.fromEntries(Object.entries(found).map(once)));
}

heading("Findings (insights, actions, themes) of answers of about 60 words, CPU ms in Node");
const floor =
  "no part dominates: reading short words and looking cues up take a fifth, counting phrases 9 %, looking words up 7 %, sentences 11 %, what crosses 10 %.";
for (const [at, size] of sizes.entries()) {
  const { ours, split: apart, segmented: cut } = figures[at];
  const claim = (peer, theirs, target) => {
    const times = ratio(theirs, ours);
    const holds = target === undefined ? undefined : times.median >= target;
    row({
      what: `${size} answers, beside ${peer}`,
      ours: spread(ours),
      peer: spread(theirs),
      ratio: `${spread(times)} ×`,
      target: target === undefined ? "" : `≥ ${target} ×`,
      holds,
      note: holds === false ? floor : undefined,
    });
  };
  claim("JavaScript, Intl.Segmenter", cut, 10);
  claim("JavaScript, split by a pattern", apart, 10);
  if (others) {
    const theirs = figure(others[at].times);
    row({
      what: `${size} answers, beside Python (its own process)`,
      ours: spread(ours),
      peer: spread(theirs),
      ratio: `${short(theirs.median / ours.median)} ×`,
    });
  }
}
if (!others) row({ what: "Python is left out: there is no python3", ours: "", peer: "" });

const each = sizes.map((size, at) => figures[at].ours.median / size);
const most = Math.max(...each) / Math.min(...each);
row({
  what: "µs per answer, of 5, 100, 1,000 and 10,000",
  ours: each.map((ms) => short(ms * 1000)).join(", "),
  peer: sizes.map((size, at) => short((figures[at].split.median / size) * 1000)).join(", "),
  ratio: `${short(most)} × at most`,
  target: "linear: ≤ 1.5 ×",
  holds: most <= 1.5,
  note: most <= 1.5 ? undefined : "few answers carry what every call costs.",
});
row({
  what: "found in 10,000 (insights + actions + themes)",
  ours: counts(extractFindings(texts)),
  peer: `${counts(extract(texts, split))} JS${others ? `, ${others.at(-1).found.join(" + ")} Python` : ""}`,
});
