import type { TemplateResult } from "lit";
import type { ExchangeView } from "colloquy";
import type { Shared, Ui } from "../types.js";

/** The editor of an earlier answer, in its place; `close` is called when it was saved or given up. */
export function amend({ html, say, grow }: Shared, ui: Ui, exchange: ExchangeView, close: () => void): TemplateResult {
  const words = ui.lazyWords;
  const { number } = exchange.question;
  const save = (): void => {
    const text = ui.find<HTMLTextAreaElement>(".amend textarea")?.value ?? "";
    if (!text.trim()) return;
    if (text === exchange.answer || ui.act((interview) => interview.amend(number, text))) close();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    // In Firefox the same key would press the button that has the focus next.
    event.preventDefault();
    save();
  };
  return html`<div class="amend">
    <textarea
      dir="auto" rows="3" aria-label=${say(ui, ui.words.amendName, { n: number })} aria-describedby="amend-hint"
      .value=${exchange.answer}
      @keydown=${key} @input=${(event: Event) => grow(event.target as HTMLTextAreaElement)}
    ></textarea>
    <p class="hint" id="amend-hint">${words.amendHint}</p>
    <div class="row">
      <button type="button" class="primary small" aria-label=${say(ui, words.amendSaveName, { n: number })}
        @click=${save}>${words.amendSave}</button>
      <button type="button" class="quiet small" @click=${close}>${words.cancel}</button>
    </div>
  </div>`;
}

/**
 * What can be done about an answer besides editing it: removing it, and writing it after all where the question was passed over. A form is
 * filled in once, and a skill of which the respondent would not speak is a closed topic.
 */
export function acts(
  { html, say }: Shared,
  ui: Ui,
  { question, reaction, redacted }: ExchangeView,
  { edit, remove }: { edit: () => void; remove: (n: number) => void },
): TemplateResult | null {
  const words = ui.lazyWords;
  const { number, form, gap } = question;
  const act = (word: string, name: string, run: () => void) =>
    html`<button type="button" class="quiet small ${run === edit ? "edit" : ""}" aria-label=${name} @click=${run}>${word}</button>`;
  if (redacted || form) return null;
  if (reaction === "answered") return act(words.removeAnswer, say(ui, words.removeAnswerName, { n: number }), () => remove(number));
  if (reaction !== "skipped" && (reaction !== "declined" || gap)) return null;
  return act(words.answerAfter, `${words.answerAfter}: ${say(ui, ui.words.questionNumber, { n: number })}`, edit);
}
