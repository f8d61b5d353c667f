// The ways to take a result along: as text, as a document, as data. What people use is in sight; what programs use is folded.
import type { ExportFormat, Library, Listed } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { attempt, exportSession, titleOf, type Notify } from "../actions.js";
import { save, saveBlob } from "../files.js";
import { fileName } from "../format.js";
import { FORMATS, type Format } from "../formats.js";
import type { KindRoom } from "../kinds/types.js";
import { p } from "../text.js";
import { withoutFrontMatter } from "../../../widget/src/review/front-matter.js";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const [MARKDOWN, ...OTHERS] = FORMATS;

/** Takes one completed session along. */
export class TakeAway {
  constructor(
    private readonly library: Library,
    private readonly listed: Listed,
    private readonly room: KindRoom,
    private readonly notify: Notify,
  ) {}

  /** Draws the bar above the results. */
  bar(): TemplateResult {
    const words = p.results;
    return html`<div class="take-away screen" role="group" aria-label=${words.takeAway}>
      <p class="actions">
        <button class="button" @click=${() => this.word()}>${words.word}</button>
        <button class="button secondary" @click=${() => print()}>${words.pdf}</button>
        <button class="button secondary" @click=${() => this.download(MARKDOWN)}>${words.markdown}</button>
        <button class="button secondary" @click=${() => void this.copy()}>${words.copy}</button>
        ${"share" in navigator ? html`<button class="button secondary" @click=${() => void this.share()}>${words.share}</button>` : nothing}
      </p>
      <details>
        <summary>${words.more}</summary>
        <ul class="formats">${this.formats().map(
          ([format, name]) => html`<li><button class="link" @click=${() => this.download(format)}>${name}</button></li>`,
        )}
          <li><button class="link" @click=${() => void exportSession(this.library, this.listed, this.notify)}>${words.sessionFile}</button></li>
        </ul>
      </details>
    </div>`;
  }

  private formats(): (readonly [Format, string])[] {
    const common = OTHERS.map((format) => [format, p.results.formats[format.format]] as const);
    return [...common, ...(this.room.formats?.() ?? []).map((format) => [format, format.name] as const)];
  }

  private text(format: ExportFormat): Promise<string> {
    return this.library.result(this.listed.session, format);
  }

  /** The transcript as it is read: what stands above it for programs is left out. */
  private async readable(): Promise<string> {
    return withoutFrontMatter(await this.text(MARKDOWN.format));
  }

  private download({ format, end, type }: Format): void {
    void attempt(this.notify, async () => {
      const name = fileName(titleOf(this.listed), end);
      save(name, await this.text(format), type);
      this.notify(p.actions.downloaded(name));
    });
  }

  private word(): void {
    void attempt(this.notify, async () => {
      const [page, { docxOf }] = await Promise.all([this.text("html"), import("../docx/index.js")]);
      const name = fileName(titleOf(this.listed), ".docx");
      saveBlob(name, new Blob([docxOf(page)], { type: WORD }));
      this.notify(p.actions.downloaded(name));
    });
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(await this.readable());
      this.notify(p.actions.copied);
    } catch {
      this.notify({ text: p.actions.notCopied, stays: true });
    }
  }

  private async share(): Promise<void> {
    await attempt(this.notify, async () => {
      const title = titleOf(this.listed);
      try {
        await navigator.share({ title, text: await this.readable() });
      } catch (error) {
        // Whoever closes the list of apps has shared nothing, and nothing went wrong.
        if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
      }
    });
  }
}
