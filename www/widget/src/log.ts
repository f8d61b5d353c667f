import { html, nothing, type TemplateResult } from "lit";
import type { ExchangeView, QuestionView, View } from "colloquy";
import { icons } from "./icons.js";
import { topicOf } from "./kinds/index.js";
import { grow, readOnly, say, type Place, type Ui } from "./ui.js";

/** An entry of the log: a question, with its exchange once that is over. */
type Entry = { question: QuestionView; exchange: ExchangeView | null };

/**
 * The questions with their answers, oldest first.
 *
 * Entries are only ever added at the end, so a question keeps its node when it becomes an earlier one, and answers stand in silent
 * parts, so that a live region speaks each accepted question whole and once. Text that still streams is drawn outside of it, by `current`.
 */
export class Log {
  /** The part of an answer that a finding came from. */
  place: Place | null = null;
  /** Number of the question whose answer is being edited. */
  #editing: number | null = null;

  constructor(private readonly ui: Ui) {}

  render(view: View): TemplateResult {
    const entries: Entry[] = this.ui.session.exchanges.map((exchange) => ({ question: exchange.question, exchange }));
    const open = view.phase === "paused" ? null : view.question;
    if (open && !entries.some((entry) => entry.question.number === open.number)) entries.push({ question: open, exchange: null });
    return html`<div class="log" part="log" role="log" aria-label=${this.ui.words.log} ?hidden=${view.phase === "consent"}>
      ${entries.map((entry, at) => this.#entry(view, entry, topicOf(view, entry.question, entries[at - 1]?.question ?? null)))}
    </div>`;
  }

  #entry(view: View, { question, exchange }: Entry, topic: string): TemplateResult {
    const name = say(this.ui, this.ui.words.questionNumber, { n: question.number });
    return html`<article class=${exchange ? "past" : "current"} data-question=${question.number} tabindex="-1" aria-label=${name}>
      ${eyebrow(this.ui, question.number, topic, question.followUpDepth > 0, question.kind === "conclusion")}
      <p class="question" role="heading" aria-level="2" part="question" dir="auto" lang=${view.language}>${question.text}</p>
      <div class="reply" aria-live="off">${
        exchange ? this.#reply(view, exchange) : [this.ui.lazy?.why(view, question), this.ui.speech.reading()]
      }</div>
    </article>`;
  }

  #reply(view: View, exchange: ExchangeView): TemplateResult {
    const { words, lazy } = this.ui;
    const { question, filled, reaction, amended } = exchange;
    if (exchange.redacted) return html`<p class="passed">${words.redacted}</p>`;
    const shown = (filled || question.form) && lazy?.filled(exchange);
    if (shown) return shown;
    if (filled) return html`<p class="answer" dir="auto">${filled.items.join(", ")}</p>`;
    if (reaction === "open") return html``;
    if (this.#editing === question.number && lazy) return lazy.amend(exchange, () => this.#done(question.number));
    const acts = view.can.amend && !readOnly(view) ? lazy?.acts(exchange, () => this.#edit(question.number)) : null;
    if (reaction !== "answered")
      return html`<p class="passed">${reaction === "skipped" ? words.skipped : words.declined}</p>${acts && html`<p class="answer-row">${acts}</p>`}`;
    return html`<p class="answer" dir="auto">${this.#marked(exchange)}</p>
      ${
        amended || view.can.amend
          ? html`<p class="answer-row">
            ${amended ? html`<span class="faint">${words.amended}</span>` : nothing}
            ${view.can.amend && !readOnly(view) ? this.#amendButton(question.number) : nothing}${acts}
          </p>`
          : nothing
      }`;
  }

  #amendButton(number: number): TemplateResult {
    const { words } = this.ui;
    const name = say(this.ui, words.amendName, { n: number });
    return html`<button type="button" class="quiet small edit" aria-label=${name} @click=${() => this.#edit(number)}
      >${icons.pencil}${words.amend}</button>`;
  }

  #marked({ question, answer }: ExchangeView): TemplateResult | string {
    const { place } = this;
    if (place?.question !== question.number || place.end <= place.start) return answer;
    return html`${answer.slice(0, place.start)}<mark>${answer.slice(place.start, place.end)}</mark>${answer.slice(place.end)}`;
  }

  #edit(number: number): void {
    this.ui.withLazy(() => {
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

/** What is being prepared: the streaming question, provisional, or a sign that it is on its way. Never in a live region. */
export function current(ui: Ui, view: View): TemplateResult | typeof nothing {
  // A result that is being prepared is no question, and neither is what the kind of interview works on itself.
  if (view.phase !== "asking" || view.parts || ui.lazy?.working(view)) return nothing;
  const number = view.exchanges + 1;
  return html`<div class="current live" aria-busy="true">
    ${eyebrow(ui, number, "", false, false)}
    ${
      view.live
        ? html`<p class="question" dir="auto" lang=${view.language}>${view.live}<span class="caret"></span></p>`
        : html`<p class="question waiting">${number === 1 ? ui.words.thinkingFirst : ui.words.thinking}<span
          class="ellipsis" aria-hidden="true"><i></i><i></i><i></i></span></p>`
    }
  </div>`;
}

/** The small line above a question. The article's label has the same for a screen reader. */
function eyebrow(ui: Ui, number: number, topic: string, followUp: boolean, last: boolean): TemplateResult {
  const { words } = ui;
  const part = (text: TemplateResult | string) => (text ? html`<span>${text}</span>` : nothing);
  return html`<p class="eyebrow" aria-hidden="true">
  ${say(ui, words.questionNumber, { n: number })}${part(topic && html`<bdi>${topic}</bdi>`)}${part(followUp ? words.followUp : "")}${part(
    last ? words.lastQuestion : "",
  )}
</p>`;
}
