// Questions and answers as a list. Every word of them is text, whatever it looks like.
import type { ExchangeView, FilledView } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { p } from "./text.js";

/** Shows exchanges; `remove` puts a button below each answer that erases it. */
export function exchangeList(exchanges: readonly ExchangeView[], remove?: (question: number) => void): TemplateResult {
  return html`<ol class="exchanges">
    ${exchanges.map(
      (one) => html`<li>
        <p class="asked" dir="auto"><span class="eyebrow" id=${remove ? `asked-${one.question.number}` : nothing}>${p.exchange.question(one.question.number)}</span> ${one.question.text}</p>
        ${answerOf(one)}
        ${
          remove && (one.reaction === "answered" || one.filled) && !one.redacted
            ? html`<button class="link" aria-describedby=${`asked-${one.question.number}`} @click=${() => remove(one.question.number)}>${p.exchange.remove}</button>`
            : nothing
        }
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
  if (one.filled) return filled(one.filled);
  return html`<p class="fine">${p.exchange[one.reaction === "filled" ? "open" : one.reaction]}</p>`;
}

/** How a form was filled in: what was chosen or handed in, and what was decided about data. */
function filled({ tool, status, items, notes }: FilledView): TemplateResult {
  // A typed question of a study: its value in words.
  if (tool === "question") return html`<p class="answer" dir="auto">${items.join(", ")}</p>`;
  const words = p.exchange.filled;
  const decided = words.decided[status as keyof typeof words.decided] as string | undefined;
  // The fields that were changed are paths, and are counted; what was chosen or handed in is the respondent's own.
  const listed = tool === "get_user_option" || tool === "get_user_upload" ? items : [];
  const line = decided ?? (tool === "get_user_upload" ? words.files : tool === "get_user_option" ? words.chosen : words.form);
  return html`<p class="answer">${line}${listed.length > 0 ? html` <bdi>${listed.join(", ")}</bdi>` : nothing}${status === "modified" ? html` ${words.changes(items.length)}` : nothing}</p>
    ${notes ? html`<p class="answer" dir="auto">${notes}</p>` : nothing}`;
}
