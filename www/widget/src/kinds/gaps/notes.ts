import type { TemplateResult } from "lit";
import type { CloseReason, GapQuestion, Intent, SkillView, View } from "colloquy";
import type { KindOf, Shared, Ui } from "../../types.js";
import { listed } from "./values.js";
import { wordsOf } from "./words.js";

/** What a question does besides asking. */
const INTENTS = {
  explanation: "whyExplanation",
  example: "whyExample",
  follow_up: "whyFollowUp",
} as const satisfies Record<Exclude<Intent, "question">, string>;

/** Why the questions of a skills interview ended by themselves. */
const ENDED: Partial<Record<CloseReason, "endedComplete" | "endedDisengaged" | "endedNoGaps">> = {
  complete: "endedComplete",
  disengaged: "endedDisengaged",
  no_gaps: "endedNoGaps",
};

/** Why the open question is asked: what is missing, and how often it is asked about. */
export function why({ html, icons, say }: Shared, ui: Ui, gap: GapQuestion, rows: readonly SkillView[]): TemplateResult {
  const words = wordsOf(ui);
  const missing = rows.find(({ skill }) => skill === gap.skill)?.attributes.filter(({ source }) => source === null) ?? [];
  const lines = gap.skill
    ? [
        ...(missing.length > 0 ? [say(ui, words.whyMissing, { skill: gap.skill, list: listed(ui, missing) })] : []),
        say(ui, words.whyProbe, { n: gap.probe, max: Math.max(gap.probe, gap.probes) }),
        ...(gap.intent === "question" ? [] : [words[INTENTS[gap.intent]]]),
      ]
    : [words.whySkills];
  return html`<details class="why">
    <summary>${icons.notice}${words.why}</summary>
    ${lines.map((line) => html`<p>${line}</p>`)}
  </details>`;
}

/** How far the reading of the résumé is, and what was found so far. */
export function reading(shared: Shared, ui: Ui, view: View, kind: KindOf<"gaps">, rows: readonly SkillView[]): TemplateResult | null {
  const { html, nothing, say } = shared;
  if (!kind.reading || view.phase !== "asking" || view.problem) return null;
  const words = wordsOf(ui);
  const { done, of } = kind.reading;
  const list = new Intl.ListFormat(ui.wordsLang).format(rows.map(({ skill }) => skill));
  const title = of > 1 ? say(ui, words.readingPart, { n: Math.min(done + 1, of), max: of }) : words.readingResume;
  return html`<div class="current live preparing" aria-busy="true">
    <p class="question waiting"><span role="status">${title}</span><span class="ellipsis" aria-hidden="true"><i></i><i></i><i></i></span></p>
    <progress aria-label=${words.readingResume} max=${of} value=${done}></progress>
    ${rows.length > 0 ? html`<p class="hint">${say(ui, words.foundSoFar, { list })}</p>` : nothing}
  </div>`;
}

/** Why the questions ended, what was not believed, and what could not be read. */
export function ended(shared: Shared, ui: Ui, { closed }: View, { complete, refused, unread }: KindOf<"gaps">): TemplateResult | null {
  const { html, percent, say } = shared;
  const words = wordsOf(ui);
  const reason = closed && ENDED[closed];
  const lines = [
    ...(reason ? [say(ui, words[reason], { goal: percent(ui, complete) })] : []),
    ...(refused > 0 ? [say(ui, words.refused, { n: refused })] : []),
    ...(unread > 0 ? [say(ui, words.unread, { n: unread })] : []),
  ];
  return lines.length > 0 ? html`<ul class="ended hint">${lines.map((line) => html`<li>${line}</li>`)}</ul>` : null;
}
