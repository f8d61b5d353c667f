import type { TemplateResult } from "lit";
import type { ArtifactView, FileRef, OnboardingDetails, View } from "colloquy";
import { readable, type Reader } from "../../data/readable.js";
import { schemaOf } from "../../data/schema.js";
import { nameOf } from "../../data/values.js";
import { sizeOf } from "../../forms/files.js";
import { saveFile } from "../../forms/save-file.js";
import type { KindOf } from "../../types.js";
import type { Around } from "./around.js";

/** What was brought together: everything readable, and everything to take home. */
export class Artifacts {
  /** Read anew only when something changed. */
  #read: { revision: number; session: string; all: OnboardingDetails } | null = null;
  /** Address of a file that is not there any more. */
  #gone = "";

  constructor(private readonly around: Around) {}

  render(view: View, kind: KindOf<"onboarding">): TemplateResult | null {
    const all = this.#all(view, kind);
    if (!all) return null;
    const { shared, words } = this.around;
    const { html, icons } = shared;
    const { artifacts, files } = all;
    const everything = () =>
      JSON.stringify(
        artifacts.map(({ artifact }) => artifact),
        null,
        2,
      );
    const download = () => saveFile(everything(), "onboarding.json");
    return html`<section class="artifacts" aria-labelledby="kept-title">
        <h3 id="kept-title">${words.kept}</h3>
        ${
          artifacts.length === 0
            ? html`<p class="hint">${words.keptNone}</p>`
            : html`<ul>${artifacts.map((one) => html`<li>${this.#artifact(view, one, all)}</li>`)}</ul>
              <p class="row"><button type="button" class="secondary small" @click=${download}>${icons.download}${words.downloadAll}</button></p>`
        }
      </section>
      ${files.length > 0 ? this.#files(files) : null}`;
  }

  #all({ session }: View, { revision }: KindOf<"onboarding">): OnboardingDetails | null {
    const { interview } = this.around.ui.session;
    if (interview && (this.#read?.revision !== revision || this.#read.session !== session)) {
      const details = interview.details();
      this.#read = "artifacts" in details ? { revision, session, all: details } : null;
    }
    return this.#read?.all ?? null;
  }

  #artifact(view: View, { artifact, label, earlier }: ArtifactView, { artifacts, files }: OnboardingDetails): TemplateResult {
    const { shared, ui, words, data } = this.around;
    const { html, icons, nothing, say } = shared;
    const name = nameOf(artifact.data["basics"] ?? artifact.data);
    const reader: Reader = { html, words: data, names: namesOf(artifacts, files) };
    const full = [label, name].filter(Boolean).join(": ");
    // Long documents must not bury what stands below them.
    const title = html`<b dir="auto" lang=${view.locale}>${label}</b>${name ? html` <span class="faint" dir="auto">${name}</span>` : nothing}`;
    const version = (n: number) => html`<span>${say(ui, words.versionOf, { n })}</span>`;
    return html`<details class="artifact" ?open=${artifact.dataType === "applicant_profile"}>
      <summary>${icons.chevron}<span>${title}</span></summary>
      <p class="facts">${artifact.confirmed ? html`<span>${words.confirmed}</span> ` : nothing}${version(artifact.version)}</p>
      ${readable(reader, schemaOf(artifact.dataType), artifact.data)}
      ${
        earlier.length > 0
          ? html`<details><summary>${say(ui, words.earlier, { n: earlier.length })}</summary>
            ${earlier.map((one) => html`<p class="facts">${version(one.version)}</p>${readable(reader, schemaOf(one.dataType), one.data)}`)}
          </details>`
          : nothing
      }
      <p class="row"><button type="button" class="secondary small" aria-label=${say(ui, words.downloadJsonName, { name: full })}
        @click=${() => saveFile(JSON.stringify(artifact, null, 2), `${artifact.id}.json`)}>${icons.download}${words.downloadJson}</button></p>
    </details>`;
  }

  #files(files: readonly FileRef[]): TemplateResult {
    const { shared, ui, words } = this.around;
    const { html, icons, nothing, say } = shared;
    return html`<section class="artifacts" aria-labelledby="files-title">
      <h3 id="files-title">${words.files}</h3>
      <ul class="files">${files.map(
        (file) => html`<li class="file"><div>
            <p class="file-name"><bdi>${file.name}</bdi></p>
            <p class="facts"><span>${sizeOf(ui.wordsLang, file.size)}</span></p>
            ${this.#gone === file.storageUrl ? html`<p class="fault" role="alert">${words.fileGone}</p>` : nothing}
          </div>
          <button type="button" class="secondary small" aria-label=${say(ui, words.downloadName, { name: file.name })}
            @click=${() => void this.#save(file)}>${icons.download}${words.download}</button></li>`,
      )}</ul>
    </section>`;
  }

  async #save({ storageUrl, name }: FileRef): Promise<void> {
    const { ui } = this.around;
    const blob = await Promise.resolve(ui.session.interview?.file(storageUrl)).catch(() => null);
    this.#gone = blob ? "" : storageUrl;
    if (blob) saveFile(blob, name);
    ui.requestUpdate();
  }
}

/** What the ids and addresses in data stand for. */
export function namesOf(artifacts: readonly ArtifactView[], files: readonly FileRef[]): Map<string, string> {
  const names = artifacts.map(({ artifact, label }) => [artifact.id, nameOf(artifact.data["basics"] ?? artifact.data) || label] as const);
  return new Map([...names, ...files.map(({ storageUrl, name }) => [storageUrl, name] as const)]);
}
