// What a model says that understands what it is asked: it reads the guides' English wording, as a model does.
import { gaps, ofGaps } from "./gaps.mjs";
import { ofOnboarding, onboarding } from "./onboarding.mjs";

const things = ["valve", "ledger", "kiln", "roster", "pump", "archive", "loom", "crane", "filter", "harness", "boiler", "catalogue"];
const cases = ["a storm", "an auditor", "a new colleague", "a late delivery", "an alarm", "a visitor", "a holiday"];

/** A question that is not nearly any other one. */
export const questionOf = (number, lead = "") =>
  `${lead ? `${lead} ` : ""}Number ${number}: what do you do about the ${things[number % things.length]} when ${cases[number % cases.length]} gets in the way?`;

const last = (messages, role, pattern) => messages.findLast((one) => one.role === role && pattern.test(one.text))?.text ?? "";
const numberOf = (text, pattern, otherwise = 0) => Number(pattern.exec(text)?.[1] ?? otherwise);

/** Number of the question that is asked for. */
const number = (messages) => numberOf(last(messages, "user", /This is question \d+ of at most/), /This is question (\d+) of/, 1);

/** Answers whatever contract is asked for. */
export function sensible(call) {
  const { messages, schema } = call;
  // Before the other, whose tool it has as well.
  if (ofOnboarding(call)) return onboarding()(call);
  if (ofGaps(call)) return gaps()(call);
  const keys = Object.keys(schema?.properties ?? {});
  const asked = last(messages, "user", /The questions are over|Now the (second|third) part:|Current stage: |This is question \d+ of/);
  if (wantsFindings(messages)) return findings(messages);
  if (keys.includes("interview_stage") || asked.includes("Current stage: ")) return staged()(call);
  if (/Now the second part:/.test(asked)) return JSON.stringify(role);
  if (/Now the third part:/.test(asked)) return JSON.stringify(setUp);
  if (/This is the first: /.test(asked)) return JSON.stringify({ recommendation, action: "create_actor" });
  if (/Give the recommendation now/.test(asked)) return JSON.stringify(advice);
  if (keys.includes("recommendation") && keys.includes("action")) {
    const whole = JSON.stringify(schema.properties.action).includes('actor":{');
    return JSON.stringify(whole ? advice : { recommendation, action: "create_actor" });
  }
  if (keys.includes("skills")) return JSON.stringify(role);
  if (keys.includes("prompt")) return JSON.stringify(setUp);
  return JSON.stringify({ follow_up: false, question: questionOf(number(messages)) });
}

/** The review is open: what the answers show is asked for. */
const wantsFindings = (messages) =>
  /list what they show/.test(messages.findLast(({ role, text }) => role === "user" && !/could not be used/.test(text))?.text ?? "");

/** What a sensible model makes up besides what it finds. */
export const invention = "An insight that rests on nothing that was said";

/** One insight for each of the last answers, with its words, and one that rests on none. */
function findings(messages) {
  const insights = [];
  let number = 0;
  for (const { role, text } of messages) {
    if (role === "assistant") number += 1;
    const said = role === "user" && number > 0 && /<answer>\n([^]*?)\n<\/answer>/.exec(text)?.[1];
    if (said)
      insights.push({ text: `Found by the model in answer ${number}`, question: number, quote: said.split(" ").slice(0, 4).join(" ") });
  }
  const made = { text: invention, question: 1, quote: "words that nobody ever wrote in here" };
  return JSON.stringify({ insights: [made, ...insights.slice(-3)], actions: [], themes: [] });
}

const recommendation = "I think you need to hire a Reliability Engineer. Your releases wait for one person, and each Monday shows it.";
const role = {
  title: "Reliability Engineer",
  reason: "Nobody in the team knows how to keep the search index up, so “it falls over every Monday” keeps being true.",
  skills: ["Search infrastructure", "Incident response", "Capacity planning", "Monitoring"],
};
const setUp = {
  prompt: "You are an experienced reliability engineer. You look at the last three incidents before you propose anything.",
  model: "reasoning",
};

