import { html, nothing, type TemplateResult } from "lit";
import type { View } from "colloquy";
import { icons } from "./icons.js";
import { minutesLeft } from "./pace.js";
import { aboutModel, readOnly, say, type Ui } from "./ui.js";

/** Time that storing may take before it is shown, in milliseconds: most end sooner, and a flicker means nothing. */
const SHOW_SAVING_AFTER = 400;

/** The head: what the interview is about, how far it is, and the way out of it. */
export function head(ui: Ui, view: View): TemplateResult {
  const { words } = ui;
  const over = view.phase === "review" || view.phase === "finished";
  const own = ui.lazy?.progress(view);
  const { asked, max } = view.progress;
  const far = say(ui, words.progressValue, { n: Math.min(max, view.phase === "asking" ? view.exchanges + 1 : Math.max(asked, 1)), max });
  const free = !readOnly(view) && !over && view.phase !== "paused" && view.phase !== "consent";
  const time = free && view.phase !== "proposal" ? timeLeft(ui, view) : "";
  // Beside a measure of its own, which fills its line, the time has no room: it takes none that the buttons have not taken already.
  const under = [own ? time : "", view.title ? view.guideTitle : "", view.creator].filter(Boolean).join(" · ");
  return html`<header class=${free ? "stays" : ""}>
    <div class="title">
      <p class="name"><bdi>${view.title || view.guideTitle}</bdi></p>
      ${under ? html`<p class="under"><bdi>${under}</bdi></p>` : nothing}
    </div>
    <div class="tools">
      ${
        free && view.can.pause
          ? html`<button type="button" class="quiet" @click=${() => ui.act((interview) => interview.pause())}>${icons.pause}${words.pause}</button>`
          : nothing
      }
      ${
        free && view.can.finish && view.phase !== "given_up"
          ? html`<button type="button" class="quiet" @click=${() => ui.withLazy(() => ui.lazy?.end())}>${words.end}</button>`
          : nothing
      }
    </div>
    ${view.phase === "consent" ? nothing : (own ?? questions(ui, far, time, free, view))}
  </header>`;
}

/** How far an interview is whose measure is its questions; in words, with the time left, while they are put. */
function questions({ words }: Ui, far: string, time: string, free: boolean, { phase, progress }: View): TemplateResult {
  return html`<progress aria-label=${words.progress} aria-valuetext=${far} max="100" value=${progress.percent}></progress>
    ${free && phase !== "proposal" ? html`<p class="far"><span aria-hidden="true">${far}</span>${time ? html`<span>${time}</span>` : nothing}</p>` : nothing}`;
}

/** How long the rest takes somebody who goes on as this respondent does; empty where nobody knows. */
function timeLeft(ui: Ui, { progress, figures }: View): string {
  const left = minutesLeft(progress.percent, figures.durationMs);
  return left > 0 ? say(ui, ui.words.timeLeft, { n: left }) : "";
}

/** The line at the foot: where the interview is kept, and who asks. */
export class StatusLine {
  #slow = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ui: Ui) {}

  /** Waits a moment before it shows that something is being stored. */
  watch(view: View): void {
    if (view.saving.state !== "saving") {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#slow = false;
    } else {
      this.#timer ??= setTimeout(() => {
        this.#slow = true;
        this.ui.requestUpdate();
      }, SHOW_SAVING_AFTER);
    }
  }

  render(view: View): TemplateResult {
    return html`<footer part="status">
      ${view.phase === "consent" ? nothing : this.#kept(view)} ${this.#who(view)}
    </footer>`;
  }

  #kept(view: View): TemplateResult {
    const { words } = this.ui;
    const { state } = view.saving;
    const [icon, text] =
      state === "read_only"
        ? [icons.lock, words.readOnly]
        : state === "memory"
          ? [icons.warning, words.memory]
          : this.ui.session.inMemory
            ? [icons.notice, words.memoryTab]
            : state === "saving" && this.#slow
              ? [icons.dots, words.saving]
              : [icons.check, words.saved];
    return html`<span class="kept ${state === "memory" ? "warn" : ""}" role="status">${icon}${text}</span>`;
  }

  #who(view: View): TemplateResult {
    const { words } = this.ui;
    const { interviewer } = view;
    const model = interviewer === "scripted" ? null : interviewer.model;
    return html`<details class="who">
      <summary><span><bdi>${model ? model.name : words.scripted}</bdi> · ${model ? words.modelWhere : words.scriptedWhere}</span>${icons.notice}</summary>
      <p>${model ? aboutModel(this.ui, model.name) : words.scriptedMore}</p>
    </details>`;
  }
}
