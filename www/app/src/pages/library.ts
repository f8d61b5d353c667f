// The first page: what there is to begin, what was begun, what came of it.
import { guides, type ExchangeView, type Interview, type Library, type Listed } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { acrossLinks } from "../across/links.js";
import { attempt, deleteSession, exportSession, titleOf } from "../actions.js";
import { memoryOnly, onceStored, openedLibrary } from "../engine.js";
import { exchangeList } from "../exchanges.js";
import { filePicker, save } from "../files.js";
import { ago, fileName, moment } from "../format.js";
import { libraryOf } from "../kinds/index.js";
import { share, standing } from "../standing.js";
import { offered } from "../models.js";
import { SESSION_FILES, importFiles } from "../import.js";
import { Page } from "../page.js";
import { languageOf } from "../preferences.js";
import { problemOf, warning, type Problem } from "../problem.js";
import { link, sessionLink } from "../route.js";
import { p, t } from "../text.js";
import { updates } from "../updates.js";

/** From how many sessions on there is a filter: fewer are seen at a glance. */
const FILTER_FROM = 9;
/** How many of the last exchanges are shown before all are asked for. */
const LAST = 2;

type Status = Listed["status"];

/** The exchanges of one session, as far as they were asked for. */
interface Unfolded {
  exchanges: readonly ExchangeView[];
  all: boolean;
}

/** Lists interviews to begin and sessions to go on with. */
export class LibraryPage extends Page {
  static override properties = {
    sessions: { state: true },
    models: { state: true },
    text: { state: true },
    status: { state: true },
    memory: { state: true },
    silent: { state: true },
    failure: { state: true },
  };

  declare private sessions: readonly Listed[] | undefined;
  declare private text: string;
  declare private status: Status | "";
  declare private memory: boolean;
  /** True while the browser's storage does not answer: it is asked again. */
  declare private silent: boolean;
  /** Why there is no list of sessions. */
  declare private failure: Problem | undefined;
  /** True when the server offers models. */
  declare private models: boolean;
  private library: Library | undefined;
  private stop: (() => void) | undefined;
  private readonly unfolded = new Map<string, Unfolded>();

  constructor() {
    super();
    this.text = "";
    this.status = "";
    this.memory = false;
    this.silent = false;
    this.models = false;
  }

