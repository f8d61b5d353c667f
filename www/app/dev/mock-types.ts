// The types of the package as the app uses them, for working on the pages without the engine. Not shipped.
export type Status = "active" | "paused" | "completed" | "abandoned";
export type Phase = "consent" | "asking" | "answering" | "retrying" | "offline" | "given_up" | "paused" | "review" | "finished";
export interface QuestionView {
  number: number;
  text: string;
  kind: string;
  followUpDepth: number;
  origin: string;
  askedAt: number;
}
export interface ExchangeView {
  question: QuestionView;
  reaction: "answered" | "skipped" | "declined" | "open";
  answer: string;
  amended: boolean;
  redacted: boolean;
  words: number;
  thinkingMs: number;
}
export interface FindingView {
  text: string;
  question?: number;
  count: number;
  edited: boolean;
}
export interface FindingsView {
  insights: FindingView[];
  actions: FindingView[];
  themes: FindingView[];
}
export interface Figures {
  questions: number;
  answered: number;
  substantive: number;
  words: number;
  averageWords: number;
  thinkingMs: number;
  durationMs: number;
  completionPercent: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
}
export interface Can {
  answer: boolean;
  skip: boolean;
  pause: boolean;
  resume: boolean;
  finish: boolean;
  cancel: boolean;
  retry: boolean;
  amend: boolean;
  editFindings: boolean;
}
export interface Saving {
  state: "saved" | "saving" | "memory" | "read_only";
  reason: string | null;
}
export interface Problem {
  code: string;
  kind: string | null;
  attempt: number;
  attempts: number;
  retryAt: number | null;
}
export type CloseReason = string;
export type Interviewer = unknown;
export type FindingsList = "insights" | "actions" | "themes";
export type FindingsEdit = Record<string, { list: FindingsList; text: string; to?: string }>;
export interface View {
  revision: number;
  session: string;
  guide: string;
  guideTitle: string;
  title: string;
  creator: string;
  template: string;
  locale: string;
  status: Status;
  phase: Phase;
  welcome: string;
  consent: { asked: string; recipients: string; kept: string } | null;
  interviewer: Interviewer;
  progress: { asked: number; max: number; percent: number };
  question: QuestionView | null;
  live: string | null;
  exchanges: number;
  can: Can;
  saving: Saving;
  problem: Problem | null;
  notice: { code: string; value: string } | null;
  findings: FindingsView | null;
  closed: CloseReason | null;
  closing: string;
  answerChars: number;
  figures: Figures;
}
export interface Material {
  title?: string;
  creator?: string;
  source_url?: string;
  duration_minutes?: number;
  texts: { name: string; text: string }[];
}
export interface Guidelines {
  tone?: string;
  focus?: string[];
  avoid?: string[];
}
export interface Limits {
  questions?: number;
}
export interface InterviewOptions {
  guide: string | object;
  material?: Material;
  guidelines?: Guidelines;
  subject?: string;
  template?: string;
  locale?: string;
  limits?: Limits;
}
export type ExportFormat = "markdown" | "narrative" | "qa" | "html" | "csv" | "json" | "session";
export interface Listed {
  session: string;
  guide: string;
  guideVersion: string;
  guideTitle: string;
  subject: string;
  title: string;
  template: string;
  status: Status;
  reviewing: boolean;
  offline: boolean;
  startedAt: number;
  updatedAt: number;
  questions: number;
  maxQuestions: number;
  lastQuestion: string;
  records: number;
  openElsewhere: boolean;
  draftAt: number | null;
}
export interface CallView {
  call: number;
  step: number;
  at: number;
  messages: { role: string; text: string }[];
  reply: string | null;
  outcome: unknown;
}
export interface Interview {
  readonly view: View;
  draft: string;
  exchanges(from: number, to: number): ExchangeView[];
  subscribe(fn: () => void): () => void;
  consent(): void;
  answer(text: string): void;
  amend(question: number, text: string): void;
  skip(): void;
  decline(): void;
  pause(): void;
  resume(): void;
  finish(): void;
  cancel(): void;
  retry(): void;
  editFindings(edit: FindingsEdit): void;
  saveDraft(text: string): void;
  takeOver(): Promise<void>;
  calls(): CallView[];
  result(): { session: unknown; findings: unknown; outcome: unknown; transcript: string };
  export(format: ExportFormat): string;
  dispose(): void;
}
export interface Library {
  list(filter?: { guide?: string; subject?: string; status?: Status }): Promise<Listed[]>;
  findResumable(guide: string, subject: string): Promise<Listed | null>;
  open(session: string): Promise<Interview>;
  exchanges(session: string): Promise<ExchangeView[]>;
  remove(session: string): Promise<void>;
  removeAll(): Promise<void>;
  cleanUp(days?: number): Promise<number>;
  export(session: string): Promise<string>;
  import(text: string): Promise<Listed>;
  result(session: string, format: ExportFormat): Promise<string>;
  redact(session: string, question: number): Promise<void>;
  calls(session: string): Promise<CallView[]>;
  storage(): Promise<{
    state: "indexeddb" | "memory";
    reason?: string;
    sessions: number;
    bytes: number | null;
    quota: number | null;
    persisted: boolean | null;
  }>;
  subscribe(fn: () => void): () => void;
  close(): void;
}
export interface Issue { path: string; rule: string; message: string }
export interface MaterialSummary {
  title: string;
  creator: string;
  sourceUrl: string;
  durationMinutes: number | null;
  hasSummary: boolean;
  quotes: number;
  concepts: number;
  additional: { label: string; items: number }[];
}
