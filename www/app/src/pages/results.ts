// What came of an interview: findings, figures, and the transcript in every format.
import type { ExchangeView, FindingView, Interview, Library, Listed, View } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { attempt, deleteSession, exportSession, titleOf } from "../actions.js";
import { confirmed } from "../confirm.js";
import { codeOf, messageOf, openedLibrary } from "../engine.js";
import { exchangeList } from "../exchanges.js";
import { save } from "../files.js";
import { count, fileName, moment, share, span } from "../format.js";
import { FORMATS, type Format } from "../formats.js";
import { roomOf } from "../kinds/index.js";
import type { KindRoom, Outcome } from "../kinds/types.js";
import { Page, go } from "../page.js";
import { link, sessionLink } from "../route.js";
import { p, t } from "../text.js";
import { updates } from "../updates.js";
import { asker, tokens, valueView } from "./value.js";

/** Most characters of a preview: more would make the page slow and nobody reads it here. */
const PREVIEW_CHARS = 200_000;

/** Shows one completed session. */
export class ResultsPage extends Page {
  static override properties = {
    view: { state: true },
    format: { state: true },
    preview: { state: true },
    exchanges: { state: true },
    failure: { state: true },
  };

  declare session: string;
  declare private view: View | undefined;
  /** The chosen format. */
  declare private format: Format["format"];
  declare private preview: string;
  declare private exchanges: readonly ExchangeView[];
  declare private failure: string;
  private library: Library | undefined;
  private listed: Listed | undefined;
  private result: Outcome | undefined;
  /** What the kind of interview adds. */
  private room: KindRoom | undefined;

  constructor() {
    super();
    this.format = "markdown";
    this.preview = "";
    this.exchanges = [];
    this.failure = "";
  }

  override get heading(): string {
    return this.listed ? titleOf(this.listed) : p.results.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.enter();
  }

  private readonly notify = (toast: Parameters<Page["toast"]>[0]) => this.toast(toast);

  private async enter(): Promise<void> {
    try {
      const library = await openedLibrary();
      this.library = library;
      this.listed = (await library.list()).find(({ session }) => session === this.session);
      if (!this.listed) {
        this.failure = "gone";
        return;
      }
      if (this.listed.status !== "completed") return go(sessionLink(this.listed), true);
      const interview: Interview = await library.open(this.session);
      this.result = { details: interview.details(), outcome: (await interview.result()).outcome };
      this.room = await roomOf(interview.view.kind);
      this.view = interview.view;
      this.exchanges = interview.exchanges(0, interview.view.exchanges);
      interview.dispose();
      this.retitle();
      await this.load();
      void updates.register();
    } catch (error) {
      this.failure = codeOf(error) === "no_such_session" ? "gone" : messageOf(error);
    }
  }

  /** Reads the transcript in the chosen format. */
  private async load(): Promise<void> {
    const { format } = this;
    const text = (await this.library?.result(this.session, format)) ?? "";
    if (format === this.format) this.preview = text;
  }

