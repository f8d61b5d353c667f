// The outcome of an interview in stages: its stages with their coverage, what was learned, and what is open.
import type { StageView, View } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { share } from "../../format.js";
import { p } from "../../text.js";
import type { KindOf } from "../types.js";

/** What the result of a staged interview holds besides its stages. */
interface Tracked {
  insights: readonly string[];
  examples: number;
  followUps: readonly string[];
}

/** Shows the stages with what was covered, learned and left open; `outcome` is that of the result. */
export function stagesView({ findings }: View, { stages }: KindOf<"staged">, outcome: unknown): TemplateResult {
  const words = p.kinds.staged;
  const { insights, examples, followUps } = tracked(outcome);
  // What stands among the findings anyway is not repeated.
  const found = new Set(findings?.insights.map(({ text }) => text));
  const learned = insights.filter((text) => !found.has(text));
  return html`<section aria-labelledby="coverage">
      <h2 id="coverage">${words.coverage}</h2>
      <ol class="rows coverage">${stages.map(stageRow)}</ol>
      <p class="fine">${words.examplesAll(examples)}</p>
    </section>
    ${learned.length ? html`<section aria-labelledby="learned"><h2 id="learned">${words.learned}</h2>${texts(learned)}</section>` : nothing}
    ${followUps.length ? html`<section aria-labelledby="open"><h2 id="open">${words.open}</h2>${texts(followUps)}</section>` : nothing}`;
}

function stageRow(stage: StageView): TemplateResult {
  const words = p.kinds.staged;
  const { title, completeness, band, questions, examples, examplesNeeded, ended } = stage;
  const facts = [
    `${share(completeness)} · ${words.bands[band]}`,
    p.library.questions(questions),
    ...(examplesNeeded > 0 ? [words.examples(examples, examplesNeeded)] : []),
    ...(ended === "question_limit" ? [words.stageLimit] : []),
  ];
  return html`<li>
    <h3 dir="auto">${title}</h3>
    <p class="meta">${(questions > 0 ? facts : [words.notReached]).map((fact) => html`<span>${fact}</span>`)}</p>
    <progress aria-hidden="true" max="100" value=${completeness}></progress>
  </li>`;
}

const texts = (list: readonly string[]): TemplateResult =>
  html`<ul class="findings">${list.map((text) => html`<li><span dir="auto">${text}</span></li>`)}</ul>`;

/** Reads the outcome of a staged interview; a session of another version may hold less. */
function tracked(outcome: unknown): Tracked {
  const found = (typeof outcome === "object" && outcome !== null ? outcome : {}) as Record<string, unknown>;
  const { insights, examples, followUps } = found;
  const list = (value: unknown) => (Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []);
  return { insights: list(insights), examples: typeof examples === "number" ? examples : 0, followUps: list(followUps) };
}
