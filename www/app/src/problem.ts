// What went wrong, in words for whoever reads the page. What a developer needs to know stands behind them.
import { html, nothing, type TemplateResult } from "lit";
import { codeOf, messageOf } from "./engine.js";
import { p, t } from "./text.js";
import { RespondentError } from "./respondent-error.js";

/** One thing that went wrong. */
export interface Problem {
  /** Sentences for people: what happened, what is safe, what can be done. */
  readonly text: string;
  /** The technical text, or empty. */
  readonly detail: string;
}

/** Codes of files of this page that did not come. */
const NOT_LOADED = ["part_unavailable", "load_failed", "init_failed"];

/** Codes that mean the same to whoever reads the page. */
const SAME: Readonly<Record<string, string>> = {
  storage_refused: "storage_unavailable",
  storage_silent: "storage_lost",
  taken_over: "session_open",
  read_only: "session_open",
};

/** Words what went wrong. Before the words of the pages are there, all but a missing file is reported in general. */
export function problemOf(error: unknown): Problem {
  if (error instanceof RespondentError) return { text: error.message, detail: "" };
  const code = codeOf(error);
  // Browsers name a script or a page that does not come a TypeError, each in words of its own.
  const missing = NOT_LOADED.includes(code) || (error instanceof TypeError && /fetch|load|import/i.test(error.message));
  const known: Readonly<Record<string, string>> = p?.problems ?? {};
  return { text: missing ? t.partMissing : (known[SAME[code] ?? code] ?? t.failedWhy), detail: messageOf(error) };
}

/** Shows the technical text of a problem, folded. */
export function details({ detail }: Problem): TemplateResult | typeof nothing {
  return detail ? html`<details><summary>${t.details}</summary><p class="fine" dir="auto">${detail}</p></details>` : nothing;
}

/** Shows a problem within a page. */
export function warning(problem: Problem): TemplateResult {
  return html`<div class="warning" role="alert"><p dir="auto">${problem.text}</p>${details(problem)}</div>`;
}