  private choose(format: Format["format"]): void {
    this.format = format;
    void attempt(this.notify, () => this.load());
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.preview);
      this.notify(p.actions.copied);
    } catch {
      this.notify({ text: p.actions.notCopied, stays: true });
    }
  }

  private download(): void {
    const format = [...FORMATS, ...(this.room?.formats?.() ?? [])].find((one) => one.format === this.format);
    if (!format) return;
    const name = fileName(this.heading, format.end);
    save(name, this.preview, format.type);
    this.notify(p.actions.downloaded(name));
  }

  private async erase(question: number): Promise<void> {
    if (!(await confirmed({ title: p.exchange.removeTitle, text: p.exchange.removeWhy, action: p.exchange.remove }))) return;
    await attempt(this.notify, async () => {
      this.preview = "";
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
    if (this.failure) return this.notice(t.failed, this.failure);
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
        ${room.outcome?.(view, view.kind, result)} ${valueView(room.ownOutcome?.(view.kind) ?? false, result.outcome)}
        ${room.collected?.(this.library, this.session, 2)}
        ${
          this.exchanges.length === 0
            ? nothing
            : html`${this.findings(view, room)} ${this.figures(view)}
              <section class="exchanges-section" aria-labelledby="exchanges">
                <h2 id="exchanges">${p.results.exchanges}</h2>
                ${exchangeList(this.exchanges, (question) => void this.erase(question))}
              </section>`
        }
        ${this.transcript(room)}
        <p class="actions screen">
          <a class="button secondary" href=${link({ guide: listed.guide, from: listed.session })}>${p.results.anew}</a>
          <button class="button quiet" @click=${() => this.library && void exportSession(this.library, listed, this.notify)}
            >${p.results.sessionFile}</button>
          <button class="button quiet danger" @click=${() => void this.delete()}>${p.results.delete}</button>
        </p>
      </article>
    `;
  }

  private notice(title: string, why: string): TemplateResult {
    return html`<section class="notice">
      ${this.h1(title)}
      <p dir="auto">${why}</p>
      <p><a class="button" href=${link()}>${t.toLibrary}</a></p>
    </section>`;
  }

  private findings(view: View, room: KindRoom): TemplateResult {
    const { insights = [], actions = [], recommendations = [], themes = [] } = view.findings ?? {};
    const list = (id: string, title: string, findings: readonly FindingView[], none: string) =>
      (room.findingsAside || !none) && findings.length === 0 ? nothing : section(id, title, findings, none);
    const section = (id: string, title: string, findings: readonly FindingView[], none: string) => html`<section aria-labelledby=${id}>
      <h2 id=${id}>${title}</h2>
      ${
        findings.length === 0
          ? html`<p class="fine">${none}</p>`
          : html`<ul class="findings">
            ${findings.map(
              (one) => html`<li>
                <span dir="auto">${one.text}</span>
                ${one.count > 1 ? html`<span class="times">${p.results.times(one.count)}</span>` : nothing}
                ${typeof one.question === "number" ? html`<span class="fine">${p.results.fromQuestion(one.question)}</span>` : nothing}
              </li>`,
            )}
          </ul>`
      }
    </section>`;
    return html`${list("insights", p.results.insights, insights, p.results.noInsights)}
    ${list("actions", p.results.actions, actions, p.results.noActions)}
    ${list("recommendations", p.results.recommendations, recommendations, "")} ${list("themes", p.results.themes, themes, p.results.noThemes)}`;
  }

  private figures({ figures }: View): TemplateResult {
    const rows: readonly [string, string][] = [
      [p.results.questions, count(figures.questions)],
      [p.results.answered, count(figures.answered)],
      [p.results.substantive, count(figures.substantive)],
      [p.results.average, count(figures.averageWords)],
      [p.results.thinking, span(figures.thinkingMs)],
      [p.results.duration, span(figures.durationMs)],
      [p.results.completion, share(figures.completionPercent)],
    ];
    return html`<section aria-labelledby="figures">
      <h2 id="figures">${p.results.figures}</h2>
      <dl class="figures">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
      ${
        figures.inputTokens + figures.outputTokens > 0
          ? html`<p class="fine">${tokens(figures.inputTokens, figures.outputTokens)}</p>`
          : nothing
      }
    </section>`;
  }

  private transcript(room: KindRoom): TemplateResult {
    const common = FORMATS.map(({ format }) => [format, p.results.formats[format]] as const);
    const formats = [...common, ...(room.formats?.() ?? []).map(({ format, name }) => [format, name] as const)];
    return html`<section class="screen" aria-labelledby="transcript">
      <h2 id="transcript">${p.results.transcript}</h2>
      <div class="toolbar">
        <label><span class="eyebrow">${p.results.format}</span>
          <select @change=${(event: Event) => this.choose((event.target as HTMLSelectElement).value as Format["format"])}>
            ${formats.map(([id, name]) => html`<option value=${id} ?selected=${id === this.format}>${name}</option>`)}
          </select>
        </label>
        <span class="actions">
          <button class="button" @click=${() => this.download()}>${p.results.download}</button>
          <button class="button secondary" @click=${() => void this.copy()}>${p.results.copy}</button>
          <button class="button secondary" @click=${() => print()}>${p.results.print}</button>
        </span>
      </div>
      <pre class="preview" tabindex="0" role="region" aria-label=${p.results.preview} dir="auto">${this.preview.slice(0, PREVIEW_CHARS)}</pre>
    </section>`;
  }
}

customElements.define("colloquy-results-page", ResultsPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-results-page": ResultsPage;
  }
}
