// A stand-in for the package: canned sessions and a canned interviewer, for working on the pages without the engine.
// `#memory` in the address makes it say that storage is refused. Not shipped.
import type { ExchangeView, ExportFormat, Interview, InterviewOptions, Library, Listed, Material, MaterialSummary, Status, View } from "./mock-types.js";

export type * from "./mock-types.js";

export class ColloquyError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly details: unknown = null,
  ) {
    super(message);
  }
}

export async function init(): Promise<void> {
  await Promise.resolve();
}

export const guides = [
  {
    id: "reflective",
    title: "Reflection on content",
    description:
      "A short conversation about something you listened to, read or watched. It builds on your notes and leaves you with a transcript, insights, action items and themes.",
    load: async (): Promise<object> => {
      const response = await fetch("guides/reflective.json");
      return (await response.json()) as object;
    },
  },
];

const HOUR = 3_600_000;
const QUESTIONS = [
  "The notes say that attention is trained by what you return to. What do you keep returning to these days?",
  "You mention mornings. What happens in the first ten minutes that decides how the rest goes?",
  "Which of the three habits would you keep if you could keep only one?",
  "What would somebody who disagrees with the speaker say, and what of it would you grant?",
  "Looking back over this conversation, what is the one thing that you want to do?",
];
const ANSWERS = [
  "I realised that I open my mail before I have decided what the day is for. I should leave the phone in the kitchen.",
  "Mostly silence, if I get up first. It's interesting that the silence matters more than the coffee.\n\nI want to protect it.",
];
const sessions = new Map<string, { head: Listed; exchanges: ExchangeView[] }>();
const watchers = new Set<() => void>();

function seed(n: number, title: string, status: Status, hours: number, questions: number): void {
  const session = `00000000-0000-4000-8000-00000000000${n}`;
  const at = Date.now() - hours * HOUR;
  sessions.set(session, {
    head: {
      session, guide: "reflective", guideVersion: "1.0.0", guideTitle: "Reflection on content", subject: `https://example.org/${n}`, title,
      template: "reflective", status, reviewing: false, offline: false, startedAt: at - HOUR / 4, updatedAt: at, questions, maxQuestions: 5,
      lastQuestion: QUESTIONS[questions - 1] ?? "", records: questions * 6 + 2, openElsewhere: false, draftAt: n === 1 ? at : null,
    },
    exchanges: QUESTIONS.slice(0, status === "completed" ? questions : Math.max(0, questions - 1)).map((text, index) => ({
      question: { number: index + 1, text, kind: "topic", followUpDepth: 0, origin: "reply", askedAt: at },
      reaction: index === 2 ? "skipped" : "answered", answer: index === 2 ? "" : (ANSWERS[index % 2] ?? ""),
      amended: index === 1, redacted: false, words: 21, thinkingMs: 40_000,
    })),
  });
}

if (!location.hash.includes("empty")) {
  seed(1, "How attention is built", "paused", 3, 3);
  seed(2, "The long history of rice <b>terraces</b> and the people who still keep the water moving", "abandoned", 30, 2);
  seed(3, "Why bridges sing", "completed", 50, 5);
  if (location.hash.includes("many")) for (let n = 4; n < 10; n++) seed(n, `Episode ${n}: on memory`, n % 2 ? "completed" : "paused", n * 40, 5 - (n % 3));
}

const figures = {
  questions: 5, answered: 4, substantive: 4, words: 84, averageWords: 21, thinkingMs: 212_000, durationMs: 754_000, completionPercent: 80,
  inputTokens: 0, outputTokens: 0, costUsd: null,
};

