// The room of interviews over an owner's topics: what became of each topic, and where the respondent goes on to.
import type { TopicView, View } from "colloquy";
import type { TemplateResult } from "lit";
import type { KindOf, KindRoom, MakeRoom, Others, Shared, Ui } from "../../types.js";
import { en, type TopicsWords } from "./words.js";

class Topics implements KindRoom<"topics"> {
  words: TopicsWords = en;
  readonly findingsAside = true;
  #lang = "en";

  constructor(
    readonly shared: Shared,
    readonly ui: Ui,
  ) {}

  /** The closing words, which the review has already, and where to go on. */
  summary({ phase, closing, locale }: View, { redirect }: KindOf<"topics">): TemplateResult | null {
    const { html, nothing } = this.shared;
    void this.#speak();
    if (phase !== "finished") return null;
    // A study comes from anywhere: nothing but an address of the web is gone on to.
    return html`${closing ? html`<p class="lead" dir="auto" lang=${locale}>${closing}</p>` : nothing}
      ${/^https?:/i.test(redirect) ? html`<p class="row"><a href=${redirect} rel="noopener">${this.words.goOn}</a></p>` : nothing}`;
  }

  coverage(view: View, { topics }: KindOf<"topics">): TemplateResult {
    const { html } = this.shared;
    return html`<section class="coverage" aria-labelledby="coverage-title">
      <h3 id="coverage-title">${this.words.coverage}</h3>
      <ol>
        ${topics.map(
          (topic) => html`<li>
            <p class="name" dir="auto" lang=${view.locale}>${topic.title || topic.id}</p>
            <p class="facts"><span>${this.#state(topic)}</span></p>
          </li>`,
        )}
      </ol>
    </section>`;
  }

  #state({ state, covered }: TopicView): string {
    return covered && state === "not_reached" ? this.words.covered : this.words[state];
  }

  /** Loads the words of the reader's language; until they are there, those of before are shown. */
  async #speak(): Promise<void> {
    const { wordsLang } = this.ui;
    if (wordsLang === this.#lang) return;
    this.#lang = wordsLang;
    const words = await this.shared.wordsIn(wordsLang, en, others);
    if (wordsLang !== this.#lang) return;
    this.words = words;
    this.ui.requestUpdate();
  }
}

/** The words in other languages than English. */
const others: Others<TopicsWords> = {
  de: async () => (await import("./words.de.js")).de,
  es: async () => (await import("./words.es.js")).es,
  fr: async () => (await import("./words.fr.js")).fr,
  ar: async () => (await import("./words.ar.js")).ar,
  ja: async () => (await import("./words.ja.js")).ja,
};

export const makeRoom: MakeRoom<"topics"> = (shared, ui) => new Topics(shared, ui);
