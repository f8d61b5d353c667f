import type { TemplateResult } from "lit";
import type { CallErrorKind, Problem, View } from "colloquy";
import type { Shared, Ui } from "../types.js";
import { download } from "../review/download.js";

/** The words while it is tried again, by the kind of failure; any other kind does not answer. */
const RETRYING: Partial<Record<CallErrorKind, "retryBusy" | "retryNetwork" | "retryTimeout">> = {
  rate_limited: "retryBusy",
  overloaded: "retryBusy",
  network: "retryNetwork",
  timeout: "retryTimeout",
};

/** The words when trying was given up: a title, and what it means for the respondent. */
const GIVEN_UP = {
  rate_limited: ["busyTitle", "busyText"],
  overloaded: ["busyTitle", "busyText"],
  network: ["networkTitle", "networkText"],
  timeout: ["timeoutTitle", "timeoutText"],
  unauthorized: ["refusedTitle", "refusedText"],
  invalid: ["invalidTitle", "invalidText"],
  budget: ["budgetTitle", "budgetText"],
  reply_limit: ["replyLimitTitle", "replyLimitText"],
} as const satisfies Record<CallErrorKind, readonly [string, string]>;

/** Failures that trying again at once will not mend: another way on comes first. */
const LASTING: readonly (CallErrorKind | null)[] = ["unauthorized", "invalid", "budget", "reply_limit"];

/** What is in the way of the next question, and what can be done about it. */
export function problem(shared: Shared, ui: Ui, view: View): TemplateResult | null {
  const { html } = shared;
  const words = ui.lazyWords;
  const { phase, problem: trouble, can } = view;
  if (phase === "offline") {
    return html`<section class="problem" part="panel" data-kind="offline">${shared.icons.offline}
      <div role="status"><strong>${words.offlineTitle}</strong><p>${words.offlineText}</p></div>
      ${can.useScripted ? html`<div class="ways"><p class="row">${scripted(shared, ui, "secondary")}</p><p class="hint">${words.useScriptedText}</p></div>` : null}
    </section>`;
  }
  if (trouble && (phase === "retrying" || (phase === "asking" && !view.live))) return retrying(shared, ui, view, trouble);
  // The built-in interviewer answers at once; a model may hang.
  if (phase === "asking")
    return can.cancel && view.interviewer !== "scripted"
      ? html`<p class="stop">${button(shared, ui, words.cancel, "cancel", "quiet small")}</p>`
      : null;
  return phase === "given_up" ? givenUp(shared, ui, view) : null;
}

/** A failure that is tried again by itself: when, how often, and how to stop it. The box keeps its place while an attempt runs. */
function retrying(shared: Shared, ui: Ui, view: View, trouble: Problem): TemplateResult {
  const { html, icons, nothing, say } = shared;
  const words = ui.lazyWords;
  const wait = view.phase === "retrying" ? Math.max(0, Math.ceil(((trouble.retryAt ?? 0) - Date.now()) / 1000)) : 0;
  const values = { n: wait, attempt: Math.min(trouble.attempt + 1, trouble.attempts), attempts: trouble.attempts };
  const title = words[(trouble.kind && RETRYING[trouble.kind]) ?? "retryTitle"];
  // Only the statement is spoken: a countdown in a live region would talk every second.
  return html`<section class="problem" part="panel" data-kind=${trouble.kind ?? nothing}>${icons.warning}
    <div><strong role="status">${title}</strong><p role="timer">${say(ui, wait > 0 ? words.retryText : words.retryNow, values)}</p></div>
    ${view.can.cancel ? button(shared, ui, words.cancel, "cancel", "secondary") : nothing}
  </section>`;
}

/** Trying was given up, or stopped by the respondent: whose matter it is, and the ways on with the likeliest first. */
function givenUp(shared: Shared, ui: Ui, view: View): TemplateResult {
  const { html, icons, nothing } = shared;
  const words = ui.lazyWords;
  const { can, problem: trouble } = view;
  const cancelled = trouble?.code === "CANCELLED";
  const kind = cancelled ? null : (trouble?.kind ?? null);
  const [title, text] = cancelled
    ? (["cancelledTitle", "cancelledText"] as const)
    : kind
      ? GIVEN_UP[kind]
      : (["givenUpTitle", "givenUpText"] as const);
  const lasting = LASTING.includes(kind);
  const again = can.retry ? button(shared, ui, ui.words.tryAgain, "retry", lasting && can.useScripted ? "secondary" : "primary") : nothing;
  const other = can.useScripted ? scripted(shared, ui, lasting ? "primary" : "secondary") : nothing;
  return html`<section class="problem" part="panel" data-kind=${kind ?? (cancelled ? "cancelled" : nothing)}>${cancelled ? icons.pause : icons.warning}
    <div role="status"><strong>${words[title]}</strong><p>${words[text]}</p></div>
    <div class="ways">
      <p class="row">${lasting ? other : again}${lasting ? again : other}${can.finish ? html`<button type="button" class="quiet" @click=${() => ui.lazy?.end()}>${words.finishWith}</button>` : nothing}</p>
      ${can.useScripted ? html`<p class="hint">${words.useScriptedText}</p>` : nothing}
    </div>
  </section>`;
}

const button = ({ html }: Shared, ui: Ui, word: string, run: "cancel" | "retry", look: string): TemplateResult =>
  html`<button type="button" class=${look} @click=${() => ui.act((interview) => interview[run]())}>${word}</button>`;

const scripted = ({ html }: Shared, ui: Ui, look: string): TemplateResult =>
  html`<button type="button" class=${look} @click=${() => ui.act((interview) => interview.useScripted())}>${ui.lazyWords.useScripted}</button>`;

/** What the respondent must know about where the interview is kept: lost storage, or another tab that holds it. */
export function banner(shared: Shared, ui: Ui, view: View): TemplateResult | null {
  const { html, icons, nothing, readOnly } = shared;
  const words = ui.lazyWords;
  const { state, reason } = view.saving;
  if (readOnly(view)) {
    return html`<section class="problem" part="panel" role="status">${icons.lock}
      <div><strong>${words.readOnlyTitle}</strong><p>${words.readOnlyText}</p></div>
      <button type="button" class="primary" @click=${() => ui.act((interview) => interview.takeOver())}>${words.takeOver}</button>
    </section>`;
  }
  if (state !== "memory") return null;
  const gone = reason === "deleted";
  const text = gone
    ? words.deletedText
    : reason === "refused"
      ? words.memoryRefused
      : reason === "full"
        ? words.memoryFull
        : words.memoryLost;
  return html`<section class="problem" part="panel" role="status">${icons.warning}
    <div>${gone ? html`<strong>${words.deletedTitle}</strong>` : nothing}<p>${text}</p></div>
    <button type="button" class="secondary" @click=${() => ui.act((interview) => download(interview, "session"))}>${icons.download}${words.exportSession}</button>
  </section>`;
}
