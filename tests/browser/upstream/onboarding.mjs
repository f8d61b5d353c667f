// What a model says that leads an onboarding interview: it plans by where the interview stands, calls its tools, has the respondent approve
// what a document says, and keeps exactly what was approved.
import { readFile } from "node:fs/promises";

/** Kinds of data that are shown for approval, with what it shows where no document says anything. */
const MADE_UP = {
  applicant_profile: { basics: { name: "Ada Example" } },
  skeleton_timeline: { work: [{ name: "Mill", position: "Miller", startDate: "2019" }] },
  experience: { name: "Mill", position: "Miller", summary: "Ran the mill." },
  knowledge_card: { title: "How a mill is kept running", summary: "Look at the bearings first." },
};

/** Questions in words that each phase of the built-in guide has. */
const guide = JSON.parse(await readFile(new URL("../../../pkg/guides/onboarding.json", import.meta.url), "utf8"));
const TURNS = Object.fromEntries(guide.strategy.phases.map(({ id, max_turns: turns }) => [id, turns]));

/** Names the phase. Some providers put one message behind the other, so it need not begin a line. */
const PHASE = /Phase: (\w+)\. /;

/** True for a call of an onboarding interview. */
export const ofOnboarding = ({ tools }) => tools.includes("persist_data");

/** Where the interview stands, by the engine's own words. */
export function stateOf(messages) {
  const text = messages.findLast(({ role, text }) => role === "user" && PHASE.test(text))?.text ?? "";
  return {
    phase: PHASE.exec(text)?.[1] ?? "",
    objectives: [...text.matchAll(/^- (\w+) \((\w+)\)/gm)].map(([, kind, state]) => ({ kind, state })),
    turns: Number(/Left in this phase: (\d+)/.exec(text)?.[1] ?? 0),
  };
}

/** Every tool that was called, with its result. */
export function runsOf(messages) {
  const results = new Map(messages.flatMap(({ results }) => results).map(({ id, text }) => [id, text]));
  const calls = messages.flatMap(({ calls }) => calls);
  return calls.map(({ id, name, arguments: given }) => ({ name, given, result: JSON.parse(results.get(id) ?? "{}") }));
}

const answersOf = (messages) =>
  messages.flatMap(({ role, text }) =>
    role === "user" ? [...text.matchAll(/<answer>\n([^]*?)\n<\/answer>/g)].map(([, said]) => said) : [],
  );

const call = (...tools) => ({ calls: tools.map(([name, given]) => ({ name, arguments: JSON.stringify(given) })) });

const THINGS = ["gearing", "sluice", "ledger", "millstone", "harvest", "apprentice", "flood", "delivery", "inspection", "winter"];

/** A question that was not put before. */
export function asks(messages) {
  const number = answersOf(messages).length + runsOf(messages).length + 1;
  return JSON.stringify({
    follow_up: false,
    question: `Number ${number}: what did you learn from the ${THINGS[number % THINGS.length]} in your ${number}th year there?`,
  });
}

/** Leads an onboarding interview. */
export function onboarding() {
  return ({ messages, tools }) => {
    const { phase, objectives, turns } = stateOf(messages);
    const runs = runsOf(messages);
    const last = (name, of = () => true) => runs.findLast((run) => run.name === name && of(run));
    if (phase === "core_facts" && tools.includes("get_user_upload")) {
      const upload = last("get_user_upload");
      // Two at once: one result comes at once, the other when the respondent has handed something in.
      if (!upload)
        return call(
          ["capabilities_describe", {}],
          ["get_user_upload", { prompt: "Please hand in your résumé as a file.", acceptedFormats: ["pdf", "docx", "txt", "md"] }],
        );
      if (upload.result.status === "ok" && !last("extract_document")) {
        const file_url = upload.result.files[0].storageUrl;
        return call([
          "extract_document",
          {
            file_url,
            purpose: "resume_timeline",
            return_types: ["artifact_record", "applicant_profile", "skeleton_timeline"],
            auto_persist: true,
          },
        ]);
      }
    }
    // Each later part begins with something to tell.
    if (phase !== "core_facts" && turns === TURNS[phase]) return asks(messages);
    for (const { kind, state } of objectives) {
      const shown = last("submit_for_validation", ({ given }) => given.dataType === kind);
      if (state === "approved") return call(["persist_data", { dataType: kind, data: shown.result.data }]);
      if (state !== "open") continue;
      if (kind in MADE_UP) {
        const refused = runs.filter(
          ({ name, given, result }) =>
            name === "submit_for_validation" && given.dataType === kind && !["approved", "modified"].includes(result.status),
        );
        if (refused.length > 1) return asks(messages);
        const derived = last("extract_document")?.result.derived?.[kind];
        return call([
          "submit_for_validation",
          { dataType: kind, data: derived ?? MADE_UP[kind], message: `Please check ${kind.replaceAll("_", " ")}.` },
        ]);
      }
      if (kind === "writing_sample")
        return call([
          "persist_data",
          { dataType: kind, data: { title: "What was written", text: answersOf(messages).at(-1) ?? "Nothing." } },
        ]);
      if (kind === "candidate_dossier")
        return call(["persist_data", { dataType: kind, data: { summary: "What was brought together in this interview." } }]);
    }
    return asks(messages);
  };
}