/** The whole recommendation that a sensible model makes, and its three parts. */
export const advice = { recommendation, action: { type: "create_actor", actor: { ...role, ...setUp } } };
export const parts = [{ recommendation, action: "create_actor" }, role, setUp];
/** A recommendation that no role would help, whole and as a first part. */
export const noAction = {
  recommendation: "I would not hire anybody for this. Two managers plan the same week twice; one plan would help more.",
  action: null,
};

/** What the engine says of the stage. */
export function stateOf(messages) {
  const text = last(messages, "user", /Current stage: /);
  const objectives = [...text.matchAll(/^\d+\. \[( |x)\] (.*)$/gm)].map(([, mark, words]) => ({ asked: mark === "x", words }));
  return {
    stage: /Current stage: (\w+)/.exec(text)?.[1] ?? "",
    completeness: numberOf(text, /completeness (\d+)/),
    depth: numberOf(text, /last question at depth (\d+)/),
    examples: numberOf(text, /, (\d+) examples of/),
    left: numberOf(text, /, (\d+) questions left/),
    open: objectives.filter((one) => !one.asked),
    ready: /The stage may be left now/.test(text),
    next: /open the next stage, (\w+)/.exec(text)?.[1] ?? "",
    closing: /The interview has reached its end/.test(text),
    number: number(messages),
    collected: collected(messages),
    answered: /<answer>/.test(answer(messages)),
  };
}

/** What came after the last question. */
function answer(messages) {
  const at = messages.findLastIndex(({ role, text }) => role === "user" && /Current stage: /.test(text));
  const from = messages.findLastIndex(({ role }, place) => role === "assistant" && place < at);
  return messages
    .slice(from + 1, at + 1)
    .map(({ text }) => text)
    .join("\n");
}

/** Examples that the model counted so far. */
function collected(messages) {
  for (const { role, text } of messages.toReversed()) {
    if (role !== "assistant") continue;
    try {
      return JSON.parse(text).internal_tracking.examples_collected ?? 0;
    } catch {
      // A reply that was refused.
    }
  }
  return 0;
}

/** Leads a staged interview: `sense` by its rules; `ready` says so in every reply, `never` in none, `lies` about whatever it can. */
export function staged(manner = "sense") {
  return ({ messages }) => {
    if (wantsFindings(messages)) return findings(messages);
    const state = stateOf(messages);
    const examples = state.collected + (state.answered ? 1 : 0);
    const envelope = (stage, depth, completeness, ready, more = {}) => {
      const lead = { greeting: "Welcome.", wrap_up: "Nearly done." }[stage] ?? "Thank you.";
      const response =
        state.closing && manner === "sense"
          ? "Thank you for everything you told about the index on Mondays; others will learn from it."
          : questionOf(state.number, lead);
      return JSON.stringify({
        interview_stage: stage,
        response,
        metadata: { question_depth: depth, completeness, engagement_level: "medium" },
        internal_tracking: {
          key_insights: [`Insight ${state.number} about the index`],
          examples_collected: examples,
          follow_up_needed: [],
          stage_transition_ready: ready,
          ...more,
        },
      });
    };
    const deeper = state.depth >= 1 && state.depth < 3 && state.left > state.open.length;
    if (manner === "ready") return envelope(state.stage, Math.min(state.depth + 1, 4) || 1, 100, true);
    if (manner === "never") return envelope(state.stage, 1, 10, false);
    if (manner === "lies") {
      const stages = ["wrap_up", "greeting", "mastery", "nowhere", "essence"];
      const lie = stages[state.number % stages.length];
      return envelope(lie, (state.number % 4) + 1, [100, 0, 55][state.number % 3], state.number % 2 === 0, {
        examples_collected: [9000, 0, 40][state.number % 3],
      });
    }
    const ready = state.ready || state.closing;
    return envelope(state.stage, !ready && deeper ? state.depth + 1 : 1, ready ? 92 : Math.min(state.completeness + 18, 88), ready);
  };
}
