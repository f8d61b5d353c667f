import type { TemplateResult } from "lit";
import type { ExchangeView, FormView, View } from "colloquy";
import { dataWords, english, type DataWords } from "../data/words.js";
import type { Shared, Ui } from "../types.js";
import { en, others, type FormStrings } from "./words/index.js";
import { ContactForm } from "./contact.js";
import { filled } from "./filled.js";
import type { Around, Asked, Form } from "./form.js";
import { HostForm } from "./host.js";
import { OptionsForm } from "./options.js";
import { answerOf, TypedForm, type Answer, type Host } from "./typed.js";
import { UploadForm } from "./upload.js";
import { ValidationForm } from "./validation.js";
import dataCss from "../data/data.css?inline";
import formsCss from "./forms.css?inline";

/**
 * The forms of an interview: a choice, files to hand in, data to approve, contact details, and a host's own. Any kind of interview may
 * have them; they are fetched with the first.
 */
export class Forms implements Around {
  words: FormStrings = en;
  data: DataWords = english;
  #lang = "en";
  #form: Form | null = null;
  /** The token that was last drawn. */
  #drawn = "";
  /** Announced once when a form is there. */
  #announced = "";
  #sent = false;
  /** The token of the form that is answered in words. */
  #inWords = "";
  /** The value that is being changed, in the place of its answer. */
  #change: { readonly number: number; readonly form: Form } | null = null;

  constructor(
    readonly shared: Shared,
    readonly ui: Ui,
    root: ShadowRoot,
  ) {
    shared.adopt(root, dataCss + formsCss);
  }

  sent(): void {
    this.#sent = true;
  }

  folded({ form }: View): boolean {
    // What was begun in words stays in sight.
    return form !== null && this.#form?.token === form.token && form.token !== this.#inWords && !this.ui.box.text;
  }

  inWords(token: string): void {
    this.#inWords = token;
    this.ui.requestUpdate();
    this.ui.focusOn(".composer textarea");
  }

