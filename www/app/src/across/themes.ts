// The themes of all finished interviews, by month, and which of them come back.
import type { Library, Listed } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { titleOf } from "../actions.js";
import { language } from "../preferences.js";
import { sessionLink } from "../route.js";
import { fold } from "./fold.js";
import { AcrossPage } from "./page.js";
import { readResults, type Result } from "./results.js";
import { a } from "./text.js";

/** How many themes of a month are shown before all are asked for. */
const SHOWN = 12;

/** A theme within some time. */
interface Theme {
  /** As it was written last. */
  readonly text: string;
  /** How often it comes in all of the interviews. */
  readonly times: number;
  readonly sessions: readonly Listed[];
}

/** A month with its themes, the most frequent first. */
interface Month {
  readonly name: string;
  readonly themes: readonly Theme[];
  readonly interviews: readonly Listed[];
}

/** Shows themes over time. */
export class ThemesPage extends AcrossPage {
  static override properties = {
    ...AcrossPage.properties,
    months: { state: true },
    read: { state: true },
    unread: { state: true },
  };

  protected readonly view = "themes";
  declare private months: readonly Month[] | undefined;
  declare private read: readonly [number, number];
  declare private unread: number;
  private recurring: readonly Theme[] = [];
  private running = new AbortController();

  constructor() {
    super();
    this.read = [0, 0];
    this.unread = 0;
  }

  override get heading(): string {
    return a.themes.title;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.running.abort();
  }

  protected override async listed(library: Library, sessions: readonly Listed[]): Promise<void> {
    this.running.abort();
    const { signal } = (this.running = new AbortController());
    const read = await readResults(library, sessions, (done, of) => (this.read = [done, of]), signal);
    if (!read) return;
    const results = [...read.results].sort((one, other) => other.session.updatedAt - one.session.updatedAt);
    this.unread = read.unread;
    this.recurring = themesOf(results).filter((theme) => theme.sessions.length > 1);
    this.months = monthsOf(results);
  }

  protected override body(sessions: readonly Listed[]): TemplateResult {
    const { months } = this;
    if (!months) return html`<p class="wait">${a.reading(...this.read)}</p>`;
    const left = this.unread > 0 ? html`<p class="warning">${a.unread(this.unread)}</p>` : nothing;
    if (months.length === 0) {
      const finished = sessions.some(({ status }) => status === "completed");
      return html`${left}${this.empty(a.themes.none, finished ? a.themes.noneFound : a.themes.noneFinished)}`;
    }
    return html`
      <p class="lead">${a.themes.lead}</p>
      ${left}
      ${
        this.recurring.length > 0
          ? html`<section aria-labelledby="recurring">
            <h2 id="recurring">${a.themes.recurring}</h2>
            ${list(this.recurring, true)}
          </section>`
          : nothing
      }
      ${months.map(
        ({ name, themes, interviews }, place) => html`<section aria-labelledby=${`month-${place}`}>
          <h2 id=${`month-${place}`}><bdi>${name}</bdi></h2>
          <p class="fine">${a.themes.interviews(interviews.length)}${interviews.length === 1 ? html` · ${interviews.map(source)}` : nothing}</p>
          ${list(themes, interviews.length > 1)}
        </section>`,
      )}
    `;
  }
}

/** Joins the themes of results, newest first: those that differ in case and accents alone are one. */
function themesOf(results: readonly Result[]): Theme[] {
  const found = new Map<string, { text: string; times: number; sessions: Listed[] }>();
  for (const { session, themes } of results) {
    for (const { text, count } of themes) {
      const key = fold(text);
      const theme = found.get(key) ?? { text, times: 0, sessions: [] };
      theme.times += Math.max(1, count);
      if (!theme.sessions.includes(session)) theme.sessions.push(session);
      found.set(key, theme);
    }
  }
  return [...found.values()].sort((one, other) => other.sessions.length - one.sessions.length || other.times - one.times);
}

/** Parts results by the month in which they ended; a month without a theme has nothing to show. */
function monthsOf(results: readonly Result[]): Month[] {
  const format = new Intl.DateTimeFormat(language(), { month: "long", year: "numeric" });
  const months = new Map<string, Result[]>();
  for (const result of results) {
    const name = format.format(result.session.updatedAt);
    months.set(name, [...(months.get(name) ?? []), result]);
  }
  return [...months]
    .map(([name, within]) => ({ name, themes: themesOf(within), interviews: within.map(({ session }) => session) }))
    .filter(({ themes }) => themes.length > 0);
}

/** Draws themes; from which interviews each comes stands below it, unless all are of the same one. */
function list(themes: readonly Theme[], sources: boolean): TemplateResult {
  const rest = themes.slice(SHOWN);
  const rows = (some: readonly Theme[]) => html`<ul class="rows themes">${some.map((theme) => row(theme, sources))}</ul>`;
  return html`${rows(themes.slice(0, SHOWN))}
    ${rest.length > 0 ? html`<details><summary>${a.themes.more(rest.length)}</summary>${rows(rest)}</details>` : nothing}`;
}

function row({ text, times, sessions }: Theme, sources: boolean): TemplateResult {
  return html`<li>
    <p><b dir="auto">${text}</b> <span class="fine">${a.themes.times(times)}</span></p>
    ${sources ? html`<ul class="sources">${sessions.map((session) => html`<li>${source(session)}</li> `)}</ul>` : nothing}
  </li>`;
}

const source = (session: Listed): TemplateResult => html`<a href=${sessionLink(session)}><bdi>${titleOf(session)}</bdi></a>`;

customElements.define("colloquy-themes-page", ThemesPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-themes-page": ThemesPage;
  }
}
