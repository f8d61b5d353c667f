import type { TemplateResult } from "lit";
import type { Interview, View } from "colloquy";
import type { KindOf } from "../../types.js";
import type { Around } from "./around.js";

/** The tool that works outside of the engine: what it does, how far it is, and how to stop it. */
export class Running {
  #watched: Interview | null = null;
  #stop: (() => void) | undefined;
  #done = 0;
  #total = 0;
  /** When the tool began whose progress this is. */
  #since = 0;

  constructor(private readonly around: Around) {}

  render(view: View, { running }: KindOf<"onboarding">): TemplateResult | null {
    if (!running) return null;
    this.#watch();
    if (running.since !== this.#since) {
      this.#since = running.since;
      this.#done = this.#total = 0;
    }
    const { shared, ui, words } = this.around;
    const { html, nothing, say } = shared;
    const text = running.file ? say(ui, words.reading, { file: running.file }) : words.working;
    const cancel = () => ui.act((interview) => interview.cancel());
    const stop = html`<button type="button" class="secondary small" @click=${cancel}>${words.stop}</button>`;
    // The work is announced once; pages are seen, and not read out one by one.
    return html`<div class="current live running" aria-busy="true">
      <p class="question waiting" role="status" dir="auto">${text}</p>
      <div class="row">
        <progress aria-label=${text} max=${this.#total || nothing} value=${this.#total > 0 ? this.#done : nothing}></progress>
        ${this.#total > 1 ? html`<span class="hint">${say(ui, words.readingPart, { n: this.#done, max: this.#total })}</span>` : nothing}
        ${view.can.cancel ? stop : nothing}
      </div>
    </div>`;
  }

  #watch(): void {
    const { ui } = this.around;
    const { interview } = ui.session;
    if (interview === this.#watched) return;
    this.#stop?.();
    this.#watched = interview;
    this.#stop = interview?.onToolProgress((_call, done, total) => {
      this.#done = done;
      this.#total = total;
      ui.requestUpdate();
    });
  }
}
