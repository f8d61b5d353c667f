// What the notes hold, as the engine reads them: the list of files that the start page shows, and what they have about
// themselves.
import { init, readMaterial, type Material, type MaterialSummary } from "colloquy";
import { LitElement, html, nothing, type TemplateResult } from "lit";
import { bytes } from "../format.js";
import { labelOf, roleOf, wordsIn, type Note, type Role } from "../notes.js";
import { p } from "../text.js";

/** What the engine makes of a material. */
export interface Recognised {
  /** The key under which sessions about the same are found. */
  subject: string;
  summary: MaterialSummary;
}

/** Reads a material as an interview about it would. For an empty one nothing has to be loaded. */
export async function recognised(material: Material): Promise<Recognised> {
  const { texts = [], ...about } = material;
  const isEmpty = texts.length === 0 && Object.keys(about).length === 0;
  await init({ engineOnly: true, preload: isEmpty ? [] : ["notes"] });
  return readMaterial(material);
}

/** The order of the list, which is the order in which an interview uses them. */
const ROLES: readonly Role[] = ["summary", "quotes", "concepts", "additional", "metadata"];

/** Lists notes with their parts; what a complete set would have besides is named as not given. */
export class RecognisedList extends LitElement {
  static override properties = {
    notes: { attribute: false },
    summary: { attribute: false },
    plain: { attribute: false },
    preview: { attribute: false },
  };
  declare notes: readonly Note[];
  declare summary: MaterialSummary | undefined;
  /** True where files have no parts of their own and none is missed. */
  declare plain: boolean;
  /** True where every text can be looked over as it will be read; those out of Word and PDF files always can. */
  declare preview: boolean;
  declare takeOut: (name: string) => void;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const rank = ({ name }: Note) => ROLES.indexOf(roleOf(name));
    const sorted = [...this.notes].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
    const has = (role: Role) => this.notes.some(({ name }) => roleOf(name) === role) || (role === "summary" && this.summary?.hasSummary);
    const missing = this.plain ? [] : (["summary", "quotes", "concepts"] as const).filter((role) => !has(role));
    return html`<h3 class="eyebrow">${this.plain ? p.start.files : p.start.recognised}</h3>
      <ul class="rows files">
        ${sorted.map((note) => this.row(note))}
        ${missing.map((role) => html`<li class="file missing"><span>${p.start[role]}</span> <span class="fine">${p.start.missing}</span></li>`)}
      </ul>`;
  }

  private row(note: Note): TemplateResult {
    const { name, text, document } = note;
    const { label, items } = this.about(note);
    const extent = this.preview || document ? p.start.extent(document?.pages ?? null, wordsIn(text)) : bytes(new Blob([text]).size);
    return html`<li class="file">
      <span dir="auto">${label}${items === undefined ? nothing : html` <span class="count">${p.start.items(items)}</span>`}</span>
      <span class="fine">${this.preview ? nothing : html`<bdi>${name}</bdi> · `}${extent}</span>
      <button class="button quiet" type="button" aria-label=${p.start.remove(name)} @click=${() => this.takeOut(name)}>×</button>
      ${document?.remark ? html`<p class="remark">${document.remark}</p>` : nothing}
      ${
        this.preview || document
          ? html`<details><summary>${p.start.preview}</summary><pre class="excerpt" dir="auto" tabindex="0" role="group" aria-label=${p.start.preview}>${text}</pre></details>`
          : nothing
      }
    </li>`;
  }

  /** Names what a note was read as, and how much of it there is. */
  private about({ name }: Note): { label: string; items?: number | undefined } {
    const { summary } = this;
    if (this.preview) return { label: name };
    if (this.plain) return { label: labelOf(name) };
    const role = roleOf(name);
    if (role === "quotes" || role === "concepts") return { label: p.start[role], items: summary?.[role] };
    if (role === "summary" || role === "metadata") return { label: p.start[role] };
    const label = labelOf(name);
    const part = summary?.additional.find((one) => one.label === label.toLowerCase());
    // One text alone whose name is not known is the summary.
    if (!part && summary?.hasSummary && this.notes.length === 1) return { label: p.start.summary };
    return { label, items: part?.items };
  }
}

customElements.define("colloquy-recognised", RecognisedList);
