// What an onboarding interview brought together: data to be read, and files, each to take home. What knows of data is loaded with the first.
import type { Artifact, ArtifactView, FileRef, Library, OnboardingDetails } from "colloquy";
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type * as Data from "../../../../widget/src/data/index.js";
import type { Reader } from "../../../../widget/src/data/readable.js";
import type { DataWords } from "../../../../widget/src/data/words.js";
import { saveHandedIn } from "../../actions.js";
import { codeOf } from "../../engine.js";
import { save } from "../../files.js";
import { bytes, fileName } from "../../format.js";
import { language } from "../../preferences.js";
import { problemOf, warning, type Problem } from "../../problem.js";
import { p, t } from "../../text.js";

/** The words of the page. */
const text = () => p.kinds.onboarding.collected;

/** What knows of data, once it is there. */
let data: typeof Data | undefined;

/** Shows what one session has besides its questions and answers; `level` is that of its headings. */
export class Collected extends LitElement {
  static override properties = {
    library: { attribute: false },
    session: {},
    level: { type: Number },
    details: { state: true },
    failure: { state: true },
  };

  declare library: Library | undefined;
  declare session: string;
  declare level: 2 | 4;
  declare private details: OnboardingDetails | undefined;
  declare private failure: Problem | undefined;
  private words: DataWords | undefined;

  constructor() {
    super();
    this.level = 2;
    this.failure = undefined;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.read();
  }

  private async read(): Promise<void> {
    const { library } = this;
    if (!library) return;
    this.failure = undefined;
    try {
      const [details, loaded] = await Promise.all([library.details(this.session), import("../../../../widget/src/data/index.js")]);
      if (!data) {
        data = loaded;
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(data.style);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      }
      this.words = await data.dataWords(language());
      this.details = "artifacts" in details ? details : undefined;
      await this.updateComplete;
      this.dispatchEvent(new CustomEvent("colloquy-collected", { bubbles: true }));
    } catch (error) {
      if (codeOf(error) !== "no_such_session") this.failure = problemOf(error);
    }
  }

  protected override render(): TemplateResult {
    const { details, failure, session } = this;
    if (failure) return warning(failure);
    if (!details) return html`<p class="fine" role="status">${t.loading}</p>`;
    const { artifacts, files } = details;
    const all = () =>
      save(
        "onboarding.json",
        JSON.stringify(
          artifacts.map(({ artifact }) => artifact),
          null,
          2,
        ),
        "application/json",
      );
    return html`<section aria-labelledby=${`collected-${session}`}>
        ${this.headline(`collected-${session}`, text().title)}
        ${
          artifacts.length === 0
            ? html`<p class="fine">${text().none}</p>`
            : html`<ul class="rows kept">${artifacts.map((one) => html`<li>${this.artifact(one, details)}</li>`)}</ul>
              <p class="actions"><button class="button secondary" type="button" @click=${all}>${text().all}</button></p>`
        }
      </section>
      ${
        files.length === 0
          ? nothing
          : html`<section aria-labelledby=${`files-${session}`}>
            ${this.headline(`files-${session}`, text().files)}
            <ul class="rows kept">${files.map((file) => this.file(file))}</ul>
          </section>`
      }`;
  }

  private headline(id: string, text: string): TemplateResult {
    return this.level === 2 ? html`<h2 id=${id}>${text}</h2>` : html`<h4 id=${id}>${text}</h4>`;
  }

  private artifact({ artifact, label, earlier }: ArtifactView, { artifacts, files }: OnboardingDetails): TemplateResult | typeof nothing {
    const { words } = this;
    if (!data || !words) return nothing;
    const { readable, schemaOf } = data;
    const { dataType, version, confirmed, id } = artifact;
    const nameOf = ({ data: fields }: Artifact) => data?.nameOf(fields["basics"] ?? fields) ?? "";
    const name = nameOf(artifact);
    const names = new Map([
      ...artifacts.map((one) => [one.artifact.id, nameOf(one.artifact) || one.label] as const),
      ...files.map((file) => [file.storageUrl, file.name] as const),
    ]);
    const reader: Reader = { html, words, names };
    const { title: english = label } = schemaOf(dataType);
    const title = words.titles[english] ?? english;
    return html`<details>
      <summary><b>${title}</b>${name ? html` <span class="fine" dir="auto">${name}</span>` : nothing}</summary>
      <p class="meta">${confirmed ? html`<span>${text().confirmed}</span>` : nothing}<span>${text().version(version)}</span></p>
      ${readable(reader, schemaOf(dataType), artifact.data)}
      ${
        earlier.length > 0
          ? html`<details><summary>${text().earlier(earlier.length)}</summary>
            ${earlier.map(
              (one) => html`<p class="meta"><span>${text().version(one.version)}</span></p>
                ${readable(reader, schemaOf(one.dataType), one.data)}`,
            )}</details>`
          : nothing
      }
      <p class="actions"><button class="button quiet" type="button" aria-label=${`${text().json}: ${title} ${name}`}
        @click=${() => save(fileName(`${title} ${name || id}`, ".json"), JSON.stringify(artifact, null, 2), "application/json")}>${text().json}</button></p>
    </details>`;
  }

  private file(file: FileRef): TemplateResult {
    return html`<li>
      <p><bdi>${file.name}</bdi> <span class="fine">${bytes(file.size)}</span></p>
      <p class="actions"><button class="button quiet" type="button" aria-label=${`${p.results.download}: ${file.name}`}
        @click=${() => void this.download(file)}>${p.results.download}</button></p>
    </li>`;
  }

  private async download(file: FileRef): Promise<void> {
    try {
      await saveHandedIn(this.library, this.session, file);
    } catch (error) {
      this.failure = problemOf(error);
    }
  }
}

customElements.define("colloquy-collected", Collected);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-collected": Collected;
  }
}
