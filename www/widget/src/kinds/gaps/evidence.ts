import type { TemplateResult } from "lit";
import type { SkillSource } from "colloquy";
import type { Shared, Ui } from "../../types.js";
import { wordsOf } from "./words.js";

/** Where something comes from, with the words that show it. */
export interface Shown {
  readonly source: SkillSource | null;
  readonly question: number | null;
  readonly quote: string;
}

/**
 * The mark of where something comes from. It shows the words on hover, on focus and on a tap; a tap or a click keeps them
 * there, Escape takes them away.
 */
export class Evidence {
  /** Which mark shows its words; one at a time. */
  #open = "";
  #kept = false;

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
  ) {}

  /** Draws the mark of `what`; `key` names it among all that are drawn and is part of an id, `more` stands below the words. */
  render(key: string, what: string, { source, question, quote }: Shown, more = ""): TemplateResult {
    const { html, nothing, say } = this.shared;
    const words = wordsOf(this.ui);
    const fromAnswer = source === "answer" && say(this.ui, words.fromAnswerN, { n: question ?? 0 });
    const from = fromAnswer || (source === "resume" ? words.fromResume : words.fromYou);
    // The respondent's own word needs no other.
    if (source === "respondent" || !quote) return html`<span class="from" data-source=${source ?? nothing}>${from}</span>`;
    const open = this.#open === key;
    const link = (n: number) => html`<a href="#answer-${n}" @click=${(event: Event) => this.#go(event, n, quote)}
      >${say(this.ui, words.goToAnswer, { n })}</a>`;
    return html`<span
      class="evidence" @focusin=${() => this.#show(key)} @focusout=${this.#left}
      @pointerenter=${(event: PointerEvent) => event.pointerType === "mouse" && this.#show(key)} @pointerleave=${this.#away}
    ><button type="button" class="from" data-source=${source ?? nothing} aria-label=${say(this.ui, words.evidence, { what, from })}
      aria-expanded=${open} aria-controls="words-${key}" @click=${(event: MouseEvent) => this.#press(event, key)}>${from}</button
    ><span class="words" id="words-${key}" ?hidden=${!open}><q dir="auto">${quote}</q>${
      more ? html`<span class="faint">${more}</span>` : nothing
    }${question === null ? nothing : link(question)}</span></span>`;
  }

  #show(key: string): void {
    if (this.#open === key) return;
    if (!this.#open) window.addEventListener("keydown", this.#escape, true);
    this.#open = key;
    this.#kept = false;
    this.ui.requestUpdate();
  }

  #hide(): void {
    window.removeEventListener("keydown", this.#escape, true);
    this.#open = "";
    this.#kept = false;
    this.ui.requestUpdate();
  }

  /** The focus opens it before the press arrives: the first press keeps it, the next one closes it. A key has no pointer: it toggles. */
  #press(event: MouseEvent, key: string): void {
    if (this.#open === key && (this.#kept || event.detail === 0)) return this.#hide();
    this.#show(key);
    this.#kept = true;
  }

  #escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape") this.#hide();
  };

  #away = (event: PointerEvent): void => {
    const mark = event.currentTarget as HTMLElement;
    const { activeElement } = mark.getRootNode() as ShadowRoot;
    if (event.pointerType === "mouse" && !this.#kept && !mark.contains(activeElement)) this.#hide();
  };

  #left = (event: FocusEvent): void => {
    if (!(event.currentTarget as HTMLElement).contains(event.relatedTarget as Node | null)) this.#hide();
  };

  #go(event: Event, question: number, quote: string): void {
    event.preventDefault();
    const answer = this.ui.session.exchanges.find((one) => one.question.number === question)?.answer ?? "";
    const start = Math.max(0, answer.indexOf(quote));
    this.ui.show({ question, start, end: answer.includes(quote) ? start + quote.length : 0 });
  }
}
