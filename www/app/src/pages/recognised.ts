// What the notes hold, as the list of files that the start page shows.
import type { Material } from "colloquy";
import { LitElement, html, type TemplateResult } from "lit";
import { bytes } from "../format.js";
import { labelOf, roleOf, type Note } from "../notes.js";
import { p } from "../text.js";

/** What the notes say about themselves. */
export interface Recognised {
  title: string;
  creator: string;
  source: string;
  /** The key under which sessions about the same are found; empty when nobody can tell yet. */
  subject: string;
}

/** Reads what can be told of notes and of the fields around them. */
export async function recognised(_notes: readonly Note[], material?: Material): Promise<Recognised> {
  return { title: "", creator: "", source: "", subject: material?.source_url ?? "" };
}

/** Lists notes with their parts; what a complete set would have besides is named as not given. */
export class RecognisedList extends LitElement {
  static override properties = { notes: { attribute: false } };
  declare notes: readonly Note[];
  declare takeOut: (name: string) => void;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const known = [
      ["summary", p.start.summary],
      ["quotes", p.start.quotes],
      ["concepts", p.start.concepts],
    ] as const;
    const order = (name: string) => (["summary", "quotes", "concepts", "additional", "metadata"] as const).indexOf(roleOf(name));
    const sorted = [...this.notes].sort((a, b) => order(a.name) - order(b.name) || a.name.localeCompare(b.name));
    const missing = known.filter(([role]) => !this.notes.some(({ name }) => roleOf(name) === role));
    return html`<h3 class="eyebrow">${p.start.recognised}</h3>
      <ul class="rows files">
        ${sorted.map((note) => this.row(note, known.find(([role]) => role === roleOf(note.name))?.[1] ?? labelOf(note.name)))}
        ${missing.map(([, label]) => html`<li class="file missing"><span>${label}</span> <span class="fine">${p.start.missing}</span></li>`)}
      </ul>`;
  }

  private row({ name, text }: Note, label: string): TemplateResult {
    return html`<li class="file">
      <span dir="auto">${label}</span>
      <span class="fine" dir="auto">${name} · ${bytes(new Blob([text]).size)}</span>
      <button class="button quiet" type="button" aria-label=${p.start.remove(name)} @click=${() => this.takeOut(name)}>×</button>
    </li>`;
  }
}

customElements.define("colloquy-recognised", RecognisedList);
