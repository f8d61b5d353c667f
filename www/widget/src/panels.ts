import { html, nothing, type TemplateResult } from "lit";
import type { View } from "colloquy";
import { icons } from "./icons.js";
import { primaryOf } from "./strings/index.js";
import { aboutModel, codeOf, readOnly, say, type Ui } from "./ui.js";

/** The shape of the screen while the engine is on its way: nothing jumps when the first question comes. */
export const skeleton = (ui: Ui): TemplateResult => html`<div class="skeleton" role="status" aria-label=${ui.words.loading}>
  <i class="bar short"></i><i class="bar tall"></i><i class="bar tall half"></i><i class="bar box"></i>
</div>`;

/** A plain statement with one thing to do about it. */
function statement(title: string, text: string, action: string, run: (() => void) | null, code = ""): TemplateResult {
  return html`<section class="panel" part="panel" role="alert">
    <h2>${title}</h2>
    <p>${text}</p>
    ${code ? html`<p class="hint" dir="auto">${code}</p>` : nothing}
    ${run ? html`<p class="row"><button type="button" class="primary" data-focus @click=${run}>${action}</button></p>` : nothing}
  </section>`;
}

/**
 * The interview could not be opened. The respondent reads what they can do, and the code to pass on; the page's developer has the
 * message and the faults in `colloquy-error` and on the console.
 */
export function failed(ui: Ui): TemplateResult {
  const { words, session } = ui;
  const code = codeOf(session.error);
  const again = (): void => void session.open();
  if (code === "part_unavailable") return statement(words.partTitle, words.failedText, words.tryAgain, again);
  // What the page handed in is wrong, which trying again does not change.
  if (/^invalid|_guide$/.test(code)) return statement(words.failedTitle, words.failedSetup, "", null, code);
  return statement(words.failedTitle, words.failedText, words.tryAgain, again, code);
}

/**
 * A part of the page that something needed could not be loaded. The interview waits; `again` does once more what a method was refused,
 * where it was one.
 */
export function missingPart(ui: Ui, view: View, again: (() => void) | null): TemplateResult | null {
  const { problem, phase, interviewer, can } = view;
  // The built-in interviewer needs no network but for its own files.
  const waits = interviewer === "scripted" && problem?.kind === "network" && phase !== "paused" && phase !== "offline";
  if (!again && !waits) return null;
  const { words } = ui;
  const retry = again ?? (() => ui.act((interview) => interview.retry()));
  return html`<section class="panel" part="panel" data-kind="part">
    <div role="status"><h2>${words.partTitle}</h2><p>${words.partText}</p></div>
    <p class="row">
      ${again || can.retry ? html`<button type="button" class="primary" @click=${retry}>${words.tryAgain}</button>` : nothing}
      ${
        phase === "given_up" && can.finish
          ? html`<button type="button" class="quiet" @click=${() => ui.act((interview) => interview.finish())}>${words.finish}</button>`
          : nothing
      }
    </p>
  </section>`;
}

/** The guide's welcome, above the first question. */
export function welcome({ welcome: text, phase, exchanges, locale }: View): TemplateResult | typeof nothing {
  if (!text || phase === "consent" || phase === "proposal" || exchanges > 0) return nothing;
  return html`<p class="welcome" dir="auto" lang=${locale}>${text}</p>`;
}

/** The engine broke; the session is in the store. */
export const crashed = (ui: Ui): TemplateResult =>
  statement(ui.words.crashedTitle, ui.words.crashedText, ui.words.reopen, () => void ui.session.reopen());

/** What the respondent is asked to agree to before anything is stored or sent. */
export class Consent {
  #declined = false;

  constructor(private readonly ui: Ui) {}

  render(view: View): TemplateResult | typeof nothing {
    const { words, session, operator, privacy } = this.ui;
    const { consent, interviewer } = view;
    if (view.phase !== "consent" || !consent) return nothing;
    const here = [
      interviewer === "scripted" ? words.consentScripted : aboutModel(this.ui, interviewer.model.name),
      session.inMemory || session.storageRefused ? words.consentUnsaved : words.consentSaved,
      words.consentFree,
      ...this.#languages(view),
    ];
    const parts = [
      [words.consentAsked, consent.asked],
      [words.consentRecipients, consent.recipients],
      [words.consentKept, consent.kept],
    ];
    return html`<section class="panel consent" part="panel" aria-labelledby="consent-title">
      <h2 id="consent-title">${words.consentTitle}</h2>
      ${view.welcome ? html`<p class="lead" dir="auto" lang=${view.locale}>${view.welcome}</p>` : nothing}
      <ul>${here.map((line) => html`<li>${icons.check}<span>${line}</span></li>`)}</ul>
      <details>
        <summary>${words.consentAll}${icons.chevron}</summary>
        <dl>${parts.map(([term, text]) => html`<div><dt>${term}</dt><dd dir="auto" lang=${view.locale}>${text}</dd></div>`)}</dl>
      </details>
      ${
        operator || privacy
          ? html`<p class="hint">${operator ? html`<bdi>${say(this.ui, words.consentBy, { name: operator })}</bdi>` : nothing}
              ${privacy ? html`<a href=${privacy} target="_blank" rel="noopener">${words.privacy}</a>` : nothing}</p>`
          : nothing
      }
      <p class="hint" role="status">${this.#declined ? words.notNowText : words.consentNothing}</p>
      <p class="row">
        <button type="button" class="primary" data-focus @click=${() => this.ui.act((interview) => interview.consent())}>${words.agree}</button>
        ${this.#declined ? nothing : html`<button type="button" class="quiet" @click=${this.#decline}>${words.notNow}</button>`}
      </p>
    </section>`;
  }

  /** What is not in the respondent's language: the questions, or all but them. */
  #languages({ language, locale }: View): string[] {
    const { words, wordsLang } = this.ui;
    const foreign = (tag: string): boolean => primaryOf(tag) !== primaryOf(wordsLang);
    if (foreign(language)) return [say(this.ui, words.consentLanguage, { language: this.#named(language) })];
    return foreign(locale) ? [say(this.ui, words.consentFixed, { language: this.#named(locale) })] : [];
  }

  /** The language of a locale as the reader calls it. */
  #named(locale: string): string {
    return new Intl.DisplayNames(this.ui.wordsLang, { type: "language" }).of(primaryOf(locale)) ?? locale;
  }

  #decline = (): void => {
    this.#declined = true;
    this.ui.declined();
    this.ui.requestUpdate();
    this.ui.find<HTMLElement>("[data-focus]")?.focus();
  };
}

/** Paused or abandoned: how to go on. */
export function paused(ui: Ui, view: View): TemplateResult | typeof nothing {
  if (view.phase !== "paused") return nothing;
  const { words, session } = ui;
  return html`<section class="panel paused" part="panel" aria-labelledby="paused-title">
    <h2 id="paused-title">${words.pausedTitle}</h2>
    <p>${words.pausedText}</p>
    ${
      readOnly(view)
        ? nothing
        : html`<p class="row">
          <button type="button" class="primary" data-focus ?disabled=${!view.can.resume}
            @click=${() => ui.act((interview) => interview.resume())}>${words.resume}</button>
          ${
            session.owned
              ? html`<button type="button" class="quiet" @click=${() => void session.open(true)}>${words.startNew}</button>`
              : nothing
          }
          <slot name="paused"></slot>
        </p>`
    }
  </section>`;
}
