// Sentences of the respondent's answers, offered to be kept as findings by who asks for them.
import type { ExchangeView, FindingsList, View } from "colloquy";
import type { nothing, TemplateResult } from "lit";
import type { Shared, Ui } from "../types.js";

/** Shortest sentence that is offered, in UTF-16 units: less is a yes, or a word. */
const SHORTEST = 8;
/** Most sentences that are offered. */
const MOST = 300;

/** Returns the sentences of a text that are no longer than `longest`, each once. */
function sentencesOf(text: string, locale: string, longest: number): string[] {
  const parts =
    "Segmenter" in Intl
      ? Array.from(new Intl.Segmenter(locale, { granularity: "sentence" }).segment(text), ({ segment }) => segment)
      : (text.match(/[^.!?。؟]+[.!?。؟]*/gu) ?? []);
  const sentences = parts.map((part) => part.replace(/\s+/gu, " ").trim());
  return [...new Set(sentences)].filter(({ length }) => length >= SHORTEST && length <= longest);
}

/** The sentences for one list, folded; read when they are unfolded. */
export class OwnWords {
  /** What was read, by the number of the question; null while it is folded. */
  #read: readonly (readonly [number, readonly string[]])[] | null = null;

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
    private readonly list: FindingsList,
    private readonly longest: number,
  ) {}

  render(view: View): TemplateResult | typeof nothing {
    const { html, icons, nothing, say } = this.shared;
    const { ui, list } = this;
    const words = ui.lazyWords;
    let at = 0;
    const taken = new Set(view.findings?.[list]?.map(({ text }) => text));
    const toggle = ({ currentTarget }: Event): void => {
      this.#read = (currentTarget as HTMLDetailsElement).open ? this.#sentences(view) : null;
      ui.requestUpdate();
    };
    return html`<details class="own" id="own-${list}" @toggle=${toggle}>
      <summary>${icons.chevron}${words.ownWords}</summary>
      ${this.#read?.map(([number, sentences]) => {
        const left = sentences.filter((sentence) => !taken.has(sentence));
        if (left.length === 0) return nothing;
        return html`<p class="faint" id="own-${list}-${number}">${say(ui, words.fromAnswer, { n: number })}</p>
          <ul aria-labelledby="own-${list}-${number}">
            ${left.map((text) => html`<li><button type="button" class="quiet" dir="auto" lang=${view.language} data-at=${at++} @click=${this.#keep}>${text}</button></li>`)}
          </ul>`;
      })}
    </details>`;
  }

  #sentences(view: View): readonly (readonly [number, readonly string[]])[] {
    let room = MOST;
    const read = ({ question, answer, redacted, reaction }: ExchangeView): [number, string[]] => {
      const own = reaction === "answered" && !redacted ? answer : "";
      const sentences = sentencesOf(own, view.language, this.longest).slice(0, room);
      room -= sentences.length;
      return [question.number, sentences];
    };
    return (this.ui.session.interview?.exchanges() ?? []).map(read);
  }

  #keep = ({ currentTarget }: Event): void => {
    const { textContent: text, dataset } = currentTarget as HTMLElement;
    const { ui, list } = this;
    const left = (ui.find(`#own-${list}`)?.querySelectorAll("button").length ?? 0) - 1;
    if (!ui.act((interview) => interview.editFindings({ add: { list, text } }))) return;
    // The one that was pressed goes, and the next one takes its place.
    ui.focusOn(`#own-${list} ${left > 0 ? `[data-at="${Math.min(Number(dataset["at"]), left - 1)}"]` : "summary"}`);
  };
}
