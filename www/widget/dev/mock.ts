// A stand-in for the engine with scripted states, to draw every screen before and without it. Never shipped.
import type * as T from "../../../pkg/src/index.js";
import { ACTOR, blankSkill, exchange, firstView, QUESTIONS, RECOMMENDATION, skillsOf, stagesAt, state } from "./mock-data.js";
import { artifacts, FILLED, formOf, onboarding, ORDER } from "./mock-onboarding.js";

export * from "./mock-functions.js";

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export class ColloquyError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly details: unknown = [],
  ) {
    super(message);
  }
}

const MODEL = {
  interviewer: { model: { dialect: "anthropic", name: "claude-sonnet-4-5", reply_mode: "strict" } },
} satisfies Partial<T.View>;
const ADVICE = { guide: "advice", guideTitle: "Hiring advice", title: "Slow queries", creator: "" } satisfies Partial<T.View>;

class Mock {
  view: T.View;
  past: T.ExchangeView[] = [];
  draft = "";
  table: T.SkillView[] = [];
  #listeners = new Set<() => void>();

  constructor() {
    this.view = firstView();
    this.#set(state);
  }

  #past(n: number): void {
    this.past = Array.from({ length: n }, (_, i) =>
      exchange(i + 1, i === 2 ? { reaction: "skipped", answer: "" } : i === 3 ? { reaction: "declined", answer: "" } : {}),
    );
    this.view.exchanges = n;
    this.view.progress = { asked: Math.min(5, n + 1), max: 5, percent: n * 20 };
    this.view.question = n < 5 ? exchange(n + 1).question : null;
  }

  #set(name: string): void {
    const v = this.view;
    const off = { answer: false, skip: false };
    if (name === "consent") {
      Object.assign(v, {
        phase: "consent",
        question: null,
        consent: {
          asked: "Up to five questions about the episode you listened to, and what it means to you.",
          recipients: "Nobody but you. The built-in interviewer runs on this device.",
          kept: "On this device, until you delete it in the library.",
        },
      });
    } else if (name === "first") this.#past(0);
    else if (name === "later") this.#past(2);
    else if (name === "four") this.#past(4);
    else if (name === "waiting" || name === "streaming") {
      this.#past(2);
      Object.assign(v, {
        phase: "asking",
        question: null,
        live: name === "waiting" ? null : QUESTIONS[2]?.slice(0, 64),
        can: { ...v.can, ...off },
      });
    } else if (name === "paused") {
      this.#past(2);
      Object.assign(v, { phase: "paused", status: "paused", can: { ...v.can, ...off, pause: false, resume: true, amend: false } });
    } else if (name === "offline") {
      this.#past(2);
      Object.assign(v, { ...MODEL, phase: "offline", question: null, can: { ...v.can, ...off, useScripted: true } });
    } else if (name.startsWith("retrying")) {
      this.#past(2);
      const [, kind = "overloaded"] = name.split("-");
      Object.assign(v, {
        ...MODEL,
        phase: "retrying",
        question: null,
        can: { ...v.can, ...off, cancel: true, useScripted: true },
        problem: { code: "API_ERROR", kind, attempt: 2, attempts: 4, retryAt: Date.now() + 8000 },
      });
    } else if (name.startsWith("given_up")) {
      this.#past(2);
      const [, kind = "overloaded"] = name.split("-");
      const problem = kind === "cancelled" ? { code: "CANCELLED", kind: "overloaded" } : { code: "API_RETRY_FAILED", kind };
      Object.assign(v, {
        ...MODEL,
        phase: "given_up",
        question: null,
        can: { ...v.can, ...off, retry: true, useScripted: true },
        problem: { ...problem, attempt: 4, attempts: 4, retryAt: null },
      });
    } else if (name.startsWith("staged")) {
      this.#past(2);
      Object.assign(v, {
        ...MODEL,
        guide: "staged",
        guideTitle: "Expert interview",
        title: "Running the night shift",
        creator: "",
        kind: { kind: "staged", stages: stagesAt(3) },
        progress: { asked: 12, max: 54, percent: 38 },
      });
      if (name === "staged-first") {
        this.#past(0);
        Object.assign(v, {
          kind: { kind: "staged", stages: stagesAt(0) },
          question: exchange(1).question,
          progress: { asked: 1, max: 54, percent: 4 },
        });
      }
      if (name === "staged-next") setTimeout(() => this.#touch({ kind: { kind: "staged", stages: stagesAt(4) } }), 1500);
      if (name === "staged-retrying")
        Object.assign(v, {
          phase: "retrying",
          question: null,
          can: { ...v.can, ...off, cancel: true },
          problem: { code: "API_ERROR", kind: "network", attempt: 1, attempts: 4, retryAt: Date.now() + 8000 },
        });
      if (name === "staged-review" || name === "staged-finished") {
        this.#set(name === "staged-review" ? "review" : "finished");
        Object.assign(v, { kind: { kind: "staged", stages: stagesAt(4, true) } });
      }
    } else if (name.startsWith("skills")) {
      const over = name === "skills-review" || name === "skills-finished";
      if (over) this.#set(name.slice(7));
      else this.#past(2);
      this.table = name === "skills-first" ? [] : skillsOf(!over);
      Object.assign(v, {
        guide: "gaps",
        guideTitle: "Skills interview",
        title: "Mira Castellanos",
        creator: "",
        can: { ...v.can, edit: name !== "skills-finished" },
      });
      if (name === "skills-first") this.#past(0);
      if (name === "skills-reading") {
        this.#past(0);
        this.table = skillsOf(false).slice(0, 3);
        Object.assign(v, { ...MODEL, phase: "asking", question: null, can: { ...v.can, ...off, cancel: true } });
      }
      if (over)
        Object.assign(v, {
          closed: "complete",
          closing: "That is enough to know your skills well, so I stop here. Thank you for your answers.",
        });
      this.#count({ reading: name === "skills-reading" ? { done: 1, of: 6 } : null, refused: over ? 2 : 0, unread: over ? 1 : 0 });
    } else if (name.startsWith("onboarding")) {
      this.#onboard(name);
    } else if (name.startsWith("parts")) {
      this.#past(3);
      Object.assign(v, {
        ...MODEL,
        ...ADVICE,
        phase: "asking",
        question: null,
        parts: { done: name === "parts-whole" ? 0 : 1, of: name === "parts-whole" ? 1 : 3 },
        can: { ...v.can, ...off, cancel: true },
      });
    } else if (name === "proposal" || name === "proposal-reviewed") {
      this.#past(3);
      Object.assign(v, {
        ...MODEL,
        ...ADVICE,
        phase: "proposal",
        question: null,
        kind: { kind: "advice", proposal: { recommendation: RECOMMENDATION, actor: ACTOR, status: "offered", missing: [] } },
        can: { ...v.can, ...off, finish: false, accept: true },
      });
    } else if (name === "proposal-accepted" || name === "proposal-partial" || name === "proposal-none" || name === "proposal-missing") {
      this.#set("review");
      const actor = name === "proposal-accepted" ? ACTOR : null;
      const missing = name === "proposal-partial" ? ["advice-part-3"] : name === "proposal-missing" ? ["advice"] : [];
      const recommendation =
        name === "proposal-missing"
          ? ""
          : name === "proposal-none"
            ? "I do not think that you need to hire anybody. What you describe is a question of priorities, and the people for it are already there."
            : RECOMMENDATION;
      Object.assign(v, {
        ...MODEL,
        ...ADVICE,
        kind: { kind: "advice", proposal: { recommendation, actor, status: actor ? "accepted" : "none", missing } },
      });
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
      Object.assign(v, {
        phase: name,
        question: null,
        closed: "concluded",
        closing: "That was the last question. Thank you for thinking it through.",
        can: { ...v.can, ...off, pause: false, editFindings: name === "review", finish: name === "review", amend: name === "review" },
        status: name === "finished" ? "completed" : "active",
        progress: { asked: 5, max: 5, percent: 100 },
        findings: {
          insights: [
            {
              text: "I realize that I plan everything around meetings and nothing around the evening.",
              question: 1,
              start: 0,
              end: 24,
              count: 0,
              edited: false,
            },
            { text: "I never thought of them as a sleep problem until now.", question: 1, start: 0, end: 24, count: 0, edited: false },
          ],
          actions: [
            {
              text: "Honestly, I should just ask whether we can move them an hour.",
              question: 2,
              start: 10,
              end: 20,
              count: 0,
              edited: false,
            },
            { text: "Buy blackout curtains.", question: null, start: 0, end: 0, count: 0, edited: true },
          ],
          recommendations: [
            { text: "Never put two travel weeks next to each other.", question: 2, start: 10, end: 20, count: 0, edited: false },
          ],
          themes: [{ text: "Denver office", question: null, start: 0, end: 0, count: 3, edited: false }],
        },
      });
    } else if (name === "play") {
      Object.assign(v, { phase: "asking", question: null, can: { ...v.can, ...off } });
      void this.#stream(1);
    }
  }

  #onboard(name: string): void {
    const { view: v } = this;
    const over = name === "onboarding-review" || name === "onboarding-finished";
    if (over) this.#set(name.slice(11));
    this.past = FILLED.map((filled, at) =>
      exchange(at + 1, {
        reaction: "filled",
        answer: "",
        amended: false,
        filled,
        question: {
          ...exchange(1).question,
          number: at + 1,
          form: true,
          text:
            [
              "How would you like to begin?",
              "Please hand in your résumé.",
              "Please look over what I read about you.",
              "Please look over where you worked.",
            ][at] ?? "",
        },
      }),
    );
    const running =
      name === "onboarding-running" ? { tool: "extract_document", file: "resume-of-ines-okafor-brandt-2026.pdf", since: 1 } : null;
    Object.assign(v, {
      guide: "onboarding",
      guideTitle: "Onboarding",
      title: "",
      creator: "",
      exchanges: this.past.length,
      kind: onboarding(over, running),
      form: null,
    });
    if (running) Object.assign(v, { phase: "asking", question: null, can: { ...v.can, answer: false, skip: false, cancel: true } });
    const next = formOf(name, `token-${this.past.length}-${name}`);
    if (next)
      Object.assign(v, {
        form: next.form,
        question: { ...exchange(1).question, number: this.past.length + 1, text: next.lead, form: true },
      });
  }

  #count(change: Partial<T.GapsView> = {}): void {
    const { table, view } = this;
    const known = table.flatMap(({ attributes }) => attributes).filter(({ source }) => source).length;
    const of = table.length * 6;
    const before = view.kind.kind === "gaps" ? view.kind : null;
    const completeness = of ? Math.floor((known * 100) / of) : 0;
    const revision = (before?.revision ?? 0) + 1;
    const fresh = { refused: 0, reading: null, unread: 0, complete: 60 };
    view.kind = { ...fresh, ...before, ...change, kind: "gaps", revision, count: table.length, known, of, completeness };
  }

  #touch(change: Partial<T.View> = {}): void {
    this.view = { ...this.view, ...change, revision: this.view.revision + 1 };
    queueMicrotask(() => {
      for (const fn of this.#listeners) fn();
    });
  }

  async #stream(number: number): Promise<void> {
    const text = QUESTIONS[number - 1] ?? "";
    this.#touch({ phase: "asking", question: null, can: { ...this.view.can, answer: false, skip: false } });
    await pause(500);
    for (let i = 6; i < text.length; i += 6) {
      this.#touch({ live: text.slice(0, i) });
      await pause(50);
    }
    this.#touch({
      phase: "answering",
      live: null,
      question: exchange(number).question,
      progress: { asked: number, max: 5, percent: (number - 1) * 20 },
      can: { ...this.view.can, answer: true, skip: true },
    });
  }

  #answered(reaction: T.ExchangeView["reaction"], answer: string): void {
    const number = this.view.question?.number ?? 1;
    this.past = [...this.past, exchange(number, { reaction, answer, amended: false })];
    this.view.exchanges = this.past.length;
    this.#touch({ notice: null, saving: { state: "saving", reason: null } });
    setTimeout(() => this.#touch({ saving: { state: "saved", reason: null } }), 20);
    if (number >= 5) {
      this.#set("review");
      this.#touch();
    } else void this.#stream(number + 1);
  }

  exchanges(from: number, to: number): T.ExchangeView[] {
    return this.past.slice(from, to);
  }
  subscribe(fn: () => void): () => void {
    this.#listeners.add(fn);
    return () => this.#listeners.delete(fn);
  }
  async until(): Promise<T.View> {
    return this.view;
  }
  consent(): void {
    this.#touch({ consent: null });
    void this.#stream(1);
  }
  answer(text: string): void {
    if (text.startsWith("/help")) return this.#touch({ notice: { code: "help", value: "" } });
    if (/^\/[a-z]+$/.test(text)) return this.#touch({ notice: { code: "unknown_command", value: text.slice(1) } });
    if (text.length > 50_000) return this.#touch({ notice: { code: "answer_too_long", value: String(text.length) } });
    this.#answered("answered", text);
  }
  amend(question: number, text: string): void {
    this.past = this.past.map((one) => (one.question.number === question ? { ...one, answer: text, amended: true } : one));
    this.#touch();
  }
  skip(): void {
    this.#answered("skipped", "");
  }
  decline(): void {
    if (this.view.phase === "proposal") this.#decide("declined");
    else this.#answered("declined", "");
  }
  accept(): void {
    this.#decide("accepted");
  }
  useScripted(): void {
    this.#touch({ interviewer: "scripted", problem: null, can: { ...this.view.can, useScripted: false, retry: false } });
    void this.#stream(3);
  }
  #decide(status: T.ProposalStatus): void {
    const { kind } = this.view;
    this.#set("review");
    if (kind.kind === "advice") this.#touch({ kind: { ...kind, proposal: kind.proposal && { ...kind.proposal, status } } });
  }
  pause(): void {
    this.#touch({ phase: "paused", status: "paused", can: { ...this.view.can, answer: false, resume: true, pause: false } });
  }
  resume(): void {
    this.#touch({ phase: "answering", status: "active", can: { ...this.view.can, answer: true, resume: false, pause: true } });
  }
  finish(): void {
    this.#set(this.view.phase === "review" ? "finished" : "review");
    this.#touch();
  }
  cancel(): void {
    this.#set("given_up");
    this.#touch();
  }
  retry(): void {
    void this.#stream(3);
  }
  editFindings(edit: T.FindingsEdit): void {
    const findings: Required<T.FindingsView> = {
      ...{ insights: [], actions: [], recommendations: [], themes: [] },
      ...structuredClone(this.view.findings),
    };
    if ("strike" in edit) findings[edit.strike.list] = findings[edit.strike.list].filter((f) => f.text !== edit.strike.text);
    if ("add" in edit) findings[edit.add.list].push({ text: edit.add.text, question: null, start: 0, end: 0, count: 0, edited: true });
    if ("reword" in edit)
      findings[edit.reword.list] = findings[edit.reword.list].map((f) =>
        f.text === edit.reword.text ? { ...f, text: edit.reword.to, edited: true } : f,
      );
    this.#touch({ findings });
  }
  details(): T.KindDetails {
    const { kind } = this.view.kind;
    if (kind === "gaps") return { kind, skills: structuredClone(this.table) };
    return kind === "onboarding" ? artifacts() : { kind };
  }
  edit(edit: T.SkillsEdit): void {
    if ("strike" in edit) this.table = this.table.filter(({ skill }) => skill !== edit.strike.skill);
    if ("add" in edit) this.table = [...this.table, blankSkill(edit.add.skill)];
    if ("rename" in edit) this.table = this.table.map((one) => (one.skill === edit.rename.skill ? { ...one, skill: edit.rename.to } : one));
    if ("set" in edit) {
      const { skill, attribute, value } = edit.set;
      for (const one of this.table.filter((other) => other.skill === skill).flatMap(({ attributes }) => attributes)) {
        if (one.attribute === attribute)
          Object.assign(one, { value, quote: "", question: null, source: value ? "respondent" : null, now: false });
      }
    }
    this.#count();
    this.#touch();
  }
  async sessionFile(): Promise<string> {
    return "{}";
  }
  async settle(token: string, value: T.FormValue): Promise<void> {
    await pause(300);
    if (this.view.form?.token !== token) throw new ColloquyError("no_such_form", "no form of this token waits");
    const data = "data" in value ? (value.data as { title?: string; basics?: { name?: string } }) : null;
    if (data && "validation" in this.view.form.kind && this.view.form.kind.validation.data_type === "knowledge_card" && !data.title)
      throw new ColloquyError("invalid_form", "mend what was filled in", [
        { path: "data.title", rule: "required", message: "is required" },
      ]);
    console.log(JSON.stringify(value));
    const at = ORDER.findIndex((one) => token.endsWith(one));
    this.#onboard(`onboarding-${ORDER[(at + 1) % ORDER.length]}`);
    this.#touch();
  }
  refuse(): void {
    this.#onboard("onboarding-contact");
    this.#touch();
  }
  onToolProgress(listener: (id: string, done: number, total: number) => void): () => void {
    listener("1", 3, 12);
    return () => undefined;
  }
  async file(): Promise<Blob | null> {
    return null;
  }
  setFormDraft(token: string, value: unknown): void {
    sessionStorage.setItem(token, JSON.stringify(value));
  }
  formDraft(token: string): unknown {
    return JSON.parse(sessionStorage.getItem(token) ?? "null");
  }
  saveDraft(text: string): void {
    this.draft = text;
  }
  async takeOver(): Promise<void> {
    this.#touch({
      saving: { state: "saved", reason: null },
      can: { ...this.view.can, answer: true, skip: true, pause: true, finish: true },
    });
  }
  resultWithoutTranscript(): object {
    return { session: this.view.session };
  }
  async result(): Promise<object> {
    return this.resultWithoutTranscript();
  }
  async export(format: T.ExportFormat): Promise<string> {
    return `export as ${format}`;
  }
  diagnostics(): object {
    return { storage: "indexeddb" };
  }
  dispose(): void {
    this.#listeners.clear();
  }
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
/** The stand-in draws no studies. */
export const readStudy = async (): Promise<object> => ({ guide: null, faults: [] });
