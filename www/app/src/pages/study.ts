// Beginning an interview over somebody's study: it is fetched or taken from the link, read, and opened, or its faults are shown.
import { createInterview, type Issue, readStudy, type StudyReading } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { handOver, openedLibrary, stored } from "../engine.js";
import { STUDY_KIND } from "../kinds/index.js";
import { Page, go } from "../page.js";
import { language } from "../preferences.js";
import { details, problemOf, type Problem } from "../problem.js";
import { RespondentError } from "../respondent-error.js";
import { link, sessionLink, type StudySource } from "../route.js";
import { p, t } from "../text.js";
import { updates } from "../updates.js";
import { setupOf } from "../guide-document.js";

/** Where studies that were fetched are kept for use without a network. */
const KEPT = "studies";

/** Most faults that are shown. */
const SHOWN = 50;

/** Reads a study and goes on to its interview. */
export class StudyPage extends Page {
  static override properties = { faults: { state: true }, failure: { state: true } };

  declare study: StudySource;
  declare private faults: readonly Issue[];
  declare private failure: Problem | undefined;

  constructor() {
    super();
    this.faults = [];
    this.failure = undefined;
  }

  override get heading(): string {
    return this.faults.length > 0 ? p.study.faulty : this.failure ? t.failed : t.interview;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.enter();
  }

  private async enter(): Promise<void> {
    this.failure = undefined;
    const { study } = this;
    // Where a reload leads while nothing is stored yet.
    const from = location.href;
    try {
      const library = await openedLibrary([STUDY_KIND]);
      if ("session" in study) {
        const file: unknown = JSON.parse(await library.result(study.session, "session"));
        const { guide, metadata } = setupOf(file);
        return this.begin(await createInterview({ guide, metadata, locale: language() }), from);
      }
      const read = await readStudy("at" in study ? await textAt(study.at) : decoded(study.encoded));
      if (!this.isConnected) return;
      this.faults = read.faults;
      this.retitle();
      if (!read.guide) return;
      const interview = { guide: read.guide, metadata: valuesOf(read, study.values), locale: language() };
      const { id } = read.guide as { id: string };
      const subject = `study:${id}`;
      const earlier = await stored(library.findResumable(id, subject), null);
      if (earlier) return go(sessionLink(earlier), true);
      this.begin(await createInterview({ ...interview, subject }), from);
    } catch (error) {
      this.failure = problemOf(error);
      this.retitle();
    }
  }

  private begin(interview: Parameters<typeof handOver>[0], from: string): void {
    if (!this.isConnected) return interview.dispose();
    handOver(interview, from);
    void updates.register();
    go(sessionLink(interview.view), true);
  }

  protected override render(): TemplateResult {
    const { faults, failure } = this;
    const home = html`<a class="button quiet" href=${link()}>${t.toLibrary}</a>`;
    const again = html`<button class="button" @click=${() => void this.enter()}>${t.again}</button>`;
    if (failure) {
      return html`<section class="notice">
        ${this.h1()}
        <p dir="auto">${failure.text}</p>
        <p class="choices">${again} ${home}</p>
        ${details(failure)}
      </section>`;
    }
    if (faults.length === 0) return html`<p class="wait" role="status">${t.opening}</p>`;
    return html`<section class="page faults">
      ${this.h1()}
      <p class="lead">${p.study.faultyWhy(faults.length)}</p>
      <ol class="findings">${faults.slice(0, SHOWN).map(
        ({ path, rule, message, value }) => html`<li>
          <span><code dir="ltr">${path || p.study.whole}</code> <span lang="en" dir="auto">${message}</span>
          ${value === undefined || value === null ? nothing : html`<span class="fine">${p.study.found} <code dir="auto">${shortened(value)}</code></span>`}</span>
          <span class="fine"><code dir="ltr">${rule}</code></span>
        </li>`,
      )}</ol>
      ${faults.length > SHOWN ? html`<p class="fine">${p.study.more(faults.length - SHOWN)}</p>` : nothing}
      <p class="actions">${again} ${home}</p>
    </section>`;
  }
}

const shortened = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
};

/** Fetches a study; without a network the one that was fetched before is taken. */
async function textAt(address: string): Promise<string> {
  const url = new URL(address, document.baseURI);
  const kept = await globalThis.caches?.open(KEPT).catch(() => undefined);
  const response = await fetch(url).catch(() => undefined);
  if (response?.ok) {
    await kept?.put(url, response.clone()).catch(() => undefined);
    return response.text();
  }
  // What the server says counts; only where nobody answers the copy does.
  const copy = response ? undefined : await kept?.match(url);
  if (copy) return copy.text();
  throw new RespondentError(p.study.missing(address));
}

/** Reads a study out of a link: base64url of its JSON. What is not base64url is not valid JSON either, which the reader reports. */
function decoded(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return text;
  }
}

/** Reads the values that an address hands in by the types that the study has for them. */
function valuesOf({ guide }: StudyReading, values: Readonly<Record<string, string>>): object {
  const { plan } = (guide as { strategy: { plan: { values?: Readonly<Record<string, { type?: string }>> } } }).strategy;
  const typed = (name: string, text: string): unknown => {
    const type = plan.values?.[name]?.type;
    if (type === "number") return Number(text);
    return type === "yes_no" ? text === "true" : text;
  };
  return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, typed(name, text)]));
}

customElements.define("colloquy-study-page", StudyPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-study-page": StudyPage;
  }
}
