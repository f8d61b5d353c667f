// Leads one long interview and prints what each turn took, as JSON; with `file`, the session file of a shorter one.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { answer, longStaged } from "../lib/long.mjs";
import { cpuMs } from "../lib/measure.mjs";

const here = import.meta.dirname;
const root = resolve(here, "../../..");
const built = resolve(here, "..", process.env.PACKAGE_DIST ?? "../../pkg/dist");
const { createInterview, init } = await import(pathToFileURL(resolve(built, "index.js")).href);

const guideOf = async (id) => JSON.parse(await readFile(resolve(root, `pkg/guides/${id}.json`), "utf8"));

/** A model's reply as its API streams it: the next question of the stage, another each time. */
function streamed(number) {
  const said = answer(number + 10_000)
    .split(" ")
    .slice(0, 18)
    .join(" ")
    .toLowerCase()
    .replaceAll(".", ",");
  const envelope = {
    interview_stage: `part_${Math.min(11, 1 + Math.floor((number - 1) / 50))}`,
    response: `You speak of ${said}. What follows from that?`,
    metadata: { question_depth: 1, completeness: 20, engagement_level: "medium" },
    internal_tracking: { key_insights: [], examples_collected: 0, follow_up_needed: [], stage_transition_ready: false },
  };
  const events = [
    {
      type: "message_start",
      message: { id: "m", type: "message", role: "assistant", content: [], usage: { input_tokens: 10, output_tokens: 1 } },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: JSON.stringify(envelope) } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 60 } },
    { type: "message_stop" },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

let replies = 0;
const [kind = "staged", turns = "60"] = process.argv.slice(2);
const options = { pace: "instant" };
if (kind === "reflective") {
  const guide = await guideOf("reflective");
  options.guide = { ...guide, strategy: { ...guide.strategy, max_questions: 50 }, limits: { ...guide.limits, duration_minutes: 10_080 } };
  options.material = { texts: [{ name: "summary.md", text: Array.from({ length: 12 }, (_, at) => answer(at + 500)).join("\n\n") }] };
} else {
  options.guide = longStaged(await guideOf("staged"));
}
if (kind === "model") {
  options.guide = { ...options.guide, limits: { ...options.guide.limits, tokens: 4_000_000_000 } };
  options.model = { proxy: "http://127.0.0.1:9", dialect: "anthropic", name: "model", token: async () => "token" };
}
await init();
const load = globalThis.fetch;
if (kind === "model")
  globalThis.fetch = async (url, ...rest) => (String(url).startsWith("http") ? streamed((replies += 1)) : load(url, ...rest));

/** Leads an interview for so many turns. */
async function lead(count) {
  replies = 0;
  const interview = await createInterview(options);
  interview.consent();
  await interview.until(({ phase }) => phase === "answering");
  const times = [];
  for (let turn = 1; turn <= count; turn += 1) {
    const before = cpuMs();
    interview.answer(answer(turn));
    const { phase, closed, problem } = await interview.until(({ phase }) => phase !== "asking" && phase !== "retrying");
    times.push(cpuMs() - before);
    if (phase !== "answering") throw new Error(`after ${turn} turns it is ${phase}: ${closed} ${JSON.stringify(problem)}`);
  }
  return { interview, times };
}

if (kind === "file") {
  const { interview } = await lead(60);
  process.stdout.write(await interview.export("session"));
} else {
  // Once before: the compiler's own time is not the turns'.
  (await lead(Math.min(49, Number(turns)))).interview.dispose();
  const { interview, times } = await lead(Number(turns));
  const bytes = [];
  let asked = 0;
  for (const record of JSON.parse(await interview.export("session")).records) {
    if ("asked" in record.fact) asked += 1;
    bytes[asked] = (bytes[asked] ?? 0) + JSON.stringify(record).length;
  }
  console.log(JSON.stringify({ turns: times, bytes: bytes.slice(1) }));
}
