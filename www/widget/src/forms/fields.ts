import type { TemplateResult } from "lit";
import type { Issue } from "colloquy";
import { countryCode, countryName } from "../data/places-dates.js";
import { hintOf, itemLabelOf, keysOf, labelOf, parts, shapeOf, type Schema, type Shape } from "../data/schema.js";
import { at, isFields, nameOf, put, withoutEmpty, type Value } from "../data/values.js";
import type { Around } from "./form.js";

/** From how many groups in a list on each is folded: fewer are seen at a glance. */
const FOLD_FROM = 3;
/** Most fields of a group in a list that is never folded. */
const SMALL = 3;
/** From how many characters on a line has the whole width. */
const WIDE_FROM = 28;
/** Keyboards and the browser's own memory for what many forms ask for. */
const LINES: Readonly<Record<string, readonly [mode: string, autofill: string]>> = {
  email: ["email", "email"],
  phone: ["tel", "tel"],
  url: ["url", "url"],
  postalCode: ["text", "postal-code"],
};
/** What an e-mail address has at least; more is known by nobody but the one who delivers. */
const EMAIL = /^\S+@\S+\.\S+$/;
/** The same for what is the respondent's own only among what identifies them: elsewhere a name is that of a company. */
const OWN_LINES: typeof LINES = {
  name: ["text", "name"],
  label: ["text", "organization-title"],
  address: ["text", "street-address"],
  city: ["text", "address-level2"],
  region: ["text", "address-level1"],
  countryCode: ["text", "country-name"],
};

/** The fields for data of a schema: groups as groups, lists with adding, removing and moving, each fault beside its field. */
export class Fields {
  /** Faults by the path of their field, written with dots. */
  #faults = new Map<string, string>();
  /** Texts that are no JSON yet, by path: they stay as they were typed. */
  #raw = new Map<string, string>();
  /** The e-mail address that is being typed, by path: half of one is not judged. */
  #typed = "";
  /** Names of countries while they are typed, by path: the data has their codes. */
  #countries = new Map<string, string>();

  constructor(
    private readonly around: Around,
    private readonly schema: Schema,
    /** False for a schema of a host's. */
    private readonly own: boolean,
    /** What is filled in; every change makes a new value. */
    public data: Value,
    private readonly changed: () => void,
  ) {}

  /** How many faults there are. */
  get faults(): number {
    return this.#faults.size + this.#raw.size;
  }

  /** True while something was typed that cannot be sent. */
  get broken(): boolean {
    return this.#raw.size > 0;
  }

