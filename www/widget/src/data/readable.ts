// Data to be read: groups as pairs of name and value, lists as lists. Every word of it is text, whatever it looks like.
import type { html as litHtml, TemplateResult } from "lit";
import { asWritten, dateText } from "./places-dates.js";
import { labelOf, parts, shapeOf, type Schema } from "./schema.js";
import { isFields, nameOf, withoutEmpty, type Fields, type Value } from "./values.js";
import type { DataWords } from "./types.js";

/** What drawing data needs; handed over, so that Lit is in no third file. */
export interface Reader {
  readonly html: typeof litHtml;
  readonly words: DataWords;
  /** What ids and addresses stand for, such as the title of a card. */
  readonly names?: ReadonlyMap<string, string>;
  /** False for a schema of a host's. */
  readonly own?: boolean;
}

/** Longest text that is shown at once, in characters. */
const AT_ONCE = 1_200;
/** Longest text that is shown at all; downloads have it whole. */
const MOST = 100_000;

/** Shows a whole piece of data. */
export function readable(reader: Reader, schema: Schema, data: Value): TemplateResult {
  const left = withoutEmpty(data);
  if (left === undefined) return reader.html`<p class="hint">${reader.words.nothing}</p>`;
  return shapeOf(schema) === "group" && isFields(left) ? group(reader, schema, left) : text(reader, JSON.stringify(left, null, 2));
}

function group(reader: Reader, schema: Schema, data: Fields, depth = 0): TemplateResult {
  const { html, words, own = true } = reader;
  const rows = parts(schema, own).filter(([key]) => data[key] !== undefined);
  return html`<dl class="data">
    ${rows.map(([key, part]) => {
      const shape = shapeOf(part, depth, key);
      const whole = shape === "group" || shape === "groups" || shape === "prose";
      return html`<div class=${whole ? "whole" : ""}><dt>${labelOf(words, key, part)}</dt><dd>${shownValue(reader, part, own ? asWritten(words.lang, key, data[key]) : data[key], depth)}</dd></div>`;
    })}
  </dl>`;
}

/** Shows one value by its schema; what does not fit the schema is shown as it is. */
export function shownValue(reader: Reader, schema: Schema | undefined, value: Value, depth = 0): TemplateResult {
  const { html, words, names } = reader;
  const shape = shapeOf(schema, depth);
  if (value === undefined || value === null) return html`<span class="faint">${words.nothing}</span>`;
  if (schema && shape === "group" && isFields(value)) return group(reader, schema, value, depth + 1);
  if (schema?.items && shape === "groups" && Array.isArray(value)) return entries(reader, schema.items, value, depth + 1);
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
    return html`<ul class="texts">${value.map((one: string) => html`<li dir="auto">${names?.get(one) ?? one}</li>`)}</ul>`;
  }
  if (typeof value === "boolean") return html`${value ? words.yes : words.no}`;
  if (typeof value === "number") return html`${new Intl.NumberFormat(words.lang).format(value)}`;
  if (typeof value === "string") return text(reader, names?.get(value) ?? (shape === "choice" ? (words.titles[value] ?? value) : value));
  return text(reader, JSON.stringify(value, null, 2));
}

/** A list of groups: each with its name as a heading of its own. */
function entries(reader: Reader, schema: Schema, items: readonly Value[], depth: number): TemplateResult {
  const { html, words, own = true } = reader;
  const flat = parts(schema, own).length <= 3;
  return html`<ol class="entries">
    ${items.map((item) => {
      if (!isFields(item)) return html`<li>${shownValue(reader, undefined, item, depth)}</li>`;
      // A group of two or three short texts is one line.
      if (flat) {
        const shown = parts(schema, own).filter(([key]) => item[key] !== undefined);
        return html`<li>${shown.map(([key, part], place) => html`${place > 0 ? html`<span class="faint"> · </span>` : ""}<bdi>${shownValue(reader, part, own ? asWritten(words.lang, key, item[key]) : item[key], depth)}</bdi>`)}</li>`;
      }
      const { startDate, endDate, ...rest } = item;
      const dates = [startDate, startDate && !endDate ? words.present : endDate]
        .filter((one) => typeof one === "string")
        .map((one) => dateText(words.lang, one));
      const name = nameOf(item);
      // What names the entry is not repeated.
      const left = Object.fromEntries(
        Object.entries(rest).filter(([, one]) => typeof one !== "string" || !name.split(" · ").includes(one)),
      );
      return html`<li>
        <p class="entry" dir="auto">${name || words.entry}</p>
        ${dates.length > 0 ? html`<p class="dates"><bdi>${dates.join(" – ")}</bdi></p>` : ""}
        ${withoutEmpty(left) === undefined ? "" : group(reader, schema, left, depth)}
      </li>`;
    })}
  </ol>`;
}

function text({ html, words }: Reader, value: string): TemplateResult {
  if (value.length <= AT_ONCE) return html`<span class="prose" dir="auto">${value}</span>`;
  return html`<span class="prose" dir="auto">${value.slice(0, AT_ONCE)}…</span>
    <details class="rest"><summary>${words.whole}</summary><p class="prose" dir="auto">${value.slice(0, MOST)}${value.length > MOST ? "…" : ""}</p></details>`;
}
