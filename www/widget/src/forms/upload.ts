import type { TemplateResult } from "lit";
import type { FormView, Issue } from "colloquy";
import { Form, type Around, type Asked } from "./form.js";
import { slot } from "./filled.js";
import { acceptOf, kindName, sizeOf, sniffed } from "./files.js";

type Upload = Extract<FormView["kind"], { upload: unknown }>["upload"];

/** A file that was chosen, with what was found about it. */
interface Chosen {
  readonly file: File;
  /** What it is by its content; empty while it is looked at. */
  kind: string;
  /** What is wrong with it; empty for one that can be handed in. */
  fault: string;
  checking: boolean;
}

/** Most files of one form (the engine takes no more). */
const FILES = 20;

/** Files to hand in: dropped, pasted, picked or photographed, each looked at before it is sent. */
export class UploadForm extends Form {
  #chosen: Chosen[] = [];
  #notice = "";
  #hovering = false;

  constructor(
    around: Around,
    token: string,
    private readonly kind: Upload,
    change: Asked["change"] = null,
    /** Name of the file in whose place another one is put. */
    private readonly before = "",
  ) {
    super(around, token, kind.question === undefined ? null : { title: kind.question, change });
  }

  override start(): HTMLElement | null {
    const pick = this.kind.question === undefined ? null : this.around.ui.find<HTMLElement>(".form [data-pick]");
    return pick ?? super.start();
  }

  get title(): string {
    const { words } = this.around;
    return this.kind.question ?? (this.kind.multiple ? words.uploadTitleMany : words.uploadTitle);
  }

  protected override shows(issues: readonly Issue[]): boolean {
    const { words } = this.around;
    for (const issue of issues) {
      const one = this.#chosen[Number(/^files[.[](\d+)/.exec(issue.path)?.[1] ?? NaN)];
      if (!one) return false;
      one.fault = this.#words(issue);
    }
    this.troubled(words.handFaulty, ".file [data-act]");
    return issues.length > 0;
  }

