import { html, nothing, type TemplateResult } from "lit";
import type { ExchangeView, QuestionView, View } from "colloquy";
import { icons } from "./icons.js";
import { grow, readOnly, say, type Place, type Ui } from "./ui.js";

/** An entry of the log: a question, and how it was met once it was. */
type Entry = { question: QuestionView; met: ExchangeView | null };

/**
 * The questions with their answers, oldest first.
 *
 * Entries are only ever added at the end, so a question keeps its node when it becomes an earlier one, and answers stand in silent parts, so that a live region speaks each accepted
 * question whole and once. Text that still streams is drawn outside of it, by `current`.
 */
export class Log {
  /** The part of an answer that a finding came from. */
  place: Place | null = null;
  /** Number of the question whose answer is being edited. */
  #editing: number | null = null;

  constructor(private readonly ui: Ui) {}

  render(view: View): TemplateResult {
    const entries: Entry[] = this.ui.session.exchanges.map((met) => ({ question: met.question, met }));
    const open = view.phase === "paused" ? null : view.question;
    if (open && !entries.some((entry) => entry.question.number === open.number)) entries.push({ question: open, met: null });
    return html`<div class="log" part="log" role="log" aria-label=${this.ui.words.log} ?hidden=${view.phase === "consent"}>
      ${entries.map((entry, at) => this.#entry(view, entry, begun(view, entry, entries[at - 1])))}
    </div>`;
  }

  #entry(view: View, { question, met }: Entry, stage: string): TemplateResult {
    return html`<article class=${met ? "past" : "current"} data-question=${question.number} tabindex="-1" aria-label=${say(this.ui, this.ui.words.questionNumber, { n: question.number })}>
      ${eyebrow(this.ui, question.number, stage, question.followUpDepth > 0, question.kind === "conclusion")}
      <p class="question" part="question" dir="auto" lang=${view.locale}>${question.text}</p>
      <div class="met" aria-live="off">${met ? this.#met(view, met) : question.gap ? this.ui.later?.why(view, question.gap) : nothing}</div>
    </article>`;
  }

  #met(view: View, met: ExchangeView): TemplateResult {
    const { words } = this.ui;
    const { number } = met.question;
    if (met.redacted) return html`<p class="passed">${words.redacted}</p>`;
    if (met.filled) return this.ui.later?.filled(met.filled) ?? html`<p class="answer" dir="auto">${met.filled.items.join(", ")}</p>`;
    if (met.reaction === "skipped") return html`<p class="passed">${words.skipped}</p>`;
    if (met.reaction === "declined") return html`<p class="passed">${words.declined}</p>`;
    if (met.reaction === "open") return html``;
    if (this.#editing === number && this.ui.later) return this.ui.later.amend(met, () => this.#done(number));
    return html`<p class="answer" dir="auto">${this.#marked(met)}</p>
      ${met.amended || view.can.amend
        ? html`<p class="answer-row">
            ${met.amended ? html`<span class="faint">${words.amended}</span>` : nothing}
            ${view.can.amend && !readOnly(view)
              ? html`<button type="button" class="quiet small edit" aria-label=${say(this.ui, this.ui.words.amendName, { n: number })} @click=${() => this.#edit(number)}>${icons.pencil}${words.amend}</button>`
              : nothing}
          </p>`
        : nothing}`;
  }

  #marked({ question, answer }: ExchangeView): TemplateResult | string {
    const { place } = this;
    if (place?.question !== question.number || place.end <= place.start) return answer;
    return html`${answer.slice(0, place.start)}<mark>${answer.slice(place.start, place.end)}</mark>${answer.slice(place.end)}`;
  }

  #edit(number: number): void {
    void this.ui.loadLater().then(() => {
      this.#editing = number;
      this.ui.requestUpdate();
      void this.ui.updateComplete.then(() => {
        const box = this.ui.find<HTMLTextAreaElement>(".amend textarea");
        if (!box) return;
        grow(box);
        box.focus();
        box.setSelectionRange(box.value.length, box.value.length);
      });
    });
  }

  #done = (number: number): void => {
    this.#editing = null;
    this.ui.requestUpdate();
    this.ui.focusOn(`[data-question="${number}"] .edit`);
  };
}

/** The skill an entry is about, or the title of the stage that begins with it; empty within a stage, and where there are none. */
function begun(view: View, { question }: Entry, before: Entry | undefined): string {
  if (question.gap) return question.gap.skill;
  const stage = question.staged?.stage;
  return (stage !== before?.question.staged?.stage && view.stages.find(({ id }) => id === stage)?.title) || "";
}

/** What is being prepared: the streaming question, provisional, or a sign that it is on its way. Never in a live region. */
export function current(ui: Ui, view: View): TemplateResult | typeof nothing {
  // A recommendation that is being prepared is no question, and neither is a résumé that is being read, or a tool that runs.
  if (view.phase !== "asking" || view.parts || ((view.skills?.reading || view.onboarding?.running) && ui.later)) return nothing;
  const number = view.exchanges + 1;
  return html`<div class="current live" aria-busy="true">
    ${eyebrow(ui, number, "", false, false)}
    ${view.live
      ? html`<p class="question" dir="auto" lang=${view.locale}>${view.live}<span class="caret"></span></p>`
      : html`<p class="question waiting">${number === 1 ? ui.words.thinkingFirst : ui.words.thinking}<span class="ellipsis" aria-hidden="true"><i></i><i></i><i></i></span></p>`}
  </div>`;
}

/** The small line above a question. The article's label says the same to a screen reader. */
const eyebrow = (ui: Ui, number: number, stage: string, followUp: boolean, last: boolean): TemplateResult => html`<p class="eyebrow" aria-hidden="true">
  ${say(ui, ui.words.questionNumber, { n: number })}${stage ? html`<span><bdi>${stage}</bdi></span>` : nothing}${followUp ? html`<span>${ui.words.followUp}</span>` : nothing}${last ? html`<span>${ui.words.lastQuestion}</span>` : nothing}
</p>`;