  /** Loads the words of the reader's language; until they are there, those of before are shown. */
  async speak(): Promise<void> {
    const { wordsLang } = this.ui;
    if (wordsLang === this.#lang) return;
    this.#lang = wordsLang;
    const [words, data] = await Promise.all([this.shared.wordsIn(wordsLang, en, others), dataWords(wordsLang)]);
    if (wordsLang !== this.#lang) return;
    this.words = words;
    this.data = data;
    this.ui.requestUpdate();
  }

  /** The form that waits, announced to those who cannot see it come. */
  form(view: View): TemplateResult {
    void this.speak();
    const { html, nothing, readOnly } = this.shared;
    const { form } = view;
    // One form at a time: what waits comes back, with what was entered, when a value was changed.
    if (!this.#changes(view)) this.#change = null;
    const shown = form && view.phase !== "paused" && !readOnly(view) && !this.#change ? form : null;
    // While it is paused, what was entered stays.
    if (form?.token !== this.#form?.token) {
      this.#form = form && this.#make(form);
      if (!form) this.#left();
    }
    if (shown && this.#form && shown.token !== this.#drawn) this.#arrived(shown.token, this.#form.title);
    return html`<p class="unseen" role="status">${this.#announced}</p>${shown && this.#form ? this.#form.render(view) : nothing}`;
  }

  /** The placeholder of the answer box while a form waits. */
  placeholder(view: View): string {
    return view.form ? this.words.placeholder : "";
  }

  /** How a form was filled in; the value of a typed question can be changed in its place. Null for what has no value and no form. */
  filled({ question, filled: how, answer, amended }: ExchangeView): TemplateResult | null {
    void this.speak();
    const { shared, ui } = this;
    const { html, nothing, icons, say } = shared;
    const { number, text } = question;
    const { view } = ui.session;
    const values = view && this.#changes(view) && "values" in view.kind ? view.kind.values : [];
    const change = values.find((value) => value.question === number);
    if (view && change && this.#change?.number === number) return this.#change.form.render(view);
    if (!how && !change) return null;
    const name = say(ui, ui.words.amendName, { n: number });
    return html`${how ? filled(this, how) : html`<p class="answer" dir="auto">${answer}</p>`}
      ${
        amended || change
          ? html`<p class="answer-row">
            ${amended ? html`<span class="faint">${ui.words.amended}</span>` : nothing}
            ${
              change
                ? html`<button type="button" class="quiet small edit" aria-label=${name}
              @click=${() => this.#begin(number, { title: text, schema: change.schema, data: change.data })}>${icons.pencil}${ui.words.amend}</button>`
                : nothing
            }
          </p>`
          : nothing
      }`;
  }

  #changes(view: View): boolean {
    return view.can.edit && view.phase !== "paused" && !this.shared.readOnly(view);
  }

  #begin(number: number, kind: Host): void {
    const answer = answerOf(kind);
    if (!answer) return;
    const close = () => {
      this.#change = null;
      this.ui.requestUpdate();
      this.ui.focusOn(`[data-question="${number}"] .edit`);
    };
    const token = `change-${number}`;
    const change = { number, close };
    const form =
      answer["x-answer"] === "file" ? this.#otherFile(token, kind, answer, change) : new TypedForm(this, token, kind, answer, change);
    this.#change = { number, form };
    this.ui.requestUpdate();
    void this.ui.updateComplete.then(() => form.start()?.focus());
  }

  /** The form that takes another file for one that was handed in. */
  #otherFile(token: string, { title, data }: Host, { accepts = [], maxBytes = 0 }: Answer, change: Asked["change"]): UploadForm {
    const { name = "" } = (data as { value?: { name?: string } }).value ?? {};
    return new UploadForm(this, token, { accepts: [...accepts], max_bytes: maxBytes, multiple: false, question: title }, change, name);
  }

  #make({ token, kind }: FormView): Form | null {
    if ("options" in kind) return new OptionsForm(this, token, kind.options);
    if ("upload" in kind) return new UploadForm(this, token, kind.upload);
    if ("validation" in kind) return new ValidationForm(this, token, kind.validation);
    if ("contact" in kind) return new ContactForm(this, token, kind.contact);
    const answer = answerOf(kind.host);
    return answer ? new TypedForm(this, token, kind.host, answer) : new HostForm(this, token, kind.host);
  }

  /** Brings the whole form into sight, and its question before its end where both have no room. */
  #bringIn(): void {
    this.ui.find(".form")?.scrollIntoView?.({ block: "nearest" });
    const question = this.ui.find(".current");
    if (question && question.getBoundingClientRect().top < 0) question.scrollIntoView?.({ block: "start" });
  }

  /** The form is gone, and the focus with it: the answer box has it until something else comes. */
  #left(): void {
    this.#announced = "";
    if (!this.#sent) return;
    void this.ui.updateComplete.then(() => {
      if (!this.ui.find(":focus")) this.ui.find<HTMLElement>(".composer textarea")?.focus({ preventScroll: true });
    });
  }

  /** A form came: it is announced once, and gets the focus where that takes nothing from anybody. */
  #arrived(token: string, title: string): void {
    this.#drawn = token;
    const { words } = this;
    this.#announced = this.shared.say(this.ui, words.formThere, { title });
    const focused = this.ui.find<HTMLElement>(":focus");
    const typing = focused?.matches("textarea, input") && (focused as HTMLTextAreaElement).value !== "";
    // In a page that was only opened, and where somebody writes, the focus stays.
    const take = !typing && (this.#sent || focused !== null);
    this.#sent = false;
    void this.ui.updateComplete.then(() => {
      const start = take ? this.#form?.start() : null;
      start?.focus({ preventScroll: true });
      // A field that is to be put right may lie far below the question.
      if (start?.matches("input, textarea, select")) start.scrollIntoView?.({ block: "center" });
      else if (take) this.#bringIn();
      // Words that came meanwhile announce it again in their language.
      if (words !== this.words) this.ui.requestUpdate();
    });
  }
}
