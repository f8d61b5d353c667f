import type { TemplateResult } from "lit";
import type { AttributeView, SkillsEdit, SkillView, View } from "colloquy";
import type { Shared, Ui } from "../../types.js";
import { wordedValue } from "./values.js";
import { wordsOf } from "./words.js";

/** Longest name of a skill and longest value, in characters, as the engine takes them. */
const NAME = 80;
const VALUE = 200;

/** Values an attribute of three can have. */
const THREE = ["production", "prototype", "both"] as const;

/** A line of the table: a skill, or the place of one that was struck and can be brought back. */
export interface Line {
  readonly skill: SkillView;
  readonly struck: boolean;
}

/** What a respondent does to the skills: strike with the way back, rename, add, set or clear what is known of them. */
export class SkillsEditor {
  /** The skill that is being corrected, as it was when that began: what is read meanwhile must not change what is written. */
  #open: SkillView | null = null;
  #struck: { at: number; skill: SkillView }[] = [];
  /** The session that these are of. */
  #session = "";
  /** What is wrong with what was written, in words, and where. */
  #fault: { where: "name" | "add"; text: string } | null = null;

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
  ) {}

  /** The lines of the table; the struck skills among them where they can be brought back. */
  lines(session: string, rows: readonly SkillView[], editable: boolean): Line[] {
    if (session !== this.#session) {
      this.#session = session;
      this.#open = this.#fault = null;
      this.#struck = [];
    }
    const lines: Line[] = rows.map((skill) => ({ skill, struck: false }));
    if (!editable) return lines;
    const there = new Set(rows.map(({ skill }) => skill));
    for (const { at, skill } of this.#struck) {
      if (!there.has(skill.skill)) lines.splice(Math.min(at, lines.length), 0, { skill, struck: true });
    }
    return lines;
  }

  /** Draws a line that is struck or being corrected; null for any other. */
  row(view: View, { skill, struck }: Line, at: number, width: number): TemplateResult | null {
    const { html } = this.shared;
    const { lazyWords } = this.ui;
    if (struck) {
      return html`<tr role="row" data-row=${at} class="struck">
        <th role="rowheader" scope="row"><s dir="auto">${skill.skill}</s></th>
        <td role="cell" class="back" colspan=${width - 1}><span class="faint" role="status">${lazyWords.struck}</span>
          <button type="button" class="quiet small" data-act="undo" @click=${() => this.#undo(skill, at)}>${lazyWords.undo}</button></td>
      </tr>`;
    }
    if (this.#open?.skill !== skill.skill || !view.can.edit) return null;
    return html`<tr role="row" data-row=${at}><td role="cell" class="correcting" colspan=${width}>${this.#form(view, this.#open, at)}</td></tr>`;
  }

  /** What can be done to a skill. */
  acts(skill: SkillView, at: number): TemplateResult {
    const { html, icons, say } = this.shared;
    const words = wordsOf(this.ui);
    const { lazyWords } = this.ui;
    const values = { text: skill.skill };
    return html`<button type="button" class="quiet small" data-act="correct" title=${words.correct}
        aria-label=${say(this.ui, words.correctName, values)} @click=${() => this.#correct(skill)}
        >${icons.pencil}<span>${words.correct}</span></button>
      <button type="button" class="quiet small" data-act="strike" title=${lazyWords.strike}
        aria-label=${say(this.ui, lazyWords.strikeName, values)} @click=${() => this.#strike(skill, at)}
        >${icons.cross}<span>${lazyWords.strike}</span></button>`;
  }

  /** The box for a skill that is missing. */
  adder(rows: readonly SkillView[]): TemplateResult {
    const { html, nothing } = this.shared;
    const words = wordsOf(this.ui);
    const { lazyWords } = this.ui;
    const fault = this.#fault?.where === "add" ? this.#fault.text : "";
    const submit = (event: Event): void => {
      event.preventDefault();
      const box = (event.currentTarget as HTMLElement).querySelector("input");
      const name = tidy(box?.value);
      if (!box || !name) return;
      if (this.#taken("add", name, rows) || !this.#edit("add", [{ add: { skill: name } }])) box.select();
      else box.value = "";
      box.focus();
    };
    return html`<form class="adder" @submit=${submit}>
      <input type="text" dir="auto" maxlength=${NAME} aria-label=${words.addSkill} placeholder=${words.addSkill} autocomplete="off"
        aria-invalid=${fault ? "true" : nothing} aria-describedby="add-fault" @input=${this.#typed} />
      <button class="quiet small" aria-label="${lazyWords.add}: ${words.skills}">${lazyWords.add}</button>
      <p class="fault" id="add-fault" role="alert">${fault}</p>
    </form>`;
  }

  #form(view: View, skill: SkillView, at: number): TemplateResult {
    const { html, nothing } = this.shared;
    const words = wordsOf(this.ui);
    const { lazyWords } = this.ui;
    const fault = this.#fault?.where === "name" ? this.#fault.text : "";
    const close = (): void => {
      this.#open = null;
      this.#fault = null;
      this.ui.requestUpdate();
      this.ui.focusOn(`[data-row="${at}"] [data-act="correct"]`);
    };
    const submit = (event: Event): void => {
      event.preventDefault();
      if (this.#save(skill, event.currentTarget as HTMLFormElement)) close();
      else this.ui.find<HTMLInputElement>(".correcting input")?.select();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      close();
    };
    return html`<form @submit=${submit} @keydown=${key}>
      <p class="field wide"><label for="skill-name">${words.skillName}</label>
        <input id="skill-name" name="name" type="text" dir="auto" maxlength=${NAME} autocomplete="off" .value=${skill.skill}
          aria-invalid=${fault ? "true" : nothing} aria-describedby="name-fault" @input=${this.#typed} />
        <span class="fault" id="name-fault" role="alert">${fault}</span></p>
      ${skill.attributes.map((attribute) => this.#field(view, attribute))}
      <p class="hint wide">${words.correctHint}</p>
      <p class="row wide"><button class="primary small">${lazyWords.save}</button>
        <button type="button" class="quiet small" @click=${close}>${lazyWords.cancel}</button></p>
    </form>`;
  }

  #field(view: View, { attribute, label, value }: AttributeView): TemplateResult {
    const { html } = this.shared;
    const id = `set-${attribute}`;
    const name = html`<label for=${id} dir="auto" lang=${view.locale}>${label}</label>`;
    if (attribute !== "production_vs_prototype") {
      return html`<p class="field">${name}<input id=${id} name=${attribute} type="text" dir="auto" maxlength=${VALUE} autocomplete="off"
        .value=${value} /></p>`;
    }
    // What was read in other words stays a choice.
    const values = new Set(["", ...THREE, value]);
    return html`<p class="field">${name}<select id=${id} name=${attribute}>
      ${[...values].map(
        (one) => html`<option value=${one} ?selected=${one === value}
          >${one ? wordedValue(this.ui, attribute, one) : wordsOf(this.ui).unknown}</option>`,
      )}
    </select></p>`;
  }

  /** Carries out what was changed in the form; false when something is wrong with it, which is then shown. */
  #save(skill: SkillView, form: HTMLFormElement): boolean {
    const data = new FormData(form);
    const name = tidy(data.get("name"));
    const details = this.ui.session.interview?.details();
    if (!name) return this.#wrong("name", wordsOf(this.ui).needsName);
    const others = details && "skills" in details ? details.skills.filter(({ skill: other }) => other !== skill.skill) : [];
    if (this.#taken("name", name, others)) return false;
    const edits: SkillsEdit[] = name === skill.skill ? [] : [{ rename: { skill: skill.skill, to: name } }];
    for (const { attribute, value } of skill.attributes) {
      const now = tidy(data.get(attribute));
      if (now !== tidy(value)) edits.push({ set: { skill: name, attribute, value: now } });
    }
    return this.#edit("name", edits);
  }

  #taken(where: "name" | "add", name: string, others: readonly SkillView[]): boolean {
    const same = others.some(({ skill }) => skill.toLowerCase() === name.toLowerCase());
    if (same) this.#wrong(where, wordsOf(this.ui).nameTaken);
    return same;
  }

  /** Edits one after the other; what the engine refuses is shown where it was written. */
  #edit(where: "name" | "add", edits: readonly SkillsEdit[]): boolean {
    let refused = false;
    const done = this.ui.act((interview) => {
      try {
        for (const edit of edits) interview.edit(edit);
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "engine_crashed") throw error;
        refused = true;
      }
    });
    if (refused) this.#wrong(where, wordsOf(this.ui).editRefused);
    else if (done) this.#fault = null;
    return done && !refused;
  }

  #wrong(where: "name" | "add", text: string): false {
    this.#fault = { where, text };
    this.ui.requestUpdate();
    return false;
  }

  #typed = (): void => {
    if (!this.#fault) return;
    this.#fault = null;
    this.ui.requestUpdate();
  };

  #correct(skill: SkillView): void {
    this.#open = skill;
    this.#fault = null;
    this.ui.requestUpdate();
    this.ui.focusOn(".correcting input");
  }

  #strike(skill: SkillView, at: number): void {
    if (!this.ui.act((interview) => interview.edit({ strike: { skill: skill.skill } }))) return;
    this.#struck = [...this.#struck.filter((entry) => entry.skill.skill !== skill.skill), { at, skill }];
    this.ui.requestUpdate();
    this.ui.focusOn(`[data-row="${at}"] [data-act="undo"]`);
  }

  #undo(skill: SkillView, at: number): void {
    if (!this.ui.act((interview) => interview.edit({ add: { skill: skill.skill } }))) return;
    this.#struck = this.#struck.filter((entry) => entry.skill.skill !== skill.skill);
    this.ui.requestUpdate();
    this.ui.focusOn(`[data-row="${at}"] [data-act="correct"]`);
  }
}

/** A text of one line without the space around and within it that nobody meant. */
const tidy = (text: unknown): string => (typeof text === "string" ? text : "").trim().replace(/\s+/g, " ");
