import type { TemplateResult } from "lit";
import type { FormView, Issue } from "colloquy";
import { readable } from "../data/readable.js";
import { labelOf, schemaOf } from "../data/schema.js";
import { count, isFields, withoutEmpty, type Change } from "../data/values.js";
import { changeList, changesOf } from "./changes.js";
import { Fields, isBlank } from "./fields.js";
import { Form, type Around } from "./form.js";
import { keptDraft } from "./drafts.js";
import type { Plural } from "../strings/words.js";

type Validation = Extract<FormView["kind"], { validation: unknown }>["validation"];

/** From how many filled places on data is shown to be read first, and edited on demand. */
const READ_FROM = 14;
/** Longest note, in characters (the engine cuts there). */
const NOTES_CHARS = 4_000;

/** Data to be approved: read, put right, approved, or rejected with a note. */
export class ValidationForm extends Form {
  #fields: Fields;
  #editing: boolean;
  #rejecting = false;
  #notes = "";
  #changes: readonly Change[] = [];
  /** True where nothing was read: it is filled in, and not checked. */
  readonly #blank: boolean;
  /** What the respondent wrote when they sent the version before back; null where this is the first. */
  readonly #wrong: string | null;

  constructor(
    around: Around,
    token: string,
    private readonly kind: Validation,
  ) {
    super(around, token);
    const kept = keptDraft(around.ui.session.interview, token);
    const data = isFields(kept?.["data"]) ? kept["data"] : kind.data;
    this.#notes = typeof kept?.["userNotes"] === "string" ? kept["userNotes"] : "";
    this.#fields = this.#fieldsFor(data);
    this.#changes = changesOf(kind.data, data);
    this.#blank = isBlank(kind.data);
    this.#mark();
    const before = around.ui.session.exchanges.at(-1)?.filled;
    this.#wrong = before?.status === "rejected" && before.dataType === kind.data_type ? (before.notes ?? "") : null;
    this.#editing = kind.issues.length > 0 || this.#changes.length > 0 || isBlank(data) || count(data) < READ_FROM || this.#wrong !== null;
  }

  get title(): string {
    const { shared, ui, words, data } = this.around;
    return shared.say(ui, this.#blank ? words.fillTitle : words.validationTitle, { what: labelOf(data, "", this.#schema) });
  }

  /** After a version that was sent back, the field that was named is what is put right. */
  override start(): HTMLElement | null {
    if (this.#wrong === null) return super.start();
    const { ui } = this.around;
    const form = ui.find(".form .fields");
    const fields = [...(form?.querySelectorAll<HTMLLabelElement>("label") ?? [])];
    const said = this.#wrong.toLowerCase();
    const named = fields.find((label) => {
      const name = label.textContent.replace("*", "").trim().toLowerCase();
      return name !== "" && said.includes(name);
    });
    const first = form?.querySelector<HTMLElement>("input, textarea, select") ?? null;
    return (named && form?.querySelector<HTMLElement>(`#${named.htmlFor}`)) ?? first ?? super.start();
  }

  /** Shows what the reading was wrong about. What is only missing is no fault before the respondent has tried. */
  #mark(): void {
    const wrong = this.kind.issues.filter(({ rule }) => rule !== "required" && rule !== "min_length" && rule !== "min_items");
    this.#fields.mark(this.#changes.length > 0 ? [] : wrong);
  }

  get #schema() {
    return schemaOf(this.kind.data_type);
  }

  #fieldsFor(data: unknown): Fields {
    return new Fields(this.around, this.#schema, true, data, () => this.#edited());
  }

