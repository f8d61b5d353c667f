import type { TemplateResult } from "lit";
import type { View } from "colloquy";
import type { KindFormat, Shared, Ui } from "../types.js";
import { download, type CommonFormat } from "./download.js";
import { withoutFrontMatter } from "./front-matter.js";

/** The formats with their names, the most useful first. */
const FORMATS = [
  ["markdown", "fmtMarkdown"],
  ["narrative", "fmtNarrative"],
  ["qa", "fmtQa"],
  ["html", "fmtHtml"],
  ["csv", "fmtCsv"],
  ["json", "fmtJson"],
  ["session", "fmtSession"],
] as const satisfies readonly (readonly [CommonFormat, string])[];

/** What the interview came to in numbers. */
export function figures({ html, count }: Shared, ui: Ui, view: View): TemplateResult {
  const words = ui.lazyWords;
  const { questions, answered, averageWords, thinkingMs, durationMs } = view.figures;
  const parts = [
    [words.figQuestions, count(ui, questions)],
    [words.figAnswered, count(ui, answered)],
    [words.figWords, count(ui, averageWords)],
    [words.figThinking, span(ui, thinkingMs)],
    [words.figDuration, span(ui, durationMs)],
  ];
  return html`<dl class="figures">${parts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** Writes a length of time in the reader's language: seconds below a minute and a half, else minutes. */
function span(ui: Ui, ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [value, unit] = seconds < 90 ? [seconds, "second"] : [Math.round(seconds / 60), "minute"];
  return new Intl.NumberFormat(ui.wordsLang, { style: "unit", unit, unitDisplay: "short" }).format(value);
}

/** The ways to take the transcript home. */
export class Transcript {
  /** What came of the last attempt to copy it, in words. */
  #copied: string | null = null;

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
  ) {}

  /** Draws it; `more` are the formats that only this kind of interview has. */
  render(more: readonly KindFormat[]): TemplateResult {
    const { html, icons, nothing } = this.shared;
    const words = this.ui.lazyWords;
    const format = (which: CommonFormat | KindFormat, name: string): TemplateResult => html`<li>
      <button type="button" class="secondary small" @click=${() => this.ui.act((interview) => download(interview, which))}
        >${icons.download}${name}</button></li>`;
    return html`<section class="transcript" aria-labelledby="transcript-title">
      <h3 id="transcript-title">${words.transcript}</h3>
      <p class="row">
        <button type="button" class="primary" @click=${this.#copy}>${words.copy}</button>
        <span class="hint" role="status">${this.#copied ?? nothing}</span>
      </p>
      <details><summary>${icons.chevron}${words.formats}</summary>
        <ul class="formats" aria-label=${words.download}>
          ${FORMATS.map(([which, name]) => format(which, words[name]))} ${more.map((which) => format(which, which.name))}
        </ul>
      </details>
    </section>`;
  }

  #copy = async (): Promise<void> => {
    const { session } = this.ui;
    const words = this.ui.lazyWords;
    try {
      await navigator.clipboard.writeText(withoutFrontMatter((await session.interview?.export("markdown")) ?? ""));
      this.#copied = words.copied;
    } catch {
      // Refused in an insecure page, in a frame, or by the reader.
      this.#copied = words.copyFailed;
    }
    this.ui.requestUpdate();
  };
}
