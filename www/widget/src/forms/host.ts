import type { TemplateResult } from "lit";
import type { FormView, Issue } from "colloquy";
import type { Schema } from "../data/schema.js";
import { withoutEmpty, type Value } from "../data/values.js";
import { Fields } from "./fields.js";
import { Form, type Around } from "./form.js";
import { keptDraft } from "./drafts.js";

type Host = Extract<FormView["kind"], { host: unknown }>["host"];

/** Fields to fill in and send: what a host's own form and a contact card have in common. */
export abstract class FilledForm extends Form {
  protected fields: Fields;

  constructor(
    around: Around,
    token: string,
    private readonly schema: Schema,
    private readonly own: boolean,
    data: Value,
  ) {
    super(around, token);
    const kept = keptDraft(around.ui.session.interview, token);
    this.fields = this.fill(kept?.["data"] ?? data);
  }

  /** Makes the fields anew with other data in them. */
  protected fill(data: Value): Fields {
    return new Fields(this.around, this.schema, this.own, data, () => {
      this.trouble = "";
      this.keep({ data: this.fields.data });
      this.redraw();
    });
  }

  protected override shows(issues: readonly Issue[]): boolean {
    const { shared, ui, words } = this.around;
    const left = this.fields.mark(issues.map((issue) => ({ ...issue, path: issue.path.replace(/^data\.?/, "") })));
    const n = this.fields.faults;
    const message = left.map((issue) => `${issue.path} ${issue.message}.`).join(" ");
    if (n === 0) this.troubled(shared.say(ui, words.faultOther, { message }));
    else this.troubled(shared.say(ui, words.faultFields, { n }), this.fields.firstFault);
    return true;
  }

  protected body(): TemplateResult {
    return this.around.shared.html`<fieldset class="bare" ?disabled=${this.busy}>${this.fields.render()}</fieldset>`;
  }

  protected actions(): TemplateResult {
    return this.around.shared.html`<button class="primary" ?disabled=${this.busy}>${this.sendWord}</button>`;
  }

  protected get sendWord(): string {
    return this.around.words.send;
  }

  protected submit(): void {
    if (this.fields.broken) return this.troubled(this.around.words.ruleJson, this.fields.firstFault);
    void this.settle({ data: this.cleaned(this.fields.data) });
  }

  /** Data as it is sent. */
  protected cleaned(data: Value): object {
    return (withoutEmpty(data) ?? {}) as object;
  }
}

/** A form of the host's, by its own schema. */
export class HostForm extends FilledForm {
  constructor(
    around: Around,
    token: string,
    private readonly kind: Host,
  ) {
    super(around, token, kind.schema as Schema, false, kind.data);
  }

  get title(): string {
    return this.kind.title;
  }

  /** A host's schema may ask for lists that can be empty: they are sent as they are. */
  protected override cleaned(data: Value): object {
    return (data ?? {}) as object;
  }
}