  #edited(): void {
    this.trouble = "";
    this.#changes = changesOf(this.kind.data, this.#fields.data);
    this.#keep();
    this.redraw();
  }

  #keep(): void {
    this.keep({ data: this.#fields.data, ...(this.#notes && { userNotes: this.#notes }) });
  }

  protected override shows(issues: readonly Issue[]): boolean {
    const { shared, ui, words } = this.around;
    const left = this.#fields.mark(issues.map((issue) => ({ ...issue, path: issue.path.replace(/^data\.?/, "") })));
    this.#rejecting = false;
    this.#editing = true;
    if (this.#fields.faults === 0) {
      this.troubled(shared.say(ui, words.faultOther, { message: left.map(({ path, message }) => `${path} ${message}.`).join(" ") }));
    } else {
      this.troubled(this.#counted(words.faultFields), this.#fields.firstFault);
    }
    return true;
  }

  #counted(words: Plural): string {
    const { shared, ui } = this.around;
    return shared.say(ui, words, { n: this.#fields.faults });
  }

  protected body(): TemplateResult {
    const { shared, words, data } = this.around;
    const { html, nothing } = shared;
    if (this.#rejecting) return this.#rejection();
    const faulty = this.#fields.faults > 0 && !this.trouble;
    const { issues } = this.kind.data;
    const hint = this.#blank ? words.fillHint : this.#editing ? words.validationHint : words.validationRead;
    return html`<p class="hint">${hint}${Array.isArray(issues) && issues.length > 0 ? html` ${words.unsure}` : nothing}</p>
      ${faulty ? html`<p class="fault whole">${this.#counted(words.before)}</p>` : nothing}
      <fieldset class="bare" ?disabled=${this.busy}>
        ${this.#editing ? this.#fields.render() : readable({ html, words: data }, this.#schema, this.#fields.data)}
      </fieldset>
      ${changeList(this.around, this.#schema, this.#changes, () => this.#reset())}`;
  }

  #rejection(): TemplateResult {
    const { shared, words } = this.around;
    const input = (event: Event): void => {
      const box = event.target as HTMLTextAreaElement;
      shared.grow(box);
      this.#notes = box.value;
      this.#keep();
    };
    return shared.html`<div class="field prose">
      <label for="form-notes">${words.rejectTitle}</label>
      <textarea id="form-notes" rows="3" dir="auto" maxlength=${NOTES_CHARS} aria-describedby="form-notes-hint"
        .value=${this.#notes} ?disabled=${this.busy} @input=${input}></textarea>
      <p class="hint" id="form-notes-hint">${words.rejectHint}</p>
    </div>`;
  }

  protected actions(): TemplateResult {
    const { shared, ui, words } = this.around;
    const { html, nothing, say } = shared;
    if (this.#rejecting) {
      return html`<button class="primary" ?disabled=${this.busy}>${words.rejectSend}</button>
        <button type="button" class="secondary" ?disabled=${this.busy}
          @click=${() => this.#turn(false, "[data-reject]")}>${words.back}</button>`;
    }
    const n = this.#changes.length;
    const editable = this.#editing ? count(this.#fields.data) >= READ_FROM : true;
    return html`<button class="primary" ?disabled=${this.busy}>${n === 0 ? words.approve : say(ui, words.approveChanged, { n })}</button>
      ${
        editable
          ? html`<button type="button" class="secondary" ?disabled=${this.busy} @click=${() => this.#edit()}
            >${this.#editing ? words.editDone : words.edit}</button>`
          : nothing
      }
      <button type="button" class="secondary" data-reject ?disabled=${this.busy}
        @click=${() => this.#turn(true, "#form-notes")}>${words.reject}</button>`;
  }

  protected submit(): void {
    if (!this.#rejecting) {
      void this.settle({ data: withoutEmpty(this.#fields.data) ?? {} });
      return;
    }
    const userNotes = this.#notes.trim();
    void this.settle({ status: "rejected", ...(userNotes && { userNotes }) });
  }

  #edit(): void {
    this.#editing = !this.#editing;
    this.redraw();
    this.focus(this.#editing ? ":is(.fields input, .fields textarea)" : "#form-title");
  }

  #turn(rejecting: boolean, focus: string): void {
    this.#rejecting = rejecting;
    this.trouble = "";
    this.redraw();
    this.focus(focus);
  }

  #reset(): void {
    this.#fields = this.#fieldsFor(this.kind.data);
    this.#edited();
    this.#mark();
    this.focus("#form-title");
  }
}
