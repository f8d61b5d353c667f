import type { TemplateResult } from "lit";
import type { FormView } from "colloquy";
import { schemaOf } from "../data/schema.js";
import { isFields } from "../data/values.js";
import type { Around } from "./form.js";
import { FilledForm } from "./host.js";

type Contact = Extract<FormView["kind"], { contact: unknown }>["contact"];

/** The respondent's own contact details: from the address book, from a card in a file, or by hand. */
export class ContactForm extends FilledForm {
  /** What came of the last card, in words. */
  #notice = "";
  #reading = false;

  constructor(
    around: Around,
    token: string,
    private readonly kind: Contact,
  ) {
    super(around, token, schemaOf("applicant_profile"), true, {});
  }

  get title(): string {
    return this.around.words.contactTitle;
  }

  protected override get sendWord(): string {
    return this.around.words.contactSend;
  }

  protected override body(): TemplateResult {
    const { shared, words } = this.around;
    const { html, nothing } = shared;
    const open = (event: Event) => ((event.currentTarget as HTMLElement).previousElementSibling as HTMLInputElement).click();
    const file = (event: Event): void => {
      const input = event.target as HTMLInputElement;
      const [card] = input.files ?? [];
      input.value = "";
      if (card) void this.#take(() => shared.files.readContactCard(card));
    };
    return html`<p class="hint">${words.contactHint}</p>
      <p class="row">
        ${
          this.kind.picker
            ? html`<button type="button" class="secondary" ?disabled=${this.busy || this.#reading} @click=${() => void this.#take(() => shared.files.pickContact())}>${words.contactPick}</button>`
            : nothing
        }
        <input type="file" accept=".vcf,.vcard,text/vcard,text/x-vcard" hidden aria-label=${words.contactFile} @change=${file} /><button type="button" class="secondary" ?disabled=${this.busy || this.#reading} @click=${open}>${words.contactFile}</button>
        <span class="hint" role="status">${this.#notice}</span>
      </p>
      ${super.body()}`;
  }

  /** Fills the fields from a card; what cannot be read leaves them as they are. */
  async #take(read: () => Promise<unknown>): Promise<void> {
    const { shared, ui, words } = this.around;
    if (this.#reading) return;
    this.#reading = true;
    this.#notice = "";
    this.trouble = "";
    this.redraw();
    try {
      const profile = await read();
      if (isFields(profile)) {
        this.fields = this.fill(profile);
        this.keep({ data: profile });
        this.#notice = words.contactTaken;
      } else this.#notice = words.contactNone;
    } catch (error) {
      const message = error instanceof Error ? `${error.message.replace(/\.$/, "")}.` : "";
      this.troubled(shared.say(ui, words.contactFailed, { message }));
    }
    this.#reading = false;
    this.redraw();
  }
}
