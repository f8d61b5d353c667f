// The skills that a skills interview found, each with what is known of it and the words that show it.
import type { AttributeView, SkillView, View } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { share } from "../../format.js";
import { language } from "../../preferences.js";
import { p } from "../../text.js";
import type { KindOf } from "../types.js";

/** Shows the table of skills with how complete it is and why the questions ended. */
export function skillsView({ closed, locale }: View, kind: KindOf<"gaps">, rows: readonly SkillView[]): TemplateResult {
  const { completeness, complete, refused, unread } = kind;
  const words = p.kinds.gaps;
  const ended = closed && words.ended[closed as keyof typeof words.ended];
  const lines = [
    words.complete(share(completeness), share(complete)),
    ...(ended ? [ended] : []),
    ...(refused ? [words.refused(refused)] : []),
    ...(unread ? [words.unread(unread)] : []),
  ];
  return html`<section aria-labelledby="skills">
    <h2 id="skills">${words.title}</h2>
    ${lines.map((line) => html`<p class="fine">${line}</p>`)}
    ${
      rows.length === 0
        ? html`<p>${words.none}</p>`
        : html`<table class="skills" role="table">
          <caption class="unseen">${words.caption}</caption>
          <thead role="rowgroup" class="unseen"><tr role="row">
            ${words.columns.map((name) => html`<th role="columnheader" scope="col">${name}</th>`)}
          </tr></thead>
          ${rows.map((row) => body(row, locale))}
        </table>`
    }
  </section>`;
}

function body(row: SkillView, locale: string): TemplateResult {
  const words = p.kinds.gaps;
  const known = row.attributes.filter(({ source }) => source !== null);
  const unknown = row.attributes.filter(({ source }) => source === null).map(({ label }) => label);
  return html`<tbody role="rowgroup">
    <tr role="row"><th role="rowheader" scope="rowgroup" colspan="3">
      <h3 dir="auto">${row.skill}</h3>
      <p class="meta"><span>${words.certainty(share(Math.round(row.confidence * 100)))}</span><span>${from(row)}</span></p>
      ${evidence(row.quote)}
    </th></tr>
    ${known.map((attribute) => line(attribute, locale))}
    ${
      unknown.length
        ? html`<tr role="row"><td role="cell" colspan="3" class="fine">${words.unknown}
          <span dir="auto" lang=${locale}>${new Intl.ListFormat(language()).format(unknown)}</span></td></tr>`
        : nothing
    }
  </tbody>`;
}

function line(attribute: AttributeView, locale: string): TemplateResult {
  const { values } = p.kinds.gaps;
  const { attribute: name, label, value, quote } = attribute;
  const shown = name === "production_vs_prototype" ? (values[value as keyof typeof values] ?? value) : value;
  return html`<tr role="row">
    <th role="rowheader" scope="row" dir="auto" lang=${locale}>${label}</th>
    <td role="cell" dir="auto">${shown}</td>
    <td role="cell">${evidence(quote)}<span class="fine">${from(attribute)}</span></td>
  </tr>`;
}

const evidence = (quote: string): TemplateResult | typeof nothing => (quote ? html`<q dir="auto">${quote}</q> ` : nothing);

function from({ source, question }: Pick<AttributeView, "source" | "question">): string {
  const { sources } = p.kinds.gaps;
  return source === "answer" ? sources.answer(question ?? 0) : source === "resume" ? sources.resume : sources.respondent;
}
