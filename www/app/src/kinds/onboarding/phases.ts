// The phases of an onboarding interview.
import { html, type TemplateResult } from "lit";
import { p } from "../../text.js";
import type { KindOf } from "../types.js";

/** Shows the phases with what each was to bring together. */
export function phasesView({ phases }: KindOf<"onboarding">): TemplateResult {
  const words = p.kinds.onboarding;
  return html`<section aria-labelledby="phases">
    <h2 id="phases">${words.phases}</h2>
    <ol class="rows coverage">${phases.map(
      ({ title, ended, objectives }) => html`<li>
        <h3 dir="auto">${title}</h3>
        <p class="meta"><span>${ended ? words.ended[ended] : words.notReached}</span></p>
        <ul class="findings">${objectives.map(
          ({ label, state }) => html`<li><span dir="auto">${label}</span> <span class="fine">${words.states[state]}</span></li>`,
        )}</ul>
      </li>`,
    )}</ol>
  </section>`;
}
