// What the results page shows of any kind of interview besides findings and figures.
import type { View } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { count } from "../format.js";
import { p } from "../text.js";

/** Shows the value of a guide's contract: beside the outcome that is the kind's own, where there is one, else all of it. */
export function valueView(own: boolean, outcome: unknown): TemplateResult | typeof nothing {
  const value = own ? (outcome as { value?: unknown } | null)?.value : outcome;
  if (value === undefined || value === null) return nothing;
  return html`<section aria-labelledby="value">
    <h2 id="value">${p.results.value}</h2>
    <pre dir="ltr">${JSON.stringify(value, null, 2)}</pre>
  </section>`;
}

/** Names who asked: the model, or the built-in interviewer. */
export function asker({ interviewer }: View): string {
  return interviewer === "scripted" ? p.results.scripted : interviewer.model.name;
}

/** Writes tokens of a call or of many, where any were counted. */
export function tokens(input: number, output: number): string {
  return p.stored.tokens(count(input), count(output));
}
