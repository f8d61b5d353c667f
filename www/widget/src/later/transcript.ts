import type { TemplateResult } from "lit";
import type { ExportFormat, View } from "colloquy";
import { download } from "./download.js";
import type { Kit } from "../kit.js";
import type { Ui } from "../ui.js";
import { wordsOf } from "./words.js";

/** The formats with their names, the most useful first. */
const FORMATS = [
  ["markdown", "fmtMarkdown"],
  ["narrative", "fmtNarrative"],
  ["qa", "fmtQa"],
  ["html", "fmtHtml"],
  ["csv", "fmtCsv"],
  ["skills-csv", "fmtSkillsCsv"],
  ["json", "fmtJson"],
  ["session", "fmtSession"],
] as const satisfies readonly (readonly [ExportFormat, string])[];

/** What the interview came to in numbers. */
export function figures({ html, count }: Kit, ui: Ui, view: View): TemplateResult {
  const words = wordsOf(ui);
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
  #said: string | null = null;

  constructor(
    private readonly kit: Kit,
    private readonly ui: Ui,
  ) {}

  render(): TemplateResult {
    const { html, icons, nothing } = this.kit;
    const words = wordsOf(this.ui);
    const skills = this.ui.session.interview?.view.skills;
    const formats = FORMATS.filter(([format]) => skills || format !== "skills-csv");
    return html`<section class="transcript" aria-labelledby="transcript-title">
      <h3 id="transcript-title">${words.transcript}</h3>
      <p class="row">
        <button type="button" class="primary" @click=${this.#copy}>${words.copy}</button>
        <span class="hint" role="status">${this.#said ?? nothing}</span>
      </p>
      <ul class="formats" aria-label=${words.download}>
        ${formats.map(
          ([format, name]) => html`<li><button type="button" class="secondary small" @click=${() => this.ui.act((interview) => download(this.kit, interview, format))}>${icons.download}${words[name]}</button></li>`,
        )}
      </ul>
    </section>`;
  }

  #copy = async (): Promise<void> => {
    const { session } = this.ui;
    const words = wordsOf(this.ui);
    try {
      await this.kit.whole();
      await navigator.clipboard.writeText(session.interview?.export("markdown") ?? "");
      this.#said = words.copied;
    } catch {
      // Refused in an insecure page, in a frame, or by the reader.
      this.#said = words.copyFailed;
    }
    this.ui.requestUpdate();
  };
}
