// What the scripted states show: questions and answers, stages, a recommendation, skills.
import type * as T from "../../../pkg/src/index.js";

const query = new URLSearchParams(globalThis.location?.search ?? "");
/** The state that the page asks for. */
export const state = query.get("state") ?? "play";

export const QUESTIONS = [
  "The notes say that consistency of sleep matters more than its length. Where in your own week would that be hardest to keep, and what usually gets in the way?",
  "You mention late calls with the other office. What would have to change about them for you to be in bed at the same time on four nights out of seven?",
  "Dr. Okafor calls morning light “the cheapest medicine there is”. When did you last notice what it does to you?",
  "What surprised you most about the part on caffeine?",
  "If you kept one thing from this episode for a month, what would it be, and how would you know that it worked?",
];
export const ANSWERS = [
  "Mondays and Thursdays. I have calls with the Denver office until ten, and I never thought of them as a sleep problem until now.\n\nI realize that I plan everything around meetings and nothing around the evening.",
  "Honestly, I should just ask whether we can move them an hour. Nobody ever asked.",
];
/** States of a staged interview. */
export const STAGED = new Set(["staged", "staged-first", "staged-next", "staged-review", "staged-finished", "staged-retrying"]);
export const STAGES = [
  ["greeting", "Hello", 3, 5, 100, 1, 1],
  ["profiling", "Your path", 10, 10, 92, 2, 2],
  ["essence", "What it is for", 15, 15, 64, 1, 2],
  ["operations", "How you work", 20, 20, 45, 1, 3],
  ["expertise_map", "What you know", 20, 20, 0, 0, 2],
  ["failure_modes", "What goes wrong", 20, 20, 0, 0, 3],
  ["mastery", "What makes it good", 15, 15, 0, 0, 2],
  ["growth_path", "Where you are going", 15, 15, 0, 0, 1],
  ["wrap_up", "Last words", 5, 5, 0, 0, 0],
] as const;
export const bandOf = (n: number): T.Band =>
  n <= 25 ? "starting" : n <= 50 ? "developing" : n <= 75 ? "substantial" : n < 90 ? "nearly_complete" : "complete";
/** The stages with the one at `now` current; none where it is past the last. */
export const stagesAt = (now: number, over = false): T.StageView[] =>
  STAGES.map(([id, title, minutesLeast, minutesMost, completeness, examples, examplesNeeded], at) => ({
    id,
    title,
    purpose: id === "operations" ? "How the work is really done, day by day: steps, tools, decisions." : "What this stage is for.",
    minutesLeast,
    minutesMost,
    state: over ? (at < 5 ? "over" : "ahead") : at < now ? "over" : at === now ? "current" : "ahead",
    completeness: at <= now ? completeness : 0,
    band: bandOf(at <= now ? completeness : 0),
    questions: at <= now ? 4 : 0,
    examples: at <= now ? examples : 0,
    examplesNeeded,
    ended: at === 2 && at < now ? "question_limit" : at < now ? "ready" : null,
  }));
export const ACTOR: T.ActorView = {
  title: "Database administrator",
  reason:
    "The slowest pages all wait for the same three queries, and nobody on the team reads query plans. Releases are pushed back because schema changes are feared.",
  skills: ["PostgreSQL", "Query plans and indexing", "Schema migrations without downtime", "Capacity planning"],
  prompt:
    "You are an experienced database administrator who advises a product team of six.\n\nLook at query plans before you suggest an index. Say what a change costs as well as what it brings. Prefer the smallest step that can be undone, and write migrations so that old and new code run side by side.",
  model: "reasoning",
};
export const RECOMMENDATION =
  "I think you need to hire a database administrator. Your team loses two days in every release to queries that nobody owns, and the fear of schema changes now decides what you build.";