  protected body(): TemplateResult {
    const { shared, ui, words } = this.around;
    const { html, nothing, say } = shared;
    const { multiple, accepts, max_bytes: most } = this.kind;
    const taken = say(ui, words.taken, { kinds: this.#kinds(), size: sizeOf(ui.wordsLang, most) });
    const samples = ui.sampleFiles ?? [];
    const pictures = accepts.filter((kind) => /^(jpe?g|png|heic|webp|image)/.test(kind));
    const camera = pictures.length > 0 && matchMedia("(pointer: coarse)").matches;
    const name = multiple ? words.pickMany : words.pick;
    // Pasting works wherever the focus is within the form; the picker does the same for those who drop and paste nothing.
    return html`${this.before ? html`<p class="hint">${slot(this.around, words.filledFiles, this.before)}</p>` : nothing}<div class="drop ${this.#hovering ? "over" : ""}" tabindex="-1"
        @dragenter=${this.#drag} @dragover=${this.#drag} @dragleave=${this.#leave} @drop=${this.#drop}>
        <p class="drop-here">${multiple ? words.dropMany : words.drop}</p>
        <p class="row">
          <input type="file" hidden ?multiple=${multiple} accept=${acceptOf(accepts)} aria-label=${name} @change=${this.#picked} /><button
            type="button" class="secondary" data-pick ?disabled=${this.busy} aria-describedby="form-taken" @click=${pick}>${name}</button>
          ${
            camera
              ? html`<input type="file" hidden accept="image/*" capture="environment" aria-label=${words.photo} @change=${this.#picked} /><button
                type="button" class="secondary" ?disabled=${this.busy} @click=${pick}>${words.photo}</button>`
              : nothing
          }
          ${
            samples.length > 0
              ? html`<button type="button" class="secondary" ?disabled=${this.busy} @click=${() => this.#add(samples)}>${words.sample}</button>`
              : nothing
          }
        </p>
        <p class="hint" id="form-taken">${taken}</p>
      </div>
      <p class="hint" role="status">${this.#notice}</p>
      ${this.#chosen.length > 0 ? html`<ul class="files" aria-label=${words.chosen}>${this.#chosen.map((one) => this.#row(one))}</ul>` : nothing}`;
  }

  #row(one: Chosen): TemplateResult {
    const { shared, ui, words } = this.around;
    const { html, icons, nothing, say } = shared;
    const { name, size } = one.file;
    const facts = [sizeOf(ui.wordsLang, size), ...(one.kind ? [one.kind] : [])];
    return html`<li class="file ${one.fault ? "faulty" : ""}">
      <div>
        <p class="file-name"><bdi>${name}</bdi></p>
        <p class="facts">${facts.map((fact) => html`<span>${fact}</span> `)}</p>
        ${one.checking || this.busy ? html`<progress aria-label="${one.checking ? words.checking : words.keeping} ${name}"></progress>` : nothing}
        ${one.fault ? html`<p class="fault" role="alert">${icons.warning}<span dir="auto">${one.fault}</span></p>` : nothing}
      </div>
      <button type="button" class="quiet small" data-act="remove" ?disabled=${this.busy} aria-label=${say(ui, words.takeOut, { name })} @click=${() => this.#takeOut(one)}>${icons.cross}</button>
    </li>`;
  }

  protected actions(): TemplateResult {
    const { shared, ui, words } = this.around;
    const n = this.#chosen.length;
    const ready = n > 0 && this.#chosen.every(({ fault, checking }) => !fault && !checking);
    if (this.change) return shared.html`<button class="primary" ?disabled=${this.busy}>${ui.lazyWords.amendSave}</button>`;
    return shared.html`<button class=${ready ? "primary" : "secondary"} ?disabled=${this.busy}>${n > 1 ? shared.say(ui, words.handMany, { n }) : words.hand}</button>`;
  }

  protected submit(): void {
    const { words } = this.around;
    if (this.#chosen.length === 0) return this.troubled(words.handFirst, "[data-pick]");
    if (this.#chosen.some(({ fault }) => fault)) return this.troubled(words.handFaulty, ".file.faulty [data-act]");
    // Still being looked at: settling looks once more, so nothing faulty gets through.
    const files = this.#chosen.map(({ file }) => file);
    const { change } = this;
    if (!change) return void this.settle({ files });
    const [file = new Blob()] = files;
    void this.run((interview) => interview.replaceFile(change.number, file)).then((done) => done && change.close());
  }

  /** Takes files in; of several where one is asked for, the last. */
  #add(files: readonly File[]): void {
    const { shared, ui, words } = this.around;
    if (files.length === 0 || this.busy) return;
    this.trouble = "";
    this.#notice = "";
    const fresh = files.filter((file) => !this.#chosen.some((one) => isSame(one.file, file)));
    const added = fresh.map((file): Chosen => ({ file, kind: "", fault: "", checking: true }));
    if (this.kind.multiple) {
      this.#chosen = [...this.#chosen, ...added];
      if (this.#chosen.length > FILES) this.#notice = shared.say(ui, words.tooMany, { n: FILES });
      this.#chosen = this.#chosen.slice(0, FILES);
    } else if (added.length > 0) {
      if (added.length > 1 || this.#chosen.length > 0) this.#notice = words.onlyOne;
      this.#chosen = added.slice(-1);
    }
    for (const one of this.#chosen) if (one.checking) void this.#check(one);
    this.redraw();
  }

  async #check(one: Chosen): Promise<void> {
    const { shared } = this.around;
    const { accepts, max_bytes: most } = this.kind;
    try {
      const [kind, issue] = await Promise.all([sniffed(one.file), shared.files.checkFile(one.file, accepts, most)]);
      // Of a file that is no document, or empty, the kind means nothing.
      one.kind = issue?.rule === "enum" || issue?.rule === "empty" ? "" : kindName(this.around.words, kind);
      one.fault = issue ? this.#words(issue) : "";
    } catch {
      // What looks at files could not be loaded, or the file moved: sending it reports that.
    }
    one.checking = false;
    this.redraw();
    // The form is longer now: what was added, and what sends it, are in sight on a small screen too.
    const { ui } = this.around;
    await ui.updateComplete;
    for (const part of [".form .file:last-child", ".form button.primary"]) ui.find(part)?.scrollIntoView?.({ block: "nearest" });
  }

  #words({ rule, message }: Issue): string {
    const { shared, ui, words } = this.around;
    if (rule === "maximum") return shared.say(ui, words.fileLarge, { size: sizeOf(ui.wordsLang, this.kind.max_bytes) });
    if (rule === "empty") return words.fileEmpty;
    if (rule === "enum") return shared.say(ui, words.fileKind, { kinds: this.#kinds() });
    if (rule === "password") return words.filePassword;
    if (rule === "macros") return words.fileMacros;
    if (rule === "damaged") return words.fileDamaged;
    if (rule === "encoding") return words.fileEncoding;
    if (rule === "unreadable") return words.fileMoved;
    return shared.say(ui, words.fileOther, { message });
  }

  #kinds(): string {
    return new Intl.ListFormat(this.around.ui.wordsLang, { type: "disjunction" }).format(
      this.kind.accepts.map((kind) => kindName(this.around.words, kind)),
    );
  }

  #takeOut(one: Chosen): void {
    const place = this.#chosen.indexOf(one);
    this.#chosen = this.#chosen.filter((other) => other !== one);
    this.trouble = "";
    this.#notice = "";
    this.redraw();
    this.focus(this.#chosen.length > 0 ? `.file:nth-child(${Math.min(place, this.#chosen.length - 1) + 1}) [data-act]` : "[data-pick]");
  }

  #picked = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    // The same file can be chosen again, after it was mended.
    input.value = "";
    this.#add(files);
  };

  #drag = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (!this.#hovering) this.redraw();
    this.#hovering = true;
  };

  #leave = (event: DragEvent): void => {
    // Leaving for something within is not leaving.
    if ((event.currentTarget as HTMLElement).contains(event.relatedTarget as Node | null)) return;
    this.#hovering = false;
    this.redraw();
  };

  #drop = (event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.#hovering = false;
    this.#add(files);
    this.redraw();
  };

  /** Takes pasted files in, wherever in the form they were pasted. */
  protected override paste(event: ClipboardEvent): void {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#add(files);
  }
}

const isSame = (a: File, b: File): boolean => a === b || (a.name === b.name && a.size === b.size && a.lastModified === b.lastModified);

/** Opens the picker that stands before a button. */
const pick = (event: Event): void => ((event.currentTarget as HTMLElement).previousElementSibling as HTMLInputElement).click();
