import { html, nothing, type TemplateResult } from "lit";
import type { View } from "colloquy";
import { icons } from "./icons.js";
import { keepFocus } from "./speech.js";
import { grow, readOnly, say, type Ui } from "./ui.js";

/** Share of the longest answer from which the remaining characters are shown. */
const COUNT_FROM = 0.8;

const SEND_KEY = /Mac|iP(hone|ad|od)/.test(globalThis.navigator?.platform ?? "") ? "⌘" : "Ctrl";

/** Phases in which there is something to write, now or as soon as the next question is there. */
const WRITING: readonly View["phase"][] = ["asking", "answering", "retrying", "offline", "given_up"];

/** The answer box: grows with its text, keeps its draft, sends with the button and with Ctrl or Cmd and Enter. */
export class Composer {
  /** Characters (Unicode code points) in the box. */
  #length = 0;
  /** Revision at which the notice on the last sending came, hidden again once the respondent types. */
  #notice: number | null = null;
  /** True after nothing was sent, until the respondent types. */
  #empty = false;

  constructor(
    private readonly ui: Ui,
    private readonly sent: () => void,
  ) {}

  /** True while the box is on the screen. */
  shown(view: View): boolean {
    return WRITING.includes(view.phase) && !view.parts && !readOnly(view) && !this.ui.lazy?.folded(view);
  }

  /** Puts the stored draft into the box. */
  restore(): void {
    const box = this.#box();
    const draft = this.ui.session.interview?.draft ?? "";
    if (box && box.value !== draft) this.#put(draft);
  }

  focus(): void {
    this.#box()?.focus({ preventScroll: true });
  }

  render(view: View): TemplateResult {
    const { words } = this.ui;
    const over = this.#length - view.answerChars;
    const notice = view.notice && this.#notice !== null ? view.notice : null;
    const shown = this.shown(view);
    // A form that is being fetched will take the place of an empty box, so nobody should begin in it.
    const replaced = view.form !== null && !this.#length && !this.ui.lazy?.hasForms;
    const speech = this.ui.speech.dictation();
    return html`<form class="dock" ?hidden=${!shown} @submit=${this.#submit}><div class="composer" part="composer">
      <div class="write"><textarea
        rows="2" dir="auto" enterkeyhint="enter" autocapitalize="sentences" spellcheck="true"
        aria-label=${words.yourAnswer} aria-describedby="notice"
        aria-invalid=${over > 0 || (notice && notice.code !== "help") ? "true" : nothing}
        placeholder=${this.ui.lazy?.placeholder(view) || (view.phase === "answering" ? words.placeholder : words.placeholderWait)}
        @input=${this.#input} @keydown=${this.#key}
      ></textarea>${speech.button}</div>${speech.panel}
      <div id="notice" class="note" role="status">${notice || this.#empty ? this.ui.lazy?.notice(view, notice) : nothing}</div>
      <div class="row">
        <button
          class="primary ${this.#length ? "" : "idle"}" ?disabled=${!view.can.answer || replaced}
          @pointerdown=${keepFocus} aria-keyshortcuts="${SEND_KEY === "Ctrl" ? "Control" : "Meta"}+Enter"
        >${words.send}${icons.send}</button>
        <button type="button" class="quiet" ?disabled=${!view.can.skip} @click=${(event: MouseEvent) => this.#pass(event, "skip")}>${words.skip}</button>
        <button type="button" class="quiet faint" ?disabled=${!view.can.skip} @click=${(event: MouseEvent) => this.#pass(event, "decline")}>${words.decline}</button>
        ${
          over > view.answerChars * (COUNT_FROM - 1)
            ? html`<span class="count ${over > 0 ? "over" : ""}">${say(this.ui, over > 0 ? words.charsOver : words.charsLeft, { n: Math.abs(over) })}</span>`
            : this.#enterSends
              ? nothing
              : html`<span class="keys" aria-hidden="true">${say(this.ui, words.sendKeys, { key: SEND_KEY === "Ctrl" ? words.controlKey : SEND_KEY })}</span>`
        }
      </div>
    </div></form>`;
  }

  #submit = (event: Event): void => {
    event.preventDefault();
    this.send();
  };

  /** What is in the box, unsent; empty where there is nothing but space. */
  get text(): string {
    return this.#box()?.value.trim() ?? "";
  }

  /** Sends what is in the box. True when it was taken; else it is still there, with a word on why. */
  send(): boolean {
    const { ui } = this;
    const box = this.#box();
    if (!box || !ui.session.view?.can.answer) return false;
    box.focus({ preventScroll: true });
    // What was just spoken is read before it is sent.
    if (ui.speech.stop()) return false;
    const text = box.value;
    if (!text.trim()) {
      this.#empty = true;
      ui.withLazy(() => ui.requestUpdate());
      return false;
    }
    if (!ui.act((interview) => interview.answer(text))) return false;
    const { interview } = ui.session;
    const notice = interview?.view.notice;
    this.#notice = notice ? (interview?.view.revision ?? null) : null;
    if (notice) ui.withLazy(() => ui.requestUpdate());
    if (!notice || notice.code === "help") this.#put("");
    this.sent();
    ui.requestUpdate();
    return !notice;
  }

  #pass(event: MouseEvent, how: "skip" | "decline"): void {
    // The second half of a double click would pass over a question that nobody has read.
    if (event.detail > 1) return;
    this.ui.speech.stop();
    // What was written must not be left standing under another question.
    if (this.text) this.ui.withLazy(() => this.ui.lazy?.pass(how));
    else this.pass(how);
  }

  /** Passes the open question over; what is in the box goes. */
  pass(how: "skip" | "decline"): void {
    this.#notice = null;
    this.#empty = false;
    if (!this.ui.act((interview) => interview[how]())) return;
    if (this.#length > 0) {
      this.#put("");
      this.ui.act((interview) => interview.saveDraft(""));
    }
    this.focus();
    this.sent();
  }

  #input = (): void => {
    this.#notice = null;
    this.#empty = false;
    this.#measure();
    // At every key: the engine stores it within a second, and at once when the page goes away.
    const text = this.#box()?.value ?? "";
    this.ui.act((interview) => interview.saveDraft(text));
  };

  #key = (event: KeyboardEvent): void => {
    // 229 is what Safari reports for the Enter that ends a composition.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key !== "Enter") return;
    if (event.ctrlKey || event.metaKey || (this.#enterSends && !event.shiftKey && !event.altKey)) this.#submit(event);
  };

  /** A keyboard on the screen has no other key for a new line, so it keeps this one. */
  get #enterSends(): boolean {
    return this.ui.enterKey === "send" && !globalThis.matchMedia?.("(pointer: coarse)").matches;
  }

  #put(text: string): void {
    const box = this.#box();
    if (box) box.value = text;
    this.#measure();
  }

  /** Counts the text and gives the box the height it needs; the style sheet bounds it. */
  #measure(): void {
    const box = this.#box();
    if (!box) return;
    grow(box);
    const { value } = box;
    let surrogates = 0;
    // Counting code points one by one would cost at every key; only long texts come near the limit.
    if (value.length > 1000) for (let i = 0; i < value.length; i++) surrogates += (value.charCodeAt(i) & 0xfc00) === 0xd800 ? 1 : 0;
    this.#length = value.length - surrogates;
    this.ui.requestUpdate();
  }

  #box(): HTMLTextAreaElement | null {
    return this.ui.find<HTMLTextAreaElement>(".composer textarea");
  }
}
