import type { TemplateResult } from "lit";
import type { FormView, Issue } from "colloquy";
import { Form, type Around } from "./form.js";
import { keptDraft } from "./drafts.js";

type Options = Extract<FormView["kind"], { options: unknown }>["options"];

/** A choice of two to six: cards with real radio buttons or check boxes in them. */
export class OptionsForm extends Form {
  #chosen: readonly string[];

  constructor(
    around: Around,
    token: string,
    private readonly kind: Options,
  ) {
    super(around, token);
    const kept = keptDraft(around.ui.session.interview, token)?.["selectedIds"];
    const known = kind.options.map(({ id }) => id).filter((id) => Array.isArray(kept) && kept.includes(id));
    this.#chosen = kind.multiple ? known : known.slice(0, 1);
  }

  get title(): string {
    return this.around.words.optionsTitle;
  }

  protected override shows(issues: readonly Issue[]): boolean {
    if (!issues.some(({ path }) => path === "selectedIds")) return false;
    this.troubled(this.around.words.chooseFirst, "input");
    return true;
  }

  protected body(): TemplateResult {
    const { shared, words } = this.around;
    const { html, nothing } = shared;
    const { multiple, required, options } = this.kind;
    const hint = [multiple ? words.optionsMany : words.optionsOne, ...(required ? [] : [words.optionsFree])].join(" ");
    // The browser's own keys: arrows among radio buttons, space for check boxes.
    return html`<fieldset class="cards" aria-describedby="form-trouble" ?disabled=${this.busy}>
      <legend class="hint">${hint}</legend>
      ${options.map(
        ({ id, label, description }, place) => html`<label class="card">
          <input type=${multiple ? "checkbox" : "radio"} name="option" value=${id} .checked=${this.#chosen.includes(id)}
            aria-describedby=${description ? `option-${place}` : nothing} aria-labelledby="option-name-${place}" @change=${(event: Event) => this.#choose(id, (event.target as HTMLInputElement).checked)} />
          <span><b id="option-name-${place}" dir="auto">${label}</b>${description ? html`<span class="about" id="option-${place}" dir="auto">${description}</span>` : nothing}</span>
        </label>`,
      )}
    </fieldset>`;
  }

  protected actions(): TemplateResult {
    const { shared, words } = this.around;
    const { html, nothing } = shared;
    const none = this.#chosen.length === 0;
    return html`<button class="primary" ?disabled=${this.busy}>${none && !this.kind.required ? words.chooseNone : words.choose}</button>
      ${!none && !this.kind.multiple && !this.kind.required ? html`<button type="button" class="quiet" @click=${() => this.#take([])}>${words.clear}</button>` : nothing}`;
  }

  protected submit(): void {
    if (this.kind.required && this.#chosen.length === 0) return this.troubled(this.around.words.chooseFirst, "input");
    void this.settle({ selectedIds: this.#chosen });
  }

  #choose(id: string, on: boolean): void {
    if (!this.kind.multiple) return this.#take([id]);
    // In the order in which they are shown, however they were chosen.
    this.#take(this.kind.options.map((option) => option.id).filter((other) => (other === id ? on : this.#chosen.includes(other))));
  }

  #take(chosen: readonly string[]): void {
    this.#chosen = chosen;
    this.trouble = "";
    this.keep({ selectedIds: chosen });
    this.redraw();
  }
}
