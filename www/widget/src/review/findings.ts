import type { nothing, TemplateResult } from "lit";
import type { FindingsList, FindingView, View } from "colloquy";
import type { Shared, Ui } from "../types.js";
import { OwnWords } from "./own-words.js";

const WORDS = {
  insights: { title: "insights", add: "addInsight" },
  actions: { title: "actions", add: "addAction" },
  recommendations: { title: "recommendations", add: "addRecommendation" },
  themes: { title: "themes", add: "addTheme" },
} as const;

/** Longest finding a respondent can write, in UTF-16 units: a sentence, not an essay. */
const LONGEST = 500;

/** A row of a list: a finding, or the place of one that was struck and can be brought back. */
interface Row {
  readonly finding: FindingView;
  readonly struck: boolean;
}

/** Finds a row of a list by its place. */
const rowOf = (list: FindingsList, at: number): string => `#list-${list} ~ ul li:nth-child(${at + 1})`;

/** The lists of findings: read after the interview, edited before it is finished. */
export class FindingsEditor {
  /** The entry that is being reworded, as `list text`. */
  #open: string | null = null;
  /** Struck entries with their places, so that a strike can be undone where it happened. */
  #struck: Record<FindingsList, { at: number; finding: FindingView }[]> = { insights: [], actions: [], recommendations: [], themes: [] };
  /** Sentences of the answers, for the lists that have such. */
  #own: Partial<Record<FindingsList, OwnWords>>;

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
  ) {
    const own = (list: FindingsList) => new OwnWords(shared, ui, list, LONGEST);
    this.#own = { insights: own("insights"), actions: own("actions") };
  }

  render(view: View, list: FindingsList): TemplateResult | typeof nothing {
    const { html, nothing } = this.shared;
    const words = this.ui.lazyWords;
    const editable = view.can.editFindings && !this.shared.readOnly(view);
    const rows = this.#rows(view, list, editable);
    const { title, add } = WORDS[list];
    const empty = rows.length === 0;
    // Where nothing was found there is no list, only a way to begin one. Few interviews are about advice to others.
    if (empty && (!editable || list === "recommendations")) return nothing;
    // One template for both: whoever adds the first entry stays in the box.
    return html`<section class="findings" aria-labelledby=${empty ? nothing : `list-${list}`}>
      ${empty ? nothing : html`<h3 id="list-${list}">${words[title]}</h3>`}
      ${
        empty
          ? nothing
          : html`<ul>${rows.map((row, at) => html`<li class=${row.struck ? "struck" : ""}>${this.#row(view, list, row, at, editable)}</li>`)}</ul>`
      }
      ${editable ? html`${this.#adder(list, words[add])}${this.#own[list]?.render(view)}` : nothing}
    </section>`;
  }

  #rows(view: View, list: FindingsList, editable: boolean): Row[] {
    const rows: Row[] = (view.findings?.[list] ?? []).map((finding) => ({ finding, struck: false }));
    if (!editable) return rows;
    const there = new Set(rows.map((row) => row.finding.text));
    for (const { at, finding } of this.#struck[list]) {
      if (!there.has(finding.text)) rows.splice(Math.min(at, rows.length), 0, { finding, struck: true });
    }
    return rows;
  }

  #row(view: View, list: FindingsList, { finding, struck }: Row, at: number, editable: boolean): TemplateResult {
    const { html, icons, nothing, say } = this.shared;
    const words = this.ui.lazyWords;
    const { text } = finding;
    if (struck) {
      return html`<s class="text" dir="auto" lang=${view.language}>${text}</s>
        <span class="acts"><span class="faint" role="status">${words.struck}</span>
          <button type="button" class="quiet small" data-undo @click=${() => this.#undo(list, text, at)}>${words.undo}</button></span>`;
    }
    if (editable && this.#open === `${list} ${text}`) return this.#rewording(list, text, at);
    return html`<span class="text" dir="auto" lang=${view.language}>${text}</span>
      <span class="acts">
        ${this.#source(finding)}
        ${
          editable
            ? html`<button type="button" class="quiet small" aria-label=${say(this.ui, words.rewordName, { text })}
                @click=${() => this.#reword(list, text)}>${icons.pencil}<span>${words.reword}</span></button>
              <button type="button" class="quiet small" aria-label=${say(this.ui, words.strikeName, { text })}
                @click=${() => this.#strike(list, finding, at)}>${icons.cross}<span>${words.strike}</span></button>`
            : nothing
        }
      </span>`;
  }

  #source(finding: FindingView): TemplateResult | typeof nothing {
    const { html, nothing, say } = this.shared;
    const { question, count, edited } = finding;
    if (question !== null) {
      const show = (event: Event): void => {
        event.preventDefault();
        this.ui.show({ ...finding, question });
      };
      return html`<a class="source" href="#answer-${question}" @click=${show}>${say(this.ui, this.ui.lazyWords.fromAnswer, { n: question })}</a>`;
    }
    if (count > 1) return html`<span class="faint">${say(this.ui, this.ui.lazyWords.times, { n: count })}</span>`;
    return edited ? html`<span class="faint">${this.ui.lazyWords.byYou}</span>` : nothing;
  }

  #rewording(list: FindingsList, text: string, at: number): TemplateResult {
    const { html } = this.shared;
    const words = this.ui.lazyWords;
    const close = (): void => {
      this.#open = null;
      this.ui.requestUpdate();
      this.ui.focusOn(`${rowOf(list, at)} button`);
    };
    const submit = (event: Event): void => {
      event.preventDefault();
      const to = this.ui.find<HTMLInputElement>(".rewording textarea")?.value.trim() ?? "";
      if (!to) return;
      if (to === text || this.ui.act((interview) => interview.editFindings({ reword: { list, text, to } }))) close();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.isComposing) return;
      if (event.key === "Escape") {
        event.preventDefault();
        close();
      }
      // A finding is one line: Enter is done.
      if (event.key === "Enter") submit(event);
    };
    return html`<form class="rewording" @submit=${submit}>
      <textarea dir="auto" rows="2" maxlength=${LONGEST} aria-label=${words.newWording} .value=${text} @keydown=${key}></textarea>
      <p class="row"><button class="primary small">${words.save}</button>
        <button type="button" class="quiet small" @click=${close}>${words.cancel}</button></p>
    </form>`;
  }

  #adder(list: FindingsList, label: string): TemplateResult {
    const { html } = this.shared;
    const words = this.ui.lazyWords;
    const submit = (event: Event): void => {
      event.preventDefault();
      const box = (event.currentTarget as HTMLElement).querySelector("input");
      const text = box?.value.trim() ?? "";
      if (!box || !text) return;
      if (this.ui.act((interview) => interview.editFindings({ add: { list, text } }))) box.value = "";
      box.focus();
    };
    return html`<form class="adder" @submit=${submit}>
      <input type="text" dir="auto" maxlength=${LONGEST} aria-label=${label} placeholder=${label} autocomplete="off" />
      <button class="quiet small" aria-label="${words.add}: ${words[WORDS[list].title]}">${words.add}</button>
    </form>`;
  }

  #reword(list: FindingsList, text: string): void {
    this.#open = `${list} ${text}`;
    this.ui.requestUpdate();
    this.ui.focusOn(".rewording textarea");
  }

  #strike(list: FindingsList, finding: FindingView, at: number): void {
    if (!this.ui.act((interview) => interview.editFindings({ strike: { list, text: finding.text } }))) return;
    this.#struck[list].push({ at, finding });
    this.ui.requestUpdate();
    this.ui.focusOn(`${rowOf(list, at)} [data-undo]`);
  }

  #undo(list: FindingsList, text: string, at: number): void {
    if (!this.ui.act((interview) => interview.editFindings({ add: { list, text } }))) return;
    this.#struck[list] = this.#struck[list].filter((entry) => entry.finding.text !== text);
    this.ui.requestUpdate();
    this.ui.focusOn(`${rowOf(list, at)} button`);
  }
}
