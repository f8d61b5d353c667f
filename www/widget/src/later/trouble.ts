import type { TemplateResult } from "lit";
import type { View } from "colloquy";
import type { Kit } from "../kit.js";
import type { Ui } from "../ui.js";
import { download } from "./download.js";
import { wordsOf } from "./words.js";

/** What is in the way of the next question, and what can be done about it. */
export function problem({ html, icons, nothing, say }: Kit, ui: Ui, view: View): TemplateResult | null {
  const words = wordsOf(ui);
  const button = (word: string, run: "cancel" | "retry" | "finish", look: string): TemplateResult =>
    html`<button type="button" class=${look} @click=${() => ui.act((interview) => interview[run]())}>${word}</button>`;
  if (view.phase === "asking") {
    // The built-in interviewer answers at once; a model may hang.
    return view.can.cancel && view.interviewer !== "scripted" ? html`<p class="stop">${button(words.cancel, "cancel", "quiet small")}</p>` : null;
  }
  if (view.phase === "offline") {
    return html`<section class="problem" part="panel" role="status">${icons.offline}<div><strong>${words.offlineTitle}</strong><p>${words.offlineText}</p></div></section>`;
  }
  const trouble = view.problem;
  if (view.phase === "retrying" && trouble) {
    const wait = Math.max(0, Math.ceil(((trouble.retryAt ?? 0) - Date.now()) / 1000));
    const values = { n: wait, attempt: trouble.attempt + 1, attempts: trouble.attempts };
    // Only the statement is spoken: a countdown in a live region would talk every second.
    return html`<section class="problem" part="panel">${icons.warning}
      <div><strong role="status">${trouble.kind === "rate_limited" ? words.retryRate : words.retryTitle}</strong><p role="timer">${say(ui, wait > 0 ? words.retryText : words.retryNow, values)}</p></div>
      ${view.can.cancel ? button(words.cancel, "cancel", "secondary") : nothing}
    </section>`;
  }
  if (view.phase === "given_up") {
    return html`<section class="problem" part="panel">${icons.warning}
      <div role="status"><strong>${trouble?.code === "CANCELLED" ? words.cancelledTitle : words.givenUpTitle}</strong><p>${words.givenUpText}</p></div>
      <p class="row">
        ${view.can.retry ? button(ui.words.tryAgain, "retry", "primary") : nothing}
        ${view.can.finish ? button(words.finishWith, "finish", "quiet") : nothing}
      </p>
    </section>`;
  }
  return null;
}

/** What the respondent must know about where the interview is kept: lost storage, or another tab that holds it. */
export function banner({ html, icons, nothing, readOnly }: Kit, ui: Ui, view: View): TemplateResult | null {
  const words = wordsOf(ui);
  const { state, reason } = view.saving;
  if (readOnly(view)) {
    return html`<section class="problem" part="panel" role="status">${icons.lock}
      <div><strong>${words.readOnlyTitle}</strong><p>${words.readOnlyText}</p></div>
      <button type="button" class="primary" @click=${() => ui.act((interview) => interview.takeOver())}>${words.takeOver}</button>
    </section>`;
  }
  if (state !== "memory") return null;
  const text = reason === "refused" ? words.memoryRefused : reason === "full" ? words.memoryFull : words.memoryLost;
  return html`<section class="problem" part="panel" role="status">${icons.warning}
    <div><p>${text}</p></div>
    <button type="button" class="secondary" @click=${() => ui.act((interview) => download(interview, "session"))}>${icons.download}${words.exportSession}</button>
  </section>`;
}