export const ATTRIBUTES = [
  ["duration", "Duration"],
  ["depth", "Depth"],
  ["autonomy", "Autonomy"],
  ["scale", "Scale"],
  ["constraints", "Constraints"],
  ["production_vs_prototype", "Production or prototype"],
] as const;
/** Skills with their values in the order of the attributes: the value, its words, and the question that they answer, 0 for the résumé. */
type Cell = readonly [value: string, quote: string, question: number] | null;
export const SKILLS: readonly (readonly [name: string, quote: string, question: number, cells: readonly Cell[]])[] = [
  [
    "Python",
    "Python services",
    0,
    [
      ["6 years", "Python services since 2019", 0],
      null,
      ["led a team of four", "I led the four people who kept it running", 1],
      ["2 million users", "a booking platform with 2 million users", 0],
      null,
      ["production", "in production at Nordwind", 0],
    ],
  ],
  [
    "PostgreSQL",
    "PostgreSQL",
    0,
    [
      ["6 years", "the same six years as Python", 2],
      ["wrote extensions", "we ended up writing two small extensions for the rounding rules", 2],
      ["alone", "I did that on my own", 2],
      null,
      ["under 50 ms a request, no downtime in the migration of the archive", "it had to stay under 50 ms a request", 2],
      ["both", "first as a prototype, then for real", 2],
    ],
  ],
  ["Kubernetes", "Kubernetes (basics)", 0, [null, null, null, null, null, ["prototype", "a Kubernetes prototype", 0]]],
  ["Incident response", "I was on call for it", 1, [["3 years", "three years of nights on call", 1], null, null, null, null, null]],
  ["Go", "some Go", 0, [null, null, null, null, null, null]],
];
export function gapOf(number: number): T.GapQuestion {
  if (state === "skills-first")
    return { skill: "", attributes: [], severity: 0, probe: 1, probes: 3, intent: "question", topic: "first", closed: [] };
  return {
    skill: "Python",
    attributes: ["depth", "constraints"],
    severity: 0.6,
    probe: number === 3 ? 2 : 1,
    probes: 3,
    intent: number === 3 ? "follow_up" : "question",
    topic: "same",
    closed: [],
  };
}
export const sourceOf = (question: number): T.SkillSource => (question === 0 ? "resume" : question < 0 ? "respondent" : "answer");
export function skillsOf(now: boolean): T.SkillView[] {
  return SKILLS.map(([skill, quote, question, cells], place) => ({
    skill,
    confidence: 0.9 - place / 10,
    quote,
    question: question || null,
    source: sourceOf(question),
    severity: 0.6,
    probes: place === 0 ? 1 : 0,
    limit: 3,
    now: now && place === 0,
    ended: place === 1 ? "exhausted" : place === 4 && !now ? "not_known" : null,
    attributes: ATTRIBUTES.map(([attribute, label], at) => {
      const cell = cells[at];
      return {
        attribute,
        label,
        value: cell?.[0] ?? "",
        quote: cell?.[1] ?? "",
        question: cell?.[2] || null,
        source: cell ? sourceOf(cell[2]) : null,
        now: now && place === 0 && (at === 1 || at === 4),
      };
    }),
  }));
}
export const exchange = (number: number, over: Partial<T.ExchangeView> = {}): T.ExchangeView => ({
  question: {
    number,
    text: QUESTIONS[number - 1] ?? "",
    kind: number === 5 ? "conclusion" : "topic",
    followUpDepth: number === 2 ? 1 : 0,
    origin: "reply",
    askedAt: 0,
    staged: STAGED.has(state)
      ? { stage: number < 2 ? "greeting" : number < 4 ? "operations" : "failure_modes", objective: 0, depth: 1 }
      : null,
    gap: state.startsWith("skills") ? gapOf(number) : null,
    form: false,
  },
  reaction: "answered",
  answer: ANSWERS[number - 1] ?? "Yes.",
  amended: number === 2,
  redacted: false,
  words: 20,
  thinkingMs: 30_000,
  filled: null,
  ...over,
});

/** The first view of every state. */
export const firstView = (): T.View => ({
  revision: 1,
  session: "3a7f9c2e-1234-4678-9abc-def012345678",
  guide: "reflective",
  guideTitle: "Reflection",
  title: "Why We Wake Up Tired",
  creator: "The Night Shift",
  template: "reflective",
  language: "en",
  locale: query.get("locale") ?? "en",
  status: "active",
  phase: "answering",
  welcome: "A short conversation about what you heard. There are no right answers, and you can skip anything.",
  consent: null,
  interviewer: "scripted",
  progress: { asked: 1, max: 5, percent: 0 },
  question: exchange(1).question,
  live: null,
  exchanges: 0,
  can: {
    answer: true,
    skip: true,
    pause: true,
    resume: false,
    finish: true,
    cancel: false,
    retry: false,
    amend: true,
    editFindings: false,
    edit: false,
    accept: false,
    useScripted: false,
  },
  kind: { kind: "reflective" },
  form: null,
  parts: null,
  saving: { state: "saved", reason: null },
  problem: null,
  notice: null,
  findings: null,
  closed: null,
  closing: "",
  answerChars: 50_000,
  figures: {
    questions: 5,
    answered: 4,
    substantive: 3,
    words: 212,
    averageWords: 53,
    thinkingMs: 431_000,
    durationMs: 655_000,
    completionPercent: 80,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: null,
  },
});

/** A skill that the respondent puts in. */
export const blankSkill = (skill: string): T.SkillView => ({
  skill,
  confidence: 1,
  quote: "",
  question: null,
  source: "respondent",
  severity: 0.9,
  probes: 0,
  limit: 3,
  now: false,
  ended: null,
  attributes: ATTRIBUTES.map(([attribute, label]) => ({
    attribute,
    label,
    value: "",
    quote: "",
    question: null,
    source: null,
    now: false,
  })),
});
