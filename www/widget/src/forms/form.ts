import type { TemplateResult } from "lit";
import type { FormValue, Interview, Issue, View } from "colloquy";
import type { DataWords } from "../data/types.js";
import type { Shared, Ui } from "../types.js";
import type { FormStrings } from "./words/index.js";
import { codeOf, issuesOf, keepDraft } from "./drafts.js";

/** What every form needs of what is around it. */
export interface Around {
  readonly shared: Shared;
  readonly ui: Ui;
  /** The words in the reader's language. */
  readonly words: FormStrings;
  /** The words for data in the reader's language. */
  readonly data: DataWords;
  /** Notes that the form was sent from here: what comes next gets the focus. */
  sent(): void;
  /** True while the answer box is folded away in favour of the form that waits. */
  folded(view: View): boolean;
  /** Opens the answer box below the form of this token. */
  inWords(token: string): void;
}

/** The question of a study that a form answers; its words stand above the form. */
export interface Asked {
  readonly title: string;
  /** Where the value is changed that was given: of which question, and what is done when it was, or was given up. */
  readonly change: { readonly number: number; readonly close: () => void } | null;
}

/**
 * A form that waits for the respondent. It is sent once, can be set aside at any time, keeps what was entered through an error and a
 * reload, and shows what is wrong where it is wrong.
 */
export abstract class Form {
  /** True while it is being sent. */
  protected busy = false;
  /** What is in the way, in words; empty when nothing is. */
  protected trouble = "";
  #over = false;

  constructor(
    protected readonly around: Around,
    readonly token: string,
    private readonly asked: Asked | null = null,
  ) {}

  /** The heading of the form. */
  abstract get title(): string;

  /** What has the focus first. */
  start(): HTMLElement | null {
    return this.around.ui.find<HTMLElement>("#form-title");
  }

  /** What is filled in. */
  protected abstract body(view: View): TemplateResult;

  /** The way to send it, and its other ways on; "Not now" is always there. */
  protected abstract actions(view: View): TemplateResult;

  /** The value that is changed, in the place of its answer: it is given up, and not answered in words. */
  protected get change(): Asked["change"] {
    return this.asked?.change ?? null;
  }

  /** The ways to set it aside. A question is passed over as any other is: for now, or because the respondent would rather not say. */
  protected aside(): TemplateResult {
    const { shared, ui, words } = this.around;
    const { html } = shared;
    const { change } = this;
    if (change)
      return html`<button type="button" class="quiet" ?disabled=${this.busy} @click=${change.close}>${ui.lazyWords.cancel}</button>`;
    if (!this.asked)
      return html`<button type="button" class="quiet" ?disabled=${this.busy} title=${words.notNowHint} @click=${() => this.refuse()}>${words.notNow}</button>`;
    const pass = (how: "skip" | "decline") => () => void this.run((interview) => interview[how]());
    return html`<button type="button" class="quiet" ?disabled=${this.busy} @click=${pass("skip")}>${ui.words.skip}</button>
      <button type="button" class="quiet faint" ?disabled=${this.busy} @click=${pass("decline")}>${ui.words.decline}</button>`;
  }

  /** Shows faults that the engine found; false when they are not this form's to show. */
  protected shows(_issues: readonly Issue[]): boolean {
    return false;
  }

  /** Draws it with its frame. */
  render(view: View): TemplateResult {
    const { shared, ui, words } = this.around;
    const { html, nothing, say } = shared;
    const behind = this.change ? 0 : (view.form?.behind ?? 0);
    return html`<form class="form" part="form" aria-labelledby="form-title" novalidate aria-busy=${this.busy} @submit=${this.#submit} @keydown=${this.#key} @paste=${(event: ClipboardEvent) => this.paste(event)}>
      <div class="form-head">
        <h3 id="form-title" tabindex="-1" class=${this.asked ? "unseen" : ""} dir="auto">${this.title}</h3>
        ${behind > 0 ? html`<p class="hint">${say(ui, words.behind, { n: behind })}</p>` : nothing}
      </div>
      <p class="fault whole" role="alert" id="form-trouble" tabindex="-1" ?hidden=${!this.trouble} dir="auto">${this.trouble}</p>
      ${this.body(view)}
      <div class="row form-acts">
        ${this.actions(view)}
        ${this.aside()}
        ${
          this.around.folded(view) && !this.change
            ? html`<button type="button" class="quiet" ?disabled=${this.busy} @click=${() => this.around.inWords(this.token)}>${words.inWords}</button>`
            : nothing
        }
        <span class="hint" role="status">${this.busy ? words.sending : nothing}</span>
      </div>
    </form>`;
  }

  /** Takes in what was pasted where no field takes it. */
  protected paste(_event: ClipboardEvent): void {}

  /** Sends what was filled in. */
  protected abstract submit(): void;

  /** Sets the form aside. */
  protected refuse(): void {
    void this.run((interview) => interview.refuse(this.token, "user_cancelled"));
  }

  /** Sends a value, once. */
  protected settle(value: FormValue): Promise<boolean> {
    return this.run((interview) => interview.settle(this.token, value));
  }

  /** Does what ends the form. True when it has ended; while it runs, and afterwards, nothing is sent again. */
  protected async run(work: (interview: Interview) => unknown): Promise<boolean> {
    const { ui } = this.around;
    const { interview } = ui.session;
    if (!interview || this.busy || this.#over) return false;
    this.busy = true;
    this.trouble = "";
    this.redraw();
    try {
      await work(interview);
      this.#over = true;
      this.around.sent();
      // The engine's next step is seen, and scrolled to.
      ui.act(() => undefined);
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    } finally {
      this.busy = false;
      this.redraw();
    }
  }

  /** Keeps what was entered through a reload. */
  protected keep(value: unknown): void {
    if (!this.#over) keepDraft(this.around.ui.session.interview, this.token, value);
  }

  /** Shows what is in the way, and moves the focus there. */
  protected troubled(text: string, focus = "#form-trouble"): void {
    this.trouble = text;
    this.redraw();
    this.focus(focus);
  }

  protected redraw(): void {
    this.around.ui.requestUpdate();
  }

  /** Moves the focus to a part of the form once it is drawn. */
  protected focus(selector: string): void {
    this.around.ui.focusOn(`.form ${selector}`);
  }

  #failed(error: unknown): void {
    const { shared, ui, words } = this.around;
    const code = codeOf(error);
    if (code === "engine_crashed") {
      ui.act(() => {
        throw error;
      });
    } else if (code === "no_such_form") {
      // Another click, or another tab, was first.
      this.trouble = words.faultOver;
      ui.act(() => undefined);
    } else if (code !== "invalid_form" || !this.shows(issuesOf(error))) {
      const [issue] = issuesOf(error);
      const message = issue
        ? `${issue.path ? `${issue.path}: ` : ""}${issue.message}.`
        : error instanceof Error
          ? `${error.message.replace(/\.$/, "")}.`
          : String(error);
      this.troubled(shared.say(ui, words.faultOther, { message }));
    }
  }

  #submit = (event: Event): void => {
    event.preventDefault();
    if (!this.busy) this.submit();
  };

  /** Enter in a line goes to the next thing, not to sending: a form that is only half looked over must not be approved by a slip. */
  #key = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0];
    if (event.key === "Escape" && !event.isComposing) this.change?.close();
    if (event.key === "Enter" && target instanceof HTMLInputElement && !event.ctrlKey && !event.metaKey) event.preventDefault();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing) {
      event.preventDefault();
      if (!this.busy) this.submit();
    }
  };
}
