// Questions and answers as a list. Every word of them is text, whatever it looks like.
import type { ExchangeView } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { p } from "./text.js";

/** Shows exchanges; `remove` puts a button below each answer that erases it. */
export function exchangeList(exchanges: readonly ExchangeView[], remove?: (question: number) => void): TemplateResult {
  return html`<ol class="exchanges">
    ${exchanges.map(
      (one) => html`<li>
        <p class="asked" dir="auto"><span class="eyebrow">${p.exchange.question(one.question.number)}</span> ${one.question.text}</p>
        ${answerOf(one)}
        ${remove && one.reaction === "answered" && !one.redacted
          ? html`<button class="link" @click=${() => remove(one.question.number)}>${p.exchange.remove}</button>`
          : nothing}
      </li>`,
    )}
  </ol>`;
}

function answerOf(one: ExchangeView): TemplateResult {
  if (one.redacted) return html`<p class="fine">${p.exchange.removed}</p>`;
  if (one.reaction === "answered") {
    return html`<p class="answer" dir="auto">${one.answer}</p>
      ${one.amended ? html`<p class="fine">${p.exchange.amended}</p>` : nothing}`;
  }
  return html`<p class="fine">${p.exchange[one.reaction]}</p>`;
}
