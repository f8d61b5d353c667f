import type { ExchangeView, Interview, View } from "colloquy";
import type { ColloquyEvents } from "./public/element.js";

/** Dispatches one event from the element. */
export function emit<Name extends keyof ColloquyEvents>(host: EventTarget, name: Name, detail: ColloquyEvents[Name]): void {
  host.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

/** Finished, and stored or known not to be: a page that goes away on `colloquy-complete` must not lose the end. */
const settled = (view: View): boolean => view.phase === "finished" && view.saving.state !== "saving";

/** Tells the page what changed between two views. The first view of an interview (`before` null) fires no answers of the past. */
export function emitChanges(host: EventTarget, interview: Interview, before: View | null, after: View, exchanges: readonly ExchangeView[]): void {
  const { session } = after;
  if (before) {
    for (const met of exchanges.slice(before.exchanges, after.exchanges)) {
      emit(host, "colloquy-answer", { session, question: met.question.number, reaction: met.reaction, text: met.answer });
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
  if (before && !settled(before) && settled(after)) emit(host, "colloquy-complete", interview.result());
}