function open(session: string, consent = false): Interview {
  const stored = sessions.get(session);
  if (!stored) throw new ColloquyError("session_not_found", "there is no such session");
  const { head, exchanges } = stored;
  const subscribers = new Set<() => void>();
  let phase: View["phase"] = consent ? "consent" : head.status === "paused" || head.status === "abandoned" ? "paused" : head.status === "completed" ? "finished" : "answering";
  let revision = 0;
  let live: string | null = null;
  let cached: View | undefined;
  const change = () => {
    revision += 1;
    cached = undefined;
    for (const fn of subscribers) queueMicrotask(fn);
    for (const fn of watchers) queueMicrotask(fn);
  };
  const ask = () => {
    const text = QUESTIONS[exchanges.length];
    if (!text) {
      phase = "review";
      return change();
    }
    phase = "asking";
    live = "";
    change();
    const words = text.split(" ");
    const step = () => {
      live = words.slice(0, words.length - rest.length).join(" ");
      if (rest.length === 0) {
        live = null;
        phase = "answering";
        head.questions = exchanges.length + 1;
        head.lastQuestion = text;
      } else {
        rest.shift();
        setTimeout(step, 40);
      }
      change();
    };
    const rest = [...words];
    step();
  };
  const react = (reaction: ExchangeView["reaction"], answer: string) => {
    const number = exchanges.length + 1;
    exchanges.push({
      question: { number, text: QUESTIONS[number - 1] ?? "", kind: "topic", followUpDepth: 0, origin: "reply", askedAt: Date.now() },
      reaction, answer, amended: false, redacted: false, words: answer.split(/\s+/).length, thinkingMs: 1000,
    });
    ask();
  };
  return {
    draft: "",
    get view() {
      const answering = phase === "answering";
      cached ??= {
        revision, session, guide: head.guide, guideTitle: head.guideTitle, title: head.title, creator: "The Long Walk", template: head.template,
        locale: "en", status: head.status, phase, welcome: "Take your time; short answers are fine.",
        consent: phase === "consent" ? { asked: "Up to five questions.", recipients: "Nobody.", kept: "On this device." } : null,
        interviewer: "scripted", progress: { asked: head.questions, max: 5, percent: head.questions * 20 },
        question: answering ? { number: exchanges.length + 1, text: QUESTIONS[exchanges.length] ?? "", kind: "topic", followUpDepth: 0, origin: "reply", askedAt: Date.now() } : null,
        live, exchanges: exchanges.length,
        can: { answer: answering, skip: answering, pause: answering, resume: phase === "paused", finish: true, cancel: false, retry: false, amend: true, editFindings: phase === "review" },
        saving: location.hash.includes("memory") ? { state: "memory", reason: "refused" } : { state: "saved", reason: null },
        problem: null, notice: null,
        findings: phase === "review" || phase === "finished"
          ? {
              insights: [{ text: "I realised that I open my mail before I have decided what the day is for.", question: 1, count: 0, edited: false }],
              actions: [{ text: "I should leave the phone in the kitchen.", question: 1, count: 0, edited: false }],
              themes: [{ text: "the silence matters", count: 2, edited: false }],
            }
          : null,
        closed: null, closing: "Thank you. That was the last question.", answerChars: 50_000, figures,
      };
      return cached;
    },
    exchanges: (from, to) => exchanges.slice(from, to),
    subscribe: (fn) => {
      subscribers.add(fn);
      return () => subscribers.delete(fn);
    },
    consent: ask,
    answer: (text) => react("answered", text),
    amend: () => undefined,
    skip: () => react("skipped", ""),
    decline: () => react("declined", ""),
    pause: () => {
      phase = "paused";
      head.status = "paused";
      change();
    },
    resume: () => {
      head.status = "active";
      ask();
    },
    finish: () => {
      phase = phase === "review" ? "finished" : "review";
      if (phase === "finished") head.status = "completed";
      change();
    },
    cancel: () => undefined,
    retry: () => undefined,
    editFindings: () => undefined,
    saveDraft: () => undefined,
    takeOver: () => Promise.resolve(),
    calls: () => [],
    result: () => ({ session: head, findings: {}, outcome: null, transcript: transcript(head, "markdown") }),
    export: (format) => transcript(head, format),
    dispose: () => undefined,
  };
}

function transcript(head: Listed, format: ExportFormat): string {
  return `---\ntitle: ${head.title}\nformat: ${format}\n---\n\n# Interview: ${head.title}\n\n${QUESTIONS.map((text, index) => `## Question ${index + 1}\n\n${text}\n\n${ANSWERS[index % 2]}\n`).join("\n")}`;
}

export async function createInterview(options: InterviewOptions): Promise<Interview> {
  await init();
  const n = sessions.size + 1;
  seed(n, options.material?.title ?? "", "active", 0, 1);
  const session = [...sessions.keys()].at(-1) ?? "";
  return open(session, true);
}

export async function openLibrary(): Promise<Library> {
  await init();
  const changed = () => {
    for (const fn of watchers) queueMicrotask(fn);
  };
  return {
    list: async (filter = {}) =>
      [...sessions.values()].map(({ head }) => ({ ...head })).filter((head) => !filter.status || head.status === filter.status).sort((a, b) => b.updatedAt - a.updatedAt),
    findResumable: async () => [...sessions.values()].map(({ head }) => head).find(({ status }) => status !== "completed") ?? null,
    open: async (session) => open(session),
    exchanges: async (session) => sessions.get(session)?.exchanges ?? [],
    remove: async (session) => {
      sessions.delete(session);
      changed();
    },
    removeAll: async () => {
      sessions.clear();
      changed();
    },
    cleanUp: async () => 0,
    export: async (session) => JSON.stringify(sessions.get(session)),
    import: async (text) => {
      const stored = JSON.parse(text) as { head: Listed; exchanges: ExchangeView[] };
      sessions.set(stored.head.session, stored);
      changed();
      return stored.head;
    },
    result: async (session, format) => transcript(sessions.get(session)?.head as Listed, format),
    redact: async () => undefined,
    calls: async () => [],
    storage: async () =>
      location.hash.includes("memory")
        ? { state: "memory", reason: "refused", sessions: sessions.size, bytes: null, quota: null, persisted: null }
        : { state: "indexeddb", sessions: sessions.size, bytes: 84_300, quota: 2.4e9, persisted: false },
    subscribe: (fn) => {
      watchers.add(fn);
      return () => watchers.delete(fn);
    },
    close: () => undefined,
  };
}

export function readMaterial(material: Material): { subject: string; summary: MaterialSummary } {
  return {
    subject: material.source_url ?? "",
    summary: { title: "", creator: "", sourceUrl: "", durationMinutes: null, hasSummary: true, quotes: 5, concepts: 5, additional: [{ label: "books", items: 3 }] },
  };
}
