import type { TemplateResult } from "lit";
import type { FormView, Issue } from "colloquy";
import { keptDraft } from "./drafts.js";
import { Form, type Around, type Asked } from "./form.js";

export type Host = Extract<FormView["kind"], { host: unknown }>["host"];

/** One of the values on offer. */
interface Option {
  readonly const: string;
  readonly title?: string;
}

/** The schema of a typed answer, as the engine writes it. */
export interface Answer {
  readonly "x-answer": "single" | "multiple" | "scale" | "ranking" | "number" | "date" | "yes_no" | "short" | "file";
  readonly type?: string;
  readonly oneOf?: readonly Option[];
  readonly items?: { readonly oneOf?: readonly Option[] };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** Kinds of files that are taken, and the largest in bytes. */
  readonly accepts?: readonly string[];
  readonly maxBytes?: number;
  /** First and last day. */
  readonly formatMinimum?: string;
  readonly formatMaximum?: string;
  /** Labels of points of a scale, by the point; the words for yes and no. */
  readonly labels?: Readonly<Record<string, string>> | readonly string[];
}

/** The schema of the answer that a form asks for; null for a form of a host's own. */
export function answerOf({ schema }: Host): Answer | null {
  const value = (schema as { properties?: { value?: Answer } } | null)?.properties?.value;
  return value?.["x-answer"] ? value : null;
}

/** A typed question of a study: one value, chosen, put in order or written. The question itself stands above it. */
export class TypedForm extends Form {
  #value: unknown;

  constructor(
    around: Around,
    token: string,
    private readonly kind: Host,
    private readonly answer: Answer,
    change: Asked["change"] = null,
  ) {
    super(around, token, { title: kind.title, change });
    const given = (kind.data as { value?: unknown }).value;
    const kept = change
      ? typeof given === "number" && !choices(answer)
        ? String(given)
        : given
      : keptDraft(around.ui.session.interview, token)?.["value"];
    this.#value = kept ?? (answer["x-answer"] === "ranking" ? this.#options.map((option) => option.const) : undefined);
  }

  get title(): string {
    return this.kind.title;
  }

  override start(): HTMLElement | null {
    return this.around.ui.find<HTMLElement>(".form .typed :is(input, button:not(:disabled))") ?? super.start();
  }

