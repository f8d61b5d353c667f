export type Status = "active" | "paused" | "completed" | "abandoned";
export type Phase = "consent" | "asking" | "answering" | "retrying" | "offline" | "given_up" | "paused" | "review" | "finished";
export type SavingState = "saved" | "saving" | "memory" | "read_only";
export type SaveError = "refused" | "full" | "lost" | "silent" | "taken_over";
export interface Saving { state: SavingState; reason: SaveError | null }
export type CloseReason = "concluded" | "asked_for" | "question_limit" | "token_limit" | "cost_limit" | "duration_limit";
export type Interviewer = "scripted" | { model: { dialect: string; name: string; reply_mode: string } };
export type FindingsList = "insights" | "actions" | "themes";
export type FindingsEdit =
  | { strike: { list: FindingsList; text: string } }
  | { add: { list: FindingsList; text: string } }
  | { reword: { list: FindingsList; text: string; to: string } };
export interface Progress { asked: number; max: number; percent: number }
export interface QuestionView {
  number: number; text: string; kind: string; followUpDepth: number; origin: string; askedAt: number;
}
export interface ExchangeView {
  question: QuestionView; reaction: "answered" | "skipped" | "declined" | "open";
  answer: string; amended: boolean; redacted: boolean; words: number; thinkingMs: number;
}
export interface Can {
  answer: boolean; skip: boolean; pause: boolean; resume: boolean; finish: boolean;
  cancel: boolean; retry: boolean; amend: boolean; editFindings: boolean;
}
export interface Problem { code: string; kind: string | null; attempt: number; attempts: number; retryAt: number | null }
export interface FindingView { text: string; question: number | null; count: number; edited: boolean }
export interface FindingsView { insights: FindingView[]; actions: FindingView[]; themes: FindingView[] }
export interface Figures {
  questions: number; answered: number; substantive: number; words: number; averageWords: number; thinkingMs: number;
  durationMs: number; completionPercent: number; inputTokens: number; outputTokens: number; costUsd: number | null;
}
export interface View {
  revision: number; session: string; guide: string; guideTitle: string; title: string; creator: string; template: string;
  locale: string; status: Status; phase: Phase; welcome: string;
  consent: { asked: string; recipients: string; kept: string } | null;
  interviewer: Interviewer; progress: Progress; question: QuestionView | null; live: string | null; exchanges: number;
  can: Can; saving: Saving; problem: Problem | null;
  notice: { code: string; value: string } | null; findings: FindingsView | null; closed: CloseReason | null; closing: string;
  answerChars: number; figures: Figures;
}
export type ExportFormat = "markdown" | "narrative" | "qa" | "html" | "csv" | "json" | "session";
export interface Interview {
  readonly view: View;
  exchanges(from: number, to: number): ExchangeView[];
  subscribe(fn: () => void): () => void;
  until(predicate: (v: View) => boolean): Promise<View>;
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
  readonly draft: string;
  saveDraft(text: string): void;
  takeOver(): Promise<void>;
  result(): unknown;
  export(format: ExportFormat): string;
  dispose(): void;
}
export interface Listed { session: string; guide: string; subject: string; status: Status; openElsewhere: boolean }
export interface Library {
  findResumable(guide: string, subject: string): Promise<Listed | null>;
  open(session: string): Promise<Interview>;
  close(): void;
}
export interface Material { title?: string; creator?: string; source_url?: string; duration_minutes?: number; texts: { name: string; text: string }[] }
export interface Guidelines { tone?: string; focus?: string; avoid?: string }
export interface Limits { questions?: number; tokens?: number; cost_usd?: number; answer_chars?: number; duration_minutes?: number }
export interface InterviewOptions {
  guide: string | object; material?: Material; guidelines?: Guidelines; subject?: string; template?: string; locale?: string; limits?: Limits;
  model?: { proxy: string; dialect: string; name: string; replyMode: string }; storage?: "indexeddb" | "memory";
}
