// What an interview came to besides its findings: skills, stages with their coverage, a recommended role, the value of a guide's own contract.
import type { OnboardingView, ProposalView, SkillView, StageView, View } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { count, share } from "../format.js";
import { p } from "../text.js";
import { skillsView } from "./skills.js";

/** What the result of a staged interview holds besides its stages. */
interface Tracked {
  insights: readonly string[];
  examples: number;
  followUps: readonly string[];
}

/** Shows the structured outcome of a completed interview; `outcome` is that of its result, `skills` its table of skills. */
export function outcomeView(view: View, outcome: unknown, skills: readonly SkillView[]): TemplateResult {
  return html`${skillsView(view, skills)} ${view.proposal ? role(view.proposal) : nothing} ${view.onboarding ? phases(view.onboarding) : nothing} ${view.stages.length > 0 ? stages(view, tracked(outcome)) : nothing}
  ${own(view, outcome)}`;
}

function role({ recommendation, actor, status, missing }: ProposalView): TemplateResult {
  // Without the first part, or the whole, there is nothing to show but that.
  const all = missing.some((part) => part === "advice" || part === "advice-part-1");
  return html`<section class="role" aria-labelledby="role">
    <p class="eyebrow">${actor ? p.results.role : p.results.advice}${p.results.decisions[status] ? html` · <span class="decision" data-status=${status}>${p.results.decisions[status]}</span>` : nothing}</p>
    <h2 id="role" dir="auto">${actor?.title ?? p.results.advice}</h2>
    ${recommendation ? html`<p class="lead" dir="auto">${recommendation}</p>` : nothing}
    ${missing.length > 0 ? html`<p class="warning">${all ? p.results.missingAll : p.results.missing}</p>` : nothing}
    ${actor
      ? html`<dl class="pairs">
            <div><dt>${p.results.reason}</dt><dd dir="auto">${actor.reason}</dd></div>
            <div><dt>${p.results.skills}</dt><dd><ul class="chips">${actor.skills.map((skill) => html`<li dir="auto">${skill}</li>`)}</ul></dd></div>
            <div><dt>${p.results.model}</dt><dd>${actor.model === "reasoning" ? p.results.models.reasoning : p.results.models.semantic}</dd></div>
          </dl>
          <details><summary>${p.results.prompt}</summary><pre dir="auto">${actor.prompt}</pre></details>`
      : nothing}
  </section>`;
}

function phases({ phases: list }: OnboardingView): TemplateResult {
  const words = p.results.phases;
  return html`<section aria-labelledby="phases">
    <h2 id="phases">${words.title}</h2>
    <ol class="rows coverage">${list.map(
      ({ title, ended, objectives }) => html`<li>
        <h3 dir="auto">${title}</h3>
        <p class="meta"><span>${ended ? words.ended[ended] : p.results.notReached}</span></p>
        <ul class="findings">${objectives.map(({ label, state }) => html`<li><span dir="auto">${label}</span> <span class="fine">${words.states[state]}</span></li>`)}</ul>
      </li>`,
    )}</ol>
  </section>`;
}

function stages({ stages: list, findings }: View, { insights, examples, followUps }: Tracked): TemplateResult {
  // What stands among the findings anyway is not said twice.
  const found = new Set(findings?.insights.map(({ text }) => text));
  const learned = insights.filter((text) => !found.has(text));
  return html`<section aria-labelledby="coverage">
      <h2 id="coverage">${p.results.coverage}</h2>
      <ol class="rows coverage">${list.map(stageRow)}</ol>
      <p class="fine">${p.results.examplesAll(examples)}</p>
    </section>
    ${learned.length ? html`<section aria-labelledby="learned"><h2 id="learned">${p.results.learned}</h2>${texts(learned)}</section>` : nothing}
    <section aria-labelledby="open">
      <h2 id="open">${p.results.open}</h2>
      ${followUps.length ? texts(followUps) : html`<p class="fine">${p.results.noneOpen}</p>`}
    </section>`;
}

function stageRow(stage: StageView): TemplateResult {
  const { title, completeness, band, questions, examples, examplesNeeded, ended } = stage;
  const facts = [
    `${share(completeness)} · ${p.results.bands[band]}`,
    p.library.questions(questions),
    ...(examplesNeeded > 0 ? [p.results.examples(examples, examplesNeeded)] : []),
    ...(ended === "question_limit" ? [p.results.stageLimit] : []),
  ];
  return html`<li>
    <h3 dir="auto">${title}</h3>
    <p class="meta">${questions > 0 ? facts.map((fact) => html`<span>${fact}</span>`) : p.results.notReached}</p>
    <progress aria-hidden="true" max="100" value=${completeness}></progress>
  </li>`;
}

const texts = (list: readonly string[]): TemplateResult => html`<ul class="findings">${list.map((text) => html`<li><span dir="auto">${text}</span></li>`)}</ul>`;

/** The value of a guide's own contract; built-in outcomes are shown above. */
function own(view: View, outcome: unknown): TemplateResult | typeof nothing {
  const built = view.proposal !== null || view.stages.length > 0 || view.skills !== null || view.onboarding !== null;
  const value = built ? (outcome as { value?: unknown } | null)?.value : outcome;
  if (value === undefined || value === null) return nothing;
  return html`<section aria-labelledby="value">
    <h2 id="value">${p.results.value}</h2>
    <pre dir="ltr">${JSON.stringify(value, null, 2)}</pre>
  </section>`;
}

/** Reads the outcome of a staged interview; a session of another version may hold less. */
function tracked(outcome: unknown): Tracked {
  const { insights, examples, followUps } = (typeof outcome === "object" && outcome !== null ? outcome : {}) as Record<string, unknown>;
  const list = (value: unknown) => (Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []);
  return { insights: list(insights), examples: typeof examples === "number" ? examples : 0, followUps: list(followUps) };
}

/** Names who asked: the model, or the built-in interviewer. */
export function asker({ interviewer }: View): string {
  return interviewer === "scripted" ? p.results.scripted : interviewer.model.name;
}

/** Writes tokens of a call or of many, where any were counted. */
export function tokens(input: number, output: number): string {
  return p.stored.tokens(count(input), count(output));
}
