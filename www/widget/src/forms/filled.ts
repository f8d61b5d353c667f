import type { TemplateResult } from "lit";
import type { FilledView } from "colloquy";
import { labelsAnywhere, labelsOf, schemaOf } from "../data/schema.js";
import type { Around } from "./form.js";

/** Most fields that are named. */
const NAMED = 8;

/** How a form was settled, in words: what was chosen, handed in or approved. */
export function filled(around: Around, { tool, dataType, status, items, notes }: FilledView): TemplateResult {
  const { shared, ui, words, data } = around;
  const { html, nothing } = shared;
  const list = (shown: readonly string[]) => {
    const rest = shown.length - NAMED;
    return rest > 0 ? `${shown.slice(0, NAMED).join(", ")} + ${shared.count(ui, rest)}` : shown.join(", ");
  };
  const fields = () => {
    const labels = items.map(
      (path) => (dataType ? labelsOf(data, schemaOf(dataType), path) : labelsAnywhere(data, path))?.join(" › ") ?? path,
    );
    return list([...new Set(labels)]);
  };
  // What the respondent wrote goes in last: braces in it are no slots.
  const line = (): TemplateResult => {
    if (status === "approved") return html`${words.filledApproved}`;
    if (status === "modified") return slot(around, words.filledModified, fields());
    if (status === "rejected") return html`${words.filledRejected}`;
    if (tool === "get_user_option") return items.length > 0 ? slot(around, words.filledChosen, list(items)) : html`${words.filledNone}`;
    if (tool === "get_user_upload") return slot(around, words.filledFiles, list(items));
    if (tool === "get_macos_contact_card") return html`${words.filledContact}`;
    return html`${words.filledOther}`;
  };
  // A typed question: its value in words, as an answer.
  if (tool === "question") return html`<p class="answer" dir="auto">${items.join(", ")}</p>`;
  const subject = dataType ? (data.titles[schemaOf(dataType).title ?? ""] ?? schemaOf(dataType).title) : "";
  return html`<p class="answer filled" data-status=${status}>${subject ? html`<b>${subject}</b> · ` : nothing}${line()}</p>
    ${notes ? html`<p class="answer filled">${slot(around, words.filledNotes, notes)}</p>` : nothing}`;
}

/** Puts a text of the respondent's into the one slot of a sentence, apart from its direction. */
export function slot({ shared }: Around, sentence: string, text: string): TemplateResult {
  const [before = "", after = ""] = sentence.split(/\{\w+\}/);
  return shared.html`${before}<bdi>${text}</bdi>${after}`;
}
