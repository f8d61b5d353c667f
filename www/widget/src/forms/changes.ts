import type { TemplateResult } from "lit";
import { asWritten } from "../data/places-dates.js";
import { labelsOf, type Schema } from "../data/schema.js";
import { changes, isFields, nameOf, type Change, type Value } from "../data/values.js";
import type { Around } from "./form.js";

/** Most changes that are listed one by one. */
const LISTED = 60;
/** Longest value that is shown in the list, in characters. */
const SHOWN_CHARS = 160;

/** What differs of data, without what a reading noted of itself: the respondent approves what was read, not how sure it was. */
export function changesOf(before: Value, after: Value): Change[] {
  return changes(withoutReading(before), withoutReading(after));
}

/** Lists what was changed, field by field, the old value and the new one. */
export function changeList(around: Around, schema: Schema, list: readonly Change[], reset: () => void): TemplateResult | null {
  const { shared, ui, words, data } = around;
  const { html, nothing, count } = shared;
  if (list.length === 0) return null;
  const place = ({ path }: Change) => labelsOf(data, schema, path)?.join(" › ") || path;
  return html`<section class="changes" aria-labelledby="changes-title">
    <h4 id="changes-title">${words.changed}</h4>
    <dl>
      ${list.slice(0, LISTED).map(
        (change) => html`<div>
          <dt dir="auto">${place(change)}</dt>
          ${
            change.moved
              ? html`<dd>${words.orderChanged}</dd>`
              : html`<dd>${
                  change.before === undefined
                    ? html`<span class="faint">${words.added}</span> ${value(around, change.path, change.after, "ins")}`
                    : change.after === undefined
                      ? html`<span class="faint">${words.removed}</span> ${value(around, change.path, change.before, "del")}`
                      : html`<span class="unseen">${words.was}</span> ${value(around, change.path, change.before, "del")} <span class="arrow" aria-hidden="true"></span> <span class="unseen">${words.is}</span> ${value(around, change.path, change.after, "ins")}`
                }</dd>`
          }
        </div>`,
      )}
    </dl>
    ${list.length > LISTED ? html`<p class="hint">+ ${count(ui, list.length - LISTED)}</p>` : nothing}
    <p><button type="button" class="quiet small" @click=${reset}>${words.reset}</button></p>
  </section>`;
}

function value({ shared, data }: Around, path: string, raw: Value, how: "ins" | "del"): TemplateResult {
  const { html } = shared;
  const one = asWritten(data.lang, path.slice(path.lastIndexOf(".") + 1), raw);
  const list = Array.isArray(one) ? one.map(nameOf).filter(Boolean).join(", ") : isFields(one) ? nameOf(one) : String(one ?? "");
  const shown = list.length > SHOWN_CHARS ? `${list.slice(0, SHOWN_CHARS)}…` : list || data.nothing;
  return how === "ins" ? html`<ins dir="auto">${shown}</ins>` : html`<del dir="auto">${shown}</del>`;
}

function withoutReading(data: Value): Value {
  if (!isFields(data)) return data;
  const { id: _id, confidence: _confidence, issues: _issues, ...rest } = data;
  return rest;
}
