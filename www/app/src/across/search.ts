// Searching every question and answer of all interviews on this device.
import type { Library, Listed } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { titleOf } from "../actions.js";
import { ago, moment } from "../format.js";
import { rename } from "../page.js";
import { link, sessionLink } from "../route.js";
import { p } from "../text.js";
import { AnswerSearch, type Found, type Hit, type Piece, type Standing } from "./find.js";
import { MOST_CHARS, wordsOf } from "./fold.js";
import { AcrossPage } from "./page.js";
import { a } from "./text.js";

/** How long a pause in typing is waited for, in milliseconds. */
const TYPING_MS = 150;
/** How many passages are shown before more are asked for. */
const SHOWN = 50;

/** Shows the passages that have what was typed. */
export class SearchPage extends AcrossPage {
  static override properties = {
    ...AcrossPage.properties,
    text: { attribute: false },
    standing: { state: true },
    searching: { state: true },
    most: { state: true },
  };

  protected readonly view = "search";
  /** What is looked for; at first what the address has. */
  declare text: string;
  declare private standing: Standing;
  declare private searching: boolean;
  declare private most: number;
  private search: AnswerSearch | undefined;
  private running = new AbortController();
  private typing = 0;

  constructor() {
    super();
    this.text = "";
    this.standing = { found: [], searched: 0, unread: 0 };
    // What the address has is looked for from the beginning.
    this.searching = true;
    this.most = SHOWN;
  }

  override get heading(): string {
    return a.search.title;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.typing);
    this.running.abort();
  }

  protected override async listed(library: Library): Promise<void> {
    this.search ??= new AnswerSearch(library);
    await this.find();
  }

  private typed(event: Event): void {
    this.text = (event.target as HTMLInputElement).value;
    this.most = SHOWN;
    // What is running is over at once: its hits are not those of what stands in the box.
    this.running.abort();
    this.searching = wordsOf(this.text).length > 0;
    clearTimeout(this.typing);
    this.typing = window.setTimeout(() => void this.find(), TYPING_MS);
  }

  private submit(event: SubmitEvent): void {
    event.preventDefault();
    clearTimeout(this.typing);
    void this.find();
  }

  private async find(): Promise<void> {
    if (!this.isConnected) return;
    this.running.abort();
    const { signal } = (this.running = new AbortController());
    const { text, sessions, search } = this;
    // A reload, and the way back from an interview, show the same again.
    rename(link({ view: "search", ...(text && { text: text.slice(0, MOST_CHARS) }) }));
    const looked = wordsOf(text).length > 0;
    this.searching = looked;
    if (!looked || !sessions || !search) {
      this.standing = { found: [], searched: 0, unread: 0 };
      return;
    }
    await search.run(text, sessions, (standing) => (this.standing = standing), signal);
    if (!signal.aborted) this.searching = false;
  }

  protected override body(sessions: readonly Listed[]): TemplateResult {
    if (sessions.length === 0) return this.empty(p.library.empty, a.search.noInterviews);
    const { found, unread } = this.standing;
    const looked = wordsOf(this.text).length > 0;
    return html`
      <form role="search" @submit=${(event: SubmitEvent) => this.submit(event)}>
        <label><span class="eyebrow">${a.search.label}</span>
          <input type="search" name="text" maxlength=${MOST_CHARS} autocomplete="off" dir="auto" .value=${this.text}
            @input=${(event: Event) => this.typed(event)} /></label>
      </form>
      <p class="fine" role="status">${this.status(sessions.length)}</p>
      ${looked && unread > 0 && !this.searching ? html`<p class="warning">${a.unread(unread)}</p>` : nothing}
      ${looked ? this.list(found) : nothing}
    `;
  }

  /** What assistive technology is notified of: once when a search begins, and once when it is over. */
  private status(sessions: number): string {
    if (wordsOf(this.text).length === 0) return a.search.hint(sessions);
    if (this.searching) return a.search.searching;
    const { found } = this.standing;
    if (found.length === 0) return a.search.none;
    return a.search.found(
      found.reduce((sum, { hits }) => sum + hits.length, 0),
      found.length,
    );
  }

  private list(found: readonly Found[]): TemplateResult {
    let left = this.most;
    const shown = found.flatMap(({ session, hits }) => {
      const some = hits.slice(0, left);
      left -= some.length;
      return some.length > 0 ? [{ session, hits: some }] : [];
    });
    const all = found.reduce((sum, { hits }) => sum + hits.length, 0);
    return html`
      ${repeat(
        shown,
        ({ session }) => session.session,
        ({ session, hits }) => this.within(session, hits),
      )}
      ${
        all > this.most
          ? html`<p><button class="button secondary" @click=${() => this.showMore()}>${a.search.more(all - this.most)}</button></p>`
          : nothing
      }
    `;
  }

  /** The button may be gone then: the focus goes to the first of those that came. */
  private showMore(): void {
    const first = this.most;
    this.most += SHOWN;
    void this.updateComplete.then(() => {
      const shown = this.querySelectorAll<HTMLElement>(".exchanges > li")[first];
      if (shown) shown.tabIndex = -1;
      shown?.focus();
    });
  }

  private within(session: Listed, hits: readonly Hit[]): TemplateResult {
    const name = `in-${session.session}`;
    return html`<section class="found" aria-labelledby=${name}>
      <h2 id=${name}><a href=${sessionLink(session)}><bdi>${titleOf(session)}</bdi></a></h2>
      <p class="meta">
        <span class="status" data-status=${session.status}>${p.library.statuses[session.status]}</span>
        <time datetime=${new Date(session.updatedAt).toISOString()} title=${moment(session.updatedAt)}>${ago(session.updatedAt)}</time>
      </p>
      <ul class="exchanges">
        ${hits.map(
          ({ question, asked, answer }) => html`<li>
            <p class="fine"><span class="eyebrow">${p.exchange.question(question)}</span> <bdi>${marked(asked)}</bdi></p>
            ${answer.length > 0 ? html`<p class="answer" dir="auto">${marked(answer)}</p>` : nothing}
          </li>`,
        )}
      </ul>
    </section>`;
  }
}

/** Draws a passage; each piece is text, whatever it looks like. */
const marked = (pieces: readonly Piece[]) => pieces.map(({ text, hit }) => (hit ? html`<mark>${text}</mark>` : text));

customElements.define("colloquy-search-page", SearchPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-search-page": SearchPage;
  }
}