  /** Takes faults in. Returns those that belong to no field. */
  mark(issues: readonly Issue[]): Issue[] {
    const placed = issues.map((issue) => ({ ...issue, path: this.#place(issue) }));
    this.#faults = new Map(placed.filter(({ path }) => this.#leads(path)).map((issue) => [issue.path, this.#words(issue)]));
    return placed.filter(({ path }) => !this.#leads(path));
  }

  /** Finds the first place with a fault. */
  readonly firstFault = ':is([aria-invalid="true"], .group > .fault)';

  render(): TemplateResult {
    if (shapeOf(this.schema) === "group") return this.#group(this.schema, "", 0);
    return this.#field("", this.schema, "", false, 0);
  }

  #group(schema: Schema, path: string, depth: number): TemplateResult {
    const { html } = this.around.shared;
    const all = parts(schema, this.own);
    return html`<div class="fields">${all.map(([key, part]) => this.#field(path ? `${path}.${key}` : key, part, key, schema.required?.includes(key) ?? false, depth))}</div>`;
  }

  #field(path: string, schema: Schema, key: string, required: boolean, depth: number): TemplateResult {
    const { shared, data } = this.around;
    const { html, nothing } = shared;
    const shape = shapeOf(schema, depth, key);
    const label = labelOf(data, key, schema);
    if (shape === "group") {
      return html`<fieldset class="group"><legend>${label}</legend>${this.#fault(path)}${this.#group(schema, path, depth + 1)}</fieldset>`;
    }
    if (shape === "groups" || shape === "texts") return this.#list(path, schema, label, shape, depth);
    const id = idOf(path);
    const hint = key === "email" && this.#isOdd(path) ? this.around.words.oddEmail : hintOf(data, schema);
    const about = [hint ? `${id}-hint` : "", this.#faultOf(path) ? `${id}-fault` : ""].filter(Boolean).join(" ");
    // A line whose text would be cut has the whole width.
    const wide = shape === "text" && String(at(this.data, path) ?? "").length > WIDE_FROM;
    return html`<div class="field ${shape} ${wide ? "wide" : ""}" data-path=${path}>
      <label for=${id}>${label}${required ? html`<span aria-hidden="true"> *</span>` : nothing}</label>
      ${this.#input(path, schema, shape, key, { id, about, required })}
      ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}${this.#fault(path)}
    </div>`;
  }

  #input(
    path: string,
    schema: Schema,
    shape: Shape,
    key: string,
    { id, about, required }: { id: string; about: string; required: boolean },
  ): TemplateResult {
    const { shared, data } = this.around;
    const { html, nothing } = shared;
    const value = at(this.data, path);
    const invalid = this.#faultOf(path) ? "true" : nothing;
    const described = about || nothing;
    const asked = required ? "true" : nothing;
    const text = typeof value === "string" ? value : value === undefined || value === null ? "" : String(value);
    const take = (event: Event) => this.#set(path, (event.target as HTMLInputElement).value || undefined);
    switch (shape) {
      case "yesno":
        return html`<input id=${id} type="checkbox" .checked=${value === true} aria-invalid=${invalid} aria-describedby=${described} @change=${(event: Event) => this.#set(path, (event.target as HTMLInputElement).checked)} />`;
      case "choice":
        return html`<select id=${id} aria-required=${asked} aria-invalid=${invalid} aria-describedby=${described} @change=${take}>
          <option value="" .selected=${!text}></option>
          ${schema.enum?.map((one) => html`<option value=${String(one)} .selected=${one === value}>${data.titles[String(one)] ?? String(one)}</option>`)}
        </select>`;
      case "number":
        return html`<input id=${id} type="number" inputmode="decimal" step=${schema.type === "integer" ? "1" : "any"} .value=${text} aria-required=${asked} aria-invalid=${invalid} aria-describedby=${described}
          @input=${(event: Event) => this.#set(path, Number.isNaN((event.target as HTMLInputElement).valueAsNumber) ? undefined : (event.target as HTMLInputElement).valueAsNumber)} />`;
      case "prose":
        return html`<textarea id=${id} rows=${rowsOf(text)} dir="auto" spellcheck="true" .value=${text} aria-required=${asked} aria-invalid=${invalid} aria-describedby=${described}
          @focus=${grown(shared.grow)} @input=${(event: Event) => (take(event), shared.grow(event.target as HTMLTextAreaElement))}></textarea>`;
      case "json":
        return html`<textarea id=${id} rows="4" dir="ltr" spellcheck="false" .value=${this.#raw.get(path) ?? (value === undefined ? "" : JSON.stringify(value, null, 2))} aria-invalid=${invalid} aria-describedby=${described}
          @input=${(event: Event) => this.#json(path, (event.target as HTMLTextAreaElement).value)}></textarea>`;
      default: {
        const [mode, autofill] = LINES[key] ?? ((path.startsWith("basics.") && OWN_LINES[key]) || [nothing, nothing]);
        if (this.own && key === "countryCode") return this.#country(path, text, { id, about: described, asked, invalid, autofill });
        const typed = (event: Event) => {
          this.#typed = path;
          take(event);
        };
        const left = () => {
          this.#typed = "";
          this.changed();
        };
        return html`<input id=${id} type="text" dir="auto" inputmode=${mode} autocomplete=${this.own && autofill !== nothing ? autofill : "off"} .value=${text}
          aria-required=${asked} aria-invalid=${invalid} aria-describedby=${described} @input=${key === "email" ? typed : take} @change=${key === "email" ? left : nothing} />`;
      }
    }
  }

  /** True for what is hardly an address of e-mail; it is pointed out and taken all the same. */
  #isOdd(path: string): boolean {
    const value = at(this.data, path);
    return path !== this.#typed && typeof value === "string" && value !== "" && !EMAIL.test(value.trim());
  }

  /** A country is read and written by its name, and kept by its code. */
  #country(
    path: string,
    code: string,
    { id, about, asked, invalid, autofill }: Record<"id" | "about" | "asked" | "invalid" | "autofill", string | symbol>,
  ): TemplateResult {
    const { lang } = this.around.data;
    const take = (event: Event) => {
      const { value } = event.target as HTMLInputElement;
      this.#countries.set(path, value);
      this.#set(path, countryCode(lang, value) || undefined);
    };
    const left = () => {
      this.#countries.delete(path);
      this.changed();
    };
    return this.around.shared
      .html`<input id=${id} type="text" dir="auto" autocomplete=${autofill} .value=${this.#countries.get(path) ?? countryName(lang, code)}
      aria-required=${asked} aria-invalid=${invalid} aria-describedby=${about} @input=${take} @change=${left} />`;
  }

