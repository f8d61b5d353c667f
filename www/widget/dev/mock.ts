// A stand-in for the engine with scripted states, to draw every screen before and without it. Never shipped.
import type * as T from "../../../pkg/src/index.js";
import { artifacts, FILLED, formOf, onboarding, ORDER } from "./mock-onboarding.js";

const query = new URLSearchParams(globalThis.location?.search ?? "");
const state = query.get("state") ?? "play";
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const QUESTIONS = [
  "The notes say that consistency of sleep matters more than its length. Where in your own week would that be hardest to keep, and what usually gets in the way?",
  "You mention late calls with the other office. What would have to change about them for you to be in bed at the same time on four nights out of seven?",
  "Dr. Okafor calls morning light “the cheapest medicine there is”. When did you last notice what it does to you?",
  "What surprised you most about the part on caffeine?",
  "If you kept one thing from this episode for a month, what would it be, and how would you know that it worked?",
];
const ANSWERS = [
  "Mondays and Thursdays. I have calls with the Denver office until ten, and I never thought of them as a sleep problem until now.\n\nI realize that I plan everything around meetings and nothing around the evening.",
  "Honestly, I should just ask whether we can move them an hour. Nobody ever asked.",
];
/** States of a staged interview. */
const STAGED = new Set(["staged", "staged-first", "staged-next", "staged-review", "staged-finished", "staged-retrying"]);
const STAGES = [
  ["greeting", "Greeting", 3, 5, 100, 1, 1], ["profiling", "Profiling", 10, 10, 92, 2, 2], ["essence", "Essence", 15, 15, 64, 1, 2], ["operations", "Operations", 20, 20, 45, 1, 3],
  ["expertise_map", "Expertise map", 20, 20, 0, 0, 2], ["failure_modes", "Failure modes", 20, 20, 0, 0, 3], ["mastery", "Mastery", 15, 15, 0, 0, 2], ["growth_path", "Growth path", 15, 15, 0, 0, 1], ["wrap_up", "Wrap-up", 5, 5, 0, 0, 0],
] as const;
const bandOf = (n: number): T.Band => (n <= 25 ? "starting" : n <= 50 ? "developing" : n <= 75 ? "substantial" : n < 90 ? "nearly_complete" : "complete");
/** The stages with the one at `now` current; none where it is past the last. */
const stagesAt = (now: number, over = false): T.StageView[] =>
  STAGES.map(([id, title, minutesLeast, minutesMost, completeness, examples, examplesNeeded], at) => ({
    id, title, purpose: id === "operations" ? "How the work is really done, day by day: steps, tools, decisions." : "What this stage is for.", minutesLeast, minutesMost,
    state: over ? (at < 5 ? "over" : "ahead") : at < now ? "over" : at === now ? "current" : "ahead",
    completeness: at <= now ? completeness : 0, band: bandOf(at <= now ? completeness : 0), questions: at <= now ? 4 : 0, examples: at <= now ? examples : 0, examplesNeeded,
    ended: at === 2 && at < now ? "question_limit" : at < now ? "ready" : null,
  }));