  override get heading(): string {
    return p.library.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.enter();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  private async enter(): Promise<void> {
    this.failure = undefined;
    void offered().then(({ models }) => (this.models = models.length > 0));
    try {
      const library = await openedLibrary();
      this.library = library;
      const refresh = async () => {
        this.sessions = await onceStored(
          () => library.list(),
          [],
          () => {
            // Until it answers again, what is held here is nowhere else.
            this.memory = memoryOnly().length > 0;
            return (this.silent = this.isConnected);
          },
        );
        this.silent = false;
        this.memory = (await library.storage()).state === "memory";
      };
      await refresh();
      if (!this.isConnected) return;
      this.stop = library.subscribe(() => void refresh());
    } catch (error) {
      this.failure = problemOf(error);
    }
    void updates.register();
  }

  private readonly notify = (toast: Parameters<Page["toast"]>[0]) => this.toast(toast);

  protected override render(): TemplateResult {
    const { sessions } = this;
    return html`
      <div class="page">
        ${this.h1(p.library.title)}
        ${this.notices()}
        ${sessions && sessions.length > 0 ? nothing : html`<div class="welcome">${picture}<p class="lead">${p.library.lead}</p></div>`}
        ${this.across(sessions ?? [])}
        ${this.held()}
        ${this.lists(sessions)}
      </div>
    `;
  }

  /** What keeps this page from keeping anything comes before all else: whoever begins must know. */
  private notices(): TemplateResult {
    const reload = html`<p><button class="button secondary" @click=${() => location.reload()}>${t.reload}</button></p>`;
    return html`
      ${
        this.failure
          ? html`${warning(this.failure)}<p><button class="button" @click=${() => void this.enter()}>${t.again}</button></p>`
          : nothing
      }
      ${this.silent ? html`<div class="warning" role="status"><p>${p.stored.silent}</p>${reload}</div>` : nothing}
      ${this.memory ? html`<p class="warning">${p.stored.memory}</p>` : nothing}
    `;
  }

  /** Interviews that no store has: the way back to them, and the way to keep them. */
  private held(): TemplateResult | typeof nothing {
    const interviews = memoryOnly();
    if (interviews.length === 0) return nothing;
    const keep = (interview: Interview) =>
      attempt(this.notify, async () => {
        const name = fileName(titleOf(interview.view), ".colloquy.json");
        // Where the store is away its files stay behind; what was answered since can be taken along all the same.
        const text = await interview.sessionFile().catch(() => interview.export("session"));
        save(name, text, "application/json");
        this.notify(p.actions.downloaded(name));
      });
    return html`<section aria-labelledby="held">
      <h2 id="held">${p.library.held}</h2>
      <ul class="rows">
        ${interviews.map(
          (interview) => html`<li class="session">
            <h3><a href=${sessionLink(interview.view)}><bdi>${titleOf(interview.view)}</bdi></a></h3>
            <p class="actions">
              <a class="button secondary" href=${sessionLink(interview.view)}>${p.library.resume}</a>
              <button class="button quiet" @click=${() => void keep(interview)}>${p.actions.export}</button>
            </p>
          </li>`,
        )}
      </ul>
    </section>`;
  }

  /** The way to what several interviews have together, as soon as there is something to find there. */
  private across(sessions: readonly Listed[]): TemplateResult | typeof nothing {
    const finished = sessions.some(({ status }) => status === "completed");
    const views = [...(sessions.length > 1 ? (["search"] as const) : []), ...(finished ? (["steps", "themes"] as const) : [])];
    return views.length > 0 ? acrossLinks(undefined, views) : nothing;
  }

  private guides(): TemplateResult {
    return html`<section aria-labelledby="guides">
      <h2 id="guides">${p.library.guides}</h2>
      <p class="fine">${this.models ? p.library.privateModels : p.library.private}</p>
      <ul class="cards">
        ${guides.map((guide) => this.guideRow(guide))}
      </ul>
    </section>`;
  }

  private guideRow(guide: (typeof guides)[number]): TemplateResult {
    const words = libraryOf(guide);
    const { sample } = words;
    const name = `guide-${guide.id}`;
    return html`<li class="guide">
      <h3 id=${name}><bdi>${words.title}</bdi></h3>
      <p class="fine">${[words.facts, languageOf(guide.askedIn).name].filter(Boolean).join(" · ")}</p>
      <p class="about"><bdi>${words.about}</bdi></p>
      <p class="actions">
        <a class="button" href=${link({ guide: guide.id, new: "1" })} aria-describedby=${name}>${words.begin ?? p.library.begin}</a>
        ${
          sample
            ? html`<a class="button secondary" href=${link({ guide: guide.id, sample: "1" })} aria-describedby=${name}>${p.library.sample}</a>
              <span class="fine">${sample}</span>`
            : nothing
        }
      </p>
    </li>`;
  }

  /** In one template, with the sessions or before they are there: whoever is among the guides keeps their place when these come. */
  private lists(all: readonly Listed[] | undefined): TemplateResult {
    const shown = (all ?? []).filter((session) => this.fits(session));
    const open = shown.filter((session) => session.status !== "completed");
    const done = shown.filter((session) => session.status === "completed");
    const none = html`<p class="none" role="status">${p.library.none} <button class="link" @click=${() => this.clear()}>${p.library.clear}</button></p>`;
    return html`
      ${all && all.length >= FILTER_FROM ? this.filter() : nothing} ${this.list("open", p.library.continue, open)}
      ${all?.length && shown.length === 0 ? none : nothing}
      ${this.guides()} ${this.list("done", p.library.completed, done)}
      ${all ? this.importing(all.length === 0) : this.failure || this.silent ? nothing : html`<p class="wait" role="status">${t.loading}</p>`}
    `;
  }

  private importing(empty: boolean): TemplateResult {
    const picker = filePicker(
      p.library.importFile,
      SESSION_FILES,
      "quiet",
      (files) => this.library && void importFiles(this.library, files, this.notify),
    );
    return empty
      ? html`<section class="empty">
          <h2>${p.library.empty}</h2>
          <p>${p.library.emptyWhy}</p>
          <p>${picker}</p>
        </section>`
      : html`<p>${picker}</p>`;
  }

  private filter(): TemplateResult {
    const { statuses } = p.library;
    return html`<form class="filter" role="search" @submit=${(event: Event) => event.preventDefault()}>
      <label><span class="eyebrow">${p.library.search}</span>
        <input type="search" .value=${this.text} @input=${(event: Event) => (this.text = (event.target as HTMLInputElement).value)} />
      </label>
      <label><span class="eyebrow">${p.library.status}</span>
        <select @change=${(event: Event) => (this.status = (event.target as HTMLSelectElement).value as Status | "")}>
          <option value="">${p.library.all}</option>
          ${Object.entries(statuses).map(([id, name]) => html`<option value=${id} ?selected=${this.status === id}>${name}</option>`)}
        </select>
      </label>
    </form>`;
  }

  private fits(session: Listed): boolean {
    if (this.status && session.status !== this.status) return false;
    const words = this.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const within = [session.title, session.guideTitle, session.subject, session.lastQuestion].join("\n").toLocaleLowerCase();
    return words.every((word) => within.includes(word));
  }

  private clear(): void {
    this.text = "";
    this.status = "";
  }

  private list(id: string, title: string, sessions: readonly Listed[]): TemplateResult | typeof nothing {
    if (sessions.length === 0) return nothing;
    return html`<section aria-labelledby=${id}>
      <h2 id=${id}>${title}</h2>
      <ul class="rows">
        ${repeat(
          sessions,
          (session) => session.session,
          (session) => this.row(session),
        )}
      </ul>
    </section>`;
  }

  private row(session: Listed): TemplateResult {
    const { status } = session;
    const done = status === "completed";
    const title = titleOf(session);
    const verb = done ? p.library.open : session.reviewing ? p.library.review : p.library.resume;
    const far = standing(session);
    return html`<li class="session">
      <h3><a href=${sessionLink(session)}><bdi>${title}</bdi></a></h3>
      <p class="meta">
        <span class="status" data-status=${status}>${p.library.statuses[status]}</span>
        ${far.map((part) => html`<span>${part}</span>`)}
        <time datetime=${new Date(session.updatedAt).toISOString()} title=${moment(session.updatedAt)}>${ago(session.updatedAt)}</time>
        ${session.title ? html`<span dir="auto">${session.guideTitle}</span>` : nothing}
        ${session.draftAt ? html`<span>${p.library.draft}</span>` : nothing}
        ${session.openElsewhere ? html`<span>${p.library.openElsewhere}</span>` : nothing}
      </p>
      ${done || session.reviewing ? nothing : html`<progress max="100" value=${share(session)} aria-label=${far.join(" · ")}></progress>`}
      ${done ? nothing : this.last(session)}
      <p class="actions">
        <a class="button secondary" href=${sessionLink(session)} aria-label=${`${verb}: ${title}`}>${verb}</a>
        ${done ? nothing : html`<a class="button quiet" href=${anewLink(session)} aria-label=${`${p.library.anew}: ${title}`}>${p.library.anew}</a>`}
        <span class="rest">
          <button class="button quiet" aria-label=${`${p.actions.export}: ${title}`} @click=${() => this.library && void exportSession(this.library, session, this.notify)}>${p.actions.export}</button>
          <button class="button quiet danger" aria-label=${`${p.actions.delete}: ${title}`} @click=${(event: Event) => void this.deleteRow(session, event)}>${p.actions.delete}</button>
        </span>
      </p>
    </li>`;
  }

  /** The last exchanges, read when they are unfolded: a list must not open every session. */
  private last(session: Listed): TemplateResult {
    const unfolded = this.unfolded.get(session.session);
    const shown = unfolded && (unfolded.all ? unfolded.exchanges : unfolded.exchanges.slice(-LAST));
    return html`<details @toggle=${(event: Event) => void this.unfold(session, (event.target as HTMLDetailsElement).open)}>
      <summary>${p.library.exchanges}</summary>
      ${
        !shown
          ? html`<p class="fine">${t.loading}</p>`
          : shown.length === 0
            ? html`<p class="fine">${p.library.noExchanges}</p>`
            : html`${exchangeList(shown)}
            ${
              unfolded.exchanges.length > shown.length
                ? html`<button class="link" @click=${() => this.unfoldAll(session)}>${p.library.allExchanges}</button>`
                : nothing
            }`
      }
    </details>`;
  }

  private async unfold(session: Listed, open: boolean): Promise<void> {
    const { library } = this;
    if (!open || !library) return;
    await attempt(this.notify, async () => {
      const exchanges = await library.exchanges(session.session);
      this.unfolded.set(session.session, { exchanges, all: this.unfolded.get(session.session)?.all ?? false });
    });
    this.requestUpdate();
  }

  private unfoldAll(session: Listed): void {
    const unfolded = this.unfolded.get(session.session);
    if (unfolded) unfolded.all = true;
    this.requestUpdate();
  }

  private async deleteRow(session: Listed, event: Event): Promise<void> {
    const row = (event.target as Element).closest("li");
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    if (!this.library || !(await deleteSession(this.library, session, this.notify))) return;
    this.sessions = await this.library.list();
    // The focus stays in the list, where it was.
    await this.updateComplete;
    const target = next?.isConnected ? next.querySelector<HTMLElement>("a") : this.querySelector<HTMLElement>("h1");
    target?.focus();
  }
}

/** A question, an answer, and the page that comes of them: what the sentence beside it says. */
const picture = html`<svg class="picture" viewBox="0 0 120 64" aria-hidden="true">
  <path class="ask" d="M8 4h38a6 6 0 0 1 6 6v10a6 6 0 0 1-6 6H20l-8 7v-7H8a6 6 0 0 1-6-6V10a6 6 0 0 1 6-6z" />
  <path class="line" d="M12 12h28M12 18h18" />
  <path class="say" d="M28 36h32a6 6 0 0 1 6 6v8a6 6 0 0 1-6 6h-2v6l-8-6H28a6 6 0 0 1-6-6v-8a6 6 0 0 1 6-6z" />
  <path class="line" d="M30 43h28M30 49h20" />
  <path class="sheet" d="M84 4h24l10 10v46H84z" />
  <path class="line" d="M90 22h20M90 30h20M90 46h20M90 38h12" />
</svg>`;

/** A new session about the same: the start page takes the notes of the earlier one over. */
function anewLink(session: Listed): string {
  return link({ guide: session.guide, from: session.session });
}

customElements.define("colloquy-library-page", LibraryPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-library-page": LibraryPage;
  }
}
