// What came of an interview: a way out first, then what was found, then every word of it.
import type { ExchangeView, FindingView, Interview, Library, Listed, View } from "colloquy";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { attempt, deleteSession, saveHandedIn, titleOf } from "../actions.js";
import { confirmed } from "../confirm.js";
import { codeOf, openedLibrary } from "../engine.js";
import { exchangeList } from "../exchanges.js";
import { count, moment, span } from "../format.js";
import { installable } from "../install/held.js";
import { roomOf } from "../kinds/index.js";
import type { KindRoom, Outcome } from "../kinds/types.js";
import { Page, go } from "../page.js";
import { details, problemOf, type Problem } from "../problem.js";
import { link, sessionLink } from "../route.js";
import { p, t } from "../text.js";
import { updates } from "../updates.js";
import { TakeAway } from "./take-away.js";
import { asker, tokens, valueView } from "./value.js";

/** From how many questions on a result has a list of its parts: with fewer, all of it is near. */
const LONG = 8;

/** Shows one completed session. */
export class ResultsPage extends Page {
  static override properties = {
    view: { state: true },
    exchanges: { state: true },
    failure: { state: true },
    parts: { state: true },
  };

  declare session: string;
  declare private view: View | undefined;
  declare private exchanges: readonly ExchangeView[];
  declare private failure: "gone" | Problem | undefined;
  /** The headings of a long result, to go to. */
  declare private parts: readonly HTMLElement[];
  private library: Library | undefined;
  private listed: Listed | undefined;
  private result: Outcome | undefined;
  /** What the kind of interview adds. */
  private room: KindRoom | undefined;
  private takeAway: TakeAway | undefined;

  constructor() {
    super();
    this.exchanges = [];
    this.parts = [];
    // What a kind has collected comes later than the rest.
    this.addEventListener("colloquy-collected", () => this.requestUpdate());
  }

  override get heading(): string {
    return this.listed ? titleOf(this.listed) : p.results.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("beforeprint", this.unfold);
    addEventListener("afterprint", this.fold);
    void this.enter();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("beforeprint", this.unfold);
    removeEventListener("afterprint", this.fold);
  }

