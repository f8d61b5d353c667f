// Interviewers beside each other: people with a mind of their own are led through every guide by the built-in interviewer, by whatever
// model is configured, and by a fixed list of good questions; one report card judges them all. Nothing here is timed, and nothing fails.
//
//   node tests/bench/interviewer.mjs [--out FOLDER] [--only TEXT] [--times N] [--seed N]
//
// PACKAGE_DIST names another build of the package. The same seed leads the same interviews.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { cardOf } from "./interviewer/card.mjs";
import { led, listed } from "./interviewer/lead.mjs";
import { models } from "./interviewer/models.mjs";
import { random } from "./size/materials.mjs";
import { actsTable, faults, markdown, plain, table, transcript } from "./interviewer/write.mjs";

const here = import.meta.dirname;
const text = { type: "string" };
const { values } = parseArgs({ options: { out: text, only: text, times: text, seed: text } });
const times = Number(values.times ?? 1);
const seed = Number(values.seed ?? 1);
const out = resolve(values.out ?? join(here, "../../target/bench/interviewer"));
const dist = resolve(here, process.env.PACKAGE_DIST ?? "../../pkg/dist");
const json = async (path) => JSON.parse(await readFile(join(here, "interviewer", path), "utf8"));

const [lines, lists] = await Promise.all([json("lines.json"), json("baseline.json")]);
const files = (await readdir(join(here, "interviewer/personas"))).sort();
const personas = await Promise.all(files.map((file) => json(`personas/${file}`)));
const runs = Array.from({ length: times }, (_, time) =>
  personas.flatMap((persona) =>
    persona.runs.map((title, at) => {
      const [kind, template] = title.split("/");
      const id = `${persona.id}-${title.replace("/", "-")}${time > 0 ? `-${time + 1}` : ""}`;
      // Every other page is in English, whatever language the person writes.
      const locale = at % 2 === 0 ? persona.language : "en";
      // Another run of the same person begins elsewhere in what that person does.
      return { persona, locale, title, kind, template, id, offset: at * 2 + time, seed: (seed + time) * 1000 + at };
    }),
  ),
)
  .flat()
  .filter(({ id }) => id.includes(values.only ?? ""));

/** Has every session of a run get the same id, which is what the built-in interviewer chooses its words by. */
function sameIds({ seed, persona }) {
  const dice = random([...persona.id].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) >>> 0, seed));
  const getRandomValues = (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = dice.below(256);
    return bytes;
  };
  Object.defineProperty(globalThis.crypto, "getRandomValues", { value: getRandomValues, configurable: true });
}

const colloquy = await import(pathToFileURL(join(dist, "index.js")).href);
await colloquy.init();
const offered = await models();
const interviewers = [
  { name: "built in", lead: (run) => led(colloquy, run, lines) },
  { name: "fixed list", lead: async (run) => listed(lists[run.kind], run, lines) },
  ...offered.models.map(({ label, model }) => ({ name: label, lead: (run) => led(colloquy, run, lines, model) })),
];

const done = [];
await rm(join(out, "transcripts"), { recursive: true, force: true });
for (const { name: who, lead } of interviewers) {
  const folder = join(out, "transcripts", who.replace(/[^\w.-]+/g, "-"));
  await mkdir(folder, { recursive: true });
  for (const run of runs) {
    sameIds(run);
    try {
      const interview = await lead(run);
      const card = cardOf(interview);
      await writeFile(join(folder, `${run.id}.md`), transcript({ run, who, interview, card }));
      done.push({ run, who, interview, card });
    } catch (error) {
      console.log(`${who}, ${run.id}: ${error.code ?? ""} ${error.message}`);
    }
  }
}
offered.stop();

const of = (who, kind) => done.filter((one) => one.who === who && (kind === undefined || one.run.kind === kind)).map(({ card }) => card);
const names = interviewers.map(({ name }) => name);
const groups = (kind) => names.map((who) => [who, of(who, kind)]);
const kinds = [...new Set(runs.map(({ kind }) => kind))];
const report = [`# ${runs.length} interviews of ${new Set(runs.map(({ persona }) => persona.id)).size} people\n`];
const section = (title, rows) => {
  console.log(`\n${title}\n\n${plain(rows)}`);
  report.push(`## ${title}\n\n${markdown(rows)}\n`);
};
section("All guides", table(groups()));
section("After what the respondent did", actsTable(groups()));
for (const kind of kinds) section(`Guide: ${kind}`, table(groups(kind)));
for (const who of names) {
  report.push(`## What was wrong after acts: ${who}\n`, ...faults(of(who)).map(([fault, count]) => `- ${count} × ${fault}`), "");
}
report.push(`## Each interview\n`);
for (const { run, who, interview, card } of done) {
  const { sums: s } = card;
  const link = `transcripts/${who.replace(/[^\w.-]+/g, "-")}/${run.id}.md`;
  const flags = card.flags.flat().length;
  report.push(
    `- [${run.id}, ${who}](${link}): acts ${s.met}/${s.acts}, told ${s.told}/${s.pool}, ${s.questions} questions, ${s.repairs} repairs, ${flags} flags, ${interview.closed ?? "left"}`,
  );
}
await writeFile(join(out, "report.md"), `${report.join("\n")}\n`);
const data = done.map(({ run, who, interview, card }) => ({
  run: run.id,
  who,
  sums: card.sums,
  ease: card.ease,
  acts: card.acts,
  flags: card.flags,
  exchanges: interview.exchanges,
  closed: interview.closed,
  closing: interview.closing,
}));
await writeFile(join(out, "report.json"), `${JSON.stringify(data, null, 1)}\n`);
console.log(`\nTranscripts, report.md and report.json are in ${out}.`);
process.exit(0);
