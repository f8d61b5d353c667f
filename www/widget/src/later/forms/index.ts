import type { TemplateResult } from "lit";
import type { FilledView, FormView, View } from "colloquy";
import { dataWords, english, type DataWords } from "../../data/words.js";
import type { Kit } from "../../kit.js";
import { en, formStrings, type FormStrings } from "../../strings/forms/index.js";
import type { Ui } from "../../ui.js";
import { Artifacts } from "./artifacts.js";
import { ContactForm } from "./contact.js";
import { filled } from "./filled.js";
import type { Around, Form } from "./form.js";
import { HostForm } from "./host.js";
import { OptionsForm } from "./options.js";
import { Phases, phasesDone } from "./phases.js";
import { Running } from "./running.js";
import { UploadForm } from "./upload.js";
import { ValidationForm } from "./validation.js";
import dataCss from "../../data/data.css?inline";
import formsCss from "./forms.css?inline";

/**
 * What a respondent sees of an onboarding interview beside its questions: its forms, its phases, the tool that runs, what was kept. It
 * is fetched when an interview has phases or a form, and never otherwise.
 */
export class Onboarding implements Around {
  words: FormStrings = en;
  data: DataWords = english;
  #lang = "en";
  #form: Form | null = null;
  #phases = new Phases(this);
  #running = new Running(this);
  #artifacts = new Artifacts(this);
  /** The token that was last drawn. */
  #drawn = "";
  /** Said once when a form is there. */
  #said = "";
  #sent = false;

  constructor(
    readonly kit: Kit,
    readonly ui: Ui,
    root: ShadowRoot,
  ) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(dataCss + formsCss);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }

  sent(): void {
    this.#sent = true;
  }

  /** Loads the words of the reader's language; until they are there, those of before are shown. */
  async speak(): Promise<void> {
    const { wordsLang } = this.ui;
    if (wordsLang === this.#lang) return;
    this.#lang = wordsLang;
    const [words, data] = await Promise.all([formStrings(wordsLang), dataWords(wordsLang)]);
    if (wordsLang !== this.#lang) return;
    this.words = words;
    this.data = data;
    this.ui.requestUpdate();
  }

  /** How far the interview is, at its head. */
  standing(view: View): TemplateResult | null {
    void this.speak();
    return view.onboarding && this.#phases.render(view, view.onboarding);
  }

  /** The tool that runs. */
  running(view: View): TemplateResult | null {
    return this.#running.render(view);
  }

  /** The form that waits, with a word for those who cannot see it come. */
  form(view: View): TemplateResult {
    void this.speak();
    const { html, nothing, readOnly } = this.kit;
    const { form } = view;
    const shown = form && view.phase !== "paused" && !readOnly(view) ? form : null;
    // While it is paused, what was entered stays.
    if (form?.token !== this.#form?.token) {
      this.#form = form && this.#make(form);
      if (!form) this.#left();
    }
    if (shown && this.#form && shown.token !== this.#drawn) this.#arrived(shown.token, this.#form.title);
    return html`<p class="unseen" role="status">${this.#said}</p>${shown && this.#form ? this.#form.render(view) : nothing}`;
  }

  /** The placeholder of the answer box while a form waits. */
  placeholder(view: View): string {
    return view.form ? this.words.placeholder : "";
  }

  /** How a form was met. */
  filled(how: FilledView): TemplateResult {
    return filled(this, how);
  }

  /** What the interview brought together, for its end. */
  results(view: View): TemplateResult {
    void this.speak();
    const { html, nothing } = this.kit;
    return html`${this.#artifacts.render(view)} ${view.onboarding ? phasesDone(this, view, view.onboarding) : nothing}`;
  }

  #make({ token, kind }: FormView): Form | null {
    if ("options" in kind) return new OptionsForm(this, token, kind.options);
    if ("upload" in kind) return new UploadForm(this, token, kind.upload);
    if ("validation" in kind) return new ValidationForm(this, token, kind.validation);
    if ("contact" in kind) return new ContactForm(this, token, kind.contact);
    return new HostForm(this, token, kind.host);
  }

  /** The form is gone, and the focus with it: the answer box has it until something else comes. */
  #left(): void {
    this.#said = "";
    if (!this.#sent) return;
    void this.ui.updateComplete.then(() => {
      if (!this.ui.find(":focus")) this.ui.find<HTMLElement>(".composer textarea")?.focus({ preventScroll: true });
    });
  }

  /** A form came: it is said once, and gets the focus where that takes nothing from anybody. */
  #arrived(token: string, title: string): void {
    this.#drawn = token;
    const [said, words] = [this.kit.say(this.ui, this.words.formThere, { title }), this.words];
    this.#said = said;
    const focused = this.ui.find<HTMLElement>(":focus");
    const typing = focused?.matches("textarea, input") && (focused as HTMLTextAreaElement).value !== "";
    // In a page that was only opened, and where somebody writes, the focus stays.
    const take = !typing && (this.#sent || focused !== null);
    this.#sent = false;
    void this.ui.updateComplete.then(() => {
      if (take) this.ui.find<HTMLElement>("#form-title")?.focus({ preventScroll: true });
      // Words that came meanwhile say it again in their language.
      if (words !== this.words) this.ui.requestUpdate();
    });
  }
}