  /** Paper has nothing that could be unfolded. */
  private readonly unfold = () => {
    for (const folded of this.querySelectorAll<HTMLDetailsElement>("details:not([open], .screen *)")) {
      folded.open = true;
      folded.dataset["printed"] = "";
    }
  };
  private readonly fold = () => {
    for (const printed of this.querySelectorAll<HTMLDetailsElement>("details[data-printed]")) {
      printed.open = false;
      delete printed.dataset["printed"];
    }
  };

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const found = [...this.querySelectorAll<HTMLElement>("section > h2[id]")];
    const same = found.length === this.parts.length && found.every((part, place) => part === this.parts[place]);
    if (!same) this.parts = found;
  }

  private readonly notify = (toast: Parameters<Page["toast"]>[0]) => this.toast(toast);

  private async enter(): Promise<void> {
    this.failure = undefined;
    try {
      const library = await openedLibrary();
      this.library = library;
      this.listed = (await library.list()).find(({ session }) => session === this.session);
      if (!this.listed) {
        this.failure = "gone";
        return;
      }
      if (this.listed.status !== "completed") {
        this.notify(p.results.unfinished);
        return go(sessionLink(this.listed), true);
      }
      const interview: Interview = await library.open(this.session);
      this.exchanges = interview.exchanges(0, interview.view.exchanges);
      this.result = {
        details: interview.details(),
        outcome: (await interview.result()).outcome,
        exchanges: this.exchanges,
        save: (file) =>
          void attempt(
            this.notify,
            () => saveHandedIn(library, this.session, file),
            (why) => why,
          ),
      };
      const room = await roomOf(interview.view.kind);
      this.room = room;
      this.takeAway = new TakeAway(library, this.listed, room, this.notify);
      this.view = interview.view;
      interview.dispose();
      this.retitle();
      void updates.register();
      if (installable()) void import("../install/offer.js").catch(() => undefined);
    } catch (error) {
      this.failure = codeOf(error) === "no_such_session" ? "gone" : problemOf(error);
    }
  }

  private async erase(question: number): Promise<void> {
    if (!(await confirmed({ title: p.exchange.removeTitle, text: p.exchange.removeWhy, action: p.exchange.remove }))) return;
    await attempt(this.notify, async () => {
      await this.library?.redact(this.session, question);
      this.notify(p.exchange.removed2);
    });
    await this.enter();
  }

  private async delete(): Promise<void> {
    if (this.library && this.listed && (await deleteSession(this.library, this.listed, this.notify))) go(link());
  }

  protected override render(): TemplateResult {
    if (this.failure === "gone") return this.notice(t.gone, t.goneWhy);
    if (this.failure) return this.notice(t.failed, this.failure.text, this.failure);
    const { view, listed, room, result } = this;
    if (!view || !listed || !room || !result) return html`<p class="wait" role="status">${t.loading}</p>`;
    return html`
      <article class="page results">
        ${this.h1()}
        <p class="meta">
          <span dir="auto">${listed.guideTitle}</span>
          ${view.creator ? html`<span dir="auto">${view.creator}</span>` : nothing}
          <time datetime=${new Date(listed.updatedAt).toISOString()}>${moment(listed.updatedAt)}</time>
          <span>${p.results.asked} <bdi>${asker(view)}</bdi></span>
        </p>
        ${this.takeAway?.bar()}
        ${this.exchanges.length > 0 ? this.figures(view) : nothing}
        ${this.contents()}
        ${room.collected?.(this.library, this.session, 2)}
        ${room.outcome?.(view, view.kind, result)} ${valueView(room.ownOutcome?.(view.kind) ?? false, result.outcome)}
        ${this.findings(view)}
        ${
          this.exchanges.length === 0
            ? nothing
            : html`<section class="exchanges-section" aria-labelledby="exchanges">
                <h2 id="exchanges">${p.results.exchanges}</h2>
                ${exchangeList(this.exchanges, (question) => void this.erase(question))}
              </section>`
        }
        <p class="actions screen">
          <a class="button secondary" href=${link({ guide: listed.guide, from: listed.session })}>${p.results.anew}</a>
          <button class="button quiet danger" @click=${() => void this.delete()}>${p.results.delete}</button>
        </p>
        <colloquy-install-offer class="screen"></colloquy-install-offer>
      </article>
    `;
  }

  /** The way to each part of a result that is longer than a few screens. */
  private contents(): TemplateResult | typeof nothing {
    if (this.exchanges.length < LONG || this.parts.length < 3) return nothing;
    const show = (event: Event, part: HTMLElement) => {
      // An address of its own would be a step of the back button, and draw the page anew.
      event.preventDefault();
      part.tabIndex = -1;
      part.scrollIntoView();
      part.focus({ preventScroll: true });
    };
    return html`<div class="contents screen" role="navigation" aria-label=${p.results.contents}>
      <ul>${this.parts.map(
        (part) => html`<li><a href=${`#${part.id}`} dir="auto" @click=${(event: Event) => show(event, part)}>${part.textContent}</a></li>`,
      )}</ul>
    </div>`;
  }

  private notice(title: string, why: string, failure?: Problem): TemplateResult {
    return html`<section class="notice">
      ${this.h1(title)}
      <p dir="auto">${why}</p>
      <p class="choices">
        ${failure ? html`<button class="button" @click=${() => void this.enter()}>${t.again}</button>` : nothing}
        <a class="button ${failure ? "quiet" : ""}" href=${link()}>${t.toLibrary}</a>
      </p>
      ${failure ? details(failure) : nothing}
    </section>`;
  }

  /** Lists what was found; where nothing of a kind was, nothing is said of it. */
  private findings(view: View): TemplateResult {
    const { insights = [], actions = [], recommendations = [], themes = [] } = view.findings ?? {};
    const list = (id: string, title: string, findings: readonly FindingView[]) =>
      findings.length === 0
        ? nothing
        : html`<section aria-labelledby=${id}>
            <h2 id=${id}>${title}</h2>
            <ul class="findings">
              ${findings.map(
                (one) => html`<li>
                  <span dir="auto">${one.text}</span>
                  ${one.count > 1 ? html`<span class="times">${p.results.times(one.count)}</span>` : nothing}
                  ${typeof one.question === "number" ? html`<span class="fine">${p.results.fromQuestion(one.question)}</span>` : nothing}
                </li>`,
              )}
            </ul>
          </section>`;
    return html`${list("insights", p.results.insights, insights)} ${list("actions", p.results.actions, actions)}
    ${list("recommendations", p.results.recommendations, recommendations)} ${list("themes", p.results.themes, themes)}`;
  }

  /** The figures in a line below the heading: they are read once, and are nobody's reason to come here. */
  private figures({ figures }: View): TemplateResult {
    const used = figures.inputTokens + figures.outputTokens > 0;
    return html`<p class="meta figures">
      <span>${p.results.answered(figures.answered, figures.questions)}</span>
      <span>${p.results.average(count(figures.averageWords))}</span>
      <span>${p.results.duration(span(figures.durationMs))}</span>
      ${used ? html`<span>${tokens(figures.inputTokens, figures.outputTokens)}</span>` : nothing}
    </p>`;
  }
}

customElements.define("colloquy-results-page", ResultsPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-results-page": ResultsPage;
  }
}
