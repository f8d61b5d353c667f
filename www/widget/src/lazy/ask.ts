import type { TemplateResult } from "lit";
import type { Shared, Ui } from "../types.js";

/** One way to answer. */
interface Way {
  readonly word: string;
  readonly look: "primary" | "secondary";
  readonly run: () => void;
}

/** What the respondent is asked before something happens that is hard to take back. */
interface Asked {
  readonly title: string;
  readonly text: string;
  /** What they wrote, which it is about. */
  readonly quote?: string;
  readonly ways: readonly Way[];
}

/** Longest part of an unsent text that is shown, in UTF-16 units. */
const QUOTED = 160;

/** A question to the respondent, over everything else, with a way back that has the focus. Escape is that way, too. */
export class Ask {
  #asked: Asked | null = null;

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
  ) {}

  render(): TemplateResult | null {
    const { html, nothing } = this.shared;
    if (!this.#asked) return null;
    const { title, text, quote, ways } = this.#asked;
    return html`<dialog class="confirm" aria-labelledby="ask-title" aria-describedby="ask-text" @close=${this.#closed}>
      <h2 id="ask-title">${title}</h2>
      <p id="ask-text">${text}</p>
      ${quote ? html`<blockquote dir="auto">${quote.length > QUOTED ? `${quote.slice(0, QUOTED)}…` : quote}</blockquote>` : nothing}
      <p class="row">
        ${ways.map(({ word, look, run }) => html`<button type="button" class=${look} @click=${() => this.#choose(run)}>${word}</button>`)}
        <button type="button" class="quiet" autofocus @click=${() => this.#choose()}>${this.ui.lazyWords.goOn}</button>
      </p>
    </dialog>`;
  }

  /** Asks whether the interview is to end here. */
  end(countable: boolean): void {
    const { lazyWords: words, box, session } = this.ui;
    const { view } = session;
    if (!view) return;
    const { text } = box;
    const n = view.progress.max - view.exchanges;
    const left = countable ? this.shared.say(this.ui, words.endLeft, { n }) : words.endLeftSome;
    const finish = (): void => void this.ui.act((interview) => interview.finish());
    const sending = view.can.answer && text !== "";
    this.#ask({
      title: words.endTitle,
      text: text ? `${left} ${words.endUnsent}` : left,
      quote: text,
      ways: [
        ...(sending ? [{ word: words.endSend, look: "primary", run: () => void (box.send() && finish()) } as const] : []),
        { word: text ? words.endWithout : words.endNow, look: sending ? "secondary" : "primary", run: finish },
      ],
    });
  }

  /** Asks what becomes of the text in the box when its question is passed over. */
  pass(how: "skip" | "decline"): void {
    const { lazyWords: words, box } = this.ui;
    this.#ask({
      title: words.passTitle,
      text: words.passText,
      quote: box.text,
      ways: [
        { word: words.passSend, look: "primary", run: () => void box.send() },
        { word: words.passWithout, look: "secondary", run: () => box.pass(how) },
      ],
    });
  }

  /** Asks whether the answer to a question is to go. */
  remove(n: number): void {
    const { lazyWords: words } = this.ui;
    const { say } = this.shared;
    const run = (): void => {
      this.ui.act(async (interview) => {
        await interview.redact(n);
        this.ui.focusOn(`[data-question="${n}"]`);
      });
    };
    this.#ask({
      title: say(this.ui, words.removeTitle, { n }),
      text: words.removeText,
      ways: [{ word: words.removeAnswer, look: "primary", run }],
    });
  }

  #ask(asked: Asked): void {
    this.#asked = asked;
    this.ui.requestUpdate();
    void this.ui.updateComplete.then(() => {
      const dialog = this.#dialog();
      if (!dialog || dialog.open) return;
      // In jsdom, which has no layers, it stands among the rest.
      if (dialog.showModal) dialog.showModal();
      else dialog.open = true;
    });
  }

  /** Closed first: the focus goes back to where it was, and from there wherever the choice takes it. */
  #choose(run?: () => void): void {
    const dialog = this.#dialog();
    if (dialog?.close) dialog.close();
    else this.#closed();
    run?.();
  }

  #dialog(): HTMLDialogElement | null {
    return this.ui.find<HTMLDialogElement>("dialog.confirm");
  }

  #closed = (): void => {
    this.#asked = null;
    this.ui.requestUpdate();
  };
}