  #list(path: string, schema: Schema, label: string, shape: Shape, depth: number): TemplateResult {
    const { shared, ui, words, data } = this.around;
    const { html, nothing, say } = shared;
    const value = at(this.data, path);
    const items = Array.isArray(value) ? (value as Value[]) : [];
    const item = schema.items as Schema;
    const one = itemLabelOf(data, label, schema);
    // A group of two or three fields is seen at a glance.
    const small = parts(item, this.own).length <= SMALL;
    return html`<fieldset class="group list" data-path=${path}><legend>${label}</legend>${this.#fault(path)}
      ${
        items.length > 0
          ? html`<ul class="items">${items.map((entry, place) => {
              const below = `${path}.${place}`;
              const name = say(ui, words.itemOf, { what: one, n: place + 1 });
              const acts = this.#acts(path, items, place, name);
              if (shape === "texts") return html`<li class="item" data-path=${below}>${this.#text(below, item, name)}${acts}</li>`;
              if (small)
                return html`<li class="item" data-path=${below}><fieldset class="group bare entry-field"><legend class="unseen">${name}</legend>${this.#fault(below)}${this.#group(item, below, depth + 1)}</fieldset>${acts}</li>`;
              const within = this.#within(below);
              return html`<li class="item" data-path=${below}><details ?open=${items.length < FOLD_FROM || within || withoutEmpty(entry) === undefined}>
              <summary>${shared.icons.chevron}<span dir="auto">${nameOf(entry) || name}</span>${within ? shared.icons.warning : nothing}</summary>
              <fieldset class="group bare"><legend class="unseen">${name}</legend>${this.#fault(below)}${this.#group(item, below, depth + 1)}</fieldset>
              ${acts}
            </details></li>`;
            })}</ul>`
          : nothing
      }
      <p><button type="button" class="secondary small" data-add ?disabled=${items.length >= (schema.maxItems ?? Infinity)} @click=${() => this.#add(path, items, shape)}>${say(ui, words.add, { what: one })}</button></p>
    </fieldset>`;
  }

  /** A text of a list: the list names it. */
  #text(path: string, schema: Schema, name: string): TemplateResult {
    const { html, nothing } = this.around.shared;
    const value = at(this.data, path);
    const text = typeof value === "string" ? value : "";
    const fault = this.#faultOf(path);
    const take = (event: Event) => this.#set(path, (event.target as HTMLInputElement).value);
    const shared = { id: idOf(path), invalid: fault ? "true" : nothing, about: fault ? `${idOf(path)}-fault` : nothing };
    return html`<span class="entry-field">${
      shapeOf(schema) === "prose"
        ? html`<textarea id=${shared.id} rows=${rowsOf(text)} dir="auto" aria-label=${name} aria-invalid=${shared.invalid} aria-describedby=${shared.about} .value=${text}
          @focus=${grown(this.around.shared.grow)} @input=${(event: Event) => (take(event), this.around.shared.grow(event.target as HTMLTextAreaElement))}></textarea>`
        : html`<input id=${shared.id} type="text" dir="auto" autocomplete="off" aria-label=${name} aria-invalid=${shared.invalid} aria-describedby=${shared.about} .value=${text} @input=${take} />`
    }${this.#fault(path)}</span>`;
  }

  /** Moving and removing one of a list. */
  #acts(path: string, items: readonly Value[], place: number, name: string): TemplateResult {
    const { shared, ui, words } = this.around;
    const { html, icons, nothing, say } = shared;
    const move = (by: number) => () => this.#move(path, items, place, place + by);
    return html`<span class="item-acts">
      ${
        items.length > 1
          ? html`<button type="button" class="quiet small up" data-act="up" ?disabled=${place === 0} aria-label=${say(ui, words.up, { what: name })} @click=${move(-1)}>${icons.chevron}</button>
            <button type="button" class="quiet small" data-act="down" ?disabled=${place === items.length - 1} aria-label=${say(ui, words.down, { what: name })} @click=${move(1)}>${icons.chevron}</button>`
          : nothing
      }
      <button type="button" class="quiet small" data-act="remove" aria-label=${say(ui, words.remove, { what: name })} @click=${() => this.#remove(path, items, place)}>${icons.cross}</button>
    </span>`;
  }

  #set(path: string, value: Value): void {
    this.data = put(this.data, path, value);
    this.#faults.delete(path);
    this.changed();
  }

  #json(path: string, text: string): void {
    try {
      const value: Value = text.trim() ? JSON.parse(text) : undefined;
      this.#raw.delete(path);
      this.#set(path, value);
    } catch {
      this.#raw.set(path, text);
      this.changed();
    }
  }

  #setList(path: string, items: readonly Value[]): void {
    // Places are other ones now: a fault of a place would stand at the wrong one.
    for (const key of [...this.#faults.keys()]) if (key === path || key.startsWith(`${path}.`)) this.#faults.delete(key);
    this.#set(path, items);
  }

  #add(path: string, items: readonly Value[], shape: Shape): void {
    this.#setList(path, [...items, shape === "texts" ? "" : {}]);
    this.#focus(`[data-path="${path}.${items.length}"] :is(input, textarea, select)`);
  }

  #remove(path: string, items: readonly Value[], place: number): void {
    this.#setList(
      path,
      items.filter((_, other) => other !== place),
    );
    this.#focus(
      items.length > 1
        ? `[data-path="${path}.${Math.min(place, items.length - 2)}"] [data-act="remove"]`
        : `[data-path="${path}"] [data-add]`,
    );
  }

  #move(path: string, items: readonly Value[], from: number, to: number): void {
    const moved = [...items];
    moved.splice(to, 0, ...moved.splice(from, 1));
    this.#setList(path, moved);
    // The same button of the same entry, or the other one at the end of the way.
    this.#focus(
      `[data-path="${path}.${to}"] [data-act="${to < from ? (to === 0 ? "down" : "up") : to === items.length - 1 ? "up" : "down"}"]`,
    );
  }

  #focus(selector: string): void {
    void this.around.ui.updateComplete.then(() => {
      const target = this.around.ui.find<HTMLElement>(`.form ${selector}`);
      const folded = target?.closest("details");
      if (folded) folded.open = true;
      target?.focus();
    });
  }

  #fault(path: string): TemplateResult | symbol {
    const { html, nothing, icons } = this.around.shared;
    const fault = this.#faultOf(path);
    return fault ? html`<p class="fault" id="${idOf(path)}-fault" tabindex="-1">${icons.warning}${fault}</p>` : nothing;
  }

  #faultOf(path: string): string {
    return this.#raw.has(path) ? this.around.words.ruleJson : (this.#faults.get(path) ?? "");
  }

  #within(path: string): boolean {
    return [...this.#faults.keys(), ...this.#raw.keys()].some((key) => key === path || key.startsWith(`${path}.`));
  }

  /** Where a fault is shown: that of a group which is missing, at what the group needs. */
  #place({ path, rule }: Issue): string {
    const keys = keysOf(path);
    for (let schema = this.#schemaAt(path); rule === "required" && shapeOf(schema) === "group"; schema = this.#schemaAt(keys.join("."))) {
      const [first] = schema?.required ?? [];
      if (first === undefined) break;
      keys.push(first);
    }
    return keys.join(".");
  }

  /** True when there is a field for a path. */
  #leads(path: string): boolean {
    let schema: Schema | undefined = this.schema;
    for (const key of keysOf(path)) {
      const next: Schema | undefined =
        schema.items && /^\d+$/.test(key) ? schema.items : parts(schema, this.own).find(([name]) => name === key)?.[1];
      if (!next) return false;
      schema = next;
      if (shapeOf(schema) === "json") break;
    }
    return path !== "" || shapeOf(this.schema) !== "group";
  }

  #words({ rule, message, path }: Issue): string {
    const { shared, ui, words } = this.around;
    const schema = this.#schemaAt(path);
    if (rule === "required" || rule === "min_length" || rule === "min_items") return words.ruleRequired;
    if (rule === "max_length") return shared.say(ui, words.ruleLong, { n: schema?.maxLength ?? 0 });
    if (rule === "max_items") return shared.say(ui, words.ruleMany, { max: schema?.maxItems ?? 0 });
    if (rule === "minimum" || rule === "maximum") return words.ruleRange;
    if (rule === "type" || rule === "unknown_key") return words.ruleType;
    if (rule === "enum" || rule === "const") return words.ruleChoice;
    return message;
  }

  #schemaAt(path: string): Schema | undefined {
    let schema: Schema | undefined = this.schema;
    for (const key of keysOf(path)) schema = schema?.items && /^\d+$/.test(key) ? schema.items : schema?.properties?.[key];
    return schema;
  }
}

/** Lines of a box that was not measured yet: about what its text takes on a phone. */
const rowsOf = (text: string): number => Math.min(8, Math.max(2, Math.ceil(text.length / 40)));

/** A box that gets the focus shows all of its text. */
const grown =
  (grow: (box: HTMLTextAreaElement) => void) =>
  (event: Event): void =>
    grow(event.target as HTMLTextAreaElement);

/** Ids take no dots in selectors; paths are unique with them or without. */
const idOf = (path: string): string => `field-${path.replaceAll(".", "-")}`;

/** True when nothing but empty fields is there. */
export function isBlank(data: Value): boolean {
  const left = withoutEmpty(data);
  return left === undefined || (isFields(left) && Object.keys(left).every((key) => ["id", "confidence", "issues"].includes(key)));
}