const ACTOR: T.ActorView = {
  title: "Database administrator",
  reason: "The slowest pages all wait for the same three queries, and nobody on the team reads query plans. Releases are pushed back because schema changes are feared.",
  skills: ["PostgreSQL", "Query plans and indexing", "Schema migrations without downtime", "Capacity planning"],
  prompt: "You are an experienced database administrator who advises a product team of six.\n\nLook at query plans before you suggest an index. Say what a change costs as well as what it brings. Prefer the smallest step that can be undone, and write migrations so that old and new code run side by side.",
  model: "reasoning",
};
const RECOMMENDATION = "I think you need to hire a database administrator. Your team loses two days in every release to queries that nobody owns, and the fear of schema changes now decides what you build.";
const ATTRIBUTES = [["duration", "Duration"], ["depth", "Depth"], ["autonomy", "Autonomy"], ["scale", "Scale"], ["constraints", "Constraints"], ["production_vs_prototype", "Production or prototype"]] as const;
/** Skills with their values in the order of the attributes: the value, its words, and the question they were said to, 0 for the résumé. */
type Cell = readonly [value: string, quote: string, question: number] | null;
const SKILLS: readonly (readonly [name: string, quote: string, question: number, cells: readonly Cell[]])[] = [
  ["Python", "Python services", 0, [["6 years", "Python services since 2019", 0], null, ["led a team of four", "I led the four people who kept it running", 1], ["2 million users", "a booking platform with 2 million users", 0], null, ["production", "in production at Nordwind", 0]]],
  ["PostgreSQL", "PostgreSQL", 0, [["6 years", "the same six years as Python", 2], ["wrote extensions", "we ended up writing two small extensions for the rounding rules", 2], ["alone", "I did that on my own", 2], null, ["under 50 ms a request, no downtime in the migration of the archive", "it had to stay under 50 ms a request", 2], ["both", "first as a prototype, then for real", 2]]],
  ["Kubernetes", "Kubernetes (basics)", 0, [null, null, null, null, null, ["prototype", "a Kubernetes prototype", 0]]],
  ["Incident response", "I was on call for it", 1, [["3 years", "three years of nights on call", 1], null, null, null, null, null]],
  ["Go", "some Go", 0, [null, null, null, null, null, null]],
];
function gapOf(number: number): T.GapQuestion {
  if (state === "skills-first") return { skill: "", attributes: [], severity: 0, probe: 1, probes: 3, intent: "question", topic: "first", closed: [] };
  return { skill: "Python", attributes: ["depth", "constraints"], severity: 0.6, probe: number === 3 ? 2 : 1, probes: 3, intent: number === 3 ? "follow_up" : "question", topic: "same", closed: [] };
}
const sourceOf = (question: number): T.SkillSource => (question === 0 ? "resume" : question < 0 ? "respondent" : "answer");
function skillsOf(now: boolean): T.SkillView[] {
  return SKILLS.map(([skill, quote, question, cells], place) => ({
    skill, confidence: 0.9 - place / 10, quote, question: question || null, source: sourceOf(question), severity: 0.6, probes: place === 0 ? 1 : 0, limit: 3,
    now: now && place === 0, ended: place === 1 ? "exhausted" : place === 4 && !now ? "not_known" : null,
    attributes: ATTRIBUTES.map(([attribute, label], at) => {
      const cell = cells[at];
      return { attribute, label, value: cell?.[0] ?? "", quote: cell?.[1] ?? "", question: cell?.[2] || null, source: cell ? sourceOf(cell[2]) : null, now: now && place === 0 && (at === 1 || at === 4) };
    }),
  }));
}
const exchange = (number: number, over: Partial<T.ExchangeView> = {}): T.ExchangeView => ({
  question: { number, text: QUESTIONS[number - 1] ?? "", kind: number === 5 ? "conclusion" : "topic", followUpDepth: number === 2 ? 1 : 0, origin: "reply", askedAt: 0, staged: STAGED.has(state) ? { stage: number < 2 ? "greeting" : number < 4 ? "operations" : "failure_modes", objective: 0, depth: 1 } : null, gap: state.startsWith("skills") ? gapOf(number) : null, form: false },
  reaction: "answered", answer: ANSWERS[number - 1] ?? "Yes.", amended: number === 2, redacted: false, words: 20, thinkingMs: 30_000, filled: null, ...over,
});

export class ColloquyError extends Error {
  constructor(readonly code: string, message: string, readonly details: unknown = []) {
    super(message);
  }
}

const MODEL = { interviewer: { model: { dialect: "anthropic", name: "claude-sonnet-4-5", reply_mode: "strict" } } } satisfies Partial<T.View>;
const ADVICE = { guide: "advice", guideTitle: "Hiring advice", title: "Slow queries", creator: "" } satisfies Partial<T.View>;

class Mock {
  view: T.View;
  past: T.ExchangeView[] = [];
  draft = "";
  table: T.SkillView[] = [];
  #listeners = new Set<() => void>();

  constructor() {
    this.view = {
      revision: 1, session: "3a7f9c2e-1234-4678-9abc-def012345678", guide: "reflective", guideTitle: "Reflection", title: "Why We Wake Up Tired",
      creator: "The Night Shift", template: "reflective", locale: query.get("locale") ?? "en", status: "active", phase: "answering",
      welcome: "A short conversation about what you heard. There are no right answers, and you can skip anything.",
      consent: null, interviewer: "scripted", progress: { asked: 1, max: 5, percent: 0 },
      question: exchange(1).question, live: null, exchanges: 0,
      can: { answer: true, skip: true, pause: true, resume: false, finish: true, cancel: false, retry: false, amend: true, editFindings: false, editSkills: false, accept: false, useScripted: false },
      stages: [], skills: null, onboarding: null, form: null, proposal: null, parts: null,
      saving: { state: "saved", reason: null }, problem: null, notice: null, findings: null, closed: null, closing: "", answerChars: 50_000,
      figures: { questions: 5, answered: 4, substantive: 3, words: 212, averageWords: 53, thinkingMs: 431_000, durationMs: 655_000, completionPercent: 80, inputTokens: 0, outputTokens: 0, costUsd: null },
    };
    this.#set(state);
  }