  get #options(): readonly Option[] {
    const { answer } = this;
    if (answer["x-answer"] !== "yes_no") return answer.oneOf ?? answer.items?.oneOf ?? [];
    const [yes = "", no = ""] = answer.labels as readonly string[];
    return [
      { const: "true", title: yes },
      { const: "false", title: no },
    ];
  }

  protected override shows(issues: readonly Issue[]): boolean {
    const issue = issues.find(({ path }) => path === "data.value");
    if (!issue) return false;
    this.troubled(this.#fault(issue.rule), ".typed :is(input, button)");
    return true;
  }

  #fault(rule: string): string {
    const { shared, ui, words } = this.around;
    const { answer } = this;
    if (this.#value === undefined || this.#value === "") return words.ruleRequired;
    if (rule === "range") return this.#bounds() || words.ruleRange;
    if (rule === "length" && answer["x-answer"] === "multiple") return this.#many();
    if (rule === "length") return shared.say(ui, words.ruleLong, { n: answer.maxLength ?? 0 });
    return rule === "enum" ? words.ruleChoice : words.ruleType;
  }

  /** How many may be chosen. */
  #many(): string {
    const { shared, ui, words } = this.around;
    const { minItems: least = 1, maxItems: most = 1 } = this.answer;
    return shared.say(ui, least === most ? words.chooseExactly : words.chooseBetween, { least, most });
  }

  /** From what to what a number or a day goes; empty where nothing is said. */
  #bounds(): string {
    const { shared, ui, words } = this.around;
    const { "x-answer": kind, minimum: least, maximum: most, formatMinimum, formatMaximum } = this.answer;
    if (kind === "date") {
      const [from, to] = [this.#day(formatMinimum), this.#day(formatMaximum)];
      if (!from && !to) return "";
      return shared.say(ui, from && to ? words.dateBetween : from ? words.dateFrom : words.dateTo, { least: from, most: to });
    }
    if (kind !== "number") return "";
    if (least === undefined && most === undefined) return "";
    if (most === undefined) return shared.say(ui, words.numberFrom, { least: least ?? 0 });
    if (least === undefined) return shared.say(ui, words.numberTo, { most });
    return shared.say(ui, words.numberBetween, { least, most });
  }

  /** A day as the reader's language writes it. */
  #day(day = ""): string {
    return day && new Date(`${day}T00:00Z`).toLocaleDateString(this.around.ui.wordsLang, { dateStyle: "long", timeZone: "UTC" });
  }

  protected body(): TemplateResult {
    const { html } = this.around.shared;
    return html`<div class="typed" data-answer=${this.answer["x-answer"]}>${this.#field()}</div>`;
  }

  #field(): TemplateResult {
    switch (this.answer["x-answer"]) {
      case "single":
        return this.#choice("radio", this.around.words.optionsOne);
      case "yes_no":
        return this.#choice("radio", this.around.words.optionsOne);
      case "multiple":
        return this.#choice("checkbox", this.#many());
      case "scale":
        return this.#scale();
      case "ranking":
        return this.#ranking();
      case "number":
        return this.#line("text", "decimal", this.#bounds());
      case "date":
        return this.#line("date", "", this.#bounds());
      default:
        return this.#line("text", "", "");
    }
  }

  #choice(type: "radio" | "checkbox", hint: string): TemplateResult {
    const { html } = this.around.shared;
    const chosen = (id: string) => (type === "radio" ? String(this.#value) === id : Array.isArray(this.#value) && this.#value.includes(id));
    return html`<fieldset class="cards" aria-labelledby="form-title form-hint" aria-describedby="form-trouble" ?disabled=${this.busy}>
      <legend class="hint" id="form-hint">${hint}</legend>
      ${this.#options.map(
        ({ const: id, title }) => html`<label class="card">
          <input type=${type} name="value" value=${id} .checked=${chosen(id)} @change=${(event: Event) => this.#choose(id, event)} />
          <span dir="auto">${title ?? id}</span>
        </label>`,
      )}
    </fieldset>`;
  }

  #choose(id: string, event: Event): void {
    const on = (event.target as HTMLInputElement).checked;
    const kind = this.answer["x-answer"];
    if (kind === "yes_no") return this.#take(id === "true");
    if (kind !== "multiple") return this.#take(id);
    const before: readonly unknown[] = Array.isArray(this.#value) ? this.#value : [];
    // In the order in which they are shown, however they were chosen.
    this.#take(this.#options.map((option) => option.const).filter((other) => (other === id ? on : before.includes(other))));
  }

  #scale(): TemplateResult {
    const { html, nothing, count } = this.around.shared;
    const { ui, words } = this.around;
    const { minimum: from = 0, maximum: to = 10, labels } = this.answer;
    const label = (point: number) => (labels as Readonly<Record<string, string>> | undefined)?.[point] ?? "";
    const points = Array.from({ length: to - from + 1 }, (_, place) => from + place);
    const named = points.filter((point) => label(point));
    return html`<fieldset class="scale" aria-labelledby="form-title form-hint" aria-describedby="form-trouble" ?disabled=${this.busy}>
      <legend class="hint" id="form-hint">${words.optionsOne}</legend>
      <div class="points">
        ${points.map(
          (point) => html`<label class="point">
            <input type="radio" name="value" value=${point} .checked=${this.#value === point} @change=${() => this.#take(point)} />
            <span>${count(ui, point)}${label(point) ? html`<span class="unseen"> ${label(point)}</span>` : nothing}</span>
          </label>`,
        )}
      </div>
      ${named.length > 0 ? html`<ul class="ends" aria-hidden="true">${named.map((point) => html`<li><b>${count(ui, point)}</b> <bdi>${label(point)}</bdi></li>`)}</ul>` : nothing}
    </fieldset>`;
  }

  #ranking(): TemplateResult {
    const { shared, ui, words } = this.around;
    const { html, icons, say, count } = shared;
    const ids = this.#value as readonly string[];
    const name = (id: string) => this.#options.find((option) => option.const === id)?.title ?? id;
    return html`<fieldset class="ranking" aria-labelledby="form-title form-hint" aria-describedby="form-trouble" ?disabled=${this.busy}>
      <legend class="hint" id="form-hint">${words.rank}</legend>
      <ol>
        ${ids.map(
          (id, place) => html`<li data-option=${id}>
            <span class="place" aria-hidden="true">${count(ui, place + 1)}</span><span class="name" dir="auto">${name(id)}</span>
            <button type="button" class="quiet small up" data-act="up" ?disabled=${place === 0} aria-label=${say(ui, words.up, { what: name(id) })}
              @click=${() => this.#move(place, place - 1)}>${icons.chevron}</button>
            <button type="button" class="quiet small" data-act="down" ?disabled=${place === ids.length - 1} aria-label=${say(ui, words.down, { what: name(id) })}
              @click=${() => this.#move(place, place + 1)}>${icons.chevron}</button>
          </li>`,
        )}
      </ol>
    </fieldset>`;
  }

  #move(from: number, to: number): void {
    const ids = [...(this.#value as readonly string[])];
    const [id = ""] = ids.splice(from, 1);
    ids.splice(to, 0, id);
    this.#take(ids);
    // The same button of the same option, or the other one at the end of the way.
    const act = to < from ? (to === 0 ? "down" : "up") : to === ids.length - 1 ? "up" : "down";
    this.focus(`.ranking li:nth-child(${to + 1}) [data-act="${act}"]`);
  }

  #line(type: "text" | "date", mode: string, hint: string): TemplateResult {
    const { html, nothing } = this.around.shared;
    const { maxLength, formatMinimum, formatMaximum } = this.answer;
    const shown = typeof this.#value === "string" ? this.#value : "";
    return html`<div class="field">
      <input type=${type} dir="auto" autocomplete="off" aria-labelledby="form-title" aria-describedby="form-hint form-trouble" inputmode=${mode || nothing}
        maxlength=${maxLength ?? nothing} min=${formatMinimum ?? nothing} max=${formatMaximum ?? nothing} aria-invalid=${this.trouble ? "true" : nothing} ?disabled=${this.busy} .value=${shown}
        @input=${(event: Event) => this.#take((event.target as HTMLInputElement).value)} />
      <p class="hint" id="form-hint" ?hidden=${!hint}>${hint}</p>
    </div>`;
  }

  #take(value: unknown): void {
    this.#value = value;
    this.trouble = "";
    if (!this.change) this.keep({ value });
    this.redraw();
  }

  protected actions(): TemplateResult {
    const { shared, ui, words } = this.around;
    return shared.html`<button class="primary" ?disabled=${this.busy}>${this.change ? ui.lazyWords.amendSave : words.send}</button>`;
  }

  protected submit(): void {
    const { words } = this.around;
    const value = this.#value;
    if (value === undefined || value === "") return this.troubled(words.ruleRequired, ".typed input");
    const given = this.answer["x-answer"] === "number" ? numberOf(value) : value;
    const { change } = this;
    if (!change) return void this.settle({ data: { value: given } });
    void this.run((interview) => interview.edit({ question: change.number, value: given })).then((done) => done && change.close());
  }
}

/** True for an answer that is chosen and not written. */
function choices({ "x-answer": kind }: Answer): boolean {
  return kind !== "number" && kind !== "date" && kind !== "short";
}

/** Reads a number as people write it, with a point or a comma; what is none is judged as it is. */
function numberOf(value: unknown): unknown {
  const text = String(value).trim().replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : value;
}
