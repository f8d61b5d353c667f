import type { ExchangeView, Interview, View } from "colloquy";
import type { ColloquyEvents } from "./public/element.js";

/** Dispatches one event from the element. */
export function emit<Name extends keyof ColloquyEvents>(host: EventTarget, name: Name, detail: ColloquyEvents[Name]): void {
  host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

/** Finished, and stored or known not to be: a page that goes away on `colloquy-complete` must not lose the end. */
const settled = (view: View): boolean => view.phase === "finished" && view.saving.state !== "saving";

/** The last status of each interview's action that the page was notified of: every status once, however often the view is drawn. */
const notified = new WeakMap<Interview, string>();

/** Notifies of an action that is offered or was decided about, once that is stored or known not to be. */
function emitAction(host: EventTarget, interview: Interview, before: View | null, { kind, saving, session }: View): void {
  const proposal = "proposal" in kind ? kind.proposal : null;
  const status = proposal?.status ?? "none";
  if (!proposal?.actor || status === "none" || saving.state === "saving" || notified.get(interview) === status) return;
  notified.set(interview, status);
  // A decision of an earlier visit is past; every page that shows an offer that still waits is notified of it.
  if (!before && status !== "offered") return;
  const { recommendation, actor } = proposal;
  emit(host, "colloquy-action", { session, status, recommendation, action: { type: "create_actor", actor } });
}

/** Notifies the page of what changed between two views. The first view of an interview (`before` null) fires no answers of the past. */
export function emitChanges(
  host: EventTarget,
  interview: Interview,
  before: View | null,
  after: View,
  exchanges: readonly ExchangeView[],
): void {
  const { session } = after;
  if (before) {
    for (const exchange of exchanges.slice(before.exchanges, after.exchanges)) {
      emit(host, "colloquy-answer", { session, question: exchange.question.number, reaction: exchange.reaction, text: exchange.answer });
    }
  }
  const { question } = after;
  if (question && question.number !== before?.question?.number) {
    const { number, text, kind, followUpDepth } = question;
    emit(host, "colloquy-question", { session, number, text, kind, followUpDepth });
  }
  if (before?.status !== after.status || before.phase !== after.phase || before.saving.state !== after.saving.state) {
    emit(host, "colloquy-status", { session, status: after.status, phase: after.phase, saving: after.saving.state });
  }
  emitAction(host, interview, before, after);
  if (before && !settled(before) && settled(after)) emitComplete(host, interview);
}

/** Hands the result over, without a transcript where what writes it cannot be loaded. */
function emitComplete(host: EventTarget, interview: Interview): void {
  const bare = interview.resultWithoutTranscript();
  interview.result().then(
    (result) => emit(host, "colloquy-complete", result),
    () => emit(host, "colloquy-complete", bare),
  );
}