  #past(n: number): void {
    this.past = Array.from({ length: n }, (_, i) => exchange(i + 1, i === 2 ? { reaction: "skipped", answer: "" } : i === 3 ? { reaction: "declined", answer: "" } : {}));
    this.view.exchanges = n;
    this.view.progress = { asked: Math.min(5, n + 1), max: 5, percent: n * 20 };
    this.view.question = n < 5 ? exchange(n + 1).question : null;
  }

  #set(name: string): void {
    const v = this.view;
    const off = { answer: false, skip: false };
    if (name === "consent") {
      Object.assign(v, { phase: "consent", question: null, consent: {
        asked: "Up to five questions about the episode you listened to, and what it means to you.",
        recipients: "Nobody but you. The built-in interviewer runs on this device.",
        kept: "On this device, until you delete it in the library.",
      } });
    } else if (name === "first") this.#past(0);
    else if (name === "later") this.#past(2);
    else if (name === "four") this.#past(4);
    else if (name === "waiting" || name === "streaming") {
      this.#past(2);
      Object.assign(v, { phase: "asking", question: null, live: name === "waiting" ? null : QUESTIONS[2]?.slice(0, 64), can: { ...v.can, ...off } });
    } else if (name === "paused") {
      this.#past(2);
      Object.assign(v, { phase: "paused", status: "paused", can: { ...v.can, ...off, pause: false, resume: true, amend: false } });
    } else if (name === "offline") {
      this.#past(2);
      Object.assign(v, { ...MODEL, phase: "offline", question: null, can: { ...v.can, ...off, useScripted: true } });
    } else if (name.startsWith("retrying")) {
      this.#past(2);
      const [, kind = "overloaded"] = name.split("-");
      Object.assign(v, { ...MODEL, phase: "retrying", question: null, can: { ...v.can, ...off, cancel: true, useScripted: true }, problem: { code: "API_ERROR", kind, attempt: 2, attempts: 4, retryAt: Date.now() + 8000 } });
    } else if (name.startsWith("given_up")) {
      this.#past(2);
      const [, kind = "overloaded"] = name.split("-");
      const problem = kind === "cancelled" ? { code: "CANCELLED", kind: "overloaded" } : { code: "API_RETRY_FAILED", kind };
      Object.assign(v, { ...MODEL, phase: "given_up", question: null, can: { ...v.can, ...off, retry: true, useScripted: true }, problem: { ...problem, attempt: 4, attempts: 4, retryAt: null } });
    } else if (name.startsWith("staged")) {
      this.#past(2);
      Object.assign(v, { ...MODEL, guide: "staged", guideTitle: "Expert interview", title: "Running the night shift", creator: "", stages: stagesAt(3), progress: { asked: 12, max: 54, percent: 38 } });
      if (name === "staged-first") {
        this.#past(0);
        Object.assign(v, { stages: stagesAt(0), question: exchange(1).question, progress: { asked: 1, max: 54, percent: 4 } });
      }
      if (name === "staged-next") setTimeout(() => this.#touch({ stages: stagesAt(4) }), 1500);
      if (name === "staged-retrying") Object.assign(v, { phase: "retrying", question: null, can: { ...v.can, ...off, cancel: true }, problem: { code: "API_ERROR", kind: "network", attempt: 1, attempts: 4, retryAt: Date.now() + 8000 } });
      if (name === "staged-review" || name === "staged-finished") {
        this.#set(name === "staged-review" ? "review" : "finished");
        Object.assign(v, { stages: stagesAt(4, true) });
      }
    } else if (name.startsWith("skills")) {
      const over = name === "skills-review" || name === "skills-finished";
      if (over) this.#set(name.slice(7));
      else this.#past(2);
      this.table = name === "skills-first" ? [] : skillsOf(!over);
      Object.assign(v, { guide: "gaps", guideTitle: "Skills interview", title: "Mira Castellanos", creator: "", can: { ...v.can, editSkills: name !== "skills-finished" } });
      if (name === "skills-first") this.#past(0);
      if (name === "skills-reading") {
        this.#past(0);
        this.table = skillsOf(false).slice(0, 3);
        Object.assign(v, { ...MODEL, phase: "asking", question: null, can: { ...v.can, ...off, cancel: true } });
      }
      if (over) Object.assign(v, { closed: "complete", closing: "That is enough to know your skills well, so I stop here. Thank you for your answers." });
      this.#count({ reading: name === "skills-reading" ? { done: 1, of: 6 } : null, refused: over ? 2 : 0, unread: over ? 1 : 0 });
    } else if (name.startsWith("onboarding")) {
      this.#onboard(name);
    } else if (name.startsWith("parts")) {
      this.#past(3);
      Object.assign(v, { ...MODEL, ...ADVICE, phase: "asking", question: null, parts: { done: name === "parts-whole" ? 0 : 1, of: name === "parts-whole" ? 1 : 3 }, can: { ...v.can, ...off, cancel: true } });
    } else if (name === "proposal" || name === "proposal-reviewed") {
      this.#past(3);
      Object.assign(v, { ...MODEL, ...ADVICE, phase: "proposal", question: null, proposal: { recommendation: RECOMMENDATION, actor: ACTOR, status: "offered", missing: [] }, can: { ...v.can, ...off, finish: false, accept: true } });
    } else if (name === "proposal-accepted" || name === "proposal-partial" || name === "proposal-none" || name === "proposal-missing") {
      this.#set("review");
      const actor = name === "proposal-accepted" ? ACTOR : null;
      const missing = name === "proposal-partial" ? ["advice-part-3"] : name === "proposal-missing" ? ["advice"] : [];
      const recommendation = name === "proposal-missing" ? "" : name === "proposal-none" ? "I do not think that you need to hire anybody. What you describe is a question of priorities, and the people for it are already there." : RECOMMENDATION;
      Object.assign(v, { ...MODEL, ...ADVICE, proposal: { recommendation, actor, status: actor ? "accepted" : "none", missing } });
    } else if (name === "memory") {
      this.#past(1);
      v.saving = { state: "memory", reason: "lost" };
    } else if (name === "read_only") {
      this.#past(2);
      v.saving = { state: "read_only", reason: "taken_over" };
      v.can = { ...v.can, ...off, pause: false, finish: false, amend: false };
    } else if (name === "help" || name === "unknown" || name === "long") {
      this.#past(0);
    } else if (name === "review" || name === "finished") {
      this.#past(5);
      Object.assign(v, { phase: name, question: null, closed: "concluded", closing: "That was the last question. Thank you for thinking it through.", can: { ...v.can, ...off, pause: false, editFindings: name === "review", finish: name === "review", amend: name === "review" },
        status: name === "finished" ? "completed" : "active",
        progress: { asked: 5, max: 5, percent: 100 },
        findings: {
          insights: [{ text: "I realize that I plan everything around meetings and nothing around the evening.", question: 1, start: 0, end: 24, count: 0, edited: false }, { text: "I never thought of them as a sleep problem until now.", question: 1, start: 0, end: 24, count: 0, edited: false }],
          actions: [{ text: "Honestly, I should just ask whether we can move them an hour.", question: 2, start: 10, end: 20, count: 0, edited: false }, { text: "Buy blackout curtains.", question: null, start: 0, end: 0, count: 0, edited: true }],
          themes: [{ text: "Denver office", question: null, start: 0, end: 0, count: 3, edited: false }],
        } });
    } else if (name === "play") {
      Object.assign(v, { phase: "asking", question: null, can: { ...v.can, ...off } });
      void this.#stream(1);
    }
  }

  #onboard(name: string): void {
    const { view: v } = this;
    const over = name === "onboarding-review" || name === "onboarding-finished";
    if (over) this.#set(name.slice(11));
    this.past = FILLED.map((filled, at) => exchange(at + 1, { reaction: "filled", answer: "", amended: false, filled, question: { ...exchange(1).question, number: at + 1, form: true, text: ["How would you like to begin?", "Please hand in your résumé.", "Please look over what I read about you.", "Please look over where you worked."][at] ?? "" } }));
    const running = name === "onboarding-running" ? { tool: "extract_document", file: "resume-of-ines-okafor-brandt-2026.pdf", since: 1 } : null;
    Object.assign(v, { guide: "onboarding", guideTitle: "Onboarding", title: "", creator: "", exchanges: this.past.length, onboarding: onboarding(over, running), form: null });
    if (running) Object.assign(v, { phase: "asking", question: null, can: { ...v.can, answer: false, skip: false, cancel: true } });
    const next = formOf(name, `token-${this.past.length}-${name}`);
    if (next) Object.assign(v, { form: next.form, question: { ...exchange(1).question, number: this.past.length + 1, text: next.lead, form: true } });
  }

  #count(change: Partial<T.SkillsView> = {}): void {
    const { table, view } = this;
    const known = table.flatMap(({ attributes }) => attributes).filter(({ source }) => source).length;
    const of = table.length * 6;
    view.skills = { refused: 0, reading: null, unread: 0, complete: 60, ...view.skills, ...change, revision: (view.skills?.revision ?? 0) + 1, count: table.length, known, of, completeness: of ? Math.floor((known * 100) / of) : 0 };
  }

  #touch(change: Partial<T.View> = {}): void {
    this.view = { ...this.view, ...change, revision: this.view.revision + 1 };
    queueMicrotask(() => { for (const fn of this.#listeners) fn(); });
  }

  async #stream(number: number): Promise<void> {
    const text = QUESTIONS[number - 1] ?? "";
    this.#touch({ phase: "asking", question: null, can: { ...this.view.can, answer: false, skip: false } });
    await pause(500);
    for (let i = 6; i < text.length; i += 6) {
      this.#touch({ live: text.slice(0, i) });
      await pause(50);
    }
    this.#touch({ phase: "answering", live: null, question: exchange(number).question, progress: { asked: number, max: 5, percent: (number - 1) * 20 }, can: { ...this.view.can, answer: true, skip: true } });
  }

  #met(reaction: T.ExchangeView["reaction"], answer: string): void {
    const number = this.view.question?.number ?? 1;
    this.past = [...this.past, exchange(number, { reaction, answer, amended: false })];
    this.view.exchanges = this.past.length;
    this.#touch({ notice: null, saving: { state: "saving", reason: null } });
    setTimeout(() => this.#touch({ saving: { state: "saved", reason: null } }), 20);
    if (number >= 5) { this.#set("review"); this.#touch(); } else void this.#stream(number + 1);
  }

  exchanges(from: number, to: number): T.ExchangeView[] { return this.past.slice(from, to); }
  subscribe(fn: () => void): () => void { this.#listeners.add(fn); return () => this.#listeners.delete(fn); }
  async until(): Promise<T.View> { return this.view; }
  consent(): void { this.#touch({ consent: null }); void this.#stream(1); }
  answer(text: string): void {
    if (text.startsWith("/help")) return this.#touch({ notice: { code: "help", value: "" } });
    if (/^\/[a-z]+$/.test(text)) return this.#touch({ notice: { code: "unknown_command", value: text.slice(1) } });
    if (text.length > 50_000) return this.#touch({ notice: { code: "answer_too_long", value: String(text.length) } });
    this.#met("answered", text);
  }
  amend(question: number, text: string): void {
    this.past = this.past.map((met) => (met.question.number === question ? { ...met, answer: text, amended: true } : met));
    this.#touch();
  }
  skip(): void { this.#met("skipped", ""); }
  decline(): void {
    if (this.view.phase === "proposal") this.#decide("declined");
    else this.#met("declined", "");
  }
  accept(): void { this.#decide("accepted"); }
  useScripted(): void { this.#touch({ interviewer: "scripted", problem: null, can: { ...this.view.can, useScripted: false, retry: false } }); void this.#stream(3); }
  #decide(status: T.ProposalStatus): void {
    const { proposal } = this.view;
    this.#set("review");
    this.#touch({ proposal: proposal && { ...proposal, status } });
  }
  pause(): void { this.#touch({ phase: "paused", status: "paused", can: { ...this.view.can, answer: false, resume: true, pause: false } }); }
  resume(): void { this.#touch({ phase: "answering", status: "active", can: { ...this.view.can, answer: true, resume: false, pause: true } }); }
  finish(): void { this.#set(this.view.phase === "review" ? "finished" : "review"); this.#touch(); }
  cancel(): void { this.#set("given_up"); this.#touch(); }
  retry(): void { void this.#stream(3); }
  editFindings(edit: T.FindingsEdit): void {
    const findings = structuredClone(this.view.findings) ?? { insights: [], actions: [], themes: [] };
    if ("strike" in edit) findings[edit.strike.list] = findings[edit.strike.list].filter((f) => f.text !== edit.strike.text);
    if ("add" in edit) findings[edit.add.list].push({ text: edit.add.text, question: null, start: 0, end: 0, count: 0, edited: true });
    if ("reword" in edit) findings[edit.reword.list] = findings[edit.reword.list].map((f) => (f.text === edit.reword.text ? { ...f, text: edit.reword.to, edited: true } : f));
    this.#touch({ findings });
  }
  skills(): T.SkillView[] { return structuredClone(this.table); }
  editSkills(edit: T.SkillsEdit): void {
    const blank = (skill: string): T.SkillView => ({ skill, confidence: 1, quote: "", question: null, source: "respondent", severity: 0.9, probes: 0, limit: 3, now: false, ended: null, attributes: ATTRIBUTES.map(([attribute, label]) => ({ attribute, label, value: "", quote: "", question: null, source: null, now: false })) });
    if ("strike" in edit) this.table = this.table.filter(({ skill }) => skill !== edit.strike.skill);
    if ("add" in edit) this.table = [...this.table, blank(edit.add.skill)];
    if ("rename" in edit) this.table = this.table.map((one) => (one.skill === edit.rename.skill ? { ...one, skill: edit.rename.to } : one));
    if ("set" in edit) {
      const { skill, attribute, value } = edit.set;
      for (const one of this.table.filter((other) => other.skill === skill).flatMap(({ attributes }) => attributes)) {
        if (one.attribute === attribute) Object.assign(one, { value, quote: "", question: null, source: value ? "respondent" : null, now: false });
      }
    }
    this.#count();
    this.#touch();
  }
  async sessionFile(): Promise<string> { return "{}"; }
  artifacts(): T.ArtifactsView { return artifacts(); }
  async settle(token: string, value: T.FormValue): Promise<void> {
    await pause(300);
    if (this.view.form?.token !== token) throw new ColloquyError("no_such_form", "no form of this token waits");
    const data = "data" in value ? (value.data as { title?: string; basics?: { name?: string } }) : null;
    if (data && "validation" in this.view.form.kind && this.view.form.kind.validation.data_type === "knowledge_card" && !data.title) throw new ColloquyError("invalid_form", "mend what was filled in", [{ path: "data.title", rule: "required", message: "is required" }]);
    console.log(JSON.stringify(value));
    const at = ORDER.findIndex((one) => token.endsWith(one));
    this.#onboard(`onboarding-${ORDER[(at + 1) % ORDER.length]}`);
    this.#touch();
  }
  refuse(): void { this.#onboard("onboarding-contact"); this.#touch(); }
  onToolProgress(listener: (id: string, done: number, total: number) => void): () => void { listener("1", 3, 12); return () => undefined; }
  async file(): Promise<Blob | null> { return null; }
  setFormDraft(token: string, value: unknown): void { sessionStorage.setItem(token, JSON.stringify(value)); }
  formDraft(token: string): unknown { return JSON.parse(sessionStorage.getItem(token) ?? "null"); }
  saveDraft(text: string): void { this.draft = text; }
  async takeOver(): Promise<void> { this.#touch({ saving: { state: "saved", reason: null }, can: { ...this.view.can, answer: true, skip: true, pause: true, finish: true } }); }
  result(): object { return { session: this.view.session }; }
  export(format: T.ExportFormat): string { return `export as ${format}`; }
  diagnostics(): object { return { storage: "indexeddb" }; }
  dispose(): void { this.#listeners.clear(); }
}

export async function init(_options?: object): Promise<void> {
  if (state === "loading") await pause(1e9);
}
export async function createInterview(_options: T.InterviewOptions): Promise<unknown> {
  if (state === "failed") throw new ColloquyError("engine_unavailable", "colloquy_bg.wasm could not be loaded: 404 Not Found");
  return new Mock();
}
export async function openLibrary(_options: { storage?: "indexeddb" | "memory" }): Promise<unknown> {
  return { findResumable: async () => null, open: async () => new Mock(), close: () => undefined };
}
export async function checkFile(file: File): Promise<T.Issue | null> {
  return file.size === 0 ? { path: "", rule: "empty", message: "is empty" } : /\.(pdf|docx|txt|md)$/.test(file.name) ? null : { path: "", rule: "enum", message: "is of another kind" };
}
export const pickContact = async (): Promise<object | null> => null;
export const readContactCard = async (): Promise<object> => ({ basics: { name: "Ines Okafor-Brandt", email: "ines@okafor-brandt.example" } });
export const readMaterial = (): object => ({ subject: "mock" });
